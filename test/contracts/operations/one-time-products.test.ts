import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { recordOrderPaid } from "~/features/contracts/change/outcome/order-outcome.service.server";
import { addContractOneTimeProduct as add } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import {
  listContractOneTimeProducts as list,
  listUpcomingOneTimeProducts as upcoming,
} from "~/features/contracts/operations/one-time-products/one-time-product-records.server";
import { removeContractOneTimeProduct as remove } from "~/features/contracts/operations/one-time-products/remove-one-time-product.server";
import { skipOrder } from "~/features/contracts/operations/orders/skip-order.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { askJson } from "../../support/calls/json-endpoints";
import {
  type Answer,
  asked,
  type ContractWithOrders,
  createFilterShop,
  type FilterShop,
  insertWithOrders,
  send,
} from "../../support/calls/lines/one-time-products";
import { inDays } from "../../support/data/days";
import { createTestShop, insertCustomer, testAudit } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: FilterShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createFilterShop();
});

describe("listing and removing", () => {
  test.each([
    ["remove", remove, ["contractId", "billingAttemptId", "variantId"]],
    ["list", list, ["contractId"]],
    ["upcoming", upcoming, ["contractId"]],
  ] as const)("%s names every parameter that is missing, or no id", async (_name, operation, names) => {
    const wrongOf = async (value: string | null) =>
      (
        await send(
          shop,
          operation,
          value === null ? {} : Object.fromEntries(names.map((name) => [name, value])),
        )
      ).problem.errors?.map(({ parameter }) => parameter);
    for (const value of [null, "", "0", "-1", "1.5", "x", "9007199254740992"])
      expect([value, await wrongOf(value)]).toEqual([value, names]);
  });

  test("upcoming is the next order's alone; removing answers what remains", async () => {
    const contract = await insertWithOrders(shop.id);
    const [next = 0, later = 0] = contract.attempts;
    await send(shop, add, asked(shop, contract, { billingAttemptId: next }));
    await send(shop, add, asked(shop, contract, { billingAttemptId: later }));
    const contractId = contract.subscriptionContractId;
    const idsOf = ({ records }: Answer) => records.map((record) => record.billingAttemptId);
    expect(idsOf(await send(shop, list, { contractId }))).toEqual([next, later]);
    expect(idsOf(await send(shop, upcoming, { contractId }, contract.customerId))).toEqual([next]);
    const wanted = { contractId, billingAttemptId: next, variantId: shop.variantId };
    expect(idsOf(await send(shop, remove, wanted, contract.customerId))).toEqual([later]);
    expect(await send(shop, remove, wanted)).toMatchObject({ status: 404 });
    expect(idsOf(await send(shop, upcoming, { contractId }))).toEqual([]);
    const told = await db
      .select()
      .from(activity)
      .where(eq(activity.action, "contract.one_time_product_removed"));
    expect(told).toMatchObject([{ before: { product: "Filters", quantity: 1 }, actorType: "customer" }]);
  });

  test.each([
    ["FAILURE", 200],
    ["SKIPPED", 200],
    ["PROCESSING", 409],
    ["ACTION_REQUIRED", 409],
  ] as const)(
    "what a past order that is %s still has can be removed, unless it is being made",
    async (state, status) => {
      const contract = await insertWithOrders(shop.id, {
        attempts: [{ billingDate: inDays(-40) }, { billingDate: inDays(10) }],
      });
      const [past = 0] = contract.attempts;
      await send(shop, add, asked(shop, contract, { billingAttemptId: past }));
      await db.update(billingAttempts).set({ status: state }).where(eq(billingAttempts.id, past));
      const contractId = contract.subscriptionContractId;
      expect((await send(shop, list, { contractId })).records).toMatchObject([{ billingAttemptId: past }]);
      const removed = await send(
        shop,
        remove,
        { contractId, billingAttemptId: past, variantId: shop.variantId },
        contract.customerId,
      );
      expect(removed.status).toBe(status);
      expect((await send(shop, list, { contractId })).records).toHaveLength(status === 200 ? 0 : 1);
    },
  );

  test("an order that is made costs them too, without the lines left out of it; then they are gone", async () => {
    const contract = await insertWithOrders(shop.id, {
      lines: [{ currentPrice: "10" }, { currentPrice: "7", skippedNextOrder: true }],
      discounts: [{ value: "10" }],
      deliveryPrice: "2.50",
    });
    const [attemptId = 0] = contract.attempts;
    await send(shop, add, asked(shop, contract, { billingAttemptId: attemptId, quantity: 3 }));
    const order = { shop: shop.shop, attemptId, audit: testAudit(new Date()) };
    await recordOrderPaid(order, { orderId: 5, orderName: "#5" });
    const [made] = await db.select().from(billingAttempts).where(eq(billingAttempts.id, attemptId));
    // 9.00 + 3 × 8.09 + 2.50
    expect(made?.orderAmount).toBe("35.7700");
    expect((await send(shop, list, { contractId: contract.subscriptionContractId })).records).toEqual([]);
  });

  test("a skipped order's products go with the next one", async () => {
    const contract = await insertWithOrders(shop.id);
    const [next = 0, later = 0] = contract.attempts;
    await send(shop, add, asked(shop, contract, { billingAttemptId: next }));
    const response = await askJson(skipOrder.merchant, "/x", {
      method: "PUT",
      key: shop.writeKey,
      params: { id: String(next) },
    });
    expect(response.status).toBe(200);
    const { records } = await send(shop, upcoming, { contractId: contract.subscriptionContractId });
    expect(records).toMatchObject([{ billingAttemptId: later }]);
  });
});

describe.each([
  ["add", add],
  ["remove", remove],
  ["list", list],
  ["upcoming", upcoming],
] as const)("%s", (_name, operation) => {
  test("an id of somebody else is answered like one that does not exist; methods and keys are checked", async () => {
    const other = await createTestShop();
    const stranger = await insertCustomer(shop.id);
    const mine = await insertWithOrders(shop.id);
    const theirs = await insertWithOrders(other.id);
    const ask = async (contract: ContractWithOrders, by?: number) => {
      const { requestId, ...problem } = (await send(shop, operation, asked(shop, contract), by)).problem;
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
