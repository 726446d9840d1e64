import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { skipOrder } from "~/features/contracts/contract-lifecycle.endpoints.server";
import { recordOrderPaid } from "~/features/contracts/order-outcome.service.server";
import {
  type OneTimeProduct,
  oneTimeProduct,
  toOneTimePrice,
} from "~/features/one-time-products/one-time-product";
import {
  addContractOneTimeProduct as add,
  listContractOneTimeProducts as list,
  removeContractOneTimeProduct as remove,
  listUpcomingOneTimeProducts as upcoming,
} from "~/features/one-time-products/one-time-products.endpoints.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import type { ProblemBody } from "~/http/problem";
import { compareMoney } from "~/lib/money";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { variants } from "~db/schema/catalogue";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { resetDatabase } from "./support/database";
import {
  type ContractOverrides,
  createTestShop,
  insertCatalogue,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
  testAudit,
} from "./support/factories";
import { askJson } from "./support/json-endpoints";
import { asCustomer } from "./support/portal";

type Contract = Awaited<ReturnType<typeof setUp>>;
type Answer = { status: number; records: OneTimeProduct[]; problem: ProblemBody };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

let shop: TestShop;
let variantId: number;
let productId: number;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  const { products } = await insertCatalogue(shop.id, {
    products: [{ title: "Filters", variants: [{ price: "8.99" }] }],
  });
  productId = products[0]?.id ?? 0;
  variantId = products[0]?.variantIds[0] ?? 0;
});

/** A contract with three orders to come. */
async function setUp(overrides: ContractOverrides = {}, shopId = shop.id) {
  const contract = await insertContract(shopId, {
    attempts: [{ billingDate: inDays(20) }, { billingDate: inDays(10) }, { billingDate: inDays(30) }],
    ...overrides,
  });
  const attempts = await db
    .select({ id: billingAttempts.id, status: billingAttempts.status })
    .from(billingAttempts)
    .where(and(eq(billingAttempts.shopId, shopId), eq(billingAttempts.contractId, contract.id)))
    .orderBy(billingAttempts.billingDate);
  return { ...contract, attempts: attempts.map(({ id }) => id) };
}

async function send(
  operation: typeof add,
  parameters: Record<string, string | number>,
  by?: number,
): Promise<Answer> {
  const { method } = operation.merchant;
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
  const headers = by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by);
  const endpoint = by === undefined ? operation.merchant : operation.portal;
  const response = await askJson(endpoint, `/x?${search}`, { method, headers });
  const body = await response.json();
  return { status: response.status, records: body, problem: body };
}

const asked = (contract: Contract, more: Record<string, string | number> = {}) => ({
  contractId: contract.subscriptionContractId,
  billingAttemptId: contract.attempts[1] ?? 1,
  variantId,
  variantHandle: "paper-filters",
  ...more,
});

