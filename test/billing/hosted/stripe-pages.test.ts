import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { OpenGateway } from "~/features/billing/gateway/open-gateway.server";
import { openStripeGateway } from "~/features/billing/gateway/stripe/stripe-gateway.server";
import { lookAtOrder } from "~/features/billing/hosted/hosted-order.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { methodUpdates } from "~db/schema/hosted-pages";
import { mails } from "~db/schema/mails";
import { gatewayWebhooks } from "~db/schema/stripe";
import {
  type BilledContract,
  billedMonthly,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../../support/calls/billing";
import { openPayingBrowser } from "../../support/calls/hosted";
import { toPlainText } from "../../support/calls/portal-pages";
import { readContractRow } from "../../support/data/contract-plan";
import { insertPaymentMethod, testAudit } from "../../support/data/factories";
import { runJobs } from "../../support/processes/jobs";
import { FakeStripe } from "../../support/processes/stripe/fake-stripe";
import type { CardBehaviour } from "../../support/processes/stripe/fake-stripe-books";
import {
  insertStripeCard,
  sendStripeWebhook,
  stripeShopOfEachTest,
  toWebhook,
} from "../../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);

const gateway = () => openStripeGateway(shop.shop, DUE);
const newest = () => {
  const page = [...stripe.books.sessions.values()].at(-1);
  if (!page) throw new Error("there is no page");
  return page;
};
const declined: CardBehaviour = { result: "declined", declineCode: "insufficient_funds" };

/** A contract whose first order has failed, and its customer on the page where it is paid. */
async function openPayment(behaviour: CardBehaviour) {
  const card = await insertStripeCard(stripe, shop.id, behaviour);
  const contract = await billedMonthly(shop, card);
  await runAt(shop, DUE);
  const browser = await openPayingBrowser(shop, card.customerId);
  const page = await browser.visit({ contract: contract.subscriptionContractId, view: "payment" });
  const comeBack = () =>
    browser.visit(Object.fromEntries(new URL(newest().success_url ?? "").searchParams), { token: null });
  const sendWebhook = async (type: Parameters<typeof toWebhook>[0]["type"], id = `evt_${randomUUID()}`) => {
    expect(await sendStripeWebhook(shop, toWebhook({ id, type, object: newest() }))).toBe(200);
  };
  return { contract, browser, page, comeBack, sendWebhook, cardId: card.paymentMethodId };
}

describe("another card at Stripe", () => {
  test("is given on its hosted page, kept for the same customer there, and charged at once", async () => {
    const { contract, browser, page, comeBack, sendWebhook, cardId } = await openPayment(declined);
    expect(page.headers.get("Content-Security-Policy")).toContain(
      "form-action 'self' https://checkout.stripe.com;",
    );
    const away = await browser.press(page, "Use another card");
    expect([away.status, away.headers.get("Location")]).toEqual([303, newest().url]);
    expect(newest()).toMatchObject({ mode: "setup", customer: stripe.books.cards.get(cardId)?.customer });
    expect(newest().success_url).not.toContain(browser.token);
    const given = stripe.books.giveCardOnPage(newest().id);
    expect(toPlainText((await comeBack()).html)).toContain("Your new card is saved, and your order is paid.");
    expect(await readContractRow(contract)).toMatchObject({ paymentMethodId: given, dunning: false });
    for (const type of ["checkout.session.completed", "setup_intent.succeeded"] as const)
      await sendWebhook(type);
    expect(await runJobs()).toEqual([]);
    expect(stripe.books.charges).toHaveLength(1);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("and the browser closed: its webhooks are enough, however often and in whatever order they come", async () => {
    const { contract, browser, page, sendWebhook } = await openPayment(declined);
    await browser.press(page, "Use another card");
    await sendWebhook("checkout.session.completed");
    expect(await runJobs()).toEqual([]);
    expect((await readContractRow(contract)).paymentMethodId, "not given yet").toBe(contract.paymentMethodId);
    const given = stripe.books.giveCardOnPage(newest().id);
    await sendWebhook("setup_intent.succeeded", "evt_first");
    await sendWebhook("checkout.session.completed");
    await sendWebhook("checkout.session.completed");
    await sendWebhook("setup_intent.succeeded", "evt_first");
    expect(await runJobs()).toEqual([]);
    expect((await readContractRow(contract)).paymentMethodId).toBe(given);
    await runAt(shop, daysAfterDue(0, 1));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("and the page is left or expires: nothing has changed", async () => {
    const { contract, browser, page, comeBack, sendWebhook } = await openPayment(declined);
    await browser.press(page, "Use another card");
    expect(toPlainText((await comeBack()).html)).toContain("We’re waiting for the payment provider.");
    newest().status = "expired";
    await sendWebhook("checkout.session.expired");
    expect(await runJobs()).toEqual([]);
    const [update] = await db.select().from(methodUpdates).where(eq(methodUpdates.shopId, shop.id));
    expect(update).toMatchObject({ state: "OVER", paymentMethodId: null });
    expect((await readContractRow(contract)).paymentMethodId).toBe(contract.paymentMethodId);
  });

  test("and the answer with the page lost: the SDK asks again and gets one page; if no answer comes, the customer is told", async () => {
    const { browser, page } = await openPayment(declined);
    stripe.breakNext("/sessions", "lost");
    expect((await browser.press(page, "Use another card")).status).toBe(303);
    expect(stripe.books.sessions.size).toBe(1);
    stripe.breakNext("/sessions", "down", "down");
    const refused = await browser.press(page, "Use another card");
    expect(refused.status).toBe(503);
  });

  test("and Stripe unreachable when the customer returns: they are signed in, and the webhook completes the rest", async () => {
    const { contract, browser, page, comeBack, sendWebhook } = await openPayment(declined);
    await browser.press(page, "Use another card");
    const given = stripe.books.giveCardOnPage(newest().id);
    stripe.breakNext(newest().id, "down", "down");
    expect(toPlainText((await comeBack()).html)).toContain("We’re waiting for the payment provider.");
    await sendWebhook("checkout.session.completed");
    expect(await runJobs()).toEqual([]);
    expect((await readContractRow(contract)).paymentMethodId).toBe(given);
  });
});

describe("the bank's question at Stripe", () => {
  test("leads to its page and back: paid once, whatever webhooks come later", async () => {
    const { contract, browser, page, comeBack, sendWebhook } = await openPayment({ result: "asks" });
    const away = await browser.press(page, "Pay $10.00 now");
    expect(away.headers.get("Location")).toBe(newest().url);
    expect(stripe.books.sessions.size, "the page that was open already").toBe(1);
    stripe.books.payOnPage(newest().id);
    expect(toPlainText((await comeBack()).html)).toContain("Paid. Thank you!");
    await sendWebhook("checkout.session.completed");
    await sendWebhook("checkout.session.expired");
    expect(await runJobs()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("left unanswered: the customer is told; the next time there is another page, and the first is closed", async () => {
    const { browser, page, comeBack } = await openPayment({ result: "asks" });
    await browser.press(page, "Pay $10.00 now");
    const back = await comeBack();
    expect(toPlainText(back.html)).toContain("The payment is not confirmed yet.");
    const away = await browser.press(back, "Pay $10.00 now");
    expect(away.headers.get("Location")).toBe(newest().url);
    expect([...stripe.books.sessions.values()].map(({ status }) => status)).toEqual(["expired", "open"]);
    stripe.books.payOnPage(newest().id);
    expect(toPlainText((await comeBack()).html)).toContain("Paid. Thank you!");
    expect(stripe.books.charges).toHaveLength(1);
    const tries = await listTriesOf(shop.id);
    expect(tries.map(({ state }) => state)).toEqual(["CHALLENGE", "PAID"]);
  });
});

describe("Stripe silent when the customer has paid on the bank's page", () => {
  const unanswered = ["handle-gateway-notice: the gateway did not answer a look-up"];
  const repeatJobs = async () => {
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    return runJobs();
  };

  test("a webhook is not used up: its job is repeated until Stripe answers, and the order is paid", async () => {
    const { contract, sendWebhook } = await openPayment({ result: "asks" });
    stripe.books.payOnPage(newest().id);
    await sendWebhook("checkout.session.completed");
    stripe.breakNext(newest().id, "down", "down");
    expect(await runJobs()).toEqual(unanswered);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "ACTION_REQUIRED", leaseUntil: null });
    expect(await db.select().from(gatewayWebhooks)).toMatchObject([{ handledAt: null }]);
    expect(await repeatJobs()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("a customer who comes back is told that the payment is on its way, not that it is not confirmed", async () => {
    const { browser, page, comeBack } = await openPayment({ result: "asks" });
    await browser.press(page, "Pay $10.00 now");
    stripe.books.payOnPage(newest().id);
    stripe.breakNext(newest().id, "down", "down");
    expect(toPlainText((await comeBack()).html)).toContain("Your payment is on its way.");
  });

  test("webhooks that get no answer use up none of the look-ups of a payment that is on its way", async () => {
    const { contract } = await openPayment({ result: "processing" });
    const [intent] = stripe.books.intents.values();
    if (!intent) throw new Error("there is no intent");
    const before = await firstOrderOf(contract);
    const [{ looks } = { looks: 0 }] = await listTriesOf(shop.id);
    stripe.books.finish(intent.id);
    expect(
      await sendStripeWebhook(shop, toWebhook({ type: "payment_intent.succeeded", object: intent })),
    ).toBe(200);
    stripe.breakNext(intent.id, "down", "down", "down", "down");
    expect(await runJobs()).toEqual(unanswered);
    expect(await repeatJobs()).toEqual(unanswered);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "PROCESSING",
      nextStepAt: before.nextStepAt,
    });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "PENDING", looks }]);
    expect(await repeatJobs()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
  });
});

describe("an order that is given up", () => {
  test("is cancelled at Stripe: its intent, or the page in its place", async () => {
    const { contract } = await openPayment({ result: "asks" });
    const { gatewayRef } = await firstOrderOf(contract);
    await gateway().cancel(gatewayRef ?? "");
    expect(newest().status).toBe("expired");
    const other = await openPayment(declined);
    await gateway().cancel((await firstOrderOf(other.contract)).gatewayRef ?? "");
    expect([...stripe.books.intents.values()].map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  });

  test("and was paid a moment before: it stays paid, and is found so", async () => {
    const { contract } = await openPayment({ result: "asks" });
    const { gatewayRef } = await firstOrderOf(contract);
    const [asked] = await listTriesOf(shop.id);
    stripe.books.payOnPage(newest().id);
    await gateway().cancel(gatewayRef ?? "");
    expect(await gateway().lookUp(gatewayRef ?? "", asked?.key ?? "")).toEqual({
      kind: "paid",
      amount: "10.00",
    });
  });

  test("by the end of dunning, with its page still open: nobody can pay there any more", async () => {
    const { contract } = await openPayment({ result: "asks" });
    await runAt(shop, daysAfterDue(15));
    expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED" });
    expect(newest().status).toBe("expired");
  });
});

describe("a bank debit that the customer starts on the page of the bank's question", () => {
  const LAST_DAY = daysAfterDue(14);
  /** What a webhook does, at an instant of the shop's clock. */
  const lookAt = async (contract: BilledContract, now: Date) =>
    lookAtOrder(shop.id, (await firstOrderOf(contract)).id, now);

  const listMailKinds = () => db.select({ kind: mails.kind }).from(mails).where(eq(mails.shopId, shop.id));

  /** The page's webhook came an hour later; nothing has been taken yet. */
  async function startDebit() {
    const opened = await openPayment({ result: "asks" });
    expect(await firstOrderOf(opened.contract)).toMatchObject({ status: "ACTION_REQUIRED", nextStep: "END" });
    stripe.books.payOnPage(newest().id, { by: "debit" });
    await lookAt(opened.contract, daysAfterDue(0, 1));
    const intentId = newest().payment_intent as string;
    return { ...opened, intentId };
  }

  test("is a payment on its way: the days of dunning pass, nothing ends and no mail is sent", async () => {
    const { contract, browser, intentId, sendWebhook } = await startDebit();
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "PROCESSING",
      nextStep: "LOOK",
      actionUrl: null,
    });
    expect(await runJobs()).toEqual([]);
    const mailsBefore = await listMailKinds();
    for (let day = 0; day <= 15; day++) await runAt(shop, daysAfterDue(day, 1));
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE" });
    expect(await runJobs()).toEqual([]);
    expect(await listMailKinds()).toEqual(mailsBefore);
    expect(stripe.books.charges).toEqual([]);
    stripe.books.finish(intentId);
    await sendWebhook("checkout.session.async_payment_succeeded");
    expect(await runJobs()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "PAID" }]);
    expect(stripe.books.charges).toHaveLength(1);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    const page = await browser.visit({ contract: contract.subscriptionContractId, view: "payment" });
    expect(toPlainText(page.html)).not.toContain("confirm");
  });

  test("and that is sent back has failed: counted once, dunned from the first failure, and paid with another card", async () => {
    const { contract, intentId } = await startDebit();
    const { firstFailedAt } = await firstOrderOf(contract);
    await runAt(shop, daysAfterDue(3));
    stripe.books.sendBack(intentId);
    await lookAt(contract, daysAfterDue(3, 1));
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      errorCode: "INSUFFICIENT_FUNDS",
      attemptCount: 1,
      firstFailedAt,
      nextStep: "TRY",
      nextStepAt: daysAfterDue(5),
    });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "DECLINED" }]);
    const other = stripe.books.addCard();
    await insertPaymentMethod(shop.id, contract.customerId, { id: other });
    await changePaymentMethod(shop, contract, other, daysAfterDue(4));
    await runAt(shop, daysAfterDue(4, 1));
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect(stripe.books.charges).toHaveLength(1);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
  });

  test("and that only the last day of dunning finds is not given up, also on a contract that is paused", async () => {
    for (const status of ["ACTIVE", "PAUSED"] as const) {
      const { contract } = await openPayment({ result: "asks" });
      if (status === "PAUSED")
        await contractStatus.run(
          { shop: shop.shop, customerId: null, audit: testAudit(DUE) },
          { contractId: contract.subscriptionContractId, status },
        );
      stripe.books.payOnPage(newest().id, { by: "debit" });
      await runAt(shop, LAST_DAY);
      expect(await firstOrderOf(contract)).toMatchObject({ status: "PROCESSING", nextStep: "LOOK" });
      expect(await readContractRow(contract)).toMatchObject({ status });
      stripe.books.finish(newest().payment_intent as string);
      await runAt(shop, daysAfterDue(16));
      expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
      expect(await readContractRow(contract)).toMatchObject({ status });
    }
  });

  test("and that begins while the order is being given up is not given up", async () => {
    for (const status of ["ACTIVE", "PAUSED"] as const) {
      const { contract } = await openPayment({ result: "asks" });
      if (status === "PAUSED")
        await contractStatus.run(
          { shop: shop.shop, customerId: null, audit: testAudit(DUE) },
          { contractId: contract.subscriptionContractId, status },
        );
      const page = newest().id;
      const open: OpenGateway = (of, now) => {
        const opened = openStripeGateway(of, now);
        return {
          ...opened,
          cancel: async (ref) => {
            stripe.books.payOnPage(page, { by: "debit" });
            return opened.cancel(ref);
          },
        };
      };
      await runAt(shop, LAST_DAY, { open });
      expect(await firstOrderOf(contract)).toMatchObject({ status: "PROCESSING", nextStep: "LOOK" });
      expect(await readContractRow(contract)).toMatchObject({ status });
    }
  });
});
