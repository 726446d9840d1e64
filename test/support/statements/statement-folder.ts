import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadModule } from "libpg-query";
import { OVER_ALL_SHOPS } from "./over-all-shops";
import { findShopFaults, type ShopTables } from "./shop-check";

/** A statement that the app has sent, and the test file that caused it first. */
export type Recorded = { text: string; test: string };

/** How many characters of a faulty statement are shown. */
const MOST_SHOWN = 600;

/** Creates the folder in which the statements of a whole run are collected. */
export const createStatementFolder = (): string => mkdtempSync(path.join(tmpdir(), "perennial-statements-"));

const listRecorded = (folder: string): Recorded[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Recorded),
  );

/**
 * Checks the statements of a whole run, and deletes them.
 *
 * @throws when one does not say which shop it is about and is not listed in over-all-shops.ts; the process then fails
 */
export async function requireShopInStatements(folder: string, tables: ShopTables): Promise<void> {
  await loadModule();
  const byText = new Map(listRecorded(folder).map((one) => [one.text.replace(/\s+/g, " ").trim(), one]));
  rmSync(folder, { recursive: true });
  const allowed = Object.keys(OVER_ALL_SHOPS);
  const faulty = [...byText].flatMap(([shown, { text, test }]) => {
    if (allowed.some((beginning) => shown.startsWith(beginning))) return [];
    const faults = findShopFaults(text, tables);
    if (faults.length === 0) return [];
    return `${faults.join("; ")}\n  ${shown.slice(0, MOST_SHOWN)}\n  sent first in ${path.relative("", test)}`;
  });
  if (faulty.length === 0) return;
  // Vitest reports an error in its teardown, but exits with 0 all the same.
  process.exitCode = 1;
  throw new Error(
    `${faulty.length} statements do not say by a parameter which shop they are about (test/README.md):\n${faulty.join("\n")}`,
  );
}
