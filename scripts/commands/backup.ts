import path from "node:path";
import { BackupRefused, backUp } from "~db/backup/back-up";
import { openDatabaseForCommand } from "~db/connect-cli";
import { toOneLine } from "../../app/lib/faults/safe-error.mjs";
import { readCommandLine, say } from "../command-line/command-line.mjs";

/**
 * `npm run backup`: writes all rows of the database into a folder, even while the server is running. Exits with 0 on
 * success, 1 on failure, 2 for a wrong command line. Source: docs/reliability.md "Back up and restore".
 */
const USAGE = `npm run backup -- --to <new folder>
    Writes every table, as of one instant, into a folder that \`npm run restore\` reads. The app may go on working.
    Secrets are not in it: keep PORTAL_TOKEN_KEYS and the other secrets of the environment, or the files of the data
    folder that hold them, in another place. Without them nobody can sign in with a second factor or charge by Stripe.`;

const { values, refuse } = readCommandLine(USAGE, { to: "string" }, { required: ["to"] });
refuse();

const folder = path.resolve(values.to ?? "");
const database = await openDatabaseForCommand();
try {
  const { tables } = await backUp(database.url, folder, new Date());
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${folder}: ${tables.length} tables, ${rows} rows.\n`);
} catch (error) {
  process.exitCode = 1;
  say(error instanceof BackupRefused ? error.message : `There is no back-up: ${toOneLine(error)}`);
} finally {
  await database.close();
}
