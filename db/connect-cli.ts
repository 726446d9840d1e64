import { parseEnvironment } from "~/lib/environment/environment";
import { describeError } from "~/lib/faults/safe-error.mjs";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";
import { requireDataFolder, toPostgresFolder } from "./data-folder";

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * The database for a command: `DATABASE_URL`, else the embedded one, which is started for the duration of the command
 * unless a running `npm start` serves it. Not migrated yet. Call it before any module of the app is imported: they read
 * `process.env.DATABASE_URL`, which is set here. Writes to standard error only.
 *
 * @param options.end clean-up for a command that runs until a signal; it then exits with 0
 * @returns the URL, and `close`, to be called at the end of the command
 */
export async function openDatabaseForCommand(
  options: { end?: () => Promise<void> } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const given = parseEnvironment(process.env).DATABASE_URL;
  const starting = given
    ? null
    : startEmbeddedPostgres({ dataDir: toPostgresFolder(requireDataFolder()), log: say, shared: true });
  // A database that is still starting would run on: it is stopped once it has started.
  const close = async () => (await starting?.catch(() => null))?.stop();
  for (const [signal, code] of [
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(signal, async () => {
      await options.end?.().catch((error: unknown) => say(describeError(error)));
      await close().finally(() => process.exit(options.end ? 0 : code));
    });
  }
  const url = given ?? (await starting)?.url ?? "";
  process.env.DATABASE_URL = url;
  return { url, close };
}