describe("adding", () => {
  test("a product goes with the order wished for, at the price of now, and is told", async () => {
    const contract = await setUp({ discounts: [{ value: "10" }] });
    const { status, records } = await send(add, asked(contract, { quantity: 2 }), contract.customerId);
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
    // What it costs now stays what it costs.
    await db.update(variants).set({ price: "99" }).where(eq(variants.id, variantId));
    expect((await send(list, { contractId: contract.subscriptionContractId })).records[0]?.price).toBe(8.09);
  });

  test("what the order has already stays as it is, and nothing is told again", async () => {
    const contract = await setUp();
    const first = await send(add, asked(contract));
    const again = await send(add, asked(contract, { quantity: 5 }));
    expect([again.status, again.records]).toEqual([200, first.records]);
    expect(first.records[0]?.quantity).toBe(1);
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(row?.version).toBe(2);
    const other = await send(add, asked(contract, { billingAttemptId: contract.attempts[2] ?? 0 }));
    expect(other.records.map(({ billingAttemptId }) => billingAttemptId)).toEqual(contract.attempts.slice(1));
  });

  test("an order that is not to come, or not the contract's, makes it the next one", async () => {
    const contract = await setUp({
      attempts: [
        { billingDate: inDays(-5), status: "SUCCESS" },
        { billingDate: inDays(5), status: "SKIPPED" },
        { billingDate: inDays(10) },
        { billingDate: inDays(20) },
      ],
    });
    const [past = 0, skipped = 0, next] = contract.attempts;
    const other = await setUp();
    for (const billingAttemptId of [past, skipped, other.attempts[0] ?? 0, 999_999_999]) {
      const { records } = await send(add, asked(contract, { billingAttemptId }));
      expect(records.map((record) => record.billingAttemptId)).toEqual([next]);
    }
  });

  test.each([
    [{ status: "PAUSED" }],
    [{ status: "CANCELLED" }],
    [{ status: "EXPIRED" }],
    [{ status: "FAILED" }],
    [{ attempts: [{ status: "PARKED", billingDate: inDays(3) }] }],
    [{ attempts: [] }],
  ] as [ContractOverrides][])("a contract with %j takes none", async (overrides) => {
    const { status, problem } = await send(add, asked(await setUp(overrides)));
    expect([status, problem.code]).toEqual([409, "conflict"]);
  });

  test("a variant that is not there, or not any more, is refused", async () => {
    const contract = await setUp();
    await db.update(variants).set({ deletedAt: NOW }).where(eq(variants.id, variantId));
    const other = await createTestShop();
    const { products } = await insertCatalogue(other.id);
    for (const id of [variantId, 1, products[0]?.variantIds[0] ?? 0]) {
      const { status, problem } = await send(add, asked(contract, { variantId: id }));
      expect([status, problem.errors?.map(({ parameter }) => parameter)]).toEqual([400, ["variantId"]]);
    }
  });

  test("a customer adds what the shop offers and has; the merchant anything", async () => {
    const contract = await setUp();
    const by = contract.customerId;
    const settings = { ...DEFAULT_PORTAL_SETTINGS, updatedAt: NOW };
    await savePortalSettings(db, shop.id, { ...settings, addableProductIds: [productId + 1] });
    expect((await send(add, asked(contract), by)).status).toBe(403);
    await savePortalSettings(db, shop.id, { ...settings, addableProductIds: [productId] });
    await db.update(variants).set({ available: false }).where(eq(variants.id, variantId));
    expect((await send(add, asked(contract), by)).status).toBe(400);
    expect((await send(add, asked(contract))).status).toBe(200);
    await savePortalSettings(db, shop.id, { ...settings, disabledActions: ["one_time_products"] });
    expect((await send(add, asked(contract), by)).problem.code).toBe("switched_off");
    // What is there is shown all the same.
    expect((await send(list, { contractId: contract.subscriptionContractId }, by)).records).toHaveLength(1);
  });

  test("200 calls at once for one variant leave one record", async () => {
    const contract = await setUp();
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(add, asked(contract))));
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
    const { status, problem } = await send(add, asked(await setUp(), parameters));
    expect([status, problem.errors?.length ?? 0]).toEqual([errors > 0 ? 400 : 200, errors]);
  });

  test("every parameter that is missing is named", async () => {
    const { problem } = await send(add, {});
    expect(problem.errors?.map(({ parameter }) => parameter)).toEqual([
      "contractId",
      "billingAttemptId",
      "variantId",
      "variantHandle",
    ]);
  });
});

describe("listing and removing", () => {
  test.each([
    ["remove", remove, ["contractId", "billingAttemptId", "variantId"]],
    ["list", list, ["contractId"]],
    ["upcoming", upcoming, ["contractId"]],
  ] as const)("%s names every parameter that is missing, or no id", async (_name, operation, names) => {
    const wrongOf = async (value: string | null) =>
      (
        await send(operation, value === null ? {} : Object.fromEntries(names.map((name) => [name, value])))
      ).problem.errors?.map(({ parameter }) => parameter);
    for (const value of [null, "", "0", "-1", "1.5", "x", "9007199254740992"])
      expect([value, await wrongOf(value)]).toEqual([value, names]);
  });

  test("upcoming is the next order's alone; removing answers what remains", async () => {
    const contract = await setUp();
    const [next = 0, later = 0] = contract.attempts;
    await send(add, asked(contract, { billingAttemptId: next }));
    await send(add, asked(contract, { billingAttemptId: later }));
    const contractId = contract.subscriptionContractId;
    const idsOf = ({ records }: Answer) => records.map((record) => record.billingAttemptId);
    expect(idsOf(await send(list, { contractId }))).toEqual([next, later]);
    expect(idsOf(await send(upcoming, { contractId }, contract.customerId))).toEqual([next]);
    const wanted = { contractId, billingAttemptId: next, variantId };
    expect(idsOf(await send(remove, wanted, contract.customerId))).toEqual([later]);
    expect(await send(remove, wanted)).toMatchObject({ status: 404 });
    expect(idsOf(await send(upcoming, { contractId }))).toEqual([]);
    const told = await db
      .select()
      .from(activity)
      .where(eq(activity.action, "contract.one_time_product_removed"));
    expect(told).toMatchObject([{ before: { product: "Filters", quantity: 1 }, actorType: "customer" }]);
  });

  test("an order that is made costs them too, without the lines left out of it; then they are gone", async () => {
    const contract = await setUp({
      lines: [{ currentPrice: "10" }, { currentPrice: "7", skippedNextOrder: true }],
      discounts: [{ value: "10" }],
      deliveryPrice: "2.50",
    });
    const [attemptId = 0] = contract.attempts;
    await send(add, asked(contract, { billingAttemptId: attemptId, quantity: 3 }));
    const order = { shop: shop.shop, attemptId, audit: testAudit(new Date()) };
    await recordOrderPaid(order, { orderId: 5, orderName: "#5" });
    const [made] = await db.select().from(billingAttempts).where(eq(billingAttempts.id, attemptId));
    // 9.00 + 3 × 8.09 + 2.50
    expect(made?.orderAmount).toBe("35.7700");
    expect((await send(list, { contractId: contract.subscriptionContractId })).records).toEqual([]);
  });

  test("a skipped order's products go with the next one", async () => {
    const contract = await setUp();
    const [next = 0, later = 0] = contract.attempts;
    await send(add, asked(contract, { billingAttemptId: next }));
    const response = await askJson(skipOrder.merchant, "/x", {
      method: "PUT",
      key: shop.writeKey,
      params: { id: String(next) },
    });
    expect(response.status).toBe(200);
    const { records } = await send(upcoming, { contractId: contract.subscriptionContractId });
    expect(records).toMatchObject([{ billingAttemptId: later }]);
  });
});

