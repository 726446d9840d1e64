import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findDialog, listButtons } from "~/features/contract-page/dialogs/dialogs.server";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import type { ContractPageData } from "~/features/contract-page/page/contract-detail.service.server";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { DAY_MS } from "~/lib/days";
import { toDayString } from "~/lib/format";
import { db } from "~db/client.server";
import { toRowIntents } from "../support/calls/contract-dialogs";
import { insertCatalogue } from "../support/data/catalogue";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  insertStaff,
  NOW,
  signIn,
  testAudit,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const daysAhead = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const shop = shopOfEachTest({ timeZone: "America/New_York" });

async function show(overrides: ContractOverrides = {}): Promise<ContractPageData> {
  const contract = await insertContract(shop.id, overrides);
  return getContractPage(shop.shop, contract.subscriptionContractId, NOW);
}

describe("who may see it", () => {
  /** What the page throws for this id: the problem and its status. */
  async function open(contractId: string, cookie: string): Promise<unknown> {
    const request = new Request(`http://localhost/admin/contracts/${contractId}`, { headers: { cookie } });
    try {
      return await contractPageLoader({ request, params: { contractId }, context: {} });
    } catch (thrown) {
      return thrown;
    }
  }

  test("a viewer of the shop", async () => {
    const staff = await insertStaff(shop.id, "viewer");
    const contract = await insertContract(shop.id);
    const page = await open(String(contract.subscriptionContractId), await signIn(shop.id, staff.id));
    expect(page).toMatchObject({ id: contract.subscriptionContractId, status: "ACTIVE" });
  });

  test("not without signing in: a visitor is sent to the sign-in page and back", async () => {
    const contract = await insertContract(shop.id);
    const answer = await open(String(contract.subscriptionContractId), "");
    expect(answer).toBeInstanceOf(Response);
    expect(answer).toMatchObject({ status: 302 });
    const location = answer instanceof Response ? answer.headers.get("Location") : null;
    expect(location).toContain(encodeURIComponent(`/admin/contracts/${contract.subscriptionContractId}`));
  });

  test("an unknown id, another shop's and what is no id at all answer alike", async () => {
    const foreign = await insertContract((await createTestShop()).id);
    const cookie = await signIn(shop.id, shop.staff.id);
    for (const id of [
      "9007199254740000",
      String(foreign.subscriptionContractId),
      "abc",
      "1e3",
      "-1",
      "9".repeat(30),
    ]) {
      expect(await open(id, cookie)).toMatchObject({
        init: { status: 404 },
        data: { code: "not_found", detail: "There is no such contract in this shop." },
      });
    }
  });
});

test("lines show their pictures, and say when the store has deleted the product or the variant", async () => {
  const catalogue = await insertCatalogue(shop.id, {
    products: [
      { title: "Roast", imageUrl: "https://cdn.example/roast.png", imageWidth: 640, imageHeight: 480 },
      { title: "Gone", deletedAt: NOW },
      { title: "Tea", variants: [{ deletedAt: NOW, imageUrl: "https://cdn.example/tea.png" }] },
    ],
  });
  const lines = catalogue.products.map((product) => ({
    productId: product.id,
    variantId: product.variantIds[0],
  }));
  const page = await show({
    lines: [...lines, { title: "Never in the catalogue", productId: 1, variantId: 2 }],
  });
  expect(page.lines.map((line) => line.isDeleted)).toEqual([false, true, true, false]);
  expect(page.lines.map((line) => line.image)).toEqual([
    { url: "https://cdn.example/roast.png", width: 640, height: 480 },
    null,
    { url: "https://cdn.example/tea.png", width: 96, height: 96 },
    null,
  ]);
});

test("the price names each discount and adds up to what an order costs", async () => {
  const page = await show({
    lines: [
      { title: "Roast", quantity: 2, currentPrice: "10.00", basePrice: "12.50" },
      { title: "Tea", currentPrice: "5.00" },
    ],
    discounts: [
      { createdAt: daysAhead(-3), title: "WELCOME", value: "10", recurringCycleLimit: 3, usageCount: 1 },
      { createdAt: daysAhead(-2), title: "Loyalty", valueType: "FIXED_AMOUNT", value: "2.5" },
      { title: "Used up", value: "50", recurringCycleLimit: 1, usageCount: 1 },
    ],
    deliveryPrice: "4.99",
  });
  expect(page.price).toMatchObject({
    subtotal: "$25.00",
    discounts: [
      { label: "WELCOME", amount: "-$2.50" },
      { label: "Loyalty", amount: "-$2.50" },
    ],
    delivery: "$4.99",
    total: "$24.99",
  });
  expect(page.lines[0]).toMatchObject({ unitPrice: "$10.00", basePrice: "$12.50", total: "$20.00" });
  expect(page.discounts.map(({ value, use }) => [value, use])).toEqual([
    ["10% off", "1 of 3 orders"],
    ["$2.50 off", "Every order, 0 so far"],
    ["50% off", "Used up: 1 of 1 orders"],
  ]);
});

