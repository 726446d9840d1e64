import path from "node:path";
import { BackupRefused } from "~db/backup/back-up";
import { restore } from "~db/backup/restore";
import { openDatabaseForCommand } from "~db/connect-cli";
import { readCommandLine, say } from "../command-line/command-line.mjs";

/**
 * `npm run restore`: fills an empty database from a back-up. Exits with 0 when every row is in, 1 when none is, 2 for a
 * wrong command line. Source: docs/reliability.md "Back up and restore".
 */
const USAGE = `npm run restore -- --from <folder of npm run backup>
    Fills an empty database (DATABASE_URL, or the embedded one of DATA_DIR) with a back-up. Do not start the app on it while
    the database it was made from is in use: both would charge the same orders and send the same mails.`;

const { values, refuse } = readCommandLine(USAGE, { from: "string" }, { required: ["from"] });
refuse();

const database = await openDatabaseForCommand();
try {
  const { tables, madeAt } = await restore(database.url, path.resolve(values.from ?? ""), say);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`Restored ${tables.length} tables, ${rows} rows, as of ${madeAt}.\n`);
} catch (error) {
  process.exitCode = 1;
  say(error instanceof BackupRefused ? error.message : `Nothing was restored: ${String(error)}`);
} finally {
  await database.close();
}
