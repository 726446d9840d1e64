import { readCommandLine, runOnDatabase, say } from "./command";

/**
 * `npm run reseal`: seals all that is stored sealed with the first key of PORTAL_TOKEN_KEYS, at once; a worker does the
 * same each hour. Ends with 0 when nothing stored needs another key any more, 1 when something cannot be opened by any
 * key of the ring, 2 when the input is wrong. Source: docs/operations.md, "Another key".
 */
const USAGE = `npm run reseal
    Seals keys of gateways, secrets of webhooks and of second factors with the first key of PORTAL_TOKEN_KEYS.`;

readCommandLine(USAGE, {}).refuse();

await runOnDatabase(async () => {
  const { resealAll } = await import("~/jobs/tasks/reseal-secrets.server");
  const { shops, failed } = await resealAll(new Date());
  for (const failure of failed) say(failure);
  process.stdout.write(
    failed.length === 0
      ? `All that is stored sealed, of ${shops} shops and all staff, is under the first key.\n`
      : `${failed.length} could not be sealed anew. Keep the older keys in the ring.\n`,
  );
  if (failed.length > 0) process.exitCode = 1;
});