test("upcoming orders are the queued ones, soonest first; all others are past", async () => {
  const page = await show({
    attempts: [
      { status: "QUEUED", billingDate: daysAhead(60) },
      { status: "QUEUED", billingDate: daysAhead(30) },
      { status: "SKIPPED", billingDate: daysAhead(45) },
      { status: "SKIPPED", billingDate: daysAhead(-45) },
      { status: "SUCCESS", billingDate: daysAhead(-60), orderName: "#7", orderAmount: "9.5" },
      { status: "FAILURE", billingDate: daysAhead(-30), errorMessage: "Card declined", attemptCount: 3 },
    ],
  });
  expect(page.upcoming.map((order) => [order.status, order.date.text, order.amount])).toEqual([
    ["QUEUED", "1 Apr 2026", "$10.00"],
    ["SKIPPED", "16 Apr 2026", "$10.00"],
    ["QUEUED", "1 May 2026", "$10.00"],
  ]);
  expect(page.past.map((order) => [order.status, order.name, order.amount, order.error])).toEqual([
    ["FAILURE", null, null, "Card declined · tried 3 times"],
    ["SKIPPED", null, null, null],
    ["SUCCESS", "#7", "$9.50", null],
  ]);
});

test("orders that are open at the gateway, or were not to be charged, are among the past ones", async () => {
  const statuses = ["UNKNOWN", "ACTION_REQUIRED", "AUTO_CHARGE_DISABLED", "CONTRACT_ENDED"] as const;
  const page = await show({
    attempts: statuses.map((status, index) => ({ status, billingDate: daysAhead(-1 - index) })),
  });
  // Those that may still be paid show what they cost.
  expect(page.past.map(({ status, amount }) => [status, amount])).toEqual([
    ["UNKNOWN", "$10.00"],
    ["ACTION_REQUIRED", "$10.00"],
    ["AUTO_CHARGE_DISABLED", null],
    ["CONTRACT_ENDED", null],
  ]);
});

test("an order whose outcome is unknown shows what the gateway was asked for last", async () => {
  const contract = await insertContract(shop.id, {
    attempts: [{ status: "UNKNOWN", billingDate: daysAhead(-1) }],
  });
  const read = async () => (await getContractPage(shop.shop, contract.subscriptionContractId, NOW)).past;
  const [order] = await read();
  for (const [number, amount] of [
    [1, "7"],
    [2, "8.5"],
  ])
    await db.execute(sql`insert into billing_tries
      (shop_id, attempt_id, number, key, gateway, amount, currency_code, draft, state, looks, created_at)
      values (${shop.id}, ${order?.id}, ${number}, gen_random_uuid(), 'test', ${amount}, 'USD', '{}', 'UNKNOWN', 0, now())`);
  expect(await read()).toMatchObject([{ status: "UNKNOWN", amount: "$8.50" }]);
});

test("however many orders are skipped, each can be taken back, and the next one is there", async () => {
  const skipped = [10, 11, 12, 13, 14, 15, 16, 17].map((days) => ({
    status: "SKIPPED" as const,
    billingDate: daysAhead(days),
  }));
  const page = await show({ attempts: [...skipped, { billingDate: daysAhead(18) }] });
  const offered = page.upcoming.map(({ buttons }) => toRowIntents(buttons));
  expect(offered).toEqual([...skipped.map(() => ["unskip"]), ["add_product", "skip"]]);
  expect(page.upcomingCut).toBe(false);
});

