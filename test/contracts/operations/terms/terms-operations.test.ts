import { describe, expect, test } from "vitest";
import { cancelContract } from "~/features/contracts/operations/contract-status.server";
import { addDiscount } from "~/features/contracts/operations/discounts/add-discount.server";
import {
  updateOrderNote,
  updateOrderNoteOfContract,
} from "~/features/contracts/operations/terms/notes.server";
import { updateDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { listPlanOptions } from "~/features/contracts/operations/terms/plan-options.server";
import { updateFrequencyBySellingPlan } from "~/features/contracts/operations/terms/selling-plan.server";
import { addMoney, compareMoney } from "~/lib/money";
import { idOf, namesOf, send } from "../../../support/calls/contract-calls";
import { askJson, sendJson } from "../../../support/calls/json-endpoints";
import { asCustomer } from "../../../support/calls/portal";
import { saveSettings } from "../../../support/calls/portal-contract";
import { insertCatalogue } from "../../../support/data/catalogue";
import { listRecordedChanges, readAttempts, readContractRow } from "../../../support/data/contract-plan";
import { createTestShop, insertContract } from "../../../support/data/factories";
import { shopOfEachTest } from "../../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

/** What one order of it costs, as it is stored. */
const costOf = async (contract: { shopId: number; id: number }) =>
  (await readContractRow(contract)).orderAmount;

describe("the delivery price of one contract", () => {
  test("is in the order's amount, in the currency's decimals, whatever bulk changes may do", async () => {
    const contract = await insertContract(shop.shop.id, { allowDeliveryPriceOverride: false });
    const set = (deliveryPrice: unknown) =>
      send(shop, updateDeliveryPrice, { ...idOf(contract), deliveryPrice });
    expect((await set("4.9")).body.deliveryPrice.amount).toBe("4.90");
    expect(await costOf(contract)).toBe("14.9000");
    for (const wrong of ["4.999", "-1", "1000000", "x"])
      expect([wrong, namesOf(await set(wrong))]).toEqual([wrong, ["deliveryPrice"]]);
    const body = { contractId: String(contract.subscriptionContractId), deliveryPrice: 0 };
    expect((await send(shop, updateDeliveryPrice, {}, { body })).body.deliveryPrice.amount).toBe("0.00");
    const refused = await send(shop, updateDeliveryPrice, body, { by: contract.customerId });
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
  });
});

describe("a discount without a code", () => {
  test("comes off all lines: per cent, once off the order, or off every piece", async () => {
    const contract = await insertContract(shop.shop.id, { lines: [{ quantity: 3 }, { quantity: 1 }] });
    const give = (wanted: object) =>
      send(shop, addDiscount, { ...idOf(contract), discountTitle: "Sorry", ...wanted });
    expect((await give({ percentage: 10, recurringCycleLimit: 2 })).body.discounts.nodes).toMatchObject([
      { title: "Sorry", value: { percentage: 10 }, recurringCycleLimit: 2, usageCount: 0 },
    ]);
    expect(await costOf(contract)).toBe("36.0000");
    await give({ amount: "1.00" });
    expect(await costOf(contract)).toBe("35.0000");
    const each = await give({ amount: "2", appliesOnEachItem: true });
    expect(await costOf(contract)).toBe("27.0000");
    const discounted = each.body.lines.nodes.map((line) => line.lineDiscountedPrice.amount);
    expect(compareMoney(discounted.reduce(addMoney), "27")).toBe(0);
    expect(namesOf(await give({}))).toEqual(["amount", "percentage"]);
    expect(namesOf(await give({ amount: 1, percentage: 1 }))).toEqual(["amount", "percentage"]);
    expect(namesOf(await give({ percentage: 101 }))).toEqual(["percentage"]);
    // Together with missing and with malformed parameters, in the query and in the body.
    expect(namesOf(await give({ percentage: 101, discountTitle: "" }))).toEqual([
      "discountTitle",
      "percentage",
    ]);
    expect(namesOf(await give({ percentage: 101, recurringCycleLimit: 0 }))).toEqual([
      "percentage",
      "recurringCycleLimit",
    ]);
    // All errors at once, including missing values.
    const wrong = { ...idOf(contract), percentage: 101, amount: 3, appliesOnEachItem: true };
    expect(namesOf(await send(shop, addDiscount, wrong))).toEqual([
      "amount",
      "appliesOnEachItem",
      "discountTitle",
      "percentage",
    ]);
    expect(namesOf(await give({ amount: "0" }))).toEqual(["amount"]);
    expect(namesOf(await give({ amount: "0.001" }))).toEqual(["amount"]);
    expect(namesOf(await give({ percentage: 5, appliesOnEachItem: true }))).toEqual(["appliesOnEachItem"]);
    expect(namesOf(await send(shop, addDiscount, {}))).toEqual([
      "amount",
      "contractId",
      "discountTitle",
      "percentage",
    ]);
  });
});

describe("notes", () => {
  test("of the contract and of one order, under both names; a blank one takes it away", async () => {
    const contract = await insertContract(shop.shop.id, { attempts: [{}, { status: "SUCCESS" }] });
    const [order, made] = await readAttempts(contract).then((all) =>
      all.toSorted((a) => (a.status === "QUEUED" ? -1 : 1)),
    );
    const params = { contractId: String(contract.subscriptionContractId) };
    const put = async (
      endpoint: typeof updateOrderNoteOfContract,
      search: string,
      of: object,
      by?: number,
    ) => {
      const headers = by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by);
      const route = by === undefined ? endpoint.merchant : endpoint.portal;
      const response = await askJson(route, `/x?${search}`, {
        method: "PUT",
        headers: { ...headers, ...sendJson({}).headers },
        params: of as Record<string, string>,
      });
      return { status: response.status, body: await response.json() };
    };
    const written = await put(updateOrderNoteOfContract, "orderNote=Ring+twice", params);
    expect([written.status, written.body.note]).toEqual([200, "Ring twice"]);
    expect((await put(updateOrderNoteOfContract, "note=", params)).body.note).toBeNull();
    expect((await put(updateOrderNoteOfContract, "", params)).status).toBe(400);
    const ofOrder = { id: String(order?.id) };
    const by = contract.customerId;
    expect((await put(updateOrderNote, "note=Hi", ofOrder, by)).body.code).toBe("switched_off");
    await saveSettings(shop, { enabledActions: ["order_note"] });
    expect((await put(updateOrderNote, "note=Hi", ofOrder, by)).status).toBe(200);
    expect((await readAttempts(contract)).map(({ orderNote }) => orderNote).sort()).toEqual(["Hi", null]);
    expect((await put(updateOrderNote, "note=Hi", { id: String(made?.id) })).status).toBe(409);
    const stranger = (await insertContract(shop.shop.id)).customerId;
    expect((await put(updateOrderNote, "note=Hi", ofOrder, stranger)).status).toBe(404);
    const { activity } = await listRecordedChanges(contract);
    expect(activity.at(-1)).toMatchObject({ action: "contract.order_note_changed", after: { note: "Hi" } });
  });
});

