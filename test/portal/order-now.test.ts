import { describe, expect, test } from "vitest";
import { attemptBilling } from "~/features/billing/actions/bill-now.endpoints.server";
import { findDisagreements, listOrdersOf, listTriesOf } from "../support/calls/billing";
import { openPayingBrowser } from "../support/calls/hosted";
import { askJson } from "../support/calls/json-endpoints";
import { asCustomer } from "../support/calls/portal";
import { dateText, insertPlannedContract, saveSettings } from "../support/calls/portal-contract";
import { openPortal, toPlainText } from "../support/calls/portal-pages";
import { readAttempts, readContractRow } from "../support/data/contract-plan";
import { inDaysAtNine, monthsAfter } from "../support/data/days";
import {
  type ContractOverrides,
  createTestShop,
  insertCustomer,
  insertPaymentMethod,
} from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test", currencyCode: "EUR" });
const offer = () => saveSettings(shop, { enabledActions: ["order_now"] });

/** A contract whose card behaves by its digits, and its portal. */
async function open(lastDigits = "4242", overrides: ContractOverrides = {}) {
  const { id: customerId } = await insertCustomer(shop.id);
  const card = await insertPaymentMethod(shop.id, customerId, { brand: "visa", lastDigits });
  const contract = await insertPlannedContract(shop, { customerId, paymentMethodId: card, ...overrides });
  const portal = await openPortal(shop, customerId);
  const at = { contract: contract.subscriptionContractId };
  const ids = (await readAttempts(contract)).filter(({ status }) => status === "QUEUED").map(({ id }) => id);
  return { contract, portal, at, ids, customerId };
}
const put = async (id: number | undefined, by: number, of = shop) => {
  const response = await askJson(attemptBilling.portal, "/x", {
    method: "PUT",
    headers: { ...(await asCustomer(of, by)), "Content-Type": "application/json" },
    params: { id: String(id) },
  });
  return { status: response.status, body: await response.json() };
};
const BUTTON = "Order now for €54.90";

