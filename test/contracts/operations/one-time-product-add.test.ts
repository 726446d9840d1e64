import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { oneTimeProduct, toOneTimePrice } from "~/features/contracts/one-time-products/one-time-product";
import { addLineItem } from "~/features/contracts/operations/lines/add-lines.server";
import { addContractOneTimeProduct as add } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { listContractOneTimeProducts as list } from "~/features/contracts/operations/one-time-products/one-time-product-records.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { compareMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { variants } from "~db/schema/catalogue";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import {
  asked,
  createFilterShop,
  type FilterShop,
  insertWithOrders,
  send,
} from "../../support/calls/lines/one-time-products";
import { insertCatalogue } from "../../support/data/catalogue";
import { inDays } from "../../support/data/days";
import { type ContractOverrides, createTestShop, NOW } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: FilterShop;
let variantId: number;
let productId: number;
beforeEach(async () => {
  await resetDatabase();
  shop = await createFilterShop();
  ({ variantId, productId } = shop);
});

describe("adding", () => {
  test("a product is added to the requested order at today's price, and recorded", async () => {
    const contract = await insertWithOrders(shop.id, { discounts: [{ value: "10" }] });
    const { status, records } = await send(
      shop,
      add,
      asked(shop, contract, { quantity: 2 }),
      contract.customerId,
    );
    expect(status).toBe(200);
    expect(records).toEqual([
      {
        id: expect.any(Number),
        shop: shop.shop.storeDomain,
        subscriptionContractId: contract.subscriptionContractId,
        billingAttemptId: contract.attempts[1],
        variantId,
        variantHandle: "paper-filters",
        quantity: 2,
        price: 8.09,
      },
    ]);
    expect(oneTimeProduct.array().parse(records)).toEqual(records);
    const [told] = await db.select().from(activity).where(eq(activity.contractId, contract.id));
    expect(told).toMatchObject({
      actorType: "customer",
      action: "contract.one_time_product_added",
      after: { product: "Filters", quantity: 2, price: "8.09" },
    });
    expect(await db.select().from(events)).toMatchObject([
      { type: "updated", changedFields: ["oneTimeProducts"], billingAttemptId: contract.attempts[1] },
    ]);
    // The price stays as it was when the product was added.
    await db.update(variants).set({ price: "99" }).where(eq(variants.id, variantId));
    expect((await send(shop, list, { contractId: contract.subscriptionContractId })).records[0]?.price).toBe(
      8.09,
    );
  });

  test("what the order has already stays as it is, and nothing is told again", async () => {
    const contract = await insertWithOrders(shop.id);
    const first = await send(shop, add, asked(shop, contract));
    const again = await send(shop, add, asked(shop, contract, { quantity: 5 }));
    expect([again.status, again.records]).toEqual([200, first.records]);
    expect(first.records[0]?.quantity).toBe(1);
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(row?.version).toBe(2);
    const other = await send(
      shop,
      add,
      asked(shop, contract, { billingAttemptId: contract.attempts[2] ?? 0 }),
    );
    expect(other.records.map(({ billingAttemptId }) => billingAttemptId)).toEqual(contract.attempts.slice(1));
  });

  test.each([
    ["deleted", () => db.update(variants).set({ deletedAt: NOW })],
    ["sold out", () => db.update(variants).set({ available: false })],
    ["too expensive", () => db.update(variants).set({ price: "1000000" })],
    [
      "no longer offered",
      () =>
        savePortalSettings(db, shop.id, {
          ...DEFAULT_PORTAL_SETTINGS,
          addableProductIds: [],
          updatedAt: NOW,
        }),
    ],
  ])("what the order has already is answered though it is %s by now, to everybody", async (_name, change) => {
    const contract = await insertWithOrders(shop.id);
    const first = await send(shop, add, asked(shop, contract));
    await change();
    for (const by of [undefined, contract.customerId]) {
      const again = await send(shop, add, asked(shop, contract), by);
      expect([again.status, again.records]).toEqual([200, first.records]);
    }
  });

  test("an order that is not upcoming, or of another contract -> the next order is used", async () => {
    const contract = await insertWithOrders(shop.id, {
      attempts: [
        { billingDate: inDays(-5), status: "SUCCESS" },
        { billingDate: inDays(5), status: "SKIPPED" },
        { billingDate: inDays(10) },
        { billingDate: inDays(20) },
      ],
    });
    const [past = 0, skipped = 0, next] = contract.attempts;
    const other = await insertWithOrders(shop.id);
    for (const billingAttemptId of [past, skipped, other.attempts[0] ?? 0, 999_999_999]) {
      const { records } = await send(shop, add, asked(shop, contract, { billingAttemptId }));
      expect(records.map((record) => record.billingAttemptId)).toEqual([next]);
    }
  });

  test.each([
    ["that is paused", { status: "PAUSED" }],
    ["that is cancelled", { status: "CANCELLED" }],
    ["that has expired", { status: "EXPIRED" }],
    ["that has failed", { status: "FAILED" }],
    ["whose orders are parked", { attempts: [{ status: "PARKED", billingDate: inDays(3) }] }],
    ["without orders to come", { attempts: [] }],
  ] as [string, ContractOverrides][])("a contract %s takes none", async (_name, overrides) => {
    const { status, problem } = await send(
      shop,
      add,
      asked(shop, await insertWithOrders(shop.id, overrides)),
    );
    expect([status, problem.code]).toEqual([409, "conflict"]);
  });

  test("a contract in another currency than the catalogue's takes none, from nobody", async () => {
    const contract = await insertWithOrders(shop.id, { currencyCode: "EUR" });
    for (const by of [undefined, contract.customerId]) {
      const { status, problem } = await send(shop, add, asked(shop, contract), by);
      expect([status, problem.code]).toEqual([400, "currency_mismatch"]);
      expect(problem.detail).toContain("in USD; this contract is billed in EUR");
    }
    const { records } = await send(shop, list, { contractId: contract.subscriptionContractId });
    expect(records).toEqual([]);
  });

  test("a variant that is not there, or not any more, is refused", async () => {
    const contract = await insertWithOrders(shop.id);
    await db.update(variants).set({ deletedAt: NOW }).where(eq(variants.id, variantId));
    const other = await createTestShop();
    const { products } = await insertCatalogue(other.id);
    for (const id of [variantId, 1, products[0]?.variantIds[0] ?? 0]) {
      const { status, problem } = await send(shop, add, asked(shop, contract, { variantId: id }));
      const detail = "The shop has no such variant, or has deleted it.";
      expect([status, problem.errors]).toEqual([
        400,
        [{ parameter: "variantId", code: "unknown_variant", detail }],
      ]);
    }
  });

  test("a customer adds what the shop offers and has; the merchant anything", async () => {
    const contract = await insertWithOrders(shop.id);
    const by = contract.customerId;
    const settings = { ...DEFAULT_PORTAL_SETTINGS, updatedAt: NOW };
    await savePortalSettings(db, shop.id, { ...settings, addableProductIds: [productId + 1] });
    expect((await send(shop, add, asked(shop, contract), by)).status).toBe(403);
    await savePortalSettings(db, shop.id, { ...settings, addableProductIds: [productId] });
    await db.update(variants).set({ available: false }).where(eq(variants.id, variantId));
    const soldOut = await send(shop, add, asked(shop, contract), by);
    expect([soldOut.status, soldOut.problem.errors]).toEqual([
      400,
      [{ parameter: "variantId", code: "sold_out", detail: "This product is sold out." }],
    ]);
    expect((await send(shop, add, asked(shop, contract))).status).toBe(200);
    await savePortalSettings(db, shop.id, { ...settings, disabledActions: ["one_time_products"] });
    expect((await send(shop, add, asked(shop, contract), by)).problem.code).toBe("switched_off");
    // Existing one-time products are still shown.
    expect(
      (await send(shop, list, { contractId: contract.subscriptionContractId }, by)).records,
    ).toHaveLength(1);
  });

  test("a product that costs more than a record may say is refused as out of range, also as a line of one order", async () => {
    const contract = await insertWithOrders(shop.id);
    await db.update(variants).set({ price: "1000000" }).where(eq(variants.id, variantId));
    const refusal = [
      { parameter: "variantId", code: "out_of_range", detail: "It costs more than 999999.99." },
    ];
    const refused = await send(shop, add, asked(shop, contract));
    expect([refused.status, refused.problem.errors]).toEqual([400, refusal]);
    const once = { contractId: contract.subscriptionContractId, variantId, isOneTimeProduct: "true" };
    expect((await send(shop, addLineItem, once)).problem.errors).toEqual(refusal);
    await db.update(variants).set({ price: "999999.99" }).where(eq(variants.id, variantId));
    expect((await send(shop, add, asked(shop, contract))).records[0]?.price).toBe(999_999.99);
  });

  test("200 calls at once for one variant leave one record", async () => {
    const contract = await insertWithOrders(shop.id);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => send(shop, add, asked(shop, contract))),
    );
    expect(
      new Set(answers.map(({ status, records }) => `${status} ${records.length} ${records[0]?.id}`)).size,
    ).toBe(1);
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(row?.version).toBe(2);
  });

  test.each([
    [{ contractId: 0, billingAttemptId: 0, variantId: 0, variantHandle: "A", quantity: 0 }, 5],
    [{ contractId: "x", billingAttemptId: "1.5", variantId: "-1", variantHandle: "a--b", quantity: 1000 }, 5],
    [{ contractId: "9007199254740992", variantHandle: "-a", quantity: "1e2" }, 3],
    [{ variantHandle: "a_b" }, 1],
    [{ variantHandle: "a-" }, 1],
    [{ quantity: "" }, 0],
    [{ variantHandle: "a-1-b", quantity: 999 }, 0],
  ])("limits of the parameters %#", async (parameters, errors) => {
    const { status, problem } = await send(
      shop,
      add,
      asked(shop, await insertWithOrders(shop.id), parameters),
    );
    expect([status, problem.errors?.length ?? 0]).toEqual([errors > 0 ? 400 : 200, errors]);
  });

  test("every parameter that is missing is named", async () => {
    const { problem } = await send(shop, add, {});
    expect(problem.errors?.map(({ parameter }) => parameter)).toEqual([
      "contractId",
      "billingAttemptId",
      "variantId",
      "variantHandle",
    ]);
  });
});