describe("another selling plan", () => {
  const makePlans = async () => {
    const { products, groups } = await insertCatalogue(shop.shop.id, {
      products: [{ variants: [{ price: "20.00" }] }, {}],
      groups: [
        {
          productIds: [],
          plans: [{ name: "Untold" }],
        },
      ],
    });
    const [product] = products;
    const made = await insertCatalogue(shop.shop.id, {
      products: [],
      groups: [
        {
          productIds: product ? [product.id] : [],
          plans: [
            {
              name: "Every 2 months",
              billingInterval: "MONTH",
              billingIntervalCount: 2,
              discountPercentage: "15",
              discountCycles: 3,
              laterDiscountPercentage: "5",
            },
            {
              name: "Prepaid",
              billingInterval: "MONTH",
              billingIntervalCount: 3,
              deliveryInterval: "MONTH",
              deliveryIntervalCount: 1,
            },
          ],
        },
      ],
    });
    const [planWithoutTerms = 0] = groups[0]?.planIds ?? [];
    const [plan = 0, prepaid = 0] = made.groups[0]?.planIds ?? [];
    return { product, plan, prepaid, planWithoutTerms };
  };

  test("sets interval, price and name for every line it covers; the next date follows", async () => {
    const { product, plan, prepaid, planWithoutTerms } = await makePlans();
    const contract = await insertContract(shop.shop.id, {
      lines: [{ productId: product?.id, variantId: product?.variantIds[0], currentPrice: "18.00" }, {}],
    });
    const change = (sellingPlanId: number, by?: number) =>
      send(shop, updateFrequencyBySellingPlan, { ...idOf(contract), sellingPlanId }, { by });
    const changed = await change(plan);
    expect([changed.status, changed.body.billingPolicy.intervalCount]).toEqual([200, 2]);
    expect(changed.body.deliveryPolicy.intervalCount).toBe(2);
    expect(changed.body.lines.nodes).toMatchObject([
      {
        sellingPlanName: "Every 2 months",
        currentPrice: { amount: "17.00" },
        pricingPolicy: {
          cycleDiscounts: [{ afterCycle: 0 }, { afterCycle: 3, computedPrice: { amount: "19.00" } }],
        },
      },
      { sellingPlanName: null, currentPrice: { amount: "10.00" } },
    ]);
    expect(await costOf(contract)).toBe("27.0000");
    expect((await change(plan)).status).toBe(409);
    const split = await change(prepaid);
    expect([split.body.billingPolicy.intervalCount, split.body.deliveryPolicy.intervalCount]).toEqual([3, 1]);
    expect((await readContractRow(contract)).planType).toBe("PREPAID");
    expect(namesOf(await change(planWithoutTerms))).toEqual(["sellingPlanId"]);
    expect(namesOf(await change(999))).toEqual(["sellingPlanId"]);
    expect((await change(plan, contract.customerId)).body.code).toBe("switched_off");
    await saveSettings(shop, { enabledActions: ["change_plan"] });
    expect((await change(plan, contract.customerId)).status).toBe(200);
    const other = await insertContract(shop.shop.id);
    const refused = await send(shop, updateFrequencyBySellingPlan, { ...idOf(other), sellingPlanId: plan });
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([400, "plan_of_another_product"]);
  });

  test("takes only listed columns, in the requested order", async () => {
    const { plan, prepaid, planWithoutTerms } = await makePlans();
    const ask = async (search: string) => {
      const response = await askJson(listPlanOptions.merchant, `/x?${search}`, { key: shop.readKey });
      return { status: response.status, body: await response.json() };
    };
    const { body } = await ask(`sellingPlanIds=${prepaid},${planWithoutTerms},999,${plan}`);
    expect(body).toMatchObject([
      {
        id: prepaid,
        frequencyName: "Prepaid",
        intervalCount: 3,
        deliveryIntervalCount: 1,
        pricingPolicy: null,
      },
      { id: planWithoutTerms, interval: null },
      {
        id: plan,
        pricingPolicy: {
          cycleDiscounts: [
            { afterCycle: 0, adjustmentType: "PERCENTAGE", adjustmentValue: 15 },
            { afterCycle: 3, adjustmentValue: 5 },
          ],
        },
      },
    ]);
    expect((await ask("")).status).toBe(400);
    expect((await ask("sellingPlanIds=x")).status).toBe(400);
    const other = await createTestShop();
    const theirs = await askJson(listPlanOptions.merchant, `/x?sellingPlanIds=${plan}`, {
      key: other.readKey,
    });
    expect(await theirs.json()).toEqual([]);
  });
});

