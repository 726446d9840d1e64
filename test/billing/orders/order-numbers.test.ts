import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { takeOrderNumber, takeOrderNumbers } from "~/features/billing/records/order-numbers.repo.server";
import { db } from "~db/client.server";
import { orders } from "~db/schema/orders";
import {
  billedMonthly,
  createTestGatewayShop,
  DUE,
  daysAfterDue,
  listOrdersOf,
  runAt,
} from "../../support/calls/billing";
import { readAttempts } from "../../support/data/contract-plan";
import type { TestShop } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });
const MONTH = 30;

const listNames = async (of: Pick<TestShop, "id">) => (await listOrdersOf(of.id)).map(({ name }) => name);

/** An order as the previous release created it: Postgres assigned its id. @returns its name */
async function orderWithoutNumber(of: TestShop, id: "default" | number): Promise<string> {
  const contract = await billedMonthly(of);
  const [attempt] = await readAttempts(contract);
  const rows = await db.execute<{ name: string }>(sql`
    insert into orders (shop_id, id, contract_id, attempt_id, customer_id, currency_code, subtotal, discount_total,
      delivery_price, total, taxes_included, deliveries, delivery_method_type, note_attributes, discounts, gateway, paid_at)
    values (${of.id}, ${sql.raw(String(id))}, ${contract.id}, ${attempt?.id}, ${contract.customerId}, 'EUR', 1, 0, 0, 1, true, 1,
      'SHIPPING', '[]', '[]', 'test', ${DUE.toISOString()}) returning name`);
  return rows[0]?.name ?? "";
}

test("the orders of each shop are counted for themselves, from #1001, whatever other shops sell meanwhile", async () => {
  const other = await createTestGatewayShop();
  await billedMonthly(shop);
  await billedMonthly(other);
  await billedMonthly(other);
  await runAt(shop, DUE);
  await runAt(other, DUE);
  await runAt(shop, daysAfterDue(MONTH));
  await runAt(other, daysAfterDue(MONTH));
  expect(await listNames(shop)).toEqual(["#1001", "#1002"]);
  expect(await listNames(other)).toEqual(["#1001", "#1002", "#1003", "#1004"]);
});

test("numbers go on above the greatest one that a shop had before they were counted; what it has keeps its name", async () => {
  expect(await orderWithoutNumber(shop, 1_000_123)).toBe("#1000123");
  await billedMonthly(shop);
  await runAt(shop, DUE);
  await runAt(shop, daysAfterDue(MONTH));
  const numbers = (await listNames(shop)).map((name) => Number(name.slice(1)));
  // The attempt of the existing order is due as well: a number is taken for it and never used.
  expect(numbers).toEqual([1_000_123, expect.any(Number), expect.any(Number)]);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test("an order of a process of the previous release, running beside this one, gets a number far above the counted ones", async () => {
  await billedMonthly(shop);
  await runAt(shop, DUE);
  expect(Number((await orderWithoutNumber(shop, "default")).slice(1))).toBeGreaterThan(1_000_000_000_000);
  await runAt(shop, daysAfterDue(MONTH));
  expect((await listNames(shop)).slice(0, 2)).toEqual(["#1001", "#1002"]);
  const other = await createTestGatewayShop();
  await orderWithoutNumber(other, "default");
  expect(await takeOrderNumber(other.id)).toBe(1001);
});

test("no number is given twice, to how many ever ask at once, the shop's first ones included", async () => {
  const other = await createTestGatewayShop();
  const counts = Array.from({ length: 60 }, (_, index) => (index % 7) + 1);
  const [together, blocks, others] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, () => takeOrderNumber(shop.id))),
    // As other processes do it: one statement each.
    Promise.all(counts.map(async (count) => ({ count, first: await takeOrderNumbers(shop.id, count) }))),
    Promise.all(Array.from({ length: 50 }, () => takeOrderNumber(other.id))),
  ]);
  const given = [
    ...together,
    ...blocks.flatMap(({ count, first }) => Array.from({ length: count }, (_, index) => first + index)),
  ];
  expect(given.sort((a, b) => a - b)).toEqual(given.map((_, index) => 1001 + index));
  expect(others.sort((a, b) => a - b)).toEqual(others.map((_, index) => 1001 + index));
});

test("an order that could not be recorded leaves its number out", async () => {
  await billedMonthly(shop);
  await takeOrderNumber(shop.id);
  await runAt(shop, DUE);
  expect(await listNames(shop)).toEqual(["#1002"]);
  expect(await db.select({ id: orders.id }).from(orders).where(eq(orders.shopId, shop.id))).toEqual([
    { id: 1002 },
  ]);
});
