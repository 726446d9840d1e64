import { expect, test } from "vitest";
import { appendFacts, rollUpFacts } from "~/features/facts/facts.repo.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { client } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { createTestShop } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();
const MADE = {
  day: "2026-03-02",
  startedOn: "2026-03-02",
  kind: "NEW",
  currencyCode: "USD",
  fromStatus: "",
  toStatus: "ACTIVE",
  count: 1,
  amount: "10.0000",
  subscribers: 1,
} as const;
const RANGE = { from: "2026-03-01", to: "2026-03-31", currencyCode: "USD" };

async function read(): Promise<{ contracts: number; mrr: number }> {
  const { numbers } = await readOverview(shop.shop, RANGE, RANGE.to);
  const valueFor = (name: string) => numbers.find((each) => each.name === name)?.value ?? 0;
  return { contracts: valueFor("activeContracts"), mrr: valueFor("mrr") };
}
const rollUp = () => inTransaction((tx) => rollUpFacts(tx, shop.id, 7));

test("while facts are appended and two roll them up, every reader sees exact numbers", async () => {
  let [begun, done] = [0, 0];
  let isWriting = true;
  const write = async () => {
    for (let count = 0; count < 20; count++) {
      begun++;
      await inTransaction((tx) => appendFacts(tx, shop.id, [MADE]));
      done++;
    }
  };
  const whileWriting = async (work: () => Promise<unknown>) => {
    while (isWriting) await work();
  };
  const look = async () => {
    const least = done;
    const { contracts, mrr } = await read();
    expect(contracts).toBeGreaterThanOrEqual(least);
    expect(contracts).toBeLessThanOrEqual(begun);
    expect(mrr).toBe(contracts * 10);
  };
  const others = [whileWriting(rollUp), whileWriting(rollUp), whileWriting(look)];
  await Promise.all([write(), write(), write()]);
  isWriting = false;
  await Promise.all(others);
  while ((await rollUp()) > 0);
  expect(
    await client`select count, amount::text, subscribers from fact_days where shop_id = ${shop.id}`,
  ).toEqual([{ count: 60, amount: "600.0000", subscribers: 60 }]);
  expect(await read()).toEqual({ contracts: 60, mrr: 600 });
});

test("a change that is rolled back is no fact, and another shop's facts are left alone", async () => {
  const other = await createTestShop();
  await inTransaction((tx) => appendFacts(tx, other.id, [MADE]));
  const failure = inTransaction(async (tx) => {
    await appendFacts(tx, shop.id, [MADE, MADE]);
    throw new Error("rolled back");
  });
  await expect(failure).rejects.toThrow("rolled back");
  expect(await rollUp()).toBe(0);
  expect(await client`select shop_id::int as id from facts`).toEqual([{ id: other.id }]);
});
