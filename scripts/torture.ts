import { migrate } from "~db/migrate";
import { runUnderKills } from "../test/support/processes/kill-workers";
import { createDatabase, openTestServer } from "../test/support/processes/server";

/**
 * `npm run torture`: a bulk automation over a hundred thousand contracts with two workers. One worker after the other is
 * killed at a random moment (in the middle of a batch, if there is one), and now and then all database connections are
 * cut. Afterwards every contract must have exactly one outcome, activity row, event and version more, with the planned
 * price. Exits with 1 if not.
 */
const [contracts, kills] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 20)];

const server = await openTestServer();
const databaseUrl = await createDatabase(server.url, `${server.prefix}_torture`);
await migrate(databaseUrl);
// Only now: modules of the app read them when they are loaded.
Object.assign(process.env, { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
const { client } = await import("~db/client.server");
const { createTestShop } = await import("../test/support/data/factories");
const { findTorn, insertManyContracts, readProgress, startPriceTask } = await import(
  "../test/support/data/bulk"
);

try {
  const { id: shopId } = await createTestShop();
  await insertManyContracts(shopId, contracts);
  const id = await startPriceTask(shopId, "5");
  const started = performance.now();
  const done = await runUnderKills({
    databaseUrl,
    automationId: id,
    workers: 2,
    kills,
    pauseMs: 1200,
    cutEvery: 4,
  });
  const seconds = (performance.now() - started) / 1000;
  const { status, total, succeeded, skipped, failed } = await readProgress(shopId, id);
  const torn = await findTorn(shopId, id);
  console.table({
    contracts,
    ...done,
    seconds: Math.round(seconds),
    status,
    total,
    succeeded,
    skipped,
    failed,
    torn,
  });
  if (done.kills < kills) console.error(`It was over after ${done.kills} kills: take more contracts.`);
  const isWhole =
    status === "COMPLETED" && succeeded === contracts && torn === 0 && done.kills >= kills && done.died === 0;
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await client.end({ timeout: 1 });
  await server.stop();
}
