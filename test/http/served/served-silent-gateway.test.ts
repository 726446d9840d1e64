import { afterAll, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { client } from "~db/client.server";
import { billedMonthly, DUE, firstOrderOf, listOrdersOf, runAt } from "../../support/calls/billing";
import { openPayingBrowser } from "../../support/calls/hosted";
import { listForms } from "../../support/calls/portal-pages";
import { eventually } from "../../support/processes/eventually";
import { serveApp, stopServedApps } from "../../support/processes/served-app";
import { FakeStripe } from "../../support/processes/stripe/fake-stripe";
import type { CardBehaviour } from "../../support/processes/stripe/fake-stripe-books";
import { insertStripeCard, stripeShopOfEachTest } from "../../support/processes/stripe/stripe";

const stripe = await FakeStripe.start();
const shop = stripeShopOfEachTest(stripe);
afterAll(stopServedApps);

const CONNECTIONS = 2;
const PORTAL = "/apps/memberships/cp";
const declined: CardBehaviour = { result: "declined", declineCode: "insufficient_funds" };

/** A contract whose first order has been tried, and requests that its customer or the merchant may send. */
async function insertTried(origin: string, behaviour: CardBehaviour) {
  const card = await insertStripeCard(stripe, shop.id, behaviour);
  const contract = await billedMonthly(shop, card);
  const billed = async (operation: string) => {
    const { id } = await firstOrderOf(contract);
    const path = `/api/external/v2/subscription-billing-attempts/${operation}/${id}`;
    return fetch(origin + path, { method: "PUT", headers: { "X-API-Key": shop.writeKey } });
  };
  return {
    cardId: card.paymentMethodId,
    pays: () =>
      stripe.books.cards.set(card.paymentMethodId, { customer: "cus_1", behaviour: { result: "pays" } }),
    async press(label: string) {
      const browser = await openPayingBrowser(shop, card.customerId);
      const page = await browser.visit({ contract: contract.subscriptionContractId, view: "payment" });
      const form = listForms(page.html).find(({ button }) => button === label);
      if (!form) throw new Error(`no form with a button "${label}" in ${page.html}`);
      return () =>
        fetch(`${origin}${PORTAL}?${form.action}&shop=${shop.shop.storeDomain}`, {
          method: "POST",
          redirect: "manual",
          headers: { Origin: origin },
          body: new URLSearchParams(form.fields),
        });
    },
    billNow: () => billed("attempt-billing"),
    refund: () => billed("refund"),
    async readPage() {
      const { token } = await openPayingBrowser(shop, card.customerId);
      return fetch(`${origin}${PORTAL}?shop=${shop.shop.storeDomain}&token=${token}`);
    },
  };
}

test("while a gateway accepts calls and does not answer, payments hold no database connection: other pages are answered, and each call ends once", async () => {
  const app = await serveApp({
    DATABASE_POOL_MAX: String(CONNECTIONS),
    STRIPE_API_URL: stripe.url,
    STRIPE_TIMEOUT_MS: "30000",
  });
  const insertThree = (behaviour: CardBehaviour) =>
    Promise.all([1, 2, 3].map(() => insertTried(app.origin, behaviour)));
  const [unprepared, unpaid, unbilled, withOtherCards] = [
    await insertThree(declined),
    await insertThree(declined),
    await insertThree(declined),
    await insertThree(declined),
  ];
  const asked = await insertThree({ result: "asks" });
  const paid = await insertThree({ result: "pays" });
  await runAt(shop, DUE);
  for (const each of [...unprepared, ...unpaid, ...unbilled]) each.pays();
  const sent = await Promise.all([
    ...[...unprepared, ...unpaid, ...asked].map((each) => each.press("Pay $10.00 now")),
    ...withOtherCards.map((each) => each.press("Use another card")),
    ...unbilled.map(async (each) => each.billNow),
    ...paid.map(async (each) => each.refund),
  ]);
  const readPages = await Promise.all(paid.map(({ readPage }) => readPage));
  const cards = unprepared.map(({ cardId }) => cardId);
  stripe.hold(
    ({ method, path }) =>
      /\/(confirm|refunds|sessions)$/.test(path) ||
      (method === "GET" && path.includes("/sessions/")) ||
      cards.some((id) => path.endsWith(id)),
  );
  const answers = Promise.all(sent.map((send) => send()));
  await eventually(() => expect(stripe.countHeld()).toBe(sent.length));

  expect(await listBusyConnections()).toEqual([]);
  const list = () => fetch(app.origin + CONTRACT_LIST_PATH, { headers: { "X-API-Key": shop.readKey } });
  for (const read of [list, ...readPages, () => fetch(`${app.origin}/admin/sign-in`), list])
    expect((await read()).status).toBe(200);
  expect(stripe.countHeld()).toBe(sent.length);

  stripe.release();
  expect((await answers).map(({ status }) => status)).toEqual([
    ...Array(12).fill(303),
    ...Array(6).fill(200),
  ]);
  expect(stripe.books.charges).toHaveLength(12);
  expect(await listOrdersOf(shop.id)).toHaveLength(12);
  expect(stripe.books.refunds).toHaveLength(3);
});

/** Connections of the app that are in a transaction or run a statement. */
const listBusyConnections = () =>
  client`select state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
