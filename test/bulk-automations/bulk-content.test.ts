import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  createAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { discountAddition } from "~/features/contracts/operations/discounts/add-discount.server";
import { discountRemoval } from "~/features/contracts/operations/discounts/remove-discount.server";
import { lineSwap } from "~/features/contracts/operations/lines/swap-lines.server";
import { lineUpdate } from "~/features/contracts/operations/lines/update-line.server";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import { oneDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { contractPlan } from "~/features/contracts/operations/terms/selling-plan.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { db } from "~db/client.server";
import { contractDiscounts } from "~db/schema/contracts";
import { apply, insertCode } from "../support/calls/discounts";
import { requireTrueAmounts } from "../support/calls/lines/line-edits";
import { insertCatalogue } from "../support/data/catalogue";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  NOW,
  type TestShop,
  testAudit,
} from "../support/data/factories";
import { readTask, run } from "../support/data/many/bulk";
import {
  asContent,
  COFFEE,
  CURRENCIES,
  generate,
  PREPAID_PLAN,
  readTraces,
  requireTrueCounts,
  TEA,
  TEA_PLAN,
} from "../support/models/content-contracts";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };
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
        { id: 71, title: "Coffee", variants: [{ id: COFFEE, price: "1450" }] },
        { id: 72, title: "Tea", variants: [{ id: TEA, title: "Green", price: "999", sku: "T" }] },
      ],
      groups: [
        {
          id: 81,
          productIds: [72],
          plans: [
            {
              id: TEA_PLAN,
              name: "Club",
              discountPercentage: "10",
              discountCycles: 3,
              laterDiscountPercentage: "3.3",
              billingInterval: "WEEK",
              billingIntervalCount: 6,
            },
            {
              id: PREPAID_PLAN,
              name: "Prepaid",
              discountPercentage: "12.5",
              billingInterval: "WEEK",
              billingIntervalCount: 12,
              deliveryInterval: "WEEK",
              deliveryIntervalCount: 4,
            },
          ],
        },
      ],
    });
  }
});

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

/** Pairs of equal contracts with their next orders: one for the bulk change, one for single edits. */
async function insertPairs(
  shop: TestShop,
  currencyCode: (typeof CURRENCIES)[number],
  count: number,
  shape: (contract: ContractOverrides) => ContractOverrides = (contract) => contract,
) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const pairs = await Promise.all(
    numbers.map(async (number) => ({
      many: await insertContract(shop.id, shape(generate(currencyCode, number))),
      one: await insertContract(shop.id, shape(generate(currencyCode, number))),
    })),
  );
  const ids = pairs.flatMap(({ many, one }) => [many.id, one.id]);
  await topUpAttempts(db, { id: shop.id, timeZone: "Europe/Berlin" }, ids, NOW);
  return pairs;
}

const callerOf = (shop: TestShop) => ({
  shop: { id: shop.id, timeZone: "Europe/Berlin" },
  customerId: null,
  audit: testAudit(NOW),
});

type Contract = Awaited<ReturnType<typeof insertContract>>;
type Currency = (typeof CURRENCIES)[number];

/** A bulk change, and the same by single edits, which returns their number. */
type Case = {
  name: string;
  currencies: Currency[];
  kind: string;
  toParameters(currencyCode: Currency): Record<string, unknown>;
  edit(
    contract: Contract,
    caller: ReturnType<typeof callerOf>,
    parameters: Record<string, unknown>,
  ): Promise<number>;
  skipped?: string;
  /** Its entries in the history give the value alone, as it is stored, without the amounts that follow from it. */
  hasOwnEntries?: true;
  shape?: (contract: ContractOverrides) => ContractOverrides;
};

/** Billed for three deliveries at once, every line at a price of its own. */
const asPrepaid = ({ lines = [], ...contract }: ContractOverrides): ContractOverrides => ({
  ...contract,
  billingInterval: "WEEK",
  billingIntervalCount: 12,
  deliveryInterval: "WEEK",
  deliveryIntervalCount: 4,
  lines: lines.map((line) => ({ ...line, sellingPlanId: null, sellingPlanName: null })),
});
const asPaused = (contract: ContractOverrides): ContractOverrides => ({ ...contract, status: "PAUSED" });
const withoutPlans = ({ lines = [], ...contract }: ContractOverrides): ContractOverrides => ({
  ...contract,
  lines: lines.map((line) => ({ ...line, sellingPlanId: null, sellingPlanName: null })),
});

const editEach = async <T>(things: readonly T[], edit: (thing: T) => Promise<unknown>): Promise<number> => {
  for (const thing of things) await edit(thing);
  return things.length;
};
const coffeeOf = ({ lines }: Contract) => lines.filter(({ variantId }) => variantId === COFFEE);

const swapToTea: Case["edit"] = (contract, caller) =>
  editEach(coffeeOf(contract), ({ id, quantity }) =>
    lineSwap.run(caller, {
      contractId: contract.subscriptionContractId,
      lineId: id,
      newVariants: [{ variantId: TEA, quantity, place: "" }],
      carryDiscount: true,
    }),
  );
