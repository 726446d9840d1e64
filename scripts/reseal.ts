import { openDatabaseForCommand } from "~db/connect-cli";
import { migrate } from "~db/migrate";
import { readOptions } from "./command-options";

/**
 * `npm run reseal`: seals all that is stored sealed with the first key of PORTAL_TOKEN_KEYS, at once; a worker does the
 * same each hour. Ends with 0 when nothing stored needs another key any more, 1 when something cannot be opened by any
 * key of the ring, 2 when the input is wrong. Source: docs/operations.md, "Another key".
 */
const USAGE = `npm run reseal
    Seals keys of gateways, secrets of webhooks and of second factors with the first key of PORTAL_TOKEN_KEYS.`;

const say = (text: string) => process.stderr.write(`${text}\n`);

const { flags, problems } = readOptions(process.argv.slice(2), { help: "boolean" });
if (flags.has("help")) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
if (problems.length > 0) {
  say(`${problems.map(({ option, detail }) => `${option}: ${detail}`).join("\n")}\n\n${USAGE}`);
  process.exit(2);
}

const database = await openDatabaseForCommand();
try {
  await migrate(database.url, say);
  // Only now: modules of the app read DATABASE_URL when they are loaded.
  const { resealAll } = await import("~/jobs/tasks/reseal-secrets.server");
  const { client } = await import("~db/client.server");
  try {
    const { shops, failed } = await resealAll(new Date());
    for (const failure of failed) say(failure);
    process.stdout.write(
      failed.length === 0
        ? `All that is stored sealed, of ${shops} shops and all staff, is under the first key.\n`
        : `${failed.length} could not be sealed anew. Keep the older keys in the ring.\n`,
    );
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await client.end();
  }
} finally {
  await database.close();
}
