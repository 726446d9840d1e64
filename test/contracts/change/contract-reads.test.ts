import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { lineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { env } from "~/lib/env.server";
import { connect, db } from "~db/client.server";
import { contractLines } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import { createLatch } from "../../support/calls/billing";
import { insertContract, NOW, testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { eventually } from "../../support/processes/eventually";
import { countWaitingForLocks } from "../../support/setup/database";

const shop = shopOfEachTest();

/** Keeps the next connection of a pool busy. @returns a function that releases it */
async function holdUp(pool: ReturnType<typeof connect>, lock: number) {
  const latch = createLatch();
  const waiting = await countWaitingForLocks();
  const holder = inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    await latch.pass();
  });
  await latch.reached;
  // Without parameters, so that further statements are sent on the same connection and wait there.
  const held = pool.db.execute(sql.raw(`select pg_advisory_lock_shared(${lock})`)).then(() => holder);
  await eventually(async () => expect(await countWaitingForLocks()).toBe(waiting + 1));
  return async () => {
    latch.open();
    await held;
  };
}

// An order is composed from rows read without a lock; the contract's unchanged version then proves that all of them are current.
test("a contract that is read while it changes is never newer than its lines, whichever connection answers first", async () => {
  const { id, subscriptionContractId: contractId } = await insertContract(shop.id);
  const [line] = await db.select().from(contractLines).where(eq(contractLines.contractId, id));
  const pool = connect(env.DATABASE_URL, { max: 2 });
  onTestFinished(() => pool.client.end());
  const ping = async () => void (await pool.db.execute(sql`select 1`));
  await Promise.all([ping(), ping()]);
  const letFirstGo = await holdUp(pool, 71);
  const letSecondGo = await holdUp(pool, 72);
  const reading = findContractState(shop.id, contractId, NOW, undefined, pool.db);
  // One for each connection, behind the statement it is busy with.
  const behind = [ping(), ping()];
  await letSecondGo();
  await Promise.race(behind);
  const caller = { shop: shop.shop, customerId: null, audit: testAudit() };
  const { version } = await lineQuantity.run(caller, { contractId, lineId: line?.id ?? "", quantity: 5 });
  await letFirstGo();
  const state = await reading;
  const hasOldLines = state?.lines[0]?.quantity === 1;
  expect({ version: state?.contract.version, hasOldLines }).not.toEqual({ version, hasOldLines: true });
});