const changeToPlan: Case["edit"] = (contract, caller, { sellingPlanId }) =>
  contract.lines.some(({ variantId }) => variantId === TEA)
    ? editEach([contract], ({ subscriptionContractId: contractId }) =>
        contractPlan.run(caller, { contractId, sellingPlanId: Number(sellingPlanId) }),
      )
    : Promise.resolve(0);

const CASES: Case[] = [
  {
    name: "a delivery price",
    currencies: ["JPY", "KWD"],
    kind: "DELIVERY_PRICE",
    toParameters: (currencyCode) => ({
      deliveryPrice: { JPY: "451", USD: "4.51", KWD: "4.505" }[currencyCode],
    }),
    edit: (contract, caller, { deliveryPrice }) =>
      editEach([contract], ({ subscriptionContractId: contractId }) =>
        oneDeliveryPrice.run(caller, { contractId, deliveryPrice: String(deliveryPrice) }),
      ),
    hasOwnEntries: true,
  },
  {
    name: "a product's price that is set",
    currencies: ["JPY", "KWD"],
    kind: "LINE_PRICE",
    toParameters: (currencyCode) => ({
      variantId: COFFEE,
      price: { JPY: "1111", USD: "9.99", KWD: "9.999" }[currencyCode],
    }),
    edit: (contract, caller, { price }) =>
      editEach(coffeeOf(contract), ({ id }) =>
        lineUpdate.run(caller, {
          contractId: contract.subscriptionContractId,
          lineId: id,
          price: String(price),
        }),
      ),
    skipped: "NO_SUCH_LINE",
  },
  {
    name: "a product in the place of another",
    currencies: ["JPY", "USD", "KWD"],
    kind: "VARIANT_SWAP",
    toParameters: () => ({ oldVariantId: COFFEE, newVariantId: TEA }),
    edit: swapToTea,
    skipped: "NO_SUCH_LINE",
  },
  {
    name: "a product of prepaid contracts in the place of another",
    currencies: ["USD"],
    kind: "VARIANT_SWAP",
    toParameters: () => ({ oldVariantId: COFFEE, newVariantId: TEA }),
    edit: swapToTea,
    skipped: "NO_SUCH_LINE",
    shape: asPrepaid,
  },
  {
    name: "another selling plan",
    currencies: ["JPY", "USD"],
    kind: "SELLING_PLAN",
    toParameters: () => ({ sellingPlanId: TEA_PLAN }),
    edit: changeToPlan,
    skipped: "PLAN_OF_ANOTHER_PRODUCT",
  },
  {
    name: "another selling plan of paused contracts",
    currencies: ["USD"],
    kind: "SELLING_PLAN",
    toParameters: () => ({ sellingPlanId: TEA_PLAN }),
    edit: changeToPlan,
    skipped: "PLAN_OF_ANOTHER_PRODUCT",
    shape: asPaused,
  },
  {
    name: "a prepaid selling plan",
    currencies: ["JPY", "KWD"],
    kind: "SELLING_PLAN",
    toParameters: () => ({ sellingPlanId: PREPAID_PLAN }),
    edit: changeToPlan,
    skipped: "PLAN_OF_ANOTHER_PRODUCT",
    shape: withoutPlans,
  },
  {
    name: "another selling plan of prepaid contracts",
    currencies: ["JPY", "USD"],
    kind: "SELLING_PLAN",
    toParameters: () => ({ sellingPlanId: TEA_PLAN }),
    edit: changeToPlan,
    skipped: "PLAN_OF_ANOTHER_PRODUCT",
    shape: asPrepaid,
  },
  {
    name: "another day for the next order",
    currencies: ["USD"],
    kind: "NEXT_DATE",
    toParameters: () => ({ date: "2026-03-29" }),
    edit: (contract, caller) =>
      editEach([contract], ({ subscriptionContractId: contractId }) =>
        nextDate.run(caller, { contractId, day: "2026-03-29" }),
      ),
  },
  {
    name: "a discount that is given",
    currencies: ["KWD"],
    kind: "DISCOUNT_ADDITION",
    toParameters: () => ({ title: "Sorry", amount: "1.005", recurringCycleLimit: 2 }),
    edit: (contract, caller) =>
      editEach([contract], ({ subscriptionContractId: contractId }) =>
        discountAddition.run(caller, {
          contractId,
          title: "Sorry",
          valueType: "FIXED_AMOUNT",
          value: "1.005",
          recurringCycleLimit: 2,
          appliesOnEachItem: false,
        }),
      ),
  },
  {
    name: "a discount that is taken off",
    currencies: ["USD"],
    kind: "DISCOUNT_REMOVAL",
    toParameters: () => ({ title: "discount 2" }),
    edit: async (contract, caller) => {
      const theirs = await db
        .select()
        .from(contractDiscounts)
        .where(and(eq(contractDiscounts.contractId, contract.id), eq(contractDiscounts.title, "Discount 2")));
      return editEach(theirs, ({ id: discountId }) =>
        discountRemoval.run(caller, { contractId: contract.subscriptionContractId, discountId }),
      );
    },
    skipped: "NO_SUCH_DISCOUNT",
  },
];

