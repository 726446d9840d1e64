import { openDatabaseForCommand } from "~db/connect-cli";
import { isDatabaseUnavailable } from "~db/errors";
import { migrate } from "~db/migrate";
import { say } from "./command-line.mjs";

/**
 * Runs a command on its database, migrated to the newest schema. Modules of the app are imported within `work`, because
 * they read DATABASE_URL when they are loaded. A problem thrown by a service is printed, and the process exits with 1; the
 * same when the database cannot be reached.
 */
export async function runOnDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const database = await openDatabaseForCommand();
  try {
    await migrate(database.url, say);
    const { ProblemError } = await import("~/lib/problem");
    const { client } = await import("~db/client.server");
    try {
      await work(database.url);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      process.exitCode = 1;
      say(error.detail);
    } finally {
      await client.end();
    }
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    process.exitCode = 1;
    say(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await database.close();
  }
}