describe.each([
  ["add", add],
  ["remove", remove],
  ["list", list],
  ["upcoming", upcoming],
] as const)("%s", (_name, operation) => {
  test("what is not the caller's is answered as what does not exist; verbs and keys are checked", async () => {
    const other = await createTestShop();
    const stranger = await insertCustomer(shop.id);
    const mine = await setUp();
    const theirs = await setUp({}, other.id);
    const ask = async (contract: Contract, by?: number) => {
      const { requestId, ...problem } = (await send(operation, asked(contract), by)).problem;
      return problem;
    };
    const nothing = await ask({ ...mine, subscriptionContractId: 99_999_999_999 });
    expect(nothing).toMatchObject({ status: 404, code: "not_found" });
    expect(await ask(theirs)).toEqual(nothing);
    expect(await ask(theirs, stranger.id)).toEqual(nothing);
    expect(await ask(mine, stranger.id)).toEqual(nothing);
    const isRead = operation.merchant.method === "GET";
    const { method } = operation.merchant;
    const search = new URLSearchParams({ contractId: String(mine.subscriptionContractId) });
    const byReader = await askJson(operation.merchant, `/x?${search}`, { method, key: shop.readKey });
    expect(byReader.status).toBe(isRead ? 200 : 403);
    expect((await askJson(operation.portal, `/x?${search}`, { method, key: shop.writeKey })).status).toBe(
      401,
    );
    expect(
      (await askJson(operation.merchant, `/x?${search}`, { method: "POST", key: shop.writeKey })).status,
    ).toBe(405);
  });
});

test("the price is never negative and never above the variant's; only percentages on all lines count", () => {
  const discount = fc.record({
    id: fc.uuid(),
    valueType: fc.constantFrom("PERCENTAGE" as const, "FIXED_AMOUNT" as const),
    value: fc.integer({ min: 0, max: 100 }).map(String),
    lineIds: fc.constantFrom<(string[] | null)[]>(null, ["a"], ["a", "b"]),
    recurringCycleLimit: fc.constantFrom(null, 2),
    usageCount: fc.nat(3),
  });
  const cents = fc.nat(99_999).map((value) => (value / 100).toFixed(2));
  fc.assert(
    fc.property(cents, fc.array(discount, { maxLength: 4 }), (price, discounts) => {
      const lines = [{ id: "a" }, { id: "b" }];
      const result = toOneTimePrice(price, { lines, discounts }, "USD");
      expect(compareMoney(result, "0")).toBeGreaterThanOrEqual(0);
      expect(compareMoney(result, price)).toBeLessThanOrEqual(0);
      const counting = discounts.filter(
        ({ valueType, lineIds, recurringCycleLimit: limit, usageCount }) =>
          valueType === "PERCENTAGE" && lineIds?.length !== 1 && (limit === null || usageCount < limit),
      );
      expect(toOneTimePrice(price, { lines, discounts: counting }, "USD")).toBe(result);
      if (counting.length === 0) expect(result).toBe(price);
    }),
  );
});