/** By how much changes have moved the shop's recurring revenue, in ten-thousandths of the currency. */
async function readMovedRevenue({ id }: TestShop): Promise<number> {
  const [row] = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(amount) * 10000, 0)::float8 as sum from facts where shop_id = ${id}::bigint`,
  );
  return row?.sum ?? 0;
}

const withoutValues = ({ entries, ...traces }: Awaited<ReturnType<typeof readTraces>>) => ({
  ...traces,
  entries: entries.map(({ before: _, after: __, ...entry }) => entry),
});

const PAIRS = 6;

for (const { name, currencies, kind, toParameters, edit, skipped, hasOwnEntries, shape } of CASES)
  for (const currencyCode of currencies)
    test(`${name} for many is as single edits leave it, and undone it is as before, in ${currencyCode}`, async () => {
      const shop = shopOf(currencyCode);
      const pairs = await insertPairs(shop, currencyCode, PAIRS, shape);
      const before = await Promise.all(pairs.map(({ many }) => readTraces(many.id)));
      const ids = pairs.map(({ many }) => many.id);
      const parameters = toParameters(currencyCode);
      const moved = [await readMovedRevenue(shop)];
      const id = await start(shop, kind, parameters, ids);
      await run(shop.id, id);
      await requireTrueCounts(shop.id);
      moved.push(await readMovedRevenue(shop));
      let leftAlone = 0;
      for (const { many, one } of pairs) {
        const edits = await edit(one, callerOf(shop), parameters);
        if (edits === 0) leftAlone++;
        const [bulk, single] = [await readTraces(many.id), await readTraces(one.id)];
        // Several edits of one contract are recorded one by one.
        if (hasOwnEntries) expect(withoutValues(bulk)).toEqual(withoutValues(single));
        else if (edits === 1) expect(bulk).toEqual(single);
        else expect(asContent(bulk)).toEqual(asContent(single));
        await requireTrueAmounts(many);
      }
      moved.push(await readMovedRevenue(shop));
      const [none = 0, byMany = 0, byBoth = 0] = moved;
      expect(byMany - none).toBe(byBoth - byMany);
      const { items, ...task } = await readTask(shop.id, id);
      expect(task).toMatchObject({ status: "COMPLETED", failed: 0, skipped: leftAlone });
      expect(items.flatMap(({ reason }) => reason ?? [])).toEqual(Array(leftAlone).fill(skipped));
      const undo = await undoAutomation(shop.id, id, starter);
      await run(shop.id, undo.id);
      await requireTrueCounts(shop.id);
      const after = await Promise.all(pairs.map(({ many }) => readTraces(many.id)));
      expect(after.map(asContent)).toEqual(before.map(asContent));
    });

test("a product that a contract's code is not for is not swapped in there: undone, its discount would be lost", async () => {
  const shop = shopOf("USD");
  const insert = () => insertContract(shop.id, { lines: [{ productId: 71, variantId: COFFEE }] });
  const codes = [
    await insertCode(shop.id, { productIds: [71] }),
    await insertCode(shop.id, { productIds: [71, 72] }),
  ];
  const [bound, wide] = [await insert(), await insert()];
  for (const [contract, code] of [
    [bound, codes[0]],
    [wide, codes[1]],
  ] as const)
    expect((await apply(shop, contract, code ?? "")).status).toBe(200);
  const before = asContent(await readTraces(bound.id));
  const swap = { oldVariantId: COFFEE, newVariantId: TEA };
  const id = await start(shop, "VARIANT_SWAP", swap, [bound.id, wide.id]);
  await run(shop.id, id);
  const { items, ...task } = await readTask(shop.id, id);
  expect([task.status, items.map(({ reason }) => reason)]).toEqual([
    "COMPLETED",
    [
      `The code “${codes[0]}” is not for “Tea”. Add the product to the code, or remove the discount first.`,
      null,
    ],
  ]);
  expect(asContent(await readTraces(bound.id))).toEqual(before);
  await requireTrueAmounts(wide);
});

test("a cut that would leave a plan's later price below zero is left alone", async () => {
  const shop = shopOf("USD");
  const line = { variantId: COFFEE, currentPrice: "10.00", basePrice: "20.00" };
  const later = { laterPrice: "5.00", laterAfterCycle: 3 };
  const cut = await insertContract(shop.id, { lines: [{ ...line, ...later, laterPrice: "6.00" }] });
  const tooMuch = await insertContract(shop.id, { lines: [{ ...line, ...later }] });
  const id = await start(shop, "LINE_PRICE", { variantId: COFFEE, amount: "-6" }, [cut.id, tooMuch.id]);
  await run(shop.id, id);
  const { items } = await readTask(shop.id, id);
  expect(items.map(({ reason }) => reason)).toEqual([null, "OUT_OF_RANGE"]);
});
