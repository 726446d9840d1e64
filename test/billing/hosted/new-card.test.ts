import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { contractPageAction } from "~/features/contract-page/dialogs/contract-forms.endpoints.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { paymentMethods } from "~db/schema/customers";
import { methodUpdates } from "~db/schema/hosted-pages";
import { mails } from "~db/schema/mails";
import {
  billedMonthly,
  callerAt,
  changePaymentMethod,
  createTestGatewayShop,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listTriesOf,
  runAt,
} from "../../support/calls/billing";
import { openPayingBrowser } from "../../support/calls/hosted";
import { ask, pageRequest } from "../../support/calls/pages";
import { saveSettings } from "../../support/calls/portal-contract";
import { toPlainText } from "../../support/calls/portal-pages";
import { readAttempts, readContractRow } from "../../support/data/contract-plan";
import { inDays, setShopClock } from "../../support/data/days";
import { createTestShop, insertPaymentMethod, signIn, type TestShop } from "../../support/data/factories";
import { runJobs } from "../../support/processes/jobs";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestGatewayShop({ name: "Bean Shop" });
});

/** The customer's browser, and their contract after dunning has ended: it is paused, and its order unpaid. */
async function openStopped(endAction: "pause" | "fail" = "pause") {
  const retries = { days: [2], endAction };
  await saveBillingSettings(db, shop.id, { ...DEFAULT_BILLING_SETTINGS, billingHour: 9, retries }, DUE);
  const { contract, browser } = await openPayment("0002");
  await runAt(shop, daysAfterDue(2));
  const page = await browser.visit({ contract: contract.subscriptionContractId, view: "payment" });
  return { contract, browser, page };
}

async function openPayment(lastDigits = "9995") {
  const contract = await billedMonthly(shop, { lastDigits });
  await runAt(shop, DUE);
  const browser = await openPayingBrowser(shop, contract.customerId);
  const page = await browser.visit({ contract: contract.subscriptionContractId, view: "payment" });
  return { contract, browser, page };
}

/** The shop's clock is two days ahead, and stopped there. */
const moveClock = (): Promise<void> => setShopClock(shop.id, inDays(2));

