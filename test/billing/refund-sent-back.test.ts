import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/features/billing/charging/refund.service.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import { client, db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import {
  billedMonthly,
  callerAt,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listRefundsOf,
  runAt,
} from "../support/calls/billing";
import { runJobs } from "../support/processes/jobs";
import { FakeStripe } from "../support/processes/stripe/fake-stripe";
import {
  insertStripeCard,
  sendStripeWebhook,
  stripeShopOfEachTest,
  toWebhook,
} from "../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);
let attemptId = 0;

beforeEach(async () => {
  const contract = await billedMonthly(shop, await insertStripeCard(stripe, shop.id));
  await recountFacts(shop.shop, { isRepaired: true, now: DUE });
  await runAt(shop, DUE);
  attemptId = (await firstOrderOf(contract)).id;
});

const refund = (days: number, amount?: string) =>
  refundOrder(callerAt(shop, daysAfterDue(days)), attemptId, { amount });

/** Stripe's refund has ended, and its webhook is handled on that day. */
async function end(days: number, status: "succeeded" | "failed"): Promise<void> {
  const made = stripe.books.refunds.at(-1);
  if (!made) throw new Error("there is no refund");
  Object.assign(made, { status, ...(status === "failed" && { failure_reason: "lost_or_stolen_card" }) });
  const type = status === "failed" ? "refund.failed" : "refund.updated";
  expect(await sendStripeWebhook(shop, toWebhook({ type, object: made }))).toBe(200);
  expect(await runJobs(() => daysAfterDue(days))).toEqual([]);
}

const listRefundFacts = async () => {
  const rows = await client`select count || ' of ' || trim_scale(amount)::text as fact from facts
    where shop_id = ${shop.id} and kind = 'REFUNDED' order by id`;
  return rows.map(({ fact }) => fact);
};
const listDifferences = async () =>
  (await recountFacts(shop.shop, { isRepaired: false, now: DUE })).differences.map(toDifferenceText);
const listActions = async () =>
  (await db.select().from(activity).where(eq(activity.shopId, shop.id))).map(({ action }) => action);

test("a refund that takes days is under way until a webhook reports its end", async () => {
  stripe.books.refundsAre = "pending";
  await refund(1, "4");
  expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "REQUESTING", finishedAt: null }]);
  expect(await listRefundFacts()).toEqual([]);
  await end(3, "succeeded");
  expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "DONE", finishedAt: daysAfterDue(3) }]);
  expect(await listRefundFacts()).toEqual(["1 of 4"]);
  expect(await listDifferences()).toEqual([]);
  expect(stripe.books.refunds).toHaveLength(1);
});

test("its amount is not refunded again meanwhile; asked again, its end is found without a webhook", async () => {
  stripe.books.refundsAre = "pending";
  await refund(1, "4");
  await expect(refund(2, "7")).rejects.toMatchObject({ code: "invalid_request" });
  Object.assign(stripe.books.refunds[0] ?? {}, { status: "succeeded" });
  await refund(2, "4");
  expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "DONE" }]);
  expect(stripe.books.refunds).toHaveLength(1);
});

test("one that fails: its amount is free again, and the history says why", async () => {
  stripe.books.refundsAre = "pending";
  await refund(1);
  await end(3, "failed");
  expect(await listRefundsOf(shop.id)).toMatchObject([
    { state: "REFUSED", errorMessage: "lost_or_stolen_card", finishedAt: daysAfterDue(3) },
  ]);
  expect(await listRefundFacts()).toEqual([]);
  expect(await listActions()).toContain("contract.order_refund_failed");
  stripe.books.refundsAre = "succeeded";
  await refund(4);
  expect((await listRefundsOf(shop.id)).map(({ state }) => state)).toEqual(["REFUSED", "DONE"]);
  expect(await listDifferences()).toEqual([]);
});

test("one that was made, and that the bank sends back later: it is taken back, and counts on no day any more", async () => {
  await refund(1);
  expect(await listRefundFacts()).toEqual(["1 of 10"]);
  await end(9, "failed");
  await end(10, "failed");
  expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "REFUSED" }]);
  expect(await listRefundFacts()).toEqual(["1 of 10", "-1 of -10"]);
  expect(await listDifferences()).toEqual([]);
  await refund(11, "10");
  expect((await listRefundsOf(shop.id)).map(({ state }) => state)).toEqual(["REFUSED", "DONE"]);
});

test("a webhook about a refund that Stripe does not answer for is handled later, and refunds nothing", async () => {
  stripe.books.refundsAre = "pending";
  await refund(1);
  const [made] = stripe.books.refunds;
  await sendStripeWebhook(shop, toWebhook({ type: "refund.updated", object: made ?? {} }));
  stripe.breakNext("/refunds", "down", "down");
  expect(await runJobs(() => daysAfterDue(2))).toHaveLength(1);
  expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "REQUESTING" }]);
  expect(stripe.books.refunds).toHaveLength(1);
});

test("a webhook that is ahead of the answer waits for it: the refund is made by whoever has asked", async () => {
  stripe.books.refundsAre = "pending";
  await refund(1);
  const [made] = stripe.books.refunds;
  Object.assign(made ?? {}, { status: "succeeded" });
  await sendStripeWebhook(shop, toWebhook({ type: "refund.created", object: made ?? {} }));
  expect(await runJobs(() => daysAfterDue(1))).toEqual([
    expect.stringContaining("the refund may still wait for its answer"),
  ]);
  expect(await listRefundsOf(shop.id)).toMatchObject([{ state: "REQUESTING" }]);
  await refund(1);
  const rows = await db.select().from(activity).where(eq(activity.action, "contract.order_refunded"));
  expect(rows.map(({ actorName }) => actorName)).toEqual([callerAt(shop, DUE).audit.actor.name]);
});
