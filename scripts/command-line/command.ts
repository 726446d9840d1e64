import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { type OptionKinds, type OptionProblem, readOptions } from "./command-options";

/** Writes to standard error: standard output has only the result. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * The options of a command. `--help` prints `usage` and exits with 0.
 *
 * @param kinds as for `readOptions`; `help` is added
 * @param required options that must be given
 * @returns `refuse`: if there are errors, in `problems` or in its argument, it prints them all and exits with 2
 */
export function readCommandLine(
  usage: string,
  kinds: OptionKinds,
  {
    args = process.argv.slice(2),
    required = [],
  }: { args?: readonly string[]; required?: readonly string[] } = {},
) {
  const { values, flags, problems } = readOptions(args, { ...kinds, help: "boolean" });
  if (flags.has("help")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const named = new Set(problems.map(({ option }) => option));
  for (const name of required)
    if (!values[name] && !named.has(`--${name}`))
      problems.push({ option: `--${name}`, detail: "needs a value." });
  const refuse = (more: readonly OptionProblem[] = []): void => {
    const all = [...problems, ...more];
    if (all.length === 0) return;
    say(`${all.map(({ option, detail }) => `${option}: ${detail}`).join("\n")}\n\n${usage}`);
    process.exit(2);
  };
  return { values, flags, problems, refuse };
}

/**
 * Runs a command on its database, migrated to the newest schema. Modules of the app are imported within `work`, because
 * they read DATABASE_URL when they are loaded. A problem thrown by a service is printed, and the process exits with 1.
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
  } finally {
    await database.close();
  }
}
