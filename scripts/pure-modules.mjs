/**
 * Which modules decide without help: rules that reach neither the database nor React, however far one follows their
 * imports, and the tests that need no more than such rules. Found, not listed: a new rule or test is in by itself.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const HOMES_OF_RULES = ["app/features", "app/lib"];
/** What ends purity: the database, the environment it is named in, and what draws pages. */
const IMPURE = [
  /^react(\/|-dom|$)/,
  /^@(mantine|remix-run|tabler)\//,
  /^postgres$/,
  /^app\/lib\/env\.server\.ts$/,
];
/** Words, looks and examples decide nothing. */
const DECIDES_NOTHING = /\/texts\/|[-/](words|texts|styles|script|example|columns|layout|sql)\.ts$|\.d\.ts$/;
/** `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`; what only names types is gone when it runs. */
const IMPORT =
  /^(?:import|export)\s+(?!type\b)[^;"]*?from\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** @returns {string[]} modules whose rules can be tried by themselves, as paths from the root */
export function listPureRules() {
  return HOMES_OF_RULES.flatMap(listFiles).filter(
    (file) =>
      /\.ts$/.test(file) && !/\.server\.ts$/.test(file) && !DECIDES_NOTHING.test(file) && isPure(file),
  );
}

/** @returns {string[]} test files that try a pure rule and need no database, as paths from the root */
export function listPureTests() {
  const rules = new Set(listPureRules());
  return listFiles("test").filter(
    (file) =>
      /\.test\.ts$/.test(file) && isPure(file) && listReached(file).some((reached) => rules.has(reached)),
  );
}

function isPure(file) {
  return !listReached(file).some((reached) => IMPURE.some((pattern) => pattern.test(reached)));
}

/** @returns {string[]} the file, every file of ours that it imports however far, and the names of packages */
function listReached(file, reached = new Set()) {
  if (reached.has(file)) return [];
  reached.add(file);
  if (/\.tsx?$/.test(file) && existsSync(file))
    for (const [, ...names] of readFileSync(file, "utf8").matchAll(IMPORT))
      listReached(resolve(names.find(Boolean), file), reached);
  return [...reached];
}

/** A path from the root for a file of ours, else the specifier as it stands. */
function resolve(specifier, from) {
  const place = specifier.startsWith(".")
    ? path.join(path.dirname(from), specifier)
    : specifier.replace(/^~\//, "app/").replace(/^~db\//, "db/");
  return (
    ["", ".ts", ".tsx", "/index.ts"]
      .map((end) => place + end)
      .find((candidate) => /\.\w+$/.test(candidate) && existsSync(candidate)) ?? specifier
  );
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
