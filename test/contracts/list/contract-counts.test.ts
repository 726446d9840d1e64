import fc from "fast-check";
import { expect, test } from "vitest";
import {
  appendCountDelta,
  type CountedFields,
  compactContractCounts,
} from "~/features/contracts/change/contract-counts.repo.server";
import { listCountedGroups, sumCounts } from "~/features/contracts/list/counted-totals.repo.server";
import { client, db } from "~db/client.server";
import { CONTRACT_STATUSES, PLAN_TYPES } from "~db/schema/contract-enums";
import { INTERVALS } from "~db/schema/intervals";
import { inTransaction } from "~db/transaction.server";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

const MONTHLY: CountedFields = {
  status: "ACTIVE",
  billingInterval: "MONTH",
  billingIntervalCount: 1,
  planType: "PAY_AS_YOU_GO",
};

const countRows = async (): Promise<number> =>
  (await client`select from contract_counts where shop_id = ${shop.id}`).length;
const total = async (filters = {}): Promise<number> => sumCounts(await listCountedGroups(shop.id, filters));

test("making, changing and deleting contracts is counted", async () => {
  await appendCountDelta(db, shop.id, null, MONTHLY);
  await appendCountDelta(db, shop.id, null, MONTHLY);
  await appendCountDelta(db, shop.id, MONTHLY, { ...MONTHLY, status: "PAUSED" });
  expect(await total({ status: "ACTIVE" })).toBe(1);
  expect(await total({ status: "PAUSED", billingPolicyInterval: "MONTH" })).toBe(1);
  await appendCountDelta(db, shop.id, MONTHLY, null);
  expect(await listCountedGroups(shop.id, {})).toEqual([{ ...MONTHLY, status: "PAUSED", count: 1 }]);
});

test("a change that no counter distinguishes writes nothing", async () => {
  await appendCountDelta(db, shop.id, MONTHLY, { ...MONTHLY });
  expect(await countRows()).toBe(0);
});

test("a change that is rolled back is not counted", async () => {
  const failure = inTransaction(async (tx) => {
    await appendCountDelta(tx, shop.id, null, MONTHLY);
    throw new Error("rolled back");
  });
  await expect(failure).rejects.toThrow("rolled back");
  expect(await total()).toBe(0);
});

test("compacting keeps every total, one row a group, none for an empty one", async () => {
  const fields = fc.record({
    status: fc.constantFrom(...CONTRACT_STATUSES),
    billingInterval: fc.constantFrom(...INTERVALS),
    billingIntervalCount: fc.constantFrom(1, 2),
    planType: fc.constantFrom(...PLAN_TYPES),
  });
  const toText = (group: CountedFields) => JSON.stringify(Object.entries(group).sort());
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fields, fc.option(fields, { nil: null })), { maxLength: 20 }),
      async (changes) => {
        await client`delete from contract_counts where shop_id = ${shop.id}`;
        for (const [before, after] of changes) {
          await appendCountDelta(db, shop.id, null, before);
          await appendCountDelta(db, shop.id, before, after);
        }
        const counted = (await listCountedGroups(shop.id, {})).map(toText).sort();
        await inTransaction((tx) => compactContractCounts(tx, shop.id));
        expect((await listCountedGroups(shop.id, {})).map(toText).sort()).toEqual(counted);
        expect(await countRows()).toBe(counted.length);
        expect(await total()).toBe(changes.filter(([, after]) => after !== null).length);
      },
    ),
    { numRuns: 15, seed: 7 },
  );
});

test("changes committed while a compaction runs are not lost, nor counted twice by a second one", async () => {
  for (let i = 0; i < 5; i++) await appendCountDelta(db, shop.id, null, MONTHLY);
  await inTransaction(async (tx) => {
    await compactContractCounts(tx, shop.id);
    // On another connection, before the compaction commits.
    await appendCountDelta(db, shop.id, null, MONTHLY);
    expect(await total()).toBe(6);
  });
  await Promise.all([1, 2, 3].map(() => inTransaction((tx) => compactContractCounts(tx, shop.id))));
  expect(await total()).toBe(6);
  expect(await countRows()).toBe(1);
});
