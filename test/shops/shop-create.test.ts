import { execFile } from "node:child_process";
import { beforeEach, expect, test } from "vitest";
import { parseApiKey } from "~/access/api-key";
import { findLiveApiKey } from "~/access/api-keys.repo.server";
import { findShopByStoreDomain } from "~/access/shops.repo.server";
import { verifyPassword } from "~/features/staff/password";
import { findStaffAccount } from "~/features/staff/staff.repo.server";
import { readOptions } from "../../scripts/command-line/command-options.mjs";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/run.mjs", "scripts/commands/shop-create.ts", ...args],
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const GOOD = ["--domain", "beans.mystore.example", "--name", "Beans", "--email", "Ada@example.com"];
const PASSWORD = ["--password", "correct horse battery"];

test("prints shop, key and owner as JSON and nothing else; the key and the password work", async () => {
  const { code, stdout } = await run(
    ...GOOD,
    ...PASSWORD,
    "--public-domain=shop.beans.example",
    "--timezone=Europe/Berlin",
    "--currency=eur",
    "--json",
  );
  expect(code).toBe(0);
  const { shop, apiKey, staff } = JSON.parse(stdout);
  expect(shop).toMatchObject({
    storeDomain: "beans.mystore.example",
    publicDomain: "shop.beans.example",
    timeZone: "Europe/Berlin",
    currencyCode: "EUR",
  });
  expect(await findShopByStoreDomain("beans.mystore.example")).toEqual(shop);
  const parsed = parseApiKey(apiKey);
  expect(await findLiveApiKey(shop.id, parsed?.hash ?? "", new Date())).toMatchObject({ scope: "write" });
  expect(staff).toMatchObject({ email: "ada@example.com", role: "owner" });
  const account = await findStaffAccount(staff.email);
  expect(await verifyPassword(account?.passwordHash ?? null, PASSWORD[1] ?? "")).toBe(true);
});

test("without --json tells a human, and a domain that is taken ends with 1 and names the option", async () => {
  const first = await run(...GOOD, ...PASSWORD);
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/Shop Beans \(beans\.mystore\.example\) is there[\s\S]*prn_/);
  const second = await run(...GOOD, ...PASSWORD, "--json");
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toContain("--domain: Another shop has this domain.");
});

test("with everything wrong names every option, ends with 2 and makes nothing", async () => {
  const { code, stdout, stderr } = await run(
    "--domain=beans.elsewhere.example",
    "--email",
    "--password=short",
    "--timezone=Berlin",
    "--currency=EURO",
    "--public-domain=https://x",
    "--colour=red",
    "stray",
  );
  expect(code).toBe(2);
  expect(stdout).toBe("");
  const named = stderr
    .split("\n\n")[0]
    ?.split("\n")
    .map((line) => line.split(":")[0]);
  expect(named?.sort()).toEqual([
    "--colour",
    "--currency",
    "--domain",
    "--email",
    "--name",
    "--password",
    "--public-domain",
    "--timezone",
    "stray",
  ]);
});

test("a command line is read with both ways to write a value, and all faults of form are found", () => {
  const kinds = { a: "string", b: "string", json: "boolean" } as const;
  expect(readOptions(["--a", "1", "--b=--x=y", "--json"], kinds)).toEqual({
    values: { a: "1", b: "--x=y" },
    flags: new Set(["json"]),
    problems: [],
  });
  const { problems } = readOptions(
    ["--a", "--b", "1", "--b=2", "--json=no", "--toString=1", "--", "x"],
    kinds,
  );
  expect(problems.map((problem) => problem.option)).toEqual([
    "--a",
    "--b",
    "--json",
    "--toString",
    "--",
    "x",
  ]);
});