describe("order now on the portal's page", () => {
  test("asks with the amount and the card, charges once, and the plan counts from that day", async () => {
    await offer();
    const { contract, portal, at } = await open();
    expect((await portal.get(at)).html).toContain("view=now");
    const page = await portal.get({ ...at, view: "now" });
    const text = toPlainText(page.html);
    expect(text).toContain(`It’s scheduled for ${dateText(10)}.`);
    expect(text).toContain("Payment Visa ending in 4242 Total €54.90");
    const after = await portal.press(page, BUTTON);
    expect((await readContractRow(contract)).nextBillingDate).toEqual(monthsAfter(inDaysAtNine(0), 1));
    expect(toPlainText(after.html)).toContain("Paid. We’re preparing your order; the one after is on");
    // It is listed among the past orders by the day it was paid, not by the later day it was planned for.
    const paidOn = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(),
    );
    expect(toPlainText(after.html)).toContain(`Past orders ${paidOn} Paid`);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "54.9000" }]);
    // The page that was left open sends the same once more.
    expect(toPlainText((await portal.press(page, BUTTON)).html)).toContain("That isn’t possible right now.");
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("of an order many weeks ahead: the next ones come week by week from today, without a gap", async () => {
    await offer();
    const { contract, portal, at } = await open("4242", {
      billingInterval: "WEEK",
      nextBillingDate: inDaysAtNine(70),
      attempts: [70, 77, 84].map((days) => ({ billingDate: inDaysAtNine(days) })),
    });
    await portal.press(await portal.get({ ...at, view: "now" }), BUTTON);
    const orders = await readAttempts(contract);
    const planned = orders.filter(({ status }) => status === "QUEUED");
    expect(planned.map(({ billingDate }) => billingDate)).toEqual([7, 14, 21].map(inDaysAtNine));
  });

  test("is refused at the address of another contract, and of one that is not the customer's", async () => {
    await offer();
    const { portal, ids, customerId } = await open();
    const another = await insertPlannedContract(shop, { customerId });
    const { at: ofAnother } = await open();
    for (const contract of [another.subscriptionContractId, ofAnother.contract, 99_999_999]) {
      const answer = await portal.post({ contract, intent: "order-now" }, { attempt: String(ids[0]) });
      expect([contract, answer.status]).toEqual([contract, 404]);
    }
    expect(await listTriesOf(shop.id)).toEqual([]);
  });

  test("pressed twice at once it charges once", async () => {
    await offer();
    const { portal, at } = await open();
    const page = await portal.get({ ...at, view: "now" });
    await Promise.all([1, 2, 3].map(() => portal.press(page, BUTTON)));
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test.each([
    ["0002", "Your payment did not go through, so nothing is sent yet."],
    ["5126", "We’re taking your payment."],
  ])("a card ending in %s: %s", async (digits, expected) => {
    await offer();
    const { portal, at, ids, customerId } = await open(digits);
    const done = await portal.press(await portal.get({ ...at, view: "now" }), BUTTON);
    expect(toPlainText(done.html)).toContain(expected);
    // An unpaid order comes first, on the page and by JSON.
    expect(done.html).not.toContain("view=now");
    expect(await put(ids[1], customerId)).toMatchObject({ status: 409 });
    expect(await listTriesOf(shop.id)).toHaveLength(1);
  });

  test("that the bank asks about leads on to its page, and from there back into the portal, paid", async () => {
    await offer();
    const { contract, at, customerId } = await open("3155");
    const browser = await openPayingBrowser(shop, customerId);
    const page = await browser.visit({ ...at, view: "now" });
    expect(page.headers.get("Content-Security-Policy")).toContain(
      `form-action 'self' https://${shop.shop.storeDomain};`,
    );
    const bank = await browser.press(page, BUTTON);
    expect(toPlainText(bank.html)).toContain("Test gateway: no money moves");
    const done = await browser.press(bank, "Yes, pay €54.90");
    expect(toPlainText(done.html)).toContain("Paid. Thank you!");
    expect(browser.at().get("contract")).toBe(String(contract.subscriptionContractId));
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("charges nothing but what was shown: after a change it asks again", async () => {
    await offer();
    const { contract, portal, at } = await open();
    const page = await portal.get({ ...at, view: "now" });
    await portal.post({ ...at, intent: "quantity" }, { line: contract.lines[0]?.id ?? "", quantity: "3" });
    const refused = await portal.press(page, BUTTON);
    expect([refused.status, toPlainText(refused.html)]).toEqual([
      409,
      expect.stringContaining("Your subscription has changed in the meantime."),
    ]);
    expect(await listTriesOf(shop.id)).toEqual([]);
    expect(toPlainText(refused.html)).toContain("Order now for €74.90");
  });

  test("is not offered without a gateway, to a contract that is paused, never charged or has nothing to pay with", async () => {
    await offer();
    const states: ContractOverrides[] = [
      { status: "PAUSED" },
      { autoCharge: false },
      { paymentMethodId: null },
    ];
    for (const state of states) {
      const { portal, at } = await open("4242", state);
      expect((await portal.get(at)).html).not.toContain("view=now");
      expect(toPlainText((await portal.get({ ...at, view: "now" })).html)).not.toContain("Order now for");
    }
    const bare = await createTestShop({ currencyCode: "EUR" });
    await saveSettings(bare, { enabledActions: ["order_now"] });
    const contract = await insertPlannedContract(bare);
    const portal = await openPortal(bare, contract.customerId);
    expect((await portal.get()).html).not.toContain("view=now");
  });
});

describe("order now by JSON", () => {
  test("is off until the shop offers it, and then for the next order alone", async () => {
    const { ids, customerId } = await open();
    expect(await put(ids[0], customerId)).toMatchObject({ status: 403, body: { code: "switched_off" } });
    await offer();
    expect(await put(ids[1], customerId)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await put(ids[0], customerId)).toMatchObject({
      status: 200,
      body: { status: "SUCCESS", orderAmount: 54.9 },
    });
    const stranger = await insertCustomer(shop.id);
    expect(await put(ids[1], stranger.id)).toMatchObject({ status: 404 });
    expect(await listTriesOf(shop.id)).toHaveLength(1);
  });

  test("beside the page: one charge", async () => {
    await offer();
    const { portal, at, ids, customerId } = await open();
    const page = await portal.get({ ...at, view: "now" });
    await Promise.all([put(ids[0], customerId), portal.press(page, BUTTON), put(ids[0], customerId)]);
    expect(await listTriesOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });
});
