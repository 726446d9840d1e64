import { expect, test } from "vitest";
import { askForCustomer } from "~/features/billing/hosted/hosted-order.service.server";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import {
  type BilledContract,
  billedMonthly,
  callerAt,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  firstOrderOf,
  listOrderLinesOf,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../../../support/calls/billing";
import { insertPaymentMethod } from "../../../support/data/factories";
import { eventually } from "../../../support/processes/eventually";
import { runJobs } from "../../../support/processes/jobs";
import { FakeStripe } from "../../../support/processes/stripe/fake-stripe";
import type { CardBehaviour } from "../../../support/processes/stripe/fake-stripe-books";
import {
  insertStripeCard,
  sendStripeWebhook,
  stripeShopOfEachTest,
  toWebhook,
} from "../../../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);

const minutes = (count: number) => new Date(DUE.getTime() + count * 60_000);

const setPrice = (contract: BilledContract, currentPrice: string) =>
  changeContract(
    { ...callerAt(shop, minutes(1)), contractId: contract.subscriptionContractId },
    ({ lines }) => ({
      action: "contract.lines_changed",
      events: ["updated"],
      lines: lines.map((line) => ({ ...line, currentPrice })),
    }),
  );

/** The bank has asked about 10.00. Since then the order costs 5.00, and the customer has given another card. */
async function askThenEdit(behaviour: CardBehaviour) {
  const { customerId, paymentMethodId } = await insertStripeCard(stripe, shop.id, { result: "asks" });
  const contract = await billedMonthly(shop, { customerId, paymentMethodId });
  await runAt(shop, DUE);
  const page = [...stripe.books.sessions.keys()].at(-1) ?? "";
  await setPrice(contract, "5.00");
  const other = stripe.books.addCard(behaviour);
  await insertPaymentMethod(shop.id, customerId, { id: other });
  await changePaymentMethod(shop, contract, other, minutes(1));
  return { contract, page, other };
}

async function expectSecondTryPaid({ contract, other }: Awaited<ReturnType<typeof askThenEdit>>) {
  expect(await firstOrderOf(contract)).toMatchObject({
    status: "SUCCESS",
    orderAmount: "5.0000",
    attemptCount: 2,
  });
  expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "5.0000", paymentMethodId: other }]);
  expect(await listOrderLinesOf(shop.id)).toMatchObject([{ unitPrice: "5.0000" }]);
  expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["DECLINED", "PAID"]);
  expect(stripe.books.charges).toMatchObject([{ amount: 500 }]);
}

test("a charge whose answers are lost belongs to its own try, not to the one before about which the bank has asked", async () => {
  const asked = await askThenEdit({ result: "pays" });
  stripe.breakNext("/confirm", "lost", "lost", "lost", "lost");
  await runAt(shop, minutes(2));
  expect(await firstOrderOf(asked.contract)).toMatchObject({ status: "UNKNOWN" });
  await runAt(shop, minutes(10));
  await expectSecondTryPaid(asked);
});

test("so does one that was on its way, when a webhook says that it has arrived", async () => {
  const asked = await askThenEdit({ result: "processing" });
  await runAt(shop, minutes(2));
  const intent = [...stripe.books.intents.values()].find(({ status }) => status === "processing");
  if (!intent) throw new Error("nothing is on its way");
  stripe.books.finish(intent.id);
  await sendStripeWebhook(shop, toWebhook({ type: "payment_intent.succeeded", object: intent }));
  expect(await runJobs(() => minutes(3))).toEqual([]);
  await expectSecondTryPaid(asked);
});

/** The order is charged with the other card; the customer pays on the page just before it is closed. */
async function payOnPageMeanwhile({ page }: Awaited<ReturnType<typeof askThenEdit>>): Promise<void> {
  stripe.hold(({ path }) => path.endsWith("/expire"));
  const run = runAt(shop, minutes(2));
  await eventually(() => expect(stripe.countHeld()).toBe(1));
  stripe.books.payOnPage(page);
  stripe.release();
  await run;
}

async function expectPagePaid({ contract }: Awaited<ReturnType<typeof askThenEdit>>): Promise<void> {
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", orderAmount: "10.0000" });
  expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "10.0000" }]);
  expect(await listOrderLinesOf(shop.id)).toMatchObject([{ unitPrice: "10.0000" }]);
  expect((await listTriesOf(shop.id)).map(({ state }) => state)).toEqual(["PAID", "REFUSED"]);
  expect(stripe.books.charges).toMatchObject([{ amount: 1000 }]);
}

test("what was paid on the bank's page, a moment before it is closed for another try, is of the try that led to it", async () => {
  const asked = await askThenEdit({ result: "pays" });
  await payOnPageMeanwhile(asked);
  await runAt(shop, daysAfterDue(1));
  await expectPagePaid(asked);
});

test("also when the other try did not arrive: the order stays paid, whatever is asked about that one later", async () => {
  const asked = await askThenEdit({ result: "pays" });
  stripe.breakNext("/confirm", "cut", "cut", "cut", "cut");
  await payOnPageMeanwhile(asked);
  await runAt(shop, minutes(10));
  const [session] = stripe.books.sessions.values();
  if (!session) throw new Error("there is no page");
  await sendStripeWebhook(shop, toWebhook({ type: "checkout.session.completed", object: session }));
  expect(await runJobs(() => minutes(11))).toEqual([]);
  await expectPagePaid(asked);
});

test("also when the customer comes back while the other try is being charged: the order stays paid", async () => {
  const asked = await askThenEdit({ result: "pays" });
  stripe.hold(({ path }) => path.endsWith("/expire") || path.endsWith("/confirm"));
  const run = runAt(shop, minutes(2));
  await eventually(() => expect(stripe.countHeld()).toBe(1));
  stripe.books.payOnPage(asked.page);
  stripe.releaseFirst();
  await eventually(() => expect(stripe.countHeld()).toBe(1));
  await askForCustomer(shop.id, (await firstOrderOf(asked.contract)).id, minutes(3));
  expect(await firstOrderOf(asked.contract)).toMatchObject({ status: "SUCCESS" });
  stripe.release();
  await run;
  await runAt(shop, daysAfterDue(1));
  await expectPagePaid(asked);
});
