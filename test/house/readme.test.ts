import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { environmentSchema, parseEnvironment } from "~/lib/environment/environment";
import { toConfigurationTable } from "../support/setup/configuration-table";

const readme = readFileSync("README.md", "utf8");

test("the README's table of settings is what the schema says", () => {
  expect(readme).toContain(toConfigurationTable());
});

test("every setting says what it means", () => {
  for (const [name, schema] of Object.entries(environmentSchema.shape))
    expect([name, schema.description]).toEqual([name, expect.stringMatching(/\S/)]);
});

test("nothing but the schema reads settings from the environment, save what runs before it can be loaded", () => {
  const readers = new Map<string, string[]>();
  const visit = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      if (statSync(file).isDirectory()) visit(file);
      else if (/\.(m?[jt]sx?)$/.test(name)) {
        const names = [...readFileSync(file, "utf8").matchAll(/process\.env\.([A-Z]\w*)/g)].map(
          (match) => match[1],
        );
        if (names.length > 0) readers.set(file, [...new Set(names)].map(String).sort());
      }
    }
  };
  for (const folder of ["app", "db", "scripts"]) visit(folder);
  const known = new Set([...Object.keys(environmentSchema.shape), "CHROMIUM_PATH", "PATH"]);
  for (const [file, names] of readers)
    expect([file, names.filter((name) => !known.has(name))]).toEqual([file, []]);
  expect([...readers.keys()].filter((file) => file.startsWith("app"))).toEqual([]);
});

test("every JSON URL is in the README, and every command in the README exists", () => {
  // `…` stands for the prefixes of merchant and portal: see the README's table of operations on a contract.
  const short = (url: string) =>
    url.replace(/^(\/api\/external\/v2|\/apps\/(memberships|subscriptions)\/cp\/api)\//, "…/");
  const isNamed = (url: string) => readme.includes(`\`${url}\``) || readme.includes(`\`${short(url)}\``);
  expect(endpointTable.map(({ path: url }) => url).filter((url) => !isNamed(url))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const [, name] of readme.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name);
});

test("an address that begins with … in the README is served to the merchant and under both portal prefixes", () => {
  const urls = new Set(endpointTable.map(({ path: url }) => url));
  const prefixes = ["/api/external/v2", "/apps/memberships/cp/api", "/apps/subscriptions/cp/api"];
  const shortened = [...readme.matchAll(/`…(\/[^`]+)`/g)].map(([, rest]) => rest);
  expect(shortened).not.toEqual([]);
  const missing = shortened
    .flatMap((rest) => prefixes.map((prefix) => prefix + rest))
    .filter((url) => !urls.has(url));
  expect(missing).toEqual([]);
});

test("every page that is not the admin's is in the README", () => {
  const pages = readdirSync("app/routes")
    .map((file) =>
      file
        .replace(/\.tsx?$/, "")
        .replaceAll("_index", "")
        .replaceAll("_", ""),
    )
    .filter((name) => !/^(admin.*|\$|)$/.test(name))
    .map(
      (name) =>
        `/${name
          .replace(/\.$/, "")
          .replaceAll(".", "/")
          .replaceAll(/\$(\w+)/g, "{$1}")}`,
    );
  expect(pages).toContain("/apps/memberships/friends/{token}");
  for (const page of pages) expect(readme).toContain(`\`${page}\``);
});

test("every relative link of the README leads to a file", () => {
  for (const [, target = ""] of readme.matchAll(/\]\(([^)#]+)\)/g))
    if (!/^\w+:/.test(target)) expect(statSync(target).isFile()).toBe(true);
});

test("a wrong environment is refused with every error by name and no value", () => {
  const wrong = {
    DATABASE_URL: "mysql://u:hunter2@h/d",
    PORT: "hunter2",
    METRICS_TOKEN: "hunter2",
    LOG_LEVEL: "hunter2",
    CATALOGUE_IMAGE_SOURCES: "https:; script-src hunter2",
  };
  const attempt = () => parseEnvironment(wrong);
  for (const name of Object.keys(wrong)) expect(attempt).toThrow(new RegExp(`^  ${name}: `, "m"));
  expect(attempt).not.toThrow(/hunter2/);
});

test("an empty variable counts as absent", () => {
  expect(parseEnvironment({ PORT: "", METRICS_TOKEN: "", LOG_LEVEL: "" })).toEqual(parseEnvironment({}));
});
