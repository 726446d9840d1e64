import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tasks } from "~/jobs/tasks/tasks.server";
import { startWorker } from "~/jobs/worker/worker.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { readImport, stageFiles } from "../support/calls/run-import";
import { createTestShop, type TestShop } from "../support/data/factories";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  productsJson,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let folder: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  folder = mkdtempSync(path.join(tmpdir(), "perennial-import-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/run.mjs", "scripts/commands/import.ts", ...args],
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** Options for files of these contents. */
function write(files: { products?: string; customers?: string; contracts?: string }): string[] {
  return Object.entries(files).flatMap(([option, text]) => {
    const file = path.join(folder, option);
    writeFileSync(file, text);
    return [`--${option}`, file];
  });
}

const shopOption = () => ["--shop", shop.shop.storeDomain];
const CATALOGUE = { products: productsJson(), customers: customersCsv([customerRow()]) };

test("imports everything by itself, prints only the counts as JSON on standard output, and exits with 0", async () => {
  const { code, stdout, stderr } = await run(
    ...shopOption(),
    ...write({ ...CATALOGUE, contracts: contractsCsv([headRow("a"), headRow("b")]) }),
    "--json",
  );
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(stdout)).toMatchObject({
    status: "COMPLETED",
    failure: null,
    files: [
      { fileName: "products.json", rows: 1, created: 1 },
      { fileName: "customers.csv", rows: 1, created: 1 },
      { fileName: "contracts.csv", rows: 2, created: 2, keptOut: 0, errors: 0 },
    ],
  });
  expect(await db.$count(contracts)).toBe(2);
  expect(await db.execute(sql`select from graphile_worker.jobs`)).toHaveLength(0);
});

test("ends with 3 when something is kept out, and writes what was wrong to a file", async () => {
  const errors = path.join(folder, "errors.csv");
  const files = write({
    ...CATALOGUE,
    contracts: contractsCsv([headRow("a"), headRow("b", { line_quantity: "=1+1" })]),
  });
  const { code, stdout } = await run(...shopOption(), ...files, "--errors", errors);
  expect(code).toBe(3);
  expect(stdout).toBe(
    "products.json: 1 rows: 1 new\ncustomers.csv: 1 rows: 1 new\ncontracts.csv: 2 rows: 1 new, 1 kept out, 1 errors\n",
  );
  // A cell that a spreadsheet would run as a formula has an apostrophe in front.
  expect(readFileSync(errors, "utf8")).toBe(
    "\ufeffFile,Line,Column,Value,Reason,Severity\r\ncontracts.csv,3,line_quantity,'=1+1,Expected a whole number from 1 to 1000000.,ERROR\r\n",
  );
});

test("a file that cannot be read ends with 1 and its reason; nothing is in", async () => {
  const errors = path.join(folder, "errors.csv");
  const { code, stdout, stderr } = await run(
    ...shopOption(),
    ...write({ ...CATALOGUE, contracts: CATALOGUE.customers }),
    "--json",
    `--errors=${errors}`,
  );
  expect(code).toBe(1);
  expect(stderr).toContain("contracts.csv: This looks like customers.csv, not like contracts.csv.");
  expect(JSON.parse(stdout)).toMatchObject({ status: "FAILED", importId: expect.any(Number) });
  expect(readFileSync(errors, "utf8")).toContain("This looks like customers.csv");
});

test("an unknown shop ends with 1", async () => {
  const { code, stderr } = await run("--shop", "nobody.mystore.example", ...write(CATALOGUE));
  expect(code).toBe(1);
  expect(stderr).toContain("There is no shop nobody.mystore.example");
});

test("a wrong command line ends with 2 and names everything wrong with it", async () => {
  const { code, stdout, stderr } = await run(
    "--products",
    path.join(folder, "none.json"),
    "--customers",
    folder,
    "--speed",
  );
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--shop: is required");
  expect(stderr).toContain("--products: there is no file");
  expect(stderr).toContain("--customers: ");
  expect(stderr).toContain("is not a file.");
  expect(stderr).toContain("--speed: is not an option");
});

test("--full-catalogue marks what the catalogue lacks as deleted", async () => {
  await run(...shopOption(), ...write(CATALOGUE));
  const { stdout } = await run(
    ...shopOption(),
    ...write({ products: productsJson({ id: 5, title: "Tea", handle: "tea", variants: [] }) }),
    "--full-catalogue",
  );
  expect(stdout).toBe("products.json: 1 rows: 1 new, 2 marked as deleted\n");
});

test("an import that a killed command has left staged is finished first", async () => {
  const left = await stageFiles(shop.id, { ...CATALOGUE, contracts: contractsCsv([headRow("a")]) });
  const { code, stderr } = await run(...shopOption(), ...write({ contracts: contractsCsv([headRow("b")]) }));
  expect(code).toBe(0);
  expect(stderr).toContain(`Import ${left} is not finished yet: finishing it first.`);
  expect(await readImport(shop.id, left)).toMatchObject({ status: "COMPLETED" });
  expect(await db.$count(contracts)).toBe(2);
});

test("beside a running worker every contract still goes in once", async () => {
  const worker = await startWorker({ databaseUrl: process.env.DATABASE_URL ?? "", tasks, crontab: "" });
  const rows = Array.from({ length: 3000 }, (_, index) => headRow(`sub-${index}`));
  try {
    const { code, stdout } = await run(
      ...shopOption(),
      ...write({ ...CATALOGUE, contracts: contractsCsv(rows) }),
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).files[2]).toMatchObject({ created: 3000, skipped: 0 });
  } finally {
    await worker.stop();
  }
  expect(await db.$count(contracts)).toBe(3000);
});
