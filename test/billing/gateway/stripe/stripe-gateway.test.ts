import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openStripeGateway } from "~/features/billing/gateway/stripe/stripe-gateway.server";
import { SilentServiceError } from "~/lib/circuit-breaker";
import { env } from "~/lib/env.server";
import { billedMonthly, DUE } from "../../../support/calls/billing";
import { withNewKeyFirst } from "../../../support/calls/key-ring";
import { readAttempts } from "../../../support/data/contract-plan";
import { FakeStripe } from "../../../support/processes/stripe/fake-stripe";
import type { CardBehaviour } from "../../../support/processes/stripe/fake-stripe-books";
import { insertStripeCard, stripeShopOfEachTest } from "../../../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);

const gateway = () => openStripeGateway(shop.shop, DUE);
const confirms = () => stripe.calls.filter(({ path }) => path.endsWith("/confirm"));

/** An order to be charged to a card with this behaviour. */
async function insertOrder(behaviour?: CardBehaviour, amount = "34.88") {
  const card = await insertStripeCard(stripe, shop.id, behaviour);
  const contract = await billedMonthly(shop, card);
  const [order] = await readAttempts(contract);
  if (!order) throw new Error("the contract has no order");
  const parameters = { amount, currencyCode: "USD", paymentMethodId: card.paymentMethodId };
  return { orderId: order.id, parameters };
}

async function prepare(behaviour?: CardBehaviour, amount?: string) {
  const { orderId, parameters } = await insertOrder(behaviour, amount);
  const ref = await gateway().prepare(orderId, parameters);
  const charge = (key: string = randomUUID()) => gateway().charge(ref, key, parameters);
  return { orderId, ref, parameters, charge };
}

describe("a charge", () => {
  test("of a card that pays: paid, with the amount that was taken, off-session, under the try's key", async () => {
    const { charge, ref } = await prepare();
    const key = randomUUID();
    expect(await charge(key)).toEqual({ kind: "paid", amount: "34.88" });
    expect(stripe.books.charges).toEqual([{ intent: expect.any(String), amount: 3488, currency: "usd" }]);
    expect(confirms()).toMatchObject([{ key, form: { off_session: "true" } }]);
    expect([...stripe.books.intents.values()]).toMatchObject([{ metadata: { ref } }]);
  });

  test.each([
    ["USD", "12.5", 1250],
    ["JPY", "1200", 1200],
    ["KWD", "1.250", 1250],
    ["ISK", "500", 50_000],
    ["UGX", "5000", 500_000],
    ["KRW", "9900", 9900],
  ])("in %s of %s: %s of Stripe's units", async (currencyCode, amount, units) => {
    const { orderId, parameters } = await prepare();
    const asked = { ...parameters, currencyCode, amount };
    const ref = await gateway().prepare(orderId, asked);
    const outcome = await gateway().charge(ref, randomUUID(), asked);
    expect(stripe.books.charges).toMatchObject([{ amount: units, currency: currencyCode.toLowerCase() }]);
    expect(outcome).toMatchObject({ kind: "paid" });
  });

  test("of what is less than Stripe has a unit for, or takes at all: the merchant's to put right", async () => {
    const { orderId, parameters } = await prepare();
    const charge = async (currencyCode: string, amount: string) => {
      const asked = { ...parameters, currencyCode, amount };
      return gateway().charge(await gateway().prepare(orderId, asked), randomUUID(), asked);
    };
    expect(await charge("KWD", "1.255")).toMatchObject({ class: "merchant", code: "INVALID_AMOUNT" });
    const small = await prepare(undefined, "0.10");
    expect(await small.charge()).toMatchObject({ class: "merchant", code: "AMOUNT_TOO_SMALL" });
    expect(stripe.books.charges).toEqual([]);
  });

  test("with another amount than it was prepared with: refused", async () => {
    const { ref, parameters } = await prepare();
    const outcome = await gateway().charge(ref, randomUUID(), { ...parameters, amount: "1.00" });
    expect(outcome).toMatchObject({ kind: "refused" });
  });

  test("of a card that Stripe does not have: the customer has to act", async () => {
    const { orderId, parameters } = await prepare();
    const asked = { ...parameters, paymentMethodId: "pm_gone" };
    const ref = await gateway().prepare(orderId, asked);
    expect(await gateway().charge(ref, randomUUID(), asked)).toMatchObject({
      kind: "declined",
      code: "PAYMENT_METHOD_NOT_FOUND",
      class: "customer",
    });
  });

  test("that is declined: the bank's code, Stripe's advice and its message for people arrive", async () => {
    const { charge } = await prepare({
      result: "declined",
      declineCode: "insufficient_funds",
      adviceCode: "do_not_try_again",
    });
    expect(await charge()).toEqual({
      kind: "declined",
      class: "customer",
      code: "INSUFFICIENT_FUNDS",
      message: "Your card was declined.",
    });
  });

  test("that is declined without a code of the bank: Stripe's own code counts", async () => {
    const { charge } = await prepare({ result: "declined", code: "expired_card" });
    expect(await charge()).toMatchObject({ class: "customer", code: "EXPIRED_CARD" });
  });

  test("that is being processed: pending, and paid when it is looked up later", async () => {
    const { charge, ref } = await prepare({ result: "processing" });
    const key = randomUUID();
    expect(await charge(key)).toEqual({ kind: "pending" });
    expect(await gateway().lookUp(ref, key)).toEqual({ kind: "pending" });
    for (const id of stripe.books.intents.keys()) stripe.books.finish(id);
    expect(await gateway().lookUp(ref, key)).toEqual({ kind: "paid", amount: "34.88" });
  });
});

