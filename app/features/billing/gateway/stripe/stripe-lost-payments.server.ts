import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { logger } from "~/lib/logger.server";
import { fromStripeAmount } from "./stripe-money";
import { isFinalAnswer, toLogged } from "./stripe-outcomes";
import { getOrderIdentity, type OrderIdentity, type StripePayment } from "./stripe-payments.repo.server";

type Asked = Pick<StripePayment, "currencyCode" | "customer">;
/** What an intent and a hosted page have in common. */
type AtStripe = {
  metadata: Stripe.Metadata | null;
  /** In seconds. */
  created: number;
  currency: string | null;
  customer: string | { id: string } | null;
};

const PAID: readonly Stripe.PaymentIntent.Status[] = ["succeeded", "processing"];
/** By how much Stripe's clock may be behind the database's. */
const CLOCKS_APART_MS = 60_000;

/**
 * Metadata of an order's intent and page at Stripe: our name for the payment, and the order's own key. Names recur in
 * every database; keys are random.
 */
export async function toMetadata(
  payment: Pick<StripePayment, "shopId" | "attemptId" | "ref">,
): Promise<{ ref: string; orderKey: string }> {
  const { orderKey } = await getOrderIdentity(payment);
  return { ref: payment.ref, orderKey };
}

/**
 * The payment that Stripe has for an order but a restored database does not: the intent that is paid or being paid;
 * else a page on which the customer may still pay; else another intent. Source: docs/decisions/128.
 */
export async function findLostPayment(
  stripe: Stripe,
  place: Pick<StripePayment, "shopId" | "attemptId" | "ref">,
  asked: Asked,
): Promise<Partial<StripePayment>> {
  const { ref } = place;
  const order = await getOrderIdentity(place);
  const isOurs = (found: AtStripe) => isOfOrder(found, order, asked);
  const intents = (await listNamed(stripe, ref, asked.customer)).filter(isOurs);
  const paid = intents.find(({ status }) => PAID.includes(status));
  // A page replaces an intent and belongs to its customer, even if the order's customer at Stripe is another one now.
  const customers = paid ? [] : [...new Set(intents.map(toCustomer))];
  for (const customer of customers) {
    if (customer === null) continue;
    const pages = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
    const page = pages.data.find((each) => each.metadata?.ref === ref && isOurs(each));
    // The try that led to the page is no longer known.
    if (page) return { page: page.id, pageTryKey: randomUUID() };
  }
  const intent = paid ?? intents[0];
  if (!intent) return {};
  const currencyCode = intent.currency.toUpperCase();
  return {
    intent: intent.id,
    amount: fromStripeAmount(intent.amount, currencyCode),
    currencyCode,
    customer: toCustomer(intent),
  };
}

/**
 * Intents with an order's name, newest first: its customer's, up to date; and those of others, which Stripe's search
 * finds a minute after they were made, or an hour during an outage.
 */
async function listNamed(
  stripe: Stripe,
  ref: string,
  customer: string | null,
): Promise<Stripe.PaymentIntent[]> {
  const theirs = customer ? (await stripe.paymentIntents.list({ customer, limit: 100 })).data : [];
  const anybodys = await search(stripe, `metadata['ref']:'${ref}'`);
  const all = new Map([...anybodys, ...theirs].map((intent) => [intent.id, intent]));
  return [...all.values()]
    .filter(({ metadata }) => metadata.ref === ref)
    .sort((a, b) => b.created - a.created);
}

async function search(stripe: Stripe, query: string): Promise<Stripe.PaymentIntent[]> {
  try {
    return (await stripe.paymentIntents.search({ query, limit: 100 })).data;
  } catch (error) {
    // Accounts in India have no search.
    if (!isFinalAnswer(error)) throw error;
    logger.warn(
      toLogged(error),
      "Stripe does not search: a lost payment is found at the order's customer only",
    );
    return [];
  }
}

const toCustomer = ({ customer }: AtStripe): string | null =>
  typeof customer === "string" ? customer : (customer?.id ?? null);

/**
 * Whether an intent or page with an order's name belongs to this order, not to another database on the same account.
 * Older releases wrote no key: then currency, customer and time must not contradict it. The amount is not compared: it
 * may have changed since the back-up.
 */
function isOfOrder(found: AtStripe, { orderKey, plannedAt }: OrderIdentity, asked: Asked): boolean {
  if (found.metadata?.orderKey !== undefined) return found.metadata.orderKey === orderKey;
  const customer = toCustomer(found);
  return (
    found.currency === asked.currencyCode.toLowerCase() &&
    (customer === asked.customer || customer === null || asked.customer === null) &&
    found.created * 1000 > plannedAt.getTime() - CLOCKS_APART_MS
  );
}