describe("another card", () => {
  test("is given on the gateway's page: the contract has it, and what was open is paid with it at once", async () => {
    const { contract, browser, page } = await openPayment();
    const form = await browser.press(page, "Use another card");
    expect(toPlainText(form.html)).toContain("Test gateway: no money moves");
    const back = await browser.press(form, "Use this card", { lastDigits: "4242" });
    expect(toPlainText(back.html)).toContain("Your new card is saved, and your order is paid. Thank you!");
    expect(toPlainText(back.html)).toContain("Visa ending in 4242");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect(await runJobs()).toEqual([]);
    expect(await findDisagreements(shop.id)).toEqual([]);
    const [changed] = (await listActivity(shop.id, contract.id)).filter(
      ({ action }) => action === "contract.payment_method_changed",
    );
    expect(changed).toMatchObject({ actorType: "customer" });
  });

  test("is the one way out where no method is on file: nothing offers to pay with it", async () => {
    const { contract, browser } = await openPayment();
    await db.update(paymentMethods).set({ revokedAt: new Date() });
    const at = { contract: contract.subscriptionContractId };
    for (const view of ["", "list", "payment"]) {
      const { html } = await browser.visit({ ...at, view });
      expect(toPlainText(html)).toContain("did not go through. No payment method on file.");
      expect(html).not.toContain("pay-now");
      expect(html).toMatch(/class="b"[^>]*>Add a card</);
      expect(html).not.toContain("Use another card");
    }
    const page = await browser.visit({ ...at, view: "payment" });
    const form = await browser.press(page, "Add a card");
    await browser.press(form, "Use this card", { lastDigits: "4242" });
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    await db.update(paymentMethods).set({ revokedAt: new Date() });
    await saveSettings(shop, { disabledActions: ["payment_update"] });
    expect((await browser.visit(at)).html).not.toMatch(/pay-now|Use another card|Add a card/);
  });

  test("typed in by other digits; digits that are none are refused, with what was typed", async () => {
    const { browser, page } = await openPayment();
    const form = await browser.press(page, "Use another card");
    const refused = await browser.press(form, "Use this card", { lastDigits: "other", other: "12" });
    expect([refused.status, refused.html.includes('value="12"')]).toEqual([400, true]);
    expect(toPlainText(refused.html)).toContain("Use four digits.");
    const back = await browser.press(refused, "Use this card", { lastDigits: "other", other: "1881" });
    expect(toPlainText(back.html)).toContain("Visa ending in 1881");
  });

  test("that fails as well: the card is saved, and that is said, too", async () => {
    const { contract, browser, page } = await openPayment();
    const form = await browser.press(page, "Use another card");
    const back = await browser.press(form, "Use this card", { lastDigits: "0069" });
    expect(toPlainText(back.html)).toContain("Your new card is saved, but the payment did not go through.");
    expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", errorCode: "EXPIRED_CARD" });
  });

  test("that cannot be charged yet: it is saved, and nothing is said to have failed", async () => {
    const { contract, browser, page } = await openPayment();
    const form = await browser.press(page, "Use another card");
    // Another process charges the contract's next order at this moment.
    const [, next] = await readAttempts(contract);
    await db
      .update(billingAttempts)
      .set({ status: "PROCESSING" })
      .where(eq(billingAttempts.id, next?.id ?? 0));
    const back = await browser.press(form, "Use this card", { lastDigits: "4242" });
    expect(toPlainText(back.html)).toContain("Your new card is saved.");
    expect(toPlainText(back.html)).not.toContain("saved, but the payment");
    expect(await firstOrderOf(contract)).toMatchObject({ attemptCount: 1, nextStep: "TRY" });
  });

  test.each([
    ["pause", "PAUSED", "PAUSED"],
    ["fail", "FAILED", "ACTIVE"],
  ] as const)(
    "given after dunning has ended (%s) pays the order that was given up",
    async (endAction, stopped, status) => {
      const { contract, browser, page } = await openStopped(endAction);
      expect(await readContractRow(contract)).toMatchObject({ status: stopped });
      const form = await browser.press(page, "Use another card");
      const back = await browser.press(form, "Use this card", { lastDigits: "4242" });
      expect(toPlainText(back.html)).toContain("Your new card is saved, and your order is paid.");
      expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 3 });
      expect(await readContractRow(contract)).toMatchObject({ status });
      expect(await findDisagreements(shop.id)).toEqual([]);
    },
  );

  test.each([
    ["while the next order is still in dunning", 15],
    ["after that one was given up, too", 22],
  ])(
    "given to a contract that dunning has stopped with two unpaid orders, %s, pays the newer one",
    async (_, days) => {
      const contract = await billedMonthly(shop, {
        lastDigits: "0069",
        nextBillingDate: DUE,
        billingInterval: "WEEK",
      });
      for (const day of [0, 7, 14, 21]) if (day < days) await runAt(shop, daysAfterDue(day), { inFlight: 1 });
      expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", pausedOn: daysAfterDue(14) });
      const statuses = async () => (await readAttempts(contract)).slice(0, 3).map(({ status }) => status);
      expect(await statuses()).toEqual(["FAILURE", "FAILURE", "PARKED"]);
      const card = await insertPaymentMethod(shop.id, contract.customerId);
      await changePaymentMethod(shop, contract, card, daysAfterDue(days));
      await runAt(shop, daysAfterDue(days));
      expect(await statuses()).toEqual(["FAILURE", "SUCCESS", "PARKED"]);
      expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED" });
      expect(await findDisagreements(shop.id)).toEqual([]);
    },
  );

  test("given to a contract that dunning has stopped pays the newest of three orders, and no other one days later", async () => {
    const contract = await billedMonthly(shop, {
      lastDigits: "0069",
      nextBillingDate: DUE,
      billingInterval: "DAY",
      billingIntervalCount: 6,
    });
    for (const day of [0, 6, 12, 14]) await runAt(shop, daysAfterDue(day), { inFlight: 1 });
    const statuses = async () => (await readAttempts(contract)).slice(0, 3).map(({ status }) => status);
    expect([(await readContractRow(contract)).status, await statuses()]).toEqual([
      "PAUSED",
      ["FAILURE", "FAILURE", "FAILURE"],
    ]);
    await changePaymentMethod(
      shop,
      contract,
      await insertPaymentMethod(shop.id, contract.customerId),
      daysAfterDue(15),
    );
    for (const day of [15, 16, 18, 21]) await runAt(shop, daysAfterDue(day), { inFlight: 1 });
    expect(await statuses()).toEqual(["FAILURE", "FAILURE", "SUCCESS"]);
  });

  test("given after dunning has ended is tried once: if it fails as well, nothing follows by itself", async () => {
    const { contract, browser, page } = await openStopped();
    const form = await browser.press(page, "Use another card");
    const back = await browser.press(form, "Use this card", { lastDigits: "0002" });
    expect(toPlainText(back.html)).toContain("saved, but the payment did not go through.");
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      attemptCount: 3,
      nextStep: null,
    });
  });

  test.each(["PAUSED", "CANCELLED"] as const)(
    "is charged for nothing of a contract that a person has stopped (%s)",
    async (status) => {
      const { contract } = await openStopped();
      const caller = callerAt(shop, daysAfterDue(3));
      const target = { contractId: contract.subscriptionContractId };
      if (status === "PAUSED") await contractStatus.run(caller, { ...target, status: "ACTIVE" });
      await contractStatus.run(caller, { ...target, status });
      const card = await insertPaymentMethod(shop.id, contract.customerId);
      await changePaymentMethod(shop, contract, card, daysAfterDue(4));
      await runAt(shop, daysAfterDue(4));
      expect(await readContractRow(contract)).toMatchObject({ status, paymentMethodId: card });
      expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", attemptCount: 2 });
    },
  );

  test("left without an answer: nothing changes, and the page says so", async () => {
    const { contract, browser, page } = await openPayment();
    const form = await browser.press(page, "Use another card");
    const back = await browser.press(form, "Use this card", { leave: "yes" });
    expect(toPlainText(back.html)).toContain("Nothing was changed: your card is the same as before.");
    expect((await readContractRow(contract)).paymentMethodId).toBe(contract.paymentMethodId);
    expect(await listTriesOf(shop.id)).toHaveLength(1);
  });

  test("becomes the card of the customer's other contracts that fail, unless they say otherwise", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "9995" });
    const { customerId, paymentMethodId } = contract;
    const failing = await billedMonthly(shop, { customerId, paymentMethodId });
    const quiet = await billedMonthly(shop, {
      customerId,
      paymentMethodId,
      nextBillingDate: new Date("2026-05-31T07:00:00Z"),
    });
    await runAt(shop, DUE);
    const browser = await openPayingBrowser(shop, customerId);
    const page = await browser.visit({ contract: contract.subscriptionContractId, view: "payment" });
    expect(page.html.match(/name="also-\d+"( checked="")?/g)).toEqual([
      `name="also-${failing.subscriptionContractId}" checked=""`,
      `name="also-${quiet.subscriptionContractId}"`,
    ]);
    const form = await browser.press(page, "Use another card", {
      [`also-${failing.subscriptionContractId}`]: "on",
    });
    await browser.press(form, "Use this card", { lastDigits: "4242" });
    const methods = await Promise.all(
      [contract, failing, quiet].map(async (each) => (await readContractRow(each)).paymentMethodId),
    );
    expect(methods[0]).toMatch(/^test-card-/);
    expect(methods).toEqual([methods[0], methods[0], paymentMethodId]);
    expect(await runJobs()).toEqual([]);
    expect((await firstOrderOf(failing)).status).toBe("SUCCESS");
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("is not for another's contract, nor for one beside it", async () => {
    const { contract, browser, page } = await openPayment();
    const foreign = await billedMonthly(shop);
    const answer = await browser.press(page, "Use another card", {
      [`also-${foreign.subscriptionContractId}`]: "on",
    });
    expect(answer.status).toBe(404);
    const stranger = await openPayingBrowser(shop, foreign.customerId);
    const view = { contract: contract.subscriptionContractId, view: "payment" };
    expect((await stranger.visit(view)).status).toBe(404);
    expect(await db.select().from(methodUpdates).where(eq(methodUpdates.shopId, shop.id))).toEqual([]);
  });

  test("is switched off: what has failed can be paid all the same", async () => {
    await saveSettings(shop, { disabledActions: ["payment_update"] });
    const { browser, page } = await openPayment("0119");
    expect(page.html).not.toContain("Use another card");
    expect(toPlainText((await browser.press(page, "Pay $10.00 now")).html)).toContain("Paid. Thank you!");
  });

  test("is asked for ten times an hour at most, by the real clock", async () => {
    const { browser, page } = await openPayment();
    for (let times = 0; times < 10; times++) await browser.press(page, "Use another card");
    await moveClock();
    expect((await browser.press(page, "Use another card")).status).toBe(429);
  });

  test("is asked of a shop without a gateway three times a day at most, by the real clock as well", async () => {
    const { browser, page } = await openPayment();
    const asked = { ...page, html: page.html.replaceAll("intent=new-card", "intent=payment-mail") };
    for (let times = 0; times < 3; times++) await browser.press(asked, "Use another card");
    await moveClock();
    expect((await browser.press(asked, "Use another card")).status).toBe(429);
  });
});

