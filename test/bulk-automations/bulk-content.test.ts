import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  createAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { lineUpdate } from "~/features/contracts/operations/lines/update-line.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { requireTrueAmounts } from "../support/calls/line-edits";
import { readTask, run } from "../support/data/bulk";
import { insertCatalogue } from "../support/data/catalogue";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  NOW,
  type TestShop,
  testAudit,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };
const CURRENCIES = ["JPY", "USD", "KWD"] as const;
const CAFE = 501;
const TEA = 502;
const shops = new Map<string, TestShop>();
const shopOf = (currencyCode: string): TestShop => {
  const shop = shops.get(currencyCode);
  if (!shop) throw new Error("no such shop");
  return shop;
};

beforeAll(async () => {
  await resetDatabase();
  for (const currencyCode of CURRENCIES) {
    const shop = await createTestShop({ currencyCode, timeZone: "Europe/Berlin" });
    shops.set(currencyCode, shop);
    await insertCatalogue(shop.id, {
      products: [
        { id: 71, title: "Coffee", variants: [{ id: CAFE, price: "1450" }] },
        { id: 72, title: "Tea", variants: [{ id: TEA, title: "Green", price: "999", sku: "T" }] },
      ],
      groups: [{ id: 81, plans: [{ id: 91, name: "Club", discountPercentage: "10" }] }],
    });
  }
});

/** Numbers that look chosen at random and are the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const PRICES = { JPY: "1234", USD: "12.35", KWD: "12.345" };

/** A contract of several lines and discounts, some of coffee; the same for the same number. */
function generate(currencyCode: (typeof CURRENCIES)[number], number: number): ContractOverrides {
  const below = numbersFrom(number * 7919 + 13);
  const ids = [1, 2, 3].map((at) => `00000000-0000-4000-8000-${String(number * 10 + at).padStart(12, "0")}`);
  const lines = ids.slice(0, 1 + below(3)).map((id, at) => {
    const isCoffee = at === 0 ? below(5) > 0 : below(2) > 0;
    const isPlanned = below(3) === 0;
    return {
      id,
      title: isCoffee ? "Coffee" : "Tea",
      productId: isCoffee ? 71 : 72,
      variantId: isCoffee ? CAFE : TEA,
      quantity: 1 + below(4),
      currentPrice: PRICES[currencyCode],
      ...(isPlanned && { sellingPlanId: 91, sellingPlanName: "Club" }),
    };
  });
  const discounts = [1, 2, 3].slice(0, below(4)).map((at) => ({
    id: `10000000-0000-4000-8000-${String(number * 10 + at).padStart(12, "0")}`,
    title: `Discount ${at}`,
    ...(below(2) === 0
      ? { valueType: "PERCENTAGE" as const, value: String(1 + below(60)) }
      : {
          valueType: "FIXED_AMOUNT" as const,
          value: currencyCode === "JPY" ? "77" : "0.77",
          appliesOnEachItem: below(2) === 0,
        }),
    lineIds: below(3) === 0 ? ids.slice(0, 1) : null,
    createdAt: new Date(NOW.getTime() + at * 1000),
  }));
  return { currencyCode, deliveryPrice: currencyCode === "JPY" ? "300" : "3.50", lines, discounts };
}

const start = async (
  shop: TestShop,
  kind: string,
  parameters: Record<string, unknown>,
  contractIds?: number[],
) =>
  (
    await createAutomation(
      shop.id,
      {
        kind,
        parameters,
        selection: contractIds ? { type: "IDS", contractIds } : { type: "ALL" },
        isDraft: false,
      },
      starter,
    )
  ).id;

/** All that a change leaves behind, but for what tells one contract from another. */
async function readTraces(id: number) {
  const [row] = await db.select().from(contracts).where(eq(contracts.id, id));
  if (!row) throw new Error("the contract is gone");
  const of = <T extends { contractId: number | null; shopId: number }>({
    contractId: _,
    shopId: __,
    ...rest
  }: T) => rest;
  const lines = await db
    .select()
    .from(contractLines)
    .where(eq(contractLines.contractId, id))
    .orderBy(asc(contractLines.position));
  const discounts = await db
    .select()
    .from(contractDiscounts)
    .where(eq(contractDiscounts.contractId, id))
    .orderBy(asc(contractDiscounts.createdAt));
  const told = await db.select().from(activity).where(eq(activity.contractId, id)).orderBy(asc(activity.id));
  const sent = await db.select().from(events).where(eq(events.contractId, id)).orderBy(asc(events.id));
  const {
    id: _,
    subscriptionContractId: __,
    customerId: ___,
    customerEmail: ____,
    customerName: _____,
    customerNameSort: ______,
    ...contract
  } = row;
  return {
    contract,
    lines: lines.map(of),
    discounts: discounts.map(of),
    told: told.map(({ action, before, after, createdAt }) => ({ action, before, after, createdAt })),
    sent: sent.map(({ type, contractVersion, changedFields }) => ({ type, contractVersion, changedFields })),
  };
}

const asContent = ({ contract, lines, discounts }: Awaited<ReturnType<typeof readTraces>>) => ({
  amounts: [contract.contractAmount, contract.orderAmount, contract.deliveryPrice],
  lines,
  discounts,
});

/** Pairs of contracts alike: one for the bulk change, one for single edits. */
async function insertPairs(shop: TestShop, currencyCode: (typeof CURRENCIES)[number], count: number) {
  const pairs: { many: Awaited<ReturnType<typeof insertContract>>; one: (typeof pairs)[number]["many"] }[] =
    [];
  for (let number = 1; number <= count; number++)
    pairs.push({
      many: await insertContract(shop.id, generate(currencyCode, number)),
      one: await insertContract(shop.id, generate(currencyCode, number)),
    });
  return pairs;
}

const callerOf = (shop: TestShop) => ({
  shop: { id: shop.id, timeZone: "Europe/Berlin" },
  customerId: null,
  audit: testAudit(NOW),
});

for (const currencyCode of CURRENCIES)
  test(`a product's price set for many is as single edits set it, and undone it is as before, in ${currencyCode}`, async () => {
    const shop = shopOf(currencyCode);
    const price = { JPY: "1111", USD: "9.99", KWD: "9.999" }[currencyCode];
    const pairs = await insertPairs(shop, currencyCode, 12);
    const before = await Promise.all(pairs.map(({ many }) => readTraces(many.id)));
    const ids = pairs.map(({ many }) => many.id);
    const id = await start(shop, "LINE_PRICE", { variantId: CAFE, price }, ids);
    await run(shop.id, id);
    for (const { many, one } of pairs) {
      const coffee = one.lines.filter(({ variantId }) => variantId === CAFE);
      for (const line of coffee)
        await lineUpdate.run(callerOf(shop), {
          contractId: one.subscriptionContractId,
          lineId: line.id,
          price,
        });
      const [bulk, single] = [await readTraces(many.id), await readTraces(one.id)];
      if (coffee.length === 1) expect(bulk).toEqual(single);
      else expect(asContent(bulk)).toEqual(asContent(single));
      await requireTrueAmounts(many);
    }
    const task = await readTask(shop.id, id);
    const without = task.items.filter(({ reason }) => reason === "NO_SUCH_LINE");
    expect(task).toMatchObject({ status: "COMPLETED", failed: 0, skipped: without.length });
    expect(without.length).toBeGreaterThan(0);
    const undo = await undoAutomation(shop.id, id, starter);
    await run(shop.id, undo.id);
    for (const [at, { many }] of pairs.entries())
      expect(asContent(await readTraces(many.id))).toEqual(
        asContent(before[at] ?? (await readTraces(many.id))),
      );
  });