test("a prepaid contract says how often it is billed and how often delivered, and its limits", async () => {
  const page = await show({
    billingInterval: "MONTH",
    billingIntervalCount: 3,
    deliveryInterval: "MONTH",
    deliveryIntervalCount: 1,
    minCycles: 1,
    maxCycles: 4,
  });
  expect(page.schedule).toEqual([
    { label: "Billed", value: "Every 3 months" },
    { label: "Delivered", value: "Every month" },
    { label: "Plan", value: "Prepaid" },
    { label: "At least", value: "1 order" },
    { label: "At most", value: "4 orders" },
    { label: "Charged", value: "Automatically" },
  ]);
});

test("a card is valid to the end of its month in the shop's time zone", async () => {
  const { id: customerId } = await insertCustomer(shop.id);
  const card = { brand: "visa", lastDigits: "4242", expiryYear: 2026, expiryMonth: 2 };
  const paymentMethodId = await insertPaymentMethod(shop.id, customerId, card);
  const { subscriptionContractId } = await insertContract(shop.id, { customerId, paymentMethodId });
  const warningAt = async (now: string) =>
    (await getContractPage(shop.shop, subscriptionContractId, new Date(now))).payment?.warning;
  expect(await warningAt("2026-03-01T04:59:00Z")).toBeNull();
  expect(await warningAt("2026-03-01T05:00:00Z")).toBe("This card has expired");
});

test("a payment method shows no more than brand, last digits and expiry, and warns when it is of no use", async () => {
  const { id: customerId } = await insertCustomer(shop.id);
  const card = { instrumentType: "CustomerCreditCard", brand: "visa", lastDigits: "4242", expiryYear: 2026 };
  const pay = async (overrides: Parameters<typeof insertPaymentMethod>[2]) =>
    (await show({ customerId, paymentMethodId: await insertPaymentMethod(shop.id, customerId, overrides) }))
      .payment;
  expect(await pay({ ...card, expiryMonth: 3 })).toEqual({
    title: "Visa •••• 4242",
    holder: null,
    expiry: "03/2026",
    warning: null,
  });
  expect(await pay({ ...card, expiryMonth: 2 })).toMatchObject({ warning: "This card has expired" });
  expect(await pay({ ...card, expiryMonth: 3, revokedAt: NOW })).toMatchObject({
    warning: "Revoked on 2 Mar 2026",
  });
  expect(await pay({ ...card, brand: "american_express" })).toMatchObject({
    title: "American Express •••• 4242",
  });
  expect(await pay({ ...card, brand: null })).toMatchObject({ title: "Card •••• 4242" });
  expect(await pay({ ...card, lastDigits: null })).toMatchObject({ title: "Visa" });
  expect(await pay({})).toMatchObject({ title: "On file, brand and number not known", expiry: null });
  expect((await show({ customerId })).payment).toBeNull();
});

test("a failed payment says what staff can do about it, as far as status and address allow", async () => {
  const { id: customerId } = await insertCustomer(shop.id, { email: null });
  const failed = { lastPaymentStatus: "FAILED" } as const;
  const actionsOf = async (overrides: Parameters<typeof show>[0]) =>
    (await show(overrides)).banners.map(({ text, actions }) => [
      text,
      actions.map(({ label }) => label).join(", "),
    ]);
  expect(await actionsOf({ ...failed, status: "FAILED" })).toEqual([
    ["The last payment failed.", "Reactivate contract, Send portal link, Go to past orders"],
  ]);
  expect(await actionsOf({ ...failed, status: "ACTIVE", dunning: true })).toEqual([
    ["The last payment failed and is being tried again.", "Send portal link, Go to past orders"],
  ]);
  const textFor = async (order: { status: "FAILURE" | "ACTION_REQUIRED"; nextStep: "TRY" | "END" }) =>
    (
      await actionsOf({
        ...failed,
        status: "ACTIVE",
        dunning: true,
        attempts: [{ ...order, nextStepAt: NOW }],
      })
    )[0]?.[0];
  expect(await textFor({ status: "FAILURE", nextStep: "TRY" })).toContain("is being tried again");
  expect(await textFor({ status: "FAILURE", nextStep: "END" })).toContain(
    "once the customer has another payment method",
  );
  expect(await textFor({ status: "ACTION_REQUIRED", nextStep: "END" })).toContain(
    "wants the customer to confirm",
  );
  expect(await actionsOf({ ...failed, status: "CANCELLED", customerId })).toEqual([
    ["The last payment failed.", "Go to past orders"],
  ]);
  expect(await actionsOf({ status: "ACTIVE", emailBouncedOrFailed: true })).toEqual([
    ["E-mail to this customer bounced or could not be sent.", ""],
  ]);
});

