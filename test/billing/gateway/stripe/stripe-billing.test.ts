import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openStripeGateway } from "~/features/billing/gateway/stripe/stripe-gateway.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { gatewayWebhooks, stripeKeys, stripePayments } from "~db/schema/stripe";
import {
  billedMonthly,
  DUE,
  daysAfterDue,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../../../support/calls/billing";
import { readAttempts } from "../../../support/data/contract-plan";
import { createTestShop, NOW, testAudit } from "../../../support/data/factories";
import { runJobs } from "../../../support/processes/jobs";
import { FakeStripe } from "../../../support/processes/stripe/fake-stripe";
import type { CardBehaviour, FakeIntent } from "../../../support/processes/stripe/fake-stripe-books";
import {
  insertStripeCard,
  sendStripeWebhook,
  signWebhook,
  stripeShopOfEachTest,
  toWebhook,
} from "../../../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);

const minutes = (count: number) => new Date(DUE.getTime() + count * 60_000);
const confirms = () => stripe.calls.filter(({ path }) => path.endsWith("/confirm"));

/** A monthly contract whose first order is due. */
async function insertDue(behaviour?: CardBehaviour) {
  const card = await insertStripeCard(stripe, shop.id, behaviour);
  const contract = await billedMonthly(shop, card);
  const readFirst = async () => {
    const [first] = await readAttempts(contract);
    if (!first) throw new Error("the contract has no order");
    return first;
  };
  return { contract, readFirst, cardId: card.paymentMethodId };
}

/** Our orders and Stripe's books agree: as many charges as orders, of the same amounts. */
async function expectAgreement(): Promise<void> {
  const orders = await listOrdersOf(shop.id);
  expect(stripe.books.charges.map(({ amount }) => amount).sort()).toEqual(
    orders.map(({ total }) => Number(total) * 100).sort(),
  );
}

describe("a run over Stripe", () => {
  test("does not send a charge that has not arrived to a contract that is cancelled since: its intent is cancelled", async () => {
    const { contract, readFirst } = await insertDue();
    stripe.breakNext("/confirm", "down", "down", "down", "down");
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "UNKNOWN", nextStep: "LOOK" });
    const sent = confirms().length;
    await contractStatus.run(
      { shop: shop.shop, customerId: null, audit: testAudit(DUE) },
      { contractId: contract.subscriptionContractId, status: "CANCELLED" },
    );
    await runAt(shop, minutes(5));
    expect(confirms()).toHaveLength(sent);
    expect(onlyIntent()).toMatchObject({ status: "canceled" });
    expect(await readFirst()).toMatchObject({ status: "CANCELLED", nextStep: null });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "REFUSED" }]);
    expect(stripe.books.charges).toEqual([]);
  });

  test("charges a due order once, with one intent", async () => {
    const { readFirst } = await insertDue();
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(stripe.books.intents.size).toBe(1);
    await expectAgreement();
  });

  test("whose connection is cut after the charge, each time: unknown, then found paid by the look-up; one charge", async () => {
    const { readFirst } = await insertDue();
    stripe.breakNext("/confirm", "lost", "lost", "lost", "lost");
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "UNKNOWN", nextStepAt: minutes(5) });
    await runAt(shop, minutes(5));
    expect(await readFirst()).toMatchObject({ status: "SUCCESS" });
    expect(stripe.books.charges).toHaveLength(1);
    await expectAgreement();
  });

  test("whose charges do not arrive: unknown, then sent again under the same key after the look-up", async () => {
    const { readFirst } = await insertDue();
    stripe.breakNext("/confirm", "down", "down", "down", "down");
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "UNKNOWN", nextStepAt: minutes(5) });
    await runAt(shop, minutes(5));
    expect(await readFirst()).toMatchObject({ status: "SUCCESS" });
    expect(new Set(confirms().map(({ key }) => key)).size).toBe(1);
    await expectAgreement();
  });

  test("of a card that declines and pays a day later: the same intent, under another key", async () => {
    const { readFirst, cardId } = await insertDue({ result: "declined", declineCode: "insufficient_funds" });
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "FAILURE", errorCode: "INSUFFICIENT_FUNDS" });
    const card = stripe.books.cards.get(cardId);
    if (card) card.behaviour = { result: "pays" };
    await runAt(shop, daysAfterDue(1));
    expect(await readFirst()).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect(stripe.books.intents.size).toBe(1);
    expect(new Set(confirms().map(({ key }) => key)).size).toBe(2);
    await expectAgreement();
  });

  test("of eight orders by three processes at once: each is charged once", async () => {
    for (let count = 0; count < 8; count++) await insertDue();
    await Promise.all([runAt(shop, DUE), runAt(shop, DUE), runAt(shop, DUE)]);
    expect(stripe.books.charges).toHaveLength(8);
    await expectAgreement();
  });
});