describe("a call that goes wrong", () => {
  test.each([["lost"], ["hangs"]] as const)(
    "%s after the charge: the same key again, one charge",
    async (fault) => {
      const { charge } = await prepare();
      if (fault === "hangs") env.STRIPE_TIMEOUT_MS = 2000;
      stripe.breakNext("/confirm", fault);
      expect(await charge()).toEqual({ kind: "paid", amount: "34.88" });
      expect(new Set(confirms().map(({ key }) => key)).size).toBe(1);
      expect(confirms()).toHaveLength(2);
      expect(stripe.books.charges).toHaveLength(1);
    },
  );

  test("look-ups of a Stripe that does not answer: one at a time tests it, the others fail at once; when it answers again, all are answered", async () => {
    const { charge, ref } = await prepare();
    const key = randomUUID();
    const paid = await charge(key);
    const lookUp = () => gateway().lookUp(ref, key);
    const lookUpAll = () => Promise.allSettled([1, 2, 3, 4, 5].map(lookUp));
    env.STRIPE_TIMEOUT_MS = 300;
    stripe.hold(({ method }) => method === "GET");
    await expect(lookUp()).rejects.toThrow("timeout");
    const ends = await lookUpAll();
    expect(
      ends.filter((end) => end.status === "rejected" && end.reason instanceof SilentServiceError),
    ).toHaveLength(4);
    expect(ends.filter((end) => end.status === "fulfilled")).toEqual([]);
    stripe.release();
    env.STRIPE_TIMEOUT_MS = 120_000;
    expect(await lookUp()).toEqual(paid);
    expect(await lookUpAll()).toEqual(Array(5).fill({ status: "fulfilled", value: paid }));
  });

  test("lost each time: the outcome is unknown; a look-up finds it paid", async () => {
    const { charge, ref } = await prepare();
    const key = randomUUID();
    stripe.breakNext("/confirm", "lost", "lost");
    expect(await charge(key)).toEqual({ kind: "unknown" });
    expect(await gateway().lookUp(ref, key)).toEqual({ kind: "paid", amount: "34.88" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test.each([
    // The SDK itself repeats the call once, except after a 429.
    ["409", ["locked", "locked"]],
    ["429", ["busy"]],
    ["503", ["down", "down"]],
    ["a cut line", ["cut", "cut"]],
  ] as const)("%s: nobody knows; nothing has arrived, and the same call charges once", async (_, faults) => {
    const { charge, ref } = await prepare();
    const key = randomUUID();
    stripe.breakNext("/confirm", ...faults);
    expect(await charge(key)).toEqual({ kind: "unknown" });
    expect(await gateway().lookUp(ref, key)).toEqual({ kind: "notFound" });
    expect(await charge(key)).toMatchObject({ kind: "paid" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("a fault that Stripe keeps under the key: unknown as often as it is asked; forgotten a day later, it charges", async () => {
    const { charge } = await prepare();
    const key = randomUUID();
    stripe.breakNext("/confirm", "fault");
    expect(await charge(key)).toEqual({ kind: "unknown" });
    expect(await charge(key)).toEqual({ kind: "unknown" });
    stripe.forgetKeys();
    expect(await charge(key)).toMatchObject({ kind: "paid" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("a decline is repeated under its key, and another try of the same intent may pay", async () => {
    const { charge, ref, parameters, orderId } = await prepare({ result: "declined" });
    const key = randomUUID();
    expect(await charge(key)).toMatchObject({ kind: "declined" });
    const card = stripe.books.cards.get(parameters.paymentMethodId);
    if (card) card.behaviour = { result: "pays" };
    expect(await charge(key)).toMatchObject({ kind: "declined" });
    expect(await gateway().prepare(orderId, parameters)).toBe(ref);
    expect(await charge()).toMatchObject({ kind: "paid" });
    expect(stripe.books.intents.size).toBe(1);
  });

  test("paid already and charged under another key: it is the one payment", async () => {
    const { charge } = await prepare();
    await charge();
    expect(await charge()).toEqual({ kind: "paid", amount: "34.88" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("the answer to the first call is lost, and the total changes: one intent, with the new total", async () => {
    const { orderId, parameters } = await insertOrder();
    stripe.breakNext("/payment_intents", "lost", "lost");
    await expect(gateway().prepare(orderId, parameters)).rejects.toThrow();
    const more = { ...parameters, amount: "40.00" };
    const ref = await gateway().prepare(orderId, more);
    expect(stripe.books.intents.size).toBe(1);
    expect(await gateway().charge(ref, randomUUID(), more)).toEqual({ kind: "paid", amount: "40.00" });
  });
});

describe("the customer's bank asks for them", () => {
  const pageOf = () => {
    const pages = [...stripe.books.sessions.values()];
    const page = pages.at(-1);
    if (!page) throw new Error("there is no page");
    return page;
  };

  test("a hosted page in the intent's place; asked again, the same; paid there, it is the order's payment", async () => {
    const { charge, ref } = await prepare({ result: "asks" });
    const key = randomUUID();
    const outcome = await charge(key);
    expect(outcome).toEqual({ kind: "actionRequired", url: pageOf().url });
    expect([...stripe.books.intents.values()]).toMatchObject([{ status: "canceled" }]);
    expect(await charge(key)).toEqual(outcome);
    expect(await gateway().lookUp(ref, key)).toEqual(outcome);
    stripe.books.payOnPage(pageOf().id);
    expect(await gateway().lookUp(ref, key)).toEqual({ kind: "paid", amount: "34.88" });
    expect(await gateway().lookUp(ref, key)).toEqual({ kind: "paid", amount: "34.88" });
    expect(await gateway().refund(ref, "34.88", randomUUID())).toEqual({ kind: "done" });
  });

  test("the page leads back with a code, and without a token of the portal", async () => {
    const { charge } = await prepare({ result: "asks" });
    await charge();
    const made = stripe.calls.find(({ path }) => path.endsWith("/sessions"));
    expect(made?.form.success_url).toMatch(/^https?:\/\/[^?]*\?back=[\w-]{43}$/);
  });

  test("another try: the page is closed first, and nobody can pay there any more", async () => {
    const { charge, orderId, parameters } = await prepare({ result: "asks" });
    await charge();
    const other = stripe.books.addCard();
    const asked = { ...parameters, paymentMethodId: other };
    const ref = await gateway().prepare(orderId, asked);
    expect(pageOf().status).toBe("expired");
    expect(await gateway().charge(ref, randomUUID(), asked)).toMatchObject({ kind: "paid" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("paid on the page a moment before another try: that is the payment, and there is one charge", async () => {
    const { charge, orderId, parameters } = await prepare({ result: "asks" });
    await charge();
    stripe.books.payOnPage(pageOf().id);
    const asked = { ...parameters, paymentMethodId: stripe.books.addCard() };
    const ref = await gateway().prepare(orderId, asked);
    expect(await gateway().charge(ref, randomUUID(), asked)).toEqual({ kind: "paid", amount: "34.88" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("the answer with the page is lost, and a process with a new key in front asks again: the same page", async () => {
    const { charge } = await prepare({ result: "asks" });
    const key = randomUUID();
    stripe.breakNext("/sessions", "lost", "lost");
    expect(await charge(key)).toEqual({ kind: "unknown" });
    expect(await withNewKeyFirst(() => charge(key))).toEqual({ kind: "actionRequired", url: pageOf().url });
    expect(stripe.books.sessions.size).toBe(1);
  });

  test("the answer with the page is lost: the same page, found again", async () => {
    const { charge } = await prepare({ result: "asks" });
    const key = randomUUID();
    stripe.breakNext("/sessions", "lost", "lost");
    expect(await charge(key)).toEqual({ kind: "unknown" });
    expect(await charge(key)).toMatchObject({ kind: "actionRequired" });
    expect(stripe.books.sessions.size).toBe(1);
  });
});

describe("a refund", () => {
  test("is given once, even after Stripe has forgotten its key", async () => {
    const { charge, ref } = await prepare();
    await charge();
    const key = randomUUID();
    expect(await gateway().refund(ref, "10.00", key)).toEqual({ kind: "done" });
    stripe.forgetKeys();
    expect(await gateway().refund(ref, "10.00", key)).toEqual({ kind: "done" });
    expect(stripe.books.refunds).toMatchObject([{ amount: 1000 }]);
  });

  test("of more than was paid: refused with Stripe's reason", async () => {
    const { charge, ref } = await prepare();
    await charge();
    expect(await gateway().refund(ref, "99.00", randomUUID())).toMatchObject({ kind: "refused" });
  });
});
