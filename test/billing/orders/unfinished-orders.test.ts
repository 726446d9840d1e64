import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { giveUpOrder, markPaid } from "~/features/billing/charging/decide.service.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { client, db } from "~db/client.server";
import { listMigrations, MIGRATIONS_DIR } from "~db/migration-files";
import { billingAttempts } from "~db/schema/billing";
import {
  type BilledContract,
  billedMonthly,
  callerAt,
  createLatch,
  DUE,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });
const AFTER_LEASE = new Date(DUE.getTime() + LEASE_MS + 1);
const later = () => callerAt(shop, AFTER_LEASE);

/** A process stores a try and dies before the charge. @returns the order, and a function that lets it continue */
async function leaveUnfinished() {
  const contract = await billedMonthly(shop);
  const latch = createLatch();
  const open = openWithFaults((gateway) => ({
    charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)),
  }));
  const dead = runAt(shop, DUE, { open });
  await latch.reached;
  const { id, status } = await firstOrderOf(contract);
  expect([status, (await listTriesOf(shop.id)).map(({ state }) => state)]).toEqual([
    "PROCESSING",
    ["REQUESTING"],
  ]);
  const finish = async () => {
    latch.open();
    await dead;
  };
  return { contract, id, finish };
}

/** Another contract that is paid with the same card. */
const withSameCard = ({ customerId, paymentMethodId }: BilledContract) =>
  billedMonthly(shop, { customerId, paymentMethodId });

describe("an order whose process died before the charge", () => {
  test("is given up: another order of the same card is charged, and the dead process charges nothing", async () => {
    const { contract, id, finish } = await leaveUnfinished();
    const other = await withSameCard(contract);
    await giveUpOrder(later(), id);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SKIPPED" });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "UNKNOWN" }]);
    expect(await runAt(shop, AFTER_LEASE)).toBe(1);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ contractId: other.id }]);
    await finish();
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SKIPPED" });
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  const failures: [string, (id: number, contractId: number) => Promise<unknown>][] = [
    ["a form that is stale", (attemptId, contractId) => billNow(later(), { attemptId, contractId }, 0)],
    // Postgres stores no such character.
    ["a decision that cannot be stored", (attemptId) => markPaid(later(), attemptId, "\u0000")],
  ];
  for (const [what, fail] of failures)
    test(`is still finished by the next run after ${what}, and then another order of the same card`, async () => {
      const { contract, id, finish } = await leaveUnfinished();
      await withSameCard(contract);
      await expect(fail(id, contract.subscriptionContractId)).rejects.toThrow();
      await runAt(shop, AFTER_LEASE);
      expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
      expect(await listOrdersOf(shop.id)).toHaveLength(2);
      await finish();
      expect(await findDisagreements(shop.id)).toEqual([]);
    });

  test("is finished by the next run even if another process has given back its lease", async () => {
    const { contract, id, finish } = await leaveUnfinished();
    await db.update(billingAttempts).set({ leaseUntil: null }).where(eq(billingAttempts.id, id));
    await runAt(shop, AFTER_LEASE);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    await finish();
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("blocks its card no longer, by a migration, if it was given up in an earlier release", async () => {
    const { contract, id, finish } = await leaveUnfinished();
    await db.update(billingAttempts).set({ status: "SKIPPED" }).where(eq(billingAttempts.id, id));
    const other = await withSameCard(contract);
    expect(await runAt(shop, AFTER_LEASE)).toBe(0);
    const name = (await listMigrations()).find((file) => file.endsWith("_stuck_orders.sql")) ?? "";
    await client.unsafe(readFileSync(path.join(MIGRATIONS_DIR, name), "utf8"));
    await runAt(shop, AFTER_LEASE);
    expect(await firstOrderOf(other)).toMatchObject({ status: "SUCCESS" });
    await finish();
  });
});
