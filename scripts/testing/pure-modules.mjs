/**
 * Finds the pure rules, modules whose imports lead neither to the database nor to React at any depth, and the tests that
 * need nothing but such rules. Nothing is listed by hand: a new rule with such a test is included.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folders whose rules matter most: errors there cost somebody money, an order or trust. */
const HOMES_OF_RULES = [
  "app/access",
  "app/features/billing",
  "app/features/bundles",
  "app/features/contracts",
  "app/features/discounts",
  "app/features/imports",
  "app/features/order-schedule",
  "app/features/referrals",
  "app/lib",
];
/** Imports that make a module impure: the database, the environment, and React. */
const IMPURE = [/^react(\/|-dom|$)/, /^@(mantine|remix-run)\//, /^postgres$/, /^app\/lib\/env\.server\.ts$/];
/** Not rules: labels, styles and examples decide nothing; forms, pages and their URLs are covered by tests of pages. */
const NO_RULE =
  /\/texts\/|[-/.](texts|styles|script|example|columns|layout|sql|format|schema|page|view|url|query|files)\.ts$|\.d\.ts$/;
/** `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`; type-only imports do not exist at run time. */
const IMPORT =
  /^(?:import|export)\s+(?!type\b)[^;"]*?from\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/**
 * The rules that a test exercises directly. Others are covered where they are used, by tests with the database.
 *
 * @returns {string[]} paths from the root
 */
export function listTriedRules() {
  const tried = new Set(listPureTests().flatMap(listImported));
  return HOMES_OF_RULES.flatMap(listFiles).filter((file) => tried.has(file) && isRule(file));
}

/** @returns {string[]} test files that try a pure rule and need no database, as paths from the root */
export function listPureTests() {
  return listFiles("test").filter(
    (file) => /\.test\.ts$/.test(file) && isPure(file) && listImported(file).some(isRule),
  );
}

const isRule = (file) =>
  HOMES_OF_RULES.some((home) => file.startsWith(`${home}/`)) &&
  !/\.server\.ts$/.test(file) &&
  !NO_RULE.test(file) &&
  isPure(file);

function isPure(file) {
  return !listReached(file).some((reached) => IMPURE.some((pattern) => pattern.test(reached)));
}

/** @returns {string[]} the file, every file of ours that it imports however far, and the names of packages */
function listReached(file, reached = new Set()) {
  if (!reached.has(file)) {
    reached.add(file);
    for (const imported of listImported(file)) listReached(imported, reached);
  }
  return [...reached];
}

/** @returns {string[]} what a file imports itself; a package imports nothing of ours */
function listImported(file) {
  if (!/\.tsx?$/.test(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, ...names]) =>
    resolve(names.find(Boolean), file),
  );
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
