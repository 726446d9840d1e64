import { migrate } from "~db/migrate";
import { runUnderKills } from "../../test/support/processes/kill-workers";
import { createDatabase, openTestServer } from "../../test/support/processes/server";
import { readCommandLine } from "../command-line/command-line.mjs";
import { endBySignal } from "../processes/end-by-signal";

/**
 * `npm run torture`: work of two workers, which are killed in turn at random moments. Exits with 0 when everything is
 * correct afterwards, 1 when it is not, 2 for a wrong command line.
 */
const USAGE = `npm run torture -- [bulk | billing] [--amount <contracts or orders>] [--kills 20]
    Changes 100,000 contracts in bulk and charges 5,000 orders, or only one of both, while workers are killed.`;

const {
  subcommand: only,
  toNumber,
  refuse,
} = readCommandLine(USAGE, { amount: "string", kills: "string" }, { subcommands: ["bulk", "billing"] });
const amount = toNumber("amount", null);
const kills = toNumber("kills", 20);
refuse();

const server = await openTestServer();
endBySignal(() => server.stop());
const databaseUrl = await createDatabase(server.url, `${server.prefix}_torture`);
await migrate(databaseUrl);
// Only now: modules of the app read these when they are loaded.
Object.assign(process.env, { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
const { client } = await import("~db/client.server");
const { createTestShop } = await import("../../test/support/data/factories");
const { findTorn, insertManyContracts, readProgress, startPriceTask } = await import(
  "../../test/support/data/many/bulk"
);
const { slowTable } = await import("../../test/support/faults/slow-table");
const { chargeUnderKills } = await import("../../test/support/processes/kill-billing-workers");

try {
  const areWhole: boolean[] = [];
  if (only !== "billing") areWhole.push(await tortureBulk(amount ?? 100_000));
  if (only !== "bulk") areWhole.push(await tortureBilling(amount ?? 5000));
  process.exitCode = areWhole.every(Boolean) ? 0 : 1;
} finally {
  await client.end({ timeout: 1 });
  await server.stop();
}

/**
 * A bulk automation. Kills hit the middle of a batch, if there is one; now and then all database connections are cut,
 * too. Afterwards every contract must have exactly one outcome, and one activity row, event and version more, with the
 * planned price.
 */
async function tortureBulk(contracts: number): Promise<boolean> {
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
  const seconds = toSeconds(started);
  const { status, total, succeeded, skipped, failed } = await readProgress(shopId, id);
  const torn = await findTorn(shopId, id);
  console.table({ contracts, ...done, seconds, status, total, succeeded, skipped, failed, torn });
  const wereEnough = hadEnough(done.kills, "contracts");
  return status === "COMPLETED" && succeeded === contracts && torn === 0 && wereEnough && done.died === 0;
}

/**
 * Charging of orders. Afterwards each must be charged once, and the gateway's ledger and our orders must agree one to
 * one.
 */
async function tortureBilling(orders: number): Promise<boolean> {
  const shop = await createTestShop({ gateway: "test" });
  // So that a kill always hits charges under way, and some are left for the last kill.
  await slowTable("test_gateway_charges", 0.1);
  const started = performance.now();
  const done = await chargeUnderKills(shop, { databaseUrl, orders, kills, pauseMs: 500 });
  const { statuses, disagreements, ...counts } = done;
  console.table({ ...counts, seconds: toSeconds(started), ...statuses, disagreements: disagreements.length });
  for (const fault of disagreements) console.error(fault);
  const wereEnough = hadEnough(done.kills, "orders");
  const isEachMade = statuses.SUCCESS === orders && done.orders === orders && done.tries === orders;
  return isEachMade && disagreements.length === 0 && wereEnough && done.died === 0;
}

function hadEnough(made: number, what: string): boolean {
  if (made < kills) console.error(`It was over after ${made} kills: take more ${what}.`);
  return made >= kills;
}

function toSeconds(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}
