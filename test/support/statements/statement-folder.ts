import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadModule } from "libpg-query";
import { OVER_ALL_SHOPS } from "./over-all-shops";
import { findShopFaults, type ShopTables } from "./shop-check";

/** A statement that the app has sent, and the test file or program that sent it first. */
type Statement = { text: string; sender: string };
/** What the pool was asked for inside one of its transactions, and by whom (pool-in-transaction.mjs). */
type Inside = { inside: string; stack: string; begun: string; sender: string };

/** How many characters of a faulty statement are shown. */
const MOST_SHOWN = 600;

/** Creates the folder in which the statements of a whole run are collected. */
export const createStatementFolder = (): string => mkdtempSync(path.join(tmpdir(), "perennial-statements-"));

const listRecorded = (folder: string): (Statement | Inside)[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Statement | Inside),
  );

const toOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Checks the statements of a run, and deletes them.
 *
 * @param run.isWhole whether every test has run: then an unused exception is reported. That is no error: some
 *   statements are only sent by jobs that run every few minutes, if a worker of the run lives that long
 * @throws when one does not say which shop it is about and is not listed in over-all-shops.ts, or when a transaction waits
 *   for a second connection of its pool; the process then fails
 */
export async function requireSoundStatements(
  folder: string,
  tables: ShopTables,
  { isWhole, exceptions = OVER_ALL_SHOPS }: { isWhole: boolean; exceptions?: Record<string, string> },
): Promise<void> {
  const recorded = listRecorded(folder);
  rmSync(folder, { recursive: true });
  const complaints = [
    ...(await complainOfShops(
      recorded.filter((one) => "text" in one),
      tables,
      isWhole,
      exceptions,
    )),
    ...complainOfTransactions(recorded.filter((one): one is Inside => "inside" in one && !isLeftAlone(one))),
  ];
  if (complaints.length === 0) return;
  // Vitest reports an error in its teardown, but exits with 0 all the same.
  process.exitCode = 1;
  throw new Error(complaints.join("\n"));
}

async function complainOfShops(
  statements: Statement[],
  tables: ShopTables,
  isWhole: boolean,
  exceptions: Record<string, string>,
): Promise<string[]> {
  await loadModule();
  const byText = new Map(statements.map((one) => [toOneLine(one.text), one]));
  const unused = new Set(Object.keys(exceptions));
  const faulty: string[] = [];
  for (const [shown, { text, sender }] of byText) {
    const faults = findShopFaults(text, tables);
    if (faults.length === 0) continue;
    const fitting = Object.keys(exceptions).filter((beginning) => shown.startsWith(beginning));
    for (const one of fitting) unused.delete(one);
    if (fitting.length > 0) continue;
    const from = path.relative("", sender);
    faulty.push(`${faults.join("; ")}\n  ${shown.slice(0, MOST_SHOWN)}\n  sent first in ${from}`);
  }
  if (isWhole && unused.size > 0)
    console.warn(["These lines of over-all-shops.ts except no statement of this run:", ...unused].join("\n"));
  if (faulty.length === 0) return [];
  return [
    `${faulty.length} statements do not say by a parameter which shop they are about (test/README.md):`,
    ...faulty,
  ];
}

/** One for each place in the code. */
function complainOfTransactions(found: Inside[]): string[] {
  if (found.length === 0) return [];
  const places = new Map(
    found.map(({ inside, stack, begun, sender }) => {
      const place = `${toOneLine(inside).slice(0, MOST_SHOWN)}${toOwnFrames(stack)}\n  inside the transaction begun${toOwnFrames(begun)}`;
      return [place, `${place}\n  sent first in ${path.relative("", sender)}`];
    }),
  );
  return [
    `${places.size} times a transaction asks the pool for another connection (test/README.md):`,
    ...places.values(),
  ];
}

/** An announcement is sent by a timer, and no transaction waits for it (db/announcements.server.ts). */
const isLeftAlone = ({ inside, begun }: Inside): boolean =>
  inside.startsWith("select pg_notify(") || isOfTest(begun);

/**
 * Whether a test itself has begun the transaction, to hold a lock or to look from outside, and asks the app meanwhile: its
 * pool has connections enough.
 */
function isOfTest(begun: string): boolean {
  const files = [...toOwnFrames(begun).matchAll(/([^\s()]+?):\d+(?::\d+)?\)?$/gm)].map(([, file = ""]) =>
    path.relative("", file.replace(/^file:\/\//, "")),
  );
  return /^(test|e2e)\//.test(files.find((file) => !file.startsWith("db/")) ?? "");
}

/** The lines of a stack that are in our sources, with a line end before each. */
const toOwnFrames = (stack: string): string =>
  stack
    .split("\n")
    .filter((line) => /^ +at /.test(line) && !/node_modules|node:|pool-in-transaction/.test(line))
    .map((line) => `\n${line}`)
    .join("");
