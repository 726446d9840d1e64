import path from "node:path";
import { BackupRefused } from "~db/backup/back-up";
import { noteRestored, restore, WAYS_IN_BROUGHT_BACK } from "~db/backup/restore.server";
import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { toOneLine } from "../../app/lib/faults/safe-error.mjs";
import { readCommandLine, say } from "../command-line/command-line.mjs";

/**
 * `npm run restore`: fills an empty database from a back-up, or leaves numbers out of one that was restored by other means.
 * Exits with 0 when it is done, 1 when nothing was changed, 2 for a wrong command line. Source: docs/reliability.md "Back up and restore".
 */
const USAGE = `npm run restore -- --from <folder of npm run backup>
    Fills an empty database (DATABASE_URL, or the embedded one of DATA_DIR) with a back-up. Do not start the app on it while
    the database it was made from is in use: both would charge the same orders and send the same mails.
npm run restore -- --by-other-means
    For a database that pg_restore, a snapshot or an older release has restored: numbers that may have been given since the
    back-up are left out, payments since then are searched for, and sessions and links of before it end. Before the app starts on it.`;

const kinds = { from: "string", "by-other-means": "boolean" } as const;
const { values, flags, problems, refuse } = readCommandLine(USAGE, kinds);
const isByOthers = flags.has("by-other-means");
if (!isByOthers && !values.from && problems.length === 0)
  problems.push({ option: "--from", detail: "needs a value." });
if (isByOthers && values.from)
  problems.push({ option: "--by-other-means", detail: "there is nothing to read, leave out --from." });
refuse();

const database = await openDatabaseForCommand();
try {
  if (isByOthers) {
    await migrate(database.url, say);
    await noteRestored(database.url);
    process.stdout.write("Numbers that may have been given since the back-up are left out.\n");
  } else {
    const { tables, madeAt } = await restore(database.url, path.resolve(values.from ?? ""), say);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`Restored ${tables.length} tables, ${rows} rows, as of ${madeAt}.\n`);
  }
  process.stdout.write(WAYS_IN_BROUGHT_BACK);
} catch (error) {
  process.exitCode = 1;
  say(error instanceof BackupRefused ? error.message : `Nothing was changed: ${toOneLine(error)}`);
} finally {
  await database.close();
}
