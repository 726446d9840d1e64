import { expect, test } from "vitest";
import { refundPaidOrder } from "~/features/billing/actions/refund.endpoints.server";
import { db } from "~db/client.server";
import { orderRefunds } from "~db/schema/orders";
import { billedMonthly, DUE, firstOrderOf, runAt } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { FakeStripe } from "../support/processes/stripe/fake-stripe";
import { insertStripeCard, stripeShopOfEachTest } from "../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);

/** A paid order over 10.00, and calls that refund it. */
async function insertPaid() {
  const contract = await billedMonthly(shop, await insertStripeCard(stripe, shop.id));
  await runAt(shop, DUE);
  const { id } = await firstOrderOf(contract);
  return async (query: string, key: string | null) => {
    const answer = await askJson(refundPaidOrder, `/x${query}`, {
      method: "PUT",
      params: { id: String(id) },
      headers: { "X-API-Key": shop.writeKey, ...(key !== null && { "Idempotency-Key": key }) },
    });
    const { code = null, refundedAmount = null } = await answer.json();
    return { status: answer.status, code, refundedAmount };
  };
}
/** The next call and its one repeat. */
const breakRefund = () => stripe.breakNext("/refunds", "down", "down");
const listRefunded = () => stripe.books.refunds.map(({ amount }) => amount);

test("a refund that is refused leaves its Idempotency-Key free for a corrected amount", async () => {
  const refund = await insertPaid();
  expect(await refund("?amount=11", "r")).toMatchObject({ status: 400, code: "invalid_request" });
  expect(await refund("?amount=4", "r")).toMatchObject({ status: 200, refundedAmount: 4 });
  expect(await refund("?amount=5", "r")).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  expect(listRefunded()).toEqual([400]);
});

test("a refund that did not reach the gateway is gone on with when it is asked again with its Idempotency-Key", async () => {
  const refund = await insertPaid();
  breakRefund();
  expect(await refund("?amount=4", "r")).toMatchObject({ status: 409, code: "conflict" });
  expect(await refund("?amount=4", "r")).toMatchObject({ status: 200, refundedAmount: 4 });
  expect(await refund("?amount=4", "r")).toMatchObject({ status: 200, refundedAmount: 4 });
  expect(listRefunded()).toEqual([400]);
});

test("the same without a key: the refund that was begun is the one that is asked for, a further one is another", async () => {
  const refund = await insertPaid();
  breakRefund();
  expect(await refund("?amount=4", null)).toMatchObject({ status: 409, code: "conflict" });
  expect(await refund("?amount=4", null)).toMatchObject({ status: 200, refundedAmount: 4 });
  expect(await refund("?amount=4", null)).toMatchObject({ status: 200, refundedAmount: 8 });
  expect(listRefunded()).toEqual([400, 400]);
});

test("the same for all that is left, without an amount", async () => {
  const refund = await insertPaid();
  expect(await refund("?amount=4", null)).toMatchObject({ status: 200, refundedAmount: 4 });
  breakRefund();
  expect(await refund("", null)).toMatchObject({ status: 409, code: "conflict" });
  expect(await refund("", null)).toMatchObject({ status: 200, refundedAmount: 10 });
  expect(await refund("", null)).toMatchObject({ status: 409, code: "conflict" });
  expect(listRefunded()).toEqual([400, 600]);
});

test("all that is left, after a part was begun: both are refunded", async () => {
  const refund = await insertPaid();
  breakRefund();
  expect(await refund("?amount=4", null)).toMatchObject({ status: 409, code: "conflict" });
  expect(await refund("", null)).toMatchObject({ status: 200, refundedAmount: 10 });
  expect(listRefunded()).toEqual([400, 600]);
});

test("also when another refund has finished it meanwhile: nothing is refunded twice", async () => {
  const refund = await insertPaid();
  breakRefund();
  expect(await refund("?amount=4", "r")).toMatchObject({ status: 409, code: "conflict" });
  expect(await refund("?amount=1", "other")).toMatchObject({ status: 200, refundedAmount: 5 });
  expect(await refund("?amount=4", "r")).toMatchObject({ status: 200, refundedAmount: 5 });
  expect(listRefunded()).toEqual([400, 100]);
  expect((await db.select().from(orderRefunds)).map(({ state }) => state)).toEqual(["DONE", "DONE"]);
});
