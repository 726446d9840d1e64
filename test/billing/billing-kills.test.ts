import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import { db } from "~db/client.server";
import { findDisagreements, listOrdersOf, listTriesOf, runAt } from "../support/calls/billing";
import { countByStatus, countUntaken, insertManyDueOrders } from "../support/data/many-orders";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { startWorkerProcess } from "../support/processes/kill-workers";
import { slowDown } from "../support/processes/slow-down";

const ORDERS = 300;
const KILLS = 3;

const workers: ChildProcess[] = [];
const shop = shopOfEachTest({ gateway: "test" });
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});

const start = () => workers.push(startWorkerProcess(process.env.DATABASE_URL ?? ""));
async function kill(worker: ChildProcess | undefined): Promise<void> {
  if (!worker) throw new Error("there is no worker to kill");
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}

test("workers killed while they charge: every order is charged once, and the gateway's books and our orders agree", async () => {
  const today = new Date();
  // Due at any time of this day, whenever the test runs.
  await saveBillingSettings(db, shop.id, { ...DEFAULT_BILLING_SETTINGS, billingHour: 0 }, today);
  await insertManyDueOrders(shop.id, ORDERS, today);
  const count = async (status: string) => (await countByStatus(shop.id, today))[status] ?? 0;
  await slowDown("test_gateway_charges", 0.05);
  await enqueueBilling(db, shop.id);
  start();
  start();
  for (let killed = 0; killed < KILLS; killed++) {
    const made = await count("SUCCESS");
    // In the middle of charges: some are under way, and some more were made since the last kill.
    await eventually(async () => {
      expect(await count("SUCCESS")).toBeGreaterThan(made);
      expect(await count("PROCESSING")).toBeGreaterThan(0);
    });
    await kill(workers.shift());
    start();
  }
  await eventually(async () => expect(await countUntaken(shop.id, today)).toBe(0));
  await Promise.all(workers.splice(0).map(kill));
  // What the dead have left is taken up when their leases are over.
  const now = new Date();
  await runAt(shop, now, { realNow: new Date(now.getTime() + LEASE_MS + 1000) });
  expect(await countByStatus(shop.id, today)).toEqual({ SUCCESS: ORDERS });
  expect(await listOrdersOf(shop.id)).toHaveLength(ORDERS);
  expect(await listTriesOf(shop.id)).toHaveLength(ORDERS);
  expect(await findDisagreements(shop.id)).toEqual([]);
}, 120_000);
