import { type SQL, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { db } from "~db/client.server";
import {
  type BilledContract,
  billedMonthly,
  changePaymentMethod,
  createLatch,
  DUE,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../support/calls/billing";
import { insertCustomer, insertPaymentMethod } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { countWaitingForLocks } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

// Orders that are charged at once share transactions and statements (docs/decisions/057).
const shop = shopOfEachTest({ gateway: "test" });
const ORDERS = 12;
const HELD = 57;
const AFTER_LEASE = new Date(DUE.getTime() + LEASE_MS + 1);

async function billMany(count = ORDERS): Promise<BilledContract[]> {
  const contracts: BilledContract[] = [];
  for (let index = 0; index < count; index++) contracts.push(await billedMonthly(shop));
  return contracts;
}

/** Makes inserts into a table fail for rows that meet the condition. @returns a function that undoes this */
async function refuseRows(table: string, condition: string): Promise<() => Promise<void>> {
  await db.execute(sql`create function refuse_row() returns trigger language plpgsql as
    'begin raise exception ''poison''; end'`);
  return refuseBy(
    sql`create trigger refuse_row before insert on ${sql.identifier(table)}
    for each row when (${sql.raw(condition)}) execute function refuse_row()`,
  );
}

/** The transaction of such a try fails at its end, and only once the lock is free. */
async function refuseCommit(attemptId: number): Promise<void> {
  await db.execute(sql`create function refuse_row() returns trigger language plpgsql as
    ${sql.raw(`'begin perform pg_advisory_xact_lock(${HELD}); raise exception ''poison''; end'`)}`);
  await refuseBy(
    sql`create constraint trigger refuse_row after insert on billing_tries deferrable initially deferred
    for each row when (new.attempt_id = ${sql.raw(String(attemptId))}) execute function refuse_row()`,
  );
}

async function refuseBy(trigger: SQL): Promise<() => Promise<void>> {
  await db.execute(trigger);
  const allow = async () => void (await db.execute(sql`drop function if exists refuse_row cascade`));
  onTestFinished(allow);
  return allow;
}

const countCharges = async () => {
  const [row] = await db.execute<{ paid: number }>(
    sql`select count(*)::int as paid from test_gateway_charges where shop_id = ${shop.id} and result = 'PAID'`,
  );
  return row?.paid;
};

test("orders charged at once share statements: less than half of what each by itself takes", async () => {
  await billMany(2 * ORDERS);
  // To open connections and prepare statements.
  await runAt(shop, new Date(DUE.getTime() - 86_400_000));
  const { statements } = await countStatements(() => runAt(shop, DUE));
  expect(await listOrdersOf(shop.id)).toHaveLength(2 * ORDERS);
  // Without those of the test gateway, which records one charge at a time.
  expect(statements / (2 * ORDERS)).toBeLessThan(18);
});

test("an order that cannot be recorded falls out alone, and is recorded later without another charge", async () => {
  const contracts = await billMany();
  const poison = contracts[4]?.id ?? 0;
  const allow = await refuseRows("orders", `new.contract_id = ${poison}`);
  expect(await runAt(shop, DUE)).toBe(ORDERS);
  expect((await listOrdersOf(shop.id)).map(({ contractId }) => contractId).sort()).toEqual(
    contracts.map(({ id }) => id).filter((id) => id !== poison),
  );
  expect(await countCharges()).toBe(ORDERS);
  await allow();
  expect(await runAt(shop, AFTER_LEASE)).toBe(1);
  expect(await listOrdersOf(shop.id)).toHaveLength(ORDERS);
  expect(await listTriesOf(shop.id)).toHaveLength(ORDERS);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("all that were charged and could not be recorded together, as when the worker dies in between, are found by the next run", async () => {
  await billMany();
  const allow = await refuseRows("orders", "true");
  await runAt(shop, DUE);
  expect(await listOrdersOf(shop.id)).toEqual([]);
  expect(await countCharges()).toBe(ORDERS);
  await allow();
  expect(await runAt(shop, AFTER_LEASE)).toBe(ORDERS);
  expect(await listTriesOf(shop.id)).toHaveLength(ORDERS);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("a try whose transaction was undone is not charged: the order changed before it was stored again", async () => {
  const [poison, other] = await billMany(2);
  if (!poison || !other) throw new Error("no contracts");
  const { id: attemptId } = await firstOrderOf(poison);
  const card = await insertPaymentMethod(shop.id, other.customerId, { lastDigits: "4242" });
  await refuseCommit(attemptId);
  const charged: string[] = [];
  const bothPrepared = createLatch();
  let prepared = 0;
  const open = openWithFaults((gateway) => ({
    // Both at the same moment, so they share a transaction.
    async prepare(...order) {
      const ref = await gateway.prepare(...order);
      if (++prepared === 2) bothPrepared.open();
      await bothPrepared.pass();
      return ref;
    },
    charge(ref, key, parameters) {
      charged.push(parameters.paymentMethodId);
      return gateway.charge(ref, key, parameters);
    },
  }));
  let run: Promise<unknown> = Promise.resolve();
  let change: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${HELD})`);
    run = runAt(shop, DUE, { open });
    await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
    // It waits for the contract, which the transaction has locked, and comes first when that is rolled back.
    change = changePaymentMethod(shop, other, card, DUE);
    await eventually(async () => expect(await countWaitingForLocks()).toBe(2));
  });
  await Promise.all([run, change]);
  expect(charged).toEqual([card]);
  expect(await listOrdersOf(shop.id)).toMatchObject([{ contractId: other.id, paymentMethodId: card }]);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("orders of one contract, of one card and of one customer are not charged beside each other", async () => {
  const customerId = (await insertCustomer(shop.id)).id;
  const paymentMethodId = await insertPaymentMethod(shop.id, customerId, { lastDigits: "4242" });
  for (let index = 0; index < 4; index++) await billedMonthly(shop, { customerId, paymentMethodId });
  await billMany(4);
  let [underWay, most] = [0, 0];
  const open = openWithFaults((gateway) => ({
    async charge(ref, key, parameters) {
      const isShared = parameters.paymentMethodId === paymentMethodId;
      if (isShared) most = Math.max(most, ++underWay);
      const outcome = await gateway.charge(ref, key, parameters);
      if (isShared) underWay--;
      return outcome;
    },
  }));
  await runAt(shop, DUE, { open });
  expect(most).toBe(1);
  // The others waited for a free slot; what was deferred comes with the next run.
  await runAt(shop, AFTER_LEASE);
  expect(await listOrdersOf(shop.id)).toHaveLength(8);
  expect(await findDisagreements(shop.id)).toEqual([]);
});
