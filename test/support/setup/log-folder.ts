import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEMO_NAMES } from "../../../scripts/demo/demo-people";

/** The tests' LOG_LEVEL unless one is given: what is logged is gathered (log-recorder.mjs), not shown. */
export const RECORDED_LEVEL = "debug";
/** What identifies people in tests: any e-mail address or phone number, names of customers. */
const PERSONAL = /[\w.+-]+@[\w-]+(\.[\w-]+)+|\+\d{8,15}\b|\+\d{1,3}( \d+){2,}|lovelace|zqxjv/i;
/** Names and streets of the demo shop's customers, as whole words: one of them is "Kelly". */
const DEMO_PERSON = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${DEMO_NAMES.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|")})(?![\\p{L}\\p{N}])`,
  "u",
);
/** Lines of a failure that are shown. */
const MOST_SHOWN = 20;

/** Folder for the logs of a whole run. */
export const createLogFolder = (): string => mkdtempSync(path.join(tmpdir(), "perennial-logs-"));

const listLines = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean),
  );

/** Lines of at least a warning, as the logger numbers them. */
export const listWarnings = (folder: string): string[] =>
  listLines(folder).filter((line) => /^\{"level":[4-6]0,/.test(line));

/**
 * Searches the logs of a whole run, and deletes them. @throws when a line identifies somebody; the process then fails
 */
export function requireImpersonalLogs(folder: string): void {
  const personal = listLines(folder).filter((line) => PERSONAL.test(line) || DEMO_PERSON.test(line));
  rmSync(folder, { recursive: true });
  if (personal.length === 0) return;
  // Vitest reports an error of its teardown, and exits with 0 all the same.
  process.exitCode = 1;
  throw new Error(
    `${personal.length} lines of the logs tell who somebody is:\n${personal.slice(0, MOST_SHOWN).join("\n")}`,
  );
}
