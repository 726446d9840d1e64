import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { db } from "~db/client.server";
import { findDisagreements, listOrdersOf, listTriesOf, runAt } from "../calls/billing";
import type { TestShop } from "../data/factories";
import { countByStatus, countUntaken, insertManyDueOrders } from "../data/many/many-orders";
import { hasEnded, kill, startWorkerProcess } from "./kill-workers";

type Options = {
  databaseUrl: string;
  orders: number;
  /** How many workers are killed while they charge, unless all orders are claimed earlier. */
  kills: number;
  /** Longest pause between the first charges after a kill and the next kill. */
  pauseMs: number;
};

type Done = {
  kills: number;
  /** Processes that ended without being killed: there should be none. */
  died: number;
  /** Number of orders by final status. */
  statuses: Record<string, number>;
  orders: number;
  tries: number;
  /** Between the gateway's ledger and our orders. */
  disagreements: string[];
};

const POLL_EVERY_MS = 20;
const WORKERS = 2;

/**
 * Many orders of today, charged by two workers, which are killed in turn at random moments, always during charges, and
 * replaced. What the dead have left is charged at the end, when its leases have expired by the clock. @param shop
 * without contracts, on the test gateway
 */
export async function chargeUnderKills(
  shop: TestShop,
  { databaseUrl, orders, kills, pauseMs }: Options,
): Promise<Done> {
  const today = new Date();
  // Due at any time of this day, whenever this runs.
  await saveBillingSettings(db, shop.id, { ...DEFAULT_BILLING_SETTINGS, billingHour: 0 }, today);
  await insertManyDueOrders(shop.id, orders, today);
  await enqueueBilling(db, shop.id);
  const workers: ChildProcess[] = [];
  const start = () => workers.push(startWorkerProcess(databaseUrl));
  const hasUntaken = async () => (await countUntaken(shop.id, today)) > 0;
  let [killed, died, made] = [0, 0, 0];
  try {
    while (workers.length < WORKERS) start();
    while (killed < kills && (await hasUntaken())) {
      await delay(POLL_EVERY_MS);
      // During charges: some are under way, and some more were made since the last kill.
      if ((await readCharges(shop.id, today)).made === made) continue;
      await delay(Math.random() * pauseMs);
      const now = await readCharges(shop.id, today);
      if (now.underWay === 0) continue;
      // The oldest: the youngest may still be starting, with nothing to lose.
      const victim = workers.shift();
      if (!victim) throw new Error("there is no worker to kill");
      if (hasEnded(victim)) died++;
      await kill(victim);
      killed++;
      made = (await readCharges(shop.id, today)).made;
      start();
    }
    while (await hasUntaken()) {
      if (workers.every(hasEnded)) throw new Error("all workers have died");
      await delay(POLL_EVERY_MS);
    }
    died += workers.filter(hasEnded).length;
  } finally {
    await Promise.all(workers.map(kill));
  }
  const now = new Date();
  await runAt(shop, now, { realNow: new Date(now.getTime() + LEASE_MS + 1000) });
  return {
    kills: killed,
    died,
    statuses: await countByStatus(shop.id, today),
    orders: (await listOrdersOf(shop.id)).length,
    tries: (await listTriesOf(shop.id)).length,
    disagreements: await findDisagreements(shop.id),
  };
}

async function readCharges(shopId: number, upto: Date): Promise<{ made: number; underWay: number }> {
  const { SUCCESS = 0, PROCESSING = 0 } = await countByStatus(shopId, upto);
  return { made: SUCCESS, underWay: PROCESSING };
}
