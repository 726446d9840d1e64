import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** What identifies people in tests and the demo shop: any e-mail address or phone number, names of customers. */
const PERSONAL = /[\w.+-]+@[\w-]+(\.[\w-]+)+|\+\d{8,15}\b|lovelace|zqxjv/i;
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
  const personal = listLines(folder).filter((line) => PERSONAL.test(line));
  rmSync(folder, { recursive: true });
  if (personal.length === 0) return;
  // Vitest reports an error of its teardown, and exits with 0 all the same.
  process.exitCode = 1;
  throw new Error(
    `${personal.length} lines of the logs tell who somebody is:\n${personal.slice(0, MOST_SHOWN).join("\n")}`,
  );
}
