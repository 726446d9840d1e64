import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { openStripeGateway } from "~/features/billing/gateway/stripe/stripe-gateway.server";
import {
  billedMonthly,
  callerAt,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listOrdersOf,
  listRefundsOf,
  listTriesOf,
  runAt,
} from "../../../support/calls/billing";
import { readContractRow } from "../../../support/data/contract-plan";
import { insertPaymentMethod } from "../../../support/data/factories";
import { FakeStripe } from "../../../support/processes/stripe/fake-stripe";
import type { CardBehaviour, FakeBooks } from "../../../support/processes/stripe/fake-stripe-books";
import {
  giveStripeKeys,
  insertStripeCard,
  stripeShopOfEachTest,
} from "../../../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);
let former: FakeBooks;

beforeEach(() => {
  former = stripe.books;
});

/** A contract whose first order was tried at the first account. */
async function tryFirstOrder(behaviour: CardBehaviour) {
  const card = await insertStripeCard(stripe, shop.id, behaviour);
  const contract = await billedMonthly(shop, card);
  await runAt(shop, DUE);
  return { contract, card };
}

/** The shop gives the keys of another account. */
async function moveToOtherAccount(now: Date): Promise<void> {
  former = stripe.changeAccount();
  await giveStripeKeys(shop.id, "sk_live_of_the_shop", now);
}

async function giveNewCard({ contract, card }: Awaited<ReturnType<typeof tryFirstOrder>>, now: Date) {
  const id = stripe.books.addCard();
  await insertPaymentMethod(shop.id, card.customerId, { id });
  await changePaymentMethod(shop, contract, id, now);
}

const declined: CardBehaviour = { result: "declined", declineCode: "insufficient_funds" };

describe("an order that was tried with the keys of a former account", () => {
  test("and declined there: it is paid with a card of the new account, once", async () => {
    const tried = await tryFirstOrder(declined);
    await moveToOtherAccount(daysAfterDue(0, 1));
    await giveNewCard(tried, daysAfterDue(0, 2));
    await runAt(shop, daysAfterDue(0, 2));
    expect(await firstOrderOf(tried.contract)).toMatchObject({ status: "SUCCESS", attemptCount: 2 });
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
    expect([former.charges.length, stripe.books.charges.length]).toEqual([0, 1]);
  });

  test("and whose customer gives no other card: the card is not known, and dunning comes to its end", async () => {
    const tried = await tryFirstOrder(declined);
    await moveToOtherAccount(daysAfterDue(0, 1));
    await runAt(shop, daysAfterDue(1));
    expect(await firstOrderOf(tried.contract)).toMatchObject({ errorCode: "PAYMENT_METHOD_NOT_FOUND" });
    await runAt(shop, daysAfterDue(15));
    expect(await readContractRow(tried.contract)).toMatchObject({ status: "PAUSED", dunning: false });
  });

  test("and prepared there, but not charged: it is paid at the new account", async () => {
    const card = await insertStripeCard(stripe, shop.id);
    const contract = await billedMonthly(shop, card);
    const { id } = await firstOrderOf(contract);
    const asked = { amount: "10.00", currencyCode: "USD", paymentMethodId: card.paymentMethodId };
    await openStripeGateway(shop.shop, DUE).prepare(id, asked);
    await moveToOtherAccount(DUE);
    await giveNewCard({ contract, card }, DUE);
    await runAt(shop, DUE);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
    expect([former.charges.length, stripe.books.charges.length]).toEqual([0, 1]);
  });

  test("and whose bank's page may still be open there: nothing is charged until nobody can pay there any more", async () => {
    const tried = await tryFirstOrder({ result: "asks" });
    await moveToOtherAccount(daysAfterDue(0, 1));
    await giveNewCard(tried, daysAfterDue(0, 2));
    await runAt(shop, daysAfterDue(1, 1));
    expect(await firstOrderOf(tried.contract)).toMatchObject({ status: "ACTION_REQUIRED", nextStep: "TRY" });
    expect(stripe.books.charges).toEqual([]);
    await runAt(shop, daysAfterDue(1, 3));
    expect(await firstOrderOf(tried.contract)).toMatchObject({ status: "SUCCESS" });
    expect(stripe.books.charges).toHaveLength(1);
  });

  test("and whose outcome there is unknown: it stays unknown, and is not charged again", async () => {
    stripe.breakNext("/confirm", "lost", "lost", "lost", "lost");
    const tried = await tryFirstOrder({ result: "pays" });
    expect(await firstOrderOf(tried.contract)).toMatchObject({ status: "UNKNOWN" });
    await moveToOtherAccount(daysAfterDue(0, 1));
    await giveNewCard(tried, daysAfterDue(0, 2));
    for (const days of [1, 2, 8]) await runAt(shop, daysAfterDue(days));
    expect(await firstOrderOf(tried.contract)).toMatchObject({ status: "UNKNOWN" });
    expect([former.charges.length, stripe.books.charges.length]).toEqual([1, 0]);
  });
});

test("an intent that Stripe does not know, with the keys it was made with: it is not replaced by another one", async () => {
  const { contract } = await tryFirstOrder(declined);
  stripe.books.intents.clear();
  await runAt(shop, daysAfterDue(1));
  expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", attemptCount: 1 });
  expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["DECLINED", "REFUSED"]);
  expect(stripe.books.intents.size).toBe(0);
});

describe("a refund of an order that was paid at a former account", () => {
  const elsewhere = "The payment was made at the shop's former Stripe account. Refund it there.";

  test("is refused with the reason, and the order is not refunded", async () => {
    const { contract } = await tryFirstOrder({ result: "pays" });
    const { id } = await firstOrderOf(contract);
    await moveToOtherAccount(daysAfterDue(0, 1));
    await expect(refundOrder(callerAt(shop, daysAfterDue(1)), id, {})).rejects.toThrow(elsewhere);
    expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "REFUSED", errorMessage: elsewhere }]);
  });

  test("that was sent there, with the answer lost: it may have been made, and stays under way", async () => {
    const { contract } = await tryFirstOrder({ result: "pays" });
    const { id } = await firstOrderOf(contract);
    const refund = (key: string) => refundOrder(callerAt(shop, daysAfterDue(1)), id, { amount: "4", key });
    const key = randomUUID();
    stripe.breakNext("/refunds", "cut", "cut");
    await expect(refund(key)).rejects.toThrow("cannot be reached");
    await moveToOtherAccount(daysAfterDue(0, 1));
    await expect(refund(key)).rejects.toThrow(elsewhere);
    expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "REQUESTING", amount: "4.0000" }]);
    expect(former.refunds).toHaveLength(0);
  });
});
