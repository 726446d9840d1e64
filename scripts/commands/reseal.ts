import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";

/**
 * `npm run reseal`: seals everything that is stored sealed with the first key of PORTAL_TOKEN_KEYS, at once; a worker
 * does the same every hour. Exits with 0 when nothing stored needs another key any more, 1 when no key of the ring
 * opens some value, 2 for wrong input. Source: docs/operations.md, "Another key".
 */
const USAGE = `npm run reseal
    Seals keys of gateways, secrets of webhooks and of second factors with the first key of PORTAL_TOKEN_KEYS.`;

readCommandLine(USAGE).refuse();

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