const send = (payload: string, options?: Parameters<typeof sendStripeWebhook>[2]) =>
  sendStripeWebhook(shop, payload, options);

const onlyIntent = () => {
  const [intent] = [...stripe.books.intents.values()];
  if (!intent) throw new Error("there is no intent");
  return intent;
};
const listWebhooks = () => db.select().from(gatewayWebhooks);

describe("a run over a database that was restored from a back-up", () => {
  /** The order as the back-up has it: nothing of what has happened since, but its charge at Stripe. */
  async function loseCharge(attemptId: number, restoredAt: Date): Promise<void> {
    await db.execute(sql`delete from orders where shop_id = ${shop.id}`);
    await db.execute(sql`delete from billing_tries where shop_id = ${shop.id}`);
    await db.execute(sql`delete from stripe_payments where shop_id = ${shop.id}`);
    await db
      .update(billingAttempts)
      .set({
        status: "QUEUED",
        attemptCount: 0,
        orderId: null,
        orderName: null,
        gatewayRef: null,
        nextStep: null,
        nextStepAt: null,
        leaseUntil: null,
      })
      .where(and(eq(billingAttempts.shopId, shop.id), eq(billingAttempts.id, attemptId)));
    await db.update(stripeKeys).set({ restoredAt }).where(eq(stripeKeys.shopId, shop.id));
    stripe.forgetKeys();
  }

  test("finds the charge that the back-up does not know, and charges nobody twice", async () => {
    const { readFirst } = await insertDue();
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "SUCCESS" });
    expect(stripe.books.charges).toHaveLength(1);
    await expectAgreement();
  });

  test.each(["behind", "refused"] as const)(
    "finds it also when Stripe's search is %s, at the order's customer",
    async (search) => {
      const { readFirst } = await insertDue();
      await runAt(shop, DUE);
      const { id } = await readFirst();
      await loseCharge(id, minutes(60));
      stripe.books.search = search;
      await runAt(shop, minutes(90));
      expect(await readFirst()).toMatchObject({ id, status: "SUCCESS" });
      await expectAgreement();
    },
  );

  test("finds it by the search when the order has another customer's payment method now", async () => {
    const { readFirst, cardId } = await insertDue();
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    stripe.books.addCard({ result: "pays" }, cardId);
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "SUCCESS" });
    await expectAgreement();
  });

  test("goes on with the intent of a try that was declined", async () => {
    const { readFirst, cardId } = await insertDue({ result: "declined" });
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    stripe.books.addCard({ result: "pays" }, cardId);
    const [intent] = stripe.books.intents.values();
    const customer = stripe.books.cards.get(cardId)?.customer;
    if (intent && customer) intent.customer = customer;
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "SUCCESS" });
    expect(stripe.books.intents.size).toBe(1);
    await expectAgreement();
  });

  test("closes the page on which the customer could have paid, before another one is opened", async () => {
    const { readFirst } = await insertDue({ result: "asks" });
    await runAt(shop, DUE);
    const { id } = await readFirst();
    const [page = ""] = stripe.books.sessions.keys();
    await loseCharge(id, minutes(60));
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "ACTION_REQUIRED" });
    expect([...stripe.books.sessions.values()].map(({ status }) => status)).toEqual(["expired", "open"]);
    expect(() => stripe.books.payOnPage(page)).toThrow("nobody can pay on that page");
  });

  test("closes that page, too, when Stripe does not have the customer's payment method any more", async () => {
    const { readFirst, cardId } = await insertDue({ result: "asks" });
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    stripe.books.cards.delete(cardId);
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "FAILURE", errorCode: "PAYMENT_METHOD_NOT_FOUND" });
    expect([...stripe.books.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
  });

  test("does not take the payment of another database's order with the same id", async () => {
    const { readFirst } = await insertDue();
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    const others = onlyIntent();
    others.metadata.orderKey = randomUUID();
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "SUCCESS" });
    expect(stripe.books.charges).toHaveLength(2);
    const [payment] = await db.select().from(stripePayments);
    expect(payment?.intent).not.toBe(others.id);
  });

  test("does not close the page of another database's order with the same id", async () => {
    const { readFirst } = await insertDue({ result: "asks" });
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    for (const { metadata } of [...stripe.books.intents.values(), ...stripe.books.sessions.values()])
      if (metadata) metadata.orderKey = randomUUID();
    await runAt(shop, minutes(90));
    expect([...stripe.books.sessions.values()].map(({ status }) => status)).toEqual(["open", "open"]);
  });

  test.each<[string, Partial<FakeIntent>, number]>([
    ["finds", {}, 1],
    ["leaves alone, when it is another customer's,", { customer: "cus_of_somebody_else" }, 2],
    ["leaves alone, when it is older than the order,", { created: NOW.getTime() / 1000 - 86_400 }, 2],
    ["leaves alone, when it is in another currency,", { currency: "eur" }, 2],
  ])("%s a payment that an older release has made, without the order's key", async (_, other, charges) => {
    const { readFirst } = await insertDue();
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    const intent = onlyIntent();
    delete intent.metadata.orderKey;
    Object.assign(intent, other);
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "SUCCESS" });
    expect(stripe.books.charges).toHaveLength(charges);
  });

  test("records what was taken, when the order costs something else in the back-up", async () => {
    const { readFirst } = await insertDue();
    await runAt(shop, DUE);
    const { id } = await readFirst();
    await loseCharge(id, minutes(60));
    const intent = onlyIntent();
    Object.assign(intent, { amount: 1234, amount_received: 1234 });
    for (const charge of stripe.books.charges) charge.amount = 1234;
    await runAt(shop, minutes(90));
    expect(await readFirst()).toMatchObject({ id, status: "SUCCESS", orderAmount: "12.3400" });
    await expectAgreement();
    const [order] = await listOrdersOf(shop.id);
    const gateway = openStripeGateway(shop.shop, minutes(91));
    expect(await gateway.refund(order?.gatewayRef ?? "", order?.total ?? "", randomUUID())).toEqual({
      kind: "done",
    });
  });

  test("does not ask for orders that were planned since, nor for those whose payment it knows", async () => {
    const { readFirst } = await insertDue();
    const { createdAt } = await readFirst();
    const restore = (restoredAt: Date) =>
      db.update(stripeKeys).set({ restoredAt }).where(eq(stripeKeys.shopId, shop.id));
    await restore(new Date(+createdAt - 1));
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "SUCCESS" });
    expect(stripe.calls.filter(({ path }) => path.endsWith("/search"))).toEqual([]);
  });
});

