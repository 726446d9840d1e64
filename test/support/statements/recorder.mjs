import { appendFileSync } from "node:fs";
import path from "node:path";
import { watchTransactions } from "./pool-in-transaction.mjs";

/** The beginning of each statement that a test sends itself: only the app's statements are checked (shop-check.ts). */
export const BY_A_TEST = "/* by a test */ ";

/**
 * Writes each distinct statement that the app's pool (db/client.server.ts) sends in this process, once, into a file of a
 * folder (statement-folder.ts), and what the pool is asked for inside one of its transactions. Before the app is loaded:
 * it waits for the pool instead of loading it, since the app reads its environment when it is loaded.
 *
 * @param {string} folder
 * @param {() => string} nameSender the test file, or the program, that is running
 */
export function recordStatements(folder, nameSender) {
  const file = path.join(folder, `${process.pid}.jsonl`);
  const seen = new Set();
  const write = (line) => appendFileSync(file, `${JSON.stringify({ ...line, sender: nameSender() })}\n`);
  let pool;
  Object.defineProperty(globalThis, "perennialDatabase", {
    get: () => pool,
    set(made) {
      pool = made;
      watchTransactions(made, write);
      made.client.options.debug = (_connection, text) => {
        if (seen.has(text) || text.startsWith(BY_A_TEST)) return;
        seen.add(text);
        write({ text });
      };
    },
  });
}