const openDialog = ({ subscriptionContractId: id }: { subscriptionContractId: number }, intent: string) => {
  const caller = { shop: shop.shop, customerId: null, audit: testAudit() };
  return findDialog(contractOperations, caller, id, { intent, q: "" });
};

test("dialogs of dates name an order that is under way, and the day of the next one that is planned", async () => {
  const open = async (intent: "date" | "frequency", status: "PROCESSING" | "UNKNOWN") =>
    openDialog(
      await insertContract(shop.id, {
        nextBillingDate: daysAhead(1),
        attempts: [{ billingDate: daysAhead(1), status }, { billingDate: daysAhead(31) }],
      }),
      intent,
    );
  const date = await open("date", "PROCESSING");
  expect(date?.rows).toMatchObject([[{ initial: toDayString(daysAhead(31), "America/New_York") }]]);
  expect(date?.lines.at(-1)).toBe("One order is being placed right now and will still go through.");
  expect((await open("frequency", "UNKNOWN"))?.lines.at(-1)).toContain(
    "has not said yet whether it was charged",
  );
});

test("dialogs of dates say why there is nothing to change, as the others do", async () => {
  const open = async (intent: string, status: "PAUSED" | "CANCELLED" | "EXPIRED") =>
    openDialog(await insertContract(shop.id, { status }), intent);
  for (const status of ["CANCELLED", "EXPIRED"] as const)
    for (const intent of ["date", "frequency", "pause"])
      expect(await open(intent, status)).toMatchObject({
        title: "This cannot be done",
        rows: [],
        confirm: null,
      });
  expect((await open("date", "PAUSED"))?.lines).toEqual([
    "The contract is paused: it has no upcoming orders.",
  ]);
  expect((await open("frequency", "PAUSED"))?.confirm).toBe("Change frequency");
});

const OFFERED = { deliveryMethodType: "SHIPPING", currencyCode: "USD", orderNote: null, lines: 2 } as const;

test("the buttons of the page are those that the contract's status allows, what ends it last", async () => {
  const buttonsOf = (status: "ACTIVE" | "PAUSED" | "CANCELLED" | "EXPIRED") =>
    listButtons(contractOperations, { ...OFFERED, status });
  const headOf = (...status: Parameters<typeof buttonsOf>) =>
    buttonsOf(...status)
      .filter(({ at }) => at === "head")
      .map(({ label }) => label);
  expect(headOf("ACTIVE")).toEqual(["Pause", "Change next date", "Change frequency", "Cancel contract"]);
  expect(headOf("PAUSED")).toEqual(["Resume", "Change frequency", "Cancel contract"]);
  expect(headOf("CANCELLED")).toEqual(["Reactivate"]);
  expect(buttonsOf("ACTIVE").flatMap(({ at, label }) => (at === "head" ? [] : [`${at}: ${label}`]))).toEqual([
    "delivery: Change address",
    "line: Edit",
    "discounts: Apply a code",
    "products: Add a product",
    "line: Swap",
    "line: Price",
    "products: Change plan",
    "products: Delivery price",
    "products: Split",
    "discounts: Give a discount",
    "note: Write a note",
    "payment: Change",
    "discount: Remove",
    "line: Remove",
  ]);
});

test("a contract of one product is not split, and one that is not shipped has no address to change", () => {
  const intentsOf = (deliveryMethodType: "SHIPPING" | "PICKUP", lines: number) =>
    listButtons(contractOperations, { ...OFFERED, status: "FAILED", deliveryMethodType, lines }).map(
      ({ intent }) => intent,
    );
  expect(intentsOf("SHIPPING", 2)).toEqual(
    expect.arrayContaining(["split", "address", "frequency", "cancel"]),
  );
  expect(intentsOf("SHIPPING", 1)).not.toContain("split");
  expect(intentsOf("PICKUP", 2)).not.toContain("address");
});

test("a customer without a name is called by the e-mail, and one without either by the id", async () => {
  const mailed = await insertCustomer(shop.id, { firstName: null, lastName: null, email: "a@example.com" });
  const nameless = await insertCustomer(shop.id, { firstName: null, lastName: null, email: null });
  expect((await show({ customerId: mailed.id })).customer.name).toBe("a@example.com");
  expect((await show({ customerId: nameless.id })).customer.name).toBe(`Customer ${nameless.id}`);
});