describe("a webhook", () => {
  test("of a payment that was being processed: kept, then the order is paid; repeated, nothing more", async () => {
    const { readFirst } = await insertDue({ result: "processing" });
    await runAt(shop, DUE);
    expect(await readFirst()).toMatchObject({ status: "PROCESSING", nextStep: "LOOK" });
    stripe.books.finish(onlyIntent().id);
    const payload = toWebhook({ type: "payment_intent.succeeded", object: onlyIntent() });
    expect(await send(payload)).toBe(200);
    expect(await send(payload)).toBe(200);
    expect(await readFirst()).toMatchObject({ status: "PROCESSING" });
    expect(await runJobs(() => minutes(1))).toEqual([]);
    expect(await readFirst()).toMatchObject({ status: "SUCCESS" });
    expect(await send(payload)).toBe(200);
    expect(await runJobs(() => minutes(2))).toEqual([]);
    expect(await listWebhooks()).toMatchObject([{ handledAt: minutes(1) }]);
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
    await expectAgreement();
  });

  test("that comes before an older one: what Stripe says now counts, whatever the webhooks say", async () => {
    const { readFirst } = await insertDue({ result: "processing" });
    await runAt(shop, DUE);
    const before = toWebhook({ type: "payment_intent.processing", object: { ...onlyIntent() } });
    const failed = toWebhook({ type: "payment_intent.payment_failed", object: { ...onlyIntent() } });
    stripe.books.finish(onlyIntent().id);
    await send(toWebhook({ type: "payment_intent.succeeded", object: onlyIntent() }));
    await runJobs(() => minutes(1));
    await send(failed);
    await send(before);
    expect(await runJobs(() => minutes(2))).toEqual([]);
    expect(await readFirst()).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect(await listTriesOf(shop.id)).toMatchObject([{ state: "PAID" }]);
    await expectAgreement();
  });

  test("of a hosted page on which the customer has paid: the order is recovered, and can be refunded", async () => {
    const { readFirst } = await insertDue({ result: "asks" });
    await runAt(shop, DUE);
    const [page] = [...stripe.books.sessions.values()];
    if (!page) throw new Error("there is no page");
    expect(await readFirst()).toMatchObject({ status: "ACTION_REQUIRED", actionUrl: page.url });
    stripe.books.payOnPage(page.id);
    await send(toWebhook({ type: "checkout.session.completed", object: page }));
    expect(await runJobs(() => minutes(1))).toEqual([]);
    expect(await readFirst()).toMatchObject({ status: "SUCCESS" });
    const [order] = await listOrdersOf(shop.id);
    const gateway = openStripeGateway(shop.shop, minutes(2));
    expect(await gateway.refund(order?.gatewayRef ?? "", order?.total ?? "", randomUUID())).toEqual({
      kind: "done",
    });
    await expectAgreement();
  });

  test("of an order that nobody charges now: nothing is charged", async () => {
    const { readFirst, cardId } = await insertDue();
    const { id } = await readFirst();
    const asked = { amount: "10.00", currencyCode: "USD", paymentMethodId: cardId };
    await openStripeGateway(shop.shop, DUE).prepare(id, asked);
    await send(toWebhook({ type: "payment_intent.canceled", object: onlyIntent() }));
    expect(await runJobs(() => minutes(1))).toEqual([]);
    expect(await readFirst()).toMatchObject({ status: "QUEUED" });
    expect(stripe.books.charges).toEqual([]);
  });

  test("about anything else of the account: accepted, and not stored", async () => {
    expect(await send(toWebhook({ type: "payment_intent.succeeded", object: { metadata: {} } }))).toBe(200);
    expect(await send(toWebhook({ type: "customer.created", object: {} }))).toBe(200);
    expect(await listWebhooks()).toEqual([]);
  });

  test("whose signature is forged, stale, another shop's or absent, or whose shop is not: 401, and not kept", async () => {
    const payload = toWebhook({
      type: "payment_intent.succeeded",
      object: { metadata: { ref: "stripe-1" } },
    });
    const other = await createTestShop();
    const stale = Math.floor(Date.now() / 1000) - 400;
    const statuses = [
      await send(payload, { signature: null }),
      await send(payload, { signature: "nonsense" }),
      await send(payload, { signature: signWebhook(payload, "whsec_of_somebody_else") }),
      await send(payload, { signature: signWebhook(payload, undefined, stale) }),
      await send(`${payload} `, { signature: signWebhook(payload) }),
      await send(payload, { query: "" }),
      await send(payload, { query: "?shop=unknown.mystore.example" }),
      await send(payload, { query: `?shop=${other.shop.storeDomain}` }),
    ];
    expect(statuses).toEqual(statuses.map(() => 401));
    expect(await listWebhooks()).toEqual([]);
  });

  test("of a gateway that there is not: 404", async () => {
    expect(await send("{}", { gateway: "test" })).toBe(404);
  });
});
