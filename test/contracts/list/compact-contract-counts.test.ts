import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  appendCountDelta,
  compactContractCounts,
} from "~/features/contracts/change/contract-counts.repo.server";
import { db } from "~db/client.server";
import { contractCounts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import { createTestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

beforeEach(resetDatabase);

const active = {
  status: "ACTIVE",
  billingInterval: "MONTH",
  billingIntervalCount: 1,
  planType: "PAY_AS_YOU_GO",
} as const;
const paused = { ...active, status: "PAUSED" } as const;

async function sumOf(shopId: number): Promise<number> {
  const rows = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(delta), 0)::int as sum from contract_counts where shop_id = ${shopId}`,
  );
  return rows[0]?.sum ?? 0;
}

test("while contracts are made and two folders fold, every reader sees an exact total", async () => {
  const { id: shopId } = await createTestShop();
  let begun = 0;
  let done = 0;
  let isWriting = true;
  const write = async () => {
    for (let count = 0; count < 40; count++) {
      begun++;
      await inTransaction((tx) => appendCountDelta(tx, shopId, null, active));
      done++;
    }
  };
  const compact = async () => {
    while (isWriting) await inTransaction((tx) => compactContractCounts(tx, shopId));
  };
  const read = async () => {
    while (isWriting) {
      const least = done;
      const total = await sumOf(shopId);
      expect(total).toBeGreaterThanOrEqual(least);
      expect(total).toBeLessThanOrEqual(begun);
    }
  };
  const others = [compact(), compact(), read(), read()];
  await Promise.all([write(), write(), write()]);
  isWriting = false;
  await Promise.all(others);
  await inTransaction((tx) => compactContractCounts(tx, shopId));
  expect(await db.select().from(contractCounts)).toMatchObject([{ ...active, delta: 120 }]);
});

test("a group that sums up to zero leaves no row, and other shops' rows are not touched", async () => {
  const { id: shopId } = await createTestShop();
  const other = await createTestShop();
  await appendCountDelta(db, shopId, null, active);
  await appendCountDelta(db, shopId, active, paused);
  await appendCountDelta(db, other.id, null, active);
  await appendCountDelta(db, other.id, null, active);
  await inTransaction((tx) => compactContractCounts(tx, shopId));
  const rows = await db.select().from(contractCounts).orderBy(contractCounts.shopId);
  expect(rows).toMatchObject([
    { shopId, ...paused, delta: 1 },
    { shopId: other.id, delta: 1 },
    { shopId: other.id, delta: 1 },
  ]);
});