test("a contract is cancelled by DELETE, with its reason, behind the same switch", async () => {
  const contract = await insertContract(shop.shop.id);
  const params = { contractId: String(contract.subscriptionContractId) };
  const ask = async (by?: number) => {
    const response = await askJson(
      by === undefined ? cancelContract.merchant : cancelContract.portal,
      "/x?cancellationFeedback=Too+much&cancellationNote=Twice",
      {
        method: "DELETE",
        params,
        headers: by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by),
      },
    );
    return response.json();
  };
  await saveSettings(shop, { disabledActions: ["cancel"] });
  expect((await ask(contract.customerId)).code).toBe("switched_off");
  expect((await ask()).status).toBe("CANCELLED");
  expect((await readContractRow(contract)).cancellationFeedback).toBe("Too much: Twice");
  expect((await ask()).code).toBe("conflict");
});

test("the reason of a DELETE may be in its JSON body", async () => {
  const contract = await insertContract(shop.shop.id);
  const { headers, body } = sendJson({ cancellationFeedback: "Too much", cancellationNote: "Twice" });
  const response = await askJson(cancelContract.merchant, "/x?cancellationNote=Thrice", {
    method: "DELETE",
    params: { contractId: String(contract.subscriptionContractId) },
    headers: { ...headers, "X-API-Key": shop.writeKey },
    body,
  });
  expect(response.status).toBe(200);
  expect((await readContractRow(contract)).cancellationFeedback).toBe("Too much: Thrice");
});
