import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const listFiles = (folder: string, form: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => form.test(name))
    .map((name) => path.join(folder, name));

const DOCUMENTS = [...listFiles("docs", /\.md$/), ...listFiles("patches", /\.md$/)];
const SOURCES = ["app", "db", "scripts", "bench", "test", "e2e"].flatMap((folder) =>
  listFiles(folder, /\.(m?js|tsx?)$/),
);
const DECISIONS = readdirSync("docs/decisions").filter((name) => /^\d{3}-/.test(name));

test("a section of a document that a comment cites is there", () => {
  const missing: string[] = [];
  for (const file of SOURCES) {
    const text = read(file).replace(/\n\s*(\*|\/\/) ?/g, " ");
    for (const [cited, name, number, heading] of text.matchAll(
      /\b(wire|design|spec)\.md(?: §(\d+))?(?: "([^"]+)")?/g,
    )) {
      const document = read(`docs/${name}.md`);
      const isThere =
        (!number || document.includes(`\n## ${number}. `)) && (!heading || document.includes(heading));
      if (!isThere) missing.push(`${file}: ${cited}`);
    }
  }
  expect(missing).toEqual([]);
});

test("a decision that a comment or a document cites is there", () => {
  const missing: string[] = [];
  for (const file of [...SOURCES, ...DOCUMENTS])
    for (const [cited, number] of read(file).matchAll(/\bdecisions?\/?[ /](\d{3})\b/g))
      if (!DECISIONS.some((name) => name.startsWith(`${number}-`))) missing.push(`${file}: ${cited}`);
  expect(missing).toEqual([]);
});

test("a decision has a number of its own, a date and a status, and a line in the index that says the same", () => {
  const index = read("docs/decisions/README.md");
  expect(new Set(DECISIONS.map((name) => name.slice(0, 3))).size).toBe(DECISIONS.length);
  for (const name of DECISIONS) {
    const head = new RegExp(
      `^# ${name.slice(0, 3)}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: (accepted|superseded)(.*)\\.\\n`,
    ).exec(read(`docs/decisions/${name}`));
    expect([name, head?.[1]]).toEqual([name, expect.any(String)]);
    const line = index.split("\n").find((each) => each.includes(`](${name})`)) ?? "";
    expect([name, line]).toEqual([name, expect.stringContaining(head?.[1] ?? "")]);
    for (const [number] of (head?.[2] ?? "").replace(/\(.*\)/, "").matchAll(/\d{3}/g))
      expect([name, line]).toEqual([name, expect.stringContaining(number)]);
  }
});

test("a decision that another one changes names it in its status", () => {
  const missing: string[] = [];
  for (const name of DECISIONS) {
    const [, changes = ""] = /\n\*\*Changes\.\*\* (.+)/.exec(read(`docs/decisions/${name}`)) ?? [];
    for (const [, number = ""] of changes.matchAll(/\b(\d{3}):/g)) {
      const changed = DECISIONS.find((each) => each.startsWith(`${number}-`)) ?? "";
      const [status = ""] = /Status: .+/.exec(read(`docs/decisions/${changed}`)) ?? [];
      if (!status.includes(name.slice(0, 3))) missing.push(`${changed}: changed by ${name.slice(0, 3)}`);
    }
  }
  expect(missing).toEqual([]);
});

test("no file holds the marks of a merge that was not finished", () => {
  const files = [...SOURCES, ...DOCUMENTS, "README.md", "CONTRIBUTING.md"];
  const marked = files.filter((file) => /^(<{7}|>{7}) /m.test(read(file)));
  expect(marked).toEqual([]);
});

test("a relative link of a document leads to a file", () => {
  for (const file of DOCUMENTS)
    for (const [, target = ""] of read(file).matchAll(/\]\(([^)#]+)\)/g))
      if (!/^\w+:/.test(target))
        expect([file, target, existsSync(path.join(path.dirname(file), target))]).toEqual([
          file,
          target,
          true,
        ]);
});

test("every patch is explained", () => {
  const readme = read("patches/README.md");
  for (const name of readdirSync("patches").filter((file) => file.endsWith(".patch")))
    expect([name, readme.includes(`\`${name.slice(0, -".patch".length)}\``)]).toEqual([name, true]);
});

test("the fixes of the driver that are proposed upstream are in the patched one", () => {
  const installed = new Set(
    listFiles("node_modules/postgres/src", /\.js$/).flatMap((file) => read(file).split("\n")),
  );
  for (const file of listFiles("patches/upstream", /\.diff$/)) {
    // Comments are worded for those who read them there.
    const added = [...read(file).matchAll(/^\+(?!\+\+ )( *(?!\/\/)\S.*)$/gm)].map(([, line = ""]) => line);
    expect(added).not.toEqual([]);
    expect([file, added.filter((line) => !installed.has(line))]).toEqual([file, []]);
  }
});