test.each([false, true])(
  "the mail about a failed payment leads to the page on which it is paid (a single-use link: %s)",
  async (singleUseLinks) => {
    await saveSettings(shop, { singleUseLinks });
    const { contract, browser } = await openPayment("0069");
    await runJobs();
    const [mail] = await db.select().from(mails).where(eq(mails.shopId, shop.id));
    const link = new URL(/https:\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    const landing = await browser.visit(Object.fromEntries(link.searchParams), { token: null });
    const page = singleUseLinks ? await browser.press(landing, "Open my subscriptions") : landing;
    expect(link.searchParams.get("contract")).toBe(String(contract.subscriptionContractId));
    expect(page.html).toMatch(/>Pay \$10\.00 now<.*>Use another card</s);
  },
);

describe("staff who ask for another card", () => {
  const askAs = async (target: TestShop, contractId: number) => {
    const request = pageRequest("/x?intent=ask_card", {
      cookie: await signIn(target.id, target.staff.id),
      form: {},
    });
    return ask(contractPageAction, request, { contractId: String(contractId) });
  };

  test("send a mail with a link to the page where it is given, once", async () => {
    const contract = await billedMonthly(shop);
    const { subscriptionContractId: id } = contract;
    const sent = await askAs(shop, id);
    expect([sent.status, sent.headers.get("Location")]).toEqual([
      303,
      `/admin/contracts/${id}?done=ask_card`,
    ]);
    expect((await askAs(shop, id)).status).toBe(429);
    const [mail, ...others] = await db.select().from(mails).where(eq(mails.shopId, shop.id));
    expect([others, mail?.kind]).toEqual([[], "payment_update_asked"]);
    const link = new URL(/https:\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    const browser = await openPayingBrowser(shop, contract.customerId);
    const page = await browser.visit(Object.fromEntries(link.searchParams), { token: null });
    expect(toPlainText(page.html)).toContain("You enter the new card on our payment provider’s page");
  });

  test("are refused for a shop without a gateway, and another shop's contract", async () => {
    const other = await createTestShop();
    const theirs = await billedMonthly(other);
    expect((await askAs(other, theirs.subscriptionContractId)).status).toBe(409);
    expect((await askAs(shop, theirs.subscriptionContractId)).status).toBe(404);
  });
});