test("the price is never negative and never above the variant's; only percentages on all lines count", () => {
  const discount = fc.record({
    id: fc.uuid(),
    title: fc.constant("Discount"),
    code: fc.constant(null),
    valueType: fc.constantFrom("PERCENTAGE" as const, "FIXED_AMOUNT" as const),
    value: fc.integer({ min: 0, max: 100 }).map(String),
    lineIds: fc.constantFrom<(string[] | null)[]>(null, ["a"], ["a", "b"]),
    recurringCycleLimit: fc.constantFrom(null, 2),
    usageCount: fc.nat(3),
    appliesOnEachItem: fc.constant(false),
  });
  const cents = fc.nat(99_999).map((value) => (value / 100).toFixed(2));
  fc.assert(
    fc.property(cents, fc.array(discount, { maxLength: 4 }), (price, discounts) => {
      const lines = [{ id: "a" }, { id: "b" }];
      const result = toOneTimePrice(price, { lines, discounts }, "USD", 0).price;
      expect(compareMoney(result, "0")).toBeGreaterThanOrEqual(0);
      expect(compareMoney(result, price)).toBeLessThanOrEqual(0);
      const counting = discounts.filter(
        ({ valueType, lineIds, recurringCycleLimit: limit, usageCount }) =>
          valueType === "PERCENTAGE" && lineIds?.length !== 1 && (limit === null || usageCount < limit),
      );
      expect(toOneTimePrice(price, { lines, discounts: counting }, "USD", 0).price).toBe(result);
      if (counting.length === 0) expect(result).toBe(price);
    }),
  );
});
