import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { PrincipalShop } from "~/access/principal";
import type {
  ChargeParameters,
  Outcome,
  PaymentGateway,
  RefundOutcome,
} from "~/features/billing/gateway/port/payment-gateway";
import { toReturnUrls } from "~/features/portal-links/portal-returns.service.server";
import { createBreakers } from "~/lib/circuit-breaker";
import { env } from "~/lib/env.server";
import { logger } from "~/lib/logger.server";
import { compareMoney } from "~/lib/money";
import { connectToStripe, type StripeConnection } from "./stripe-client.server";
import { toDeclined } from "./stripe-declines";
import { findLostPayment, toMetadata } from "./stripe-lost-payments.server";
import { readMethodPage, startMethodPage } from "./stripe-method-page.server";
import { toStripeAmount } from "./stripe-money";
import {
  asksForCustomer,
  isFinalAnswer,
  isMissing,
  isSilence,
  toLogged,
  toOutcomeOfError,
  toOutcomeOfIntent,
} from "./stripe-outcomes";
import { callOff, closePage, openPage, readPage, toExpired } from "./stripe-page.server";
import {
  findStripePayment,
  keepStripePayment,
  mayBeLost,
  renewStripePayment,
  type StripePayment,
  setStripeIntent,
  setStripeParameters,
} from "./stripe-payments.repo.server";

const MADE_ELSEWHERE = "The payment was made at the shop's former Stripe account. Refund it there.";

/** Our name for an order's payment; its intent or page at Stripe has it as metadata. */
const toRef = (orderId: number): string => `stripe-${orderId}`;

const breakerOf = createBreakers(isSilence);

/**
 * While Stripe is silent, one look-up at a time tests it, for all shops; the others fail at once, or webhooks would take
 * all of a worker's jobs. Their jobs are repeated, and the run looks again at what is under way. Charges are not refused
 * like this: each has its own try.
 */
const lookUpAtStripe = <T>(ask: () => Promise<T>): Promise<T> => breakerOf(env.STRIPE_API_URL ?? "")(ask);

/**
 * A shop's own Stripe account: one PaymentIntent per order, confirmed off-session under the key of each try. Stripe
 * stores the first answer to a key, including declines and faults, and an intent succeeds at most once, so any call may
 * be repeated. Source: docs/decisions/041-stripe.md.
 */
export function openStripeGateway(shop: PrincipalShop, now: Date): PaymentGateway {
  let connection: Promise<StripeConnection> | undefined;
  const connect = () => {
    connection ??= connectToStripe(shop.id);
    return connection;
  };
  return {
    async prepare(orderId, parameters) {
      const connected = await connect();
      const { stripe, connectedAt } = connected;
      const ref = toRef(orderId);
      const { amount, currencyCode } = parameters;
      const asked = {
        amount,
        currencyCode,
        customer: await findCustomer(stripe, parameters.paymentMethodId),
      };
      const place = { shopId: shop.id, ref, attemptId: orderId };
      const lost = (await mayBeLost(place)) ? await findLostPayment(stripe, place, asked) : {};
      const kept = await keepStripePayment({
        ...place,
        ...asked,
        ...lost,
        key: randomUUID(),
        connectedAt,
        createdAt: now,
      });
      try {
        await prepareIntent(connected, kept, asked, now);
      } catch (error) {
        // The charge will fail in the same way and report the reason.
        if (!isFinalAnswer(error)) throw error;
      }
      return ref;
    },
    async charge(ref, tryKey, parameters) {
      const payment = await findStripePayment(shop.id, ref);
      if (!payment) return { kind: "refused", reason: "There is no such payment." };
      const connected = await connect();
      try {
        return await charge(connected, shop, payment, tryKey, parameters);
      } catch (error) {
        const outcome = toOutcomeOfError(error);
        if (outcome.kind !== "declined")
          logger.warn({ ...toLogged(error), shopId: shop.id, ref }, "Stripe did not answer a charge plainly");
        return outcome;
      }
    },
    async lookUp(ref, tryKey) {
      const payment = await findStripePayment(shop.id, ref);
      if (!payment) return { kind: "notFound" };
      const { intent: intentId, page } = payment;
      const { stripe } = await connect();
      if (page && payment.pageTryKey === tryKey)
        return (await lookUpAtStripe(() => readPage(stripe, payment, page))) ?? { kind: "notFound" };
      if (!intentId) return { kind: "notFound" };
      // An intent does not say under which key it was declined; repeating the call does.
      const intent = await lookUpAtStripe(() => stripe.paymentIntents.retrieve(intentId));
      if (isOfOtherTry(intent, tryKey)) return { kind: "notFound" };
      return toOutcomeOfIntent(intent) ?? { kind: "notFound" };
    },
    async cancel(ref) {
      const payment = await findStripePayment(shop.id, ref);
      if (!payment) return;
      const { stripe } = await connect();
      if (payment.page) await closePage(stripe, payment, payment.page);
      else if (payment.intent) await callOff(stripe, payment.intent);
    },
    async startMethodUpdate(update) {
      const { stripe } = await connect();
      const { paymentMethodId } = update;
      const customer = paymentMethodId === null ? null : await findCustomer(stripe, paymentMethodId);
      return startMethodPage(stripe, update, customer);
    },
    async readMethodUpdate(page) {
      const { stripe } = await connect();
      return lookUpAtStripe(() => readMethodPage(stripe, page));
    },
    async refund(ref, amount, key) {
      const payment = await findStripePayment(shop.id, ref);
      if (!payment?.intent) return { kind: "refused", reason: "Nothing was paid." };
      return refund(await connect(), payment, payment.intent, key, amount);
    },
    async lookUpRefund(ref, key) {
      const payment = await findStripePayment(shop.id, ref);
      const intent = payment?.intent;
      if (!intent) return { kind: "notFound" };
      const { stripe } = await connect();
      const made = await lookUpAtStripe(() => findRefund(stripe, intent, key));
      return made ? toRefundOutcome(made) : { kind: "notFound" };
    },
  };
}

type Asked = Pick<StripePayment, "amount" | "currencyCode" | "customer">;

/** The owner of a payment method at Stripe; null when Stripe does not know the method. */
async function findCustomer(stripe: Stripe, paymentMethodId: string): Promise<string | null> {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(paymentMethodId);
    return typeof customer === "string" ? customer : (customer?.id ?? null);
  } catch (error) {
    if (!isFinalAnswer(error)) throw error;
    return null;
  }
}

/** Prepares an intent for this amount that can be confirmed, with no hosted page open at the same time. */
async function prepareIntent(
  connected: StripeConnection,
  kept: StripePayment,
  asked: Asked,
  now: Date,
): Promise<void> {
  const state = await closeFormer(connected, kept, now);
  // The charge will find the payment.
  if (state === "taken") return;
  const payment = state === "over" ? await renewStripePayment(kept, { ...asked, key: randomUUID() }) : kept;
  const { stripe } = connected;
  const { intent, ...made } = await requireIntent(connected, payment);
  const isSame =
    compareMoney(made.amount, asked.amount) === 0 &&
    made.currencyCode === asked.currencyCode &&
    made.customer === asked.customer;
  if (isSame) return;
  await stripe.paymentIntents.update(intent, {
    amount: requireAmount(asked),
    currency: asked.currencyCode.toLowerCase(),
    ...(asked.customer && { customer: asked.customer }),
  });
  await setStripeParameters({ intent, ...made }, asked);
}

/** Stripe lets customers pay on a page for a day. The hour is for a run that began with the former keys. */
const PAGE_IS_OPEN_MS = 25 * 3_600_000;

/**
 * Whether an order's intent may be charged, has taken the money, or is over for good; a page is closed first.
 *
 * @throws while the customer may still pay on a page of a former account, which cannot be closed with these keys
 */
async function closeFormer(
  connected: StripeConnection,
  payment: StripePayment,
  now: Date,
): Promise<"chargeable" | "taken" | "over"> {
  const { page, intent } = payment;
  const { stripe, connectedAt } = connected;
  try {
    if (page) return (await closePage(stripe, payment, page)) ? "taken" : "over";
    if (!intent) return "chargeable";
    const { status } = await stripe.paymentIntents.retrieve(intent);
    if (status === "succeeded" || status === "processing") return "taken";
    return status === "canceled" ? "over" : "chargeable";
  } catch (error) {
    if (!isOfFormerAccount(error, connected, payment)) throw error;
    if (page && now.getTime() < (connectedAt?.getTime() ?? 0) + PAGE_IS_OPEN_MS)
      throw new Error("the page at the former Stripe account may still be open", { cause: error });
    return "over";
  }
}

/**
 * Whether Stripe does not know a payment because it was made with the keys of another account. Stripe deletes no intent
 * or page, so with the same keys, or those of the same account, it knows it. Source: docs/decisions/158.
 */
const isOfFormerAccount = (
  error: unknown,
  connected: StripeConnection,
  { connectedAt }: Pick<StripePayment, "connectedAt">,
): boolean => isMissing(error) && connectedAt?.getTime() !== connected.connectedAt?.getTime();

/** Creates the intent; a repeated call with its key and the stored parameters returns the same one. */
async function requireIntent(
  { stripe, connectedAt }: StripeConnection,
  payment: StripePayment,
): Promise<StripePayment & { intent: string }> {
  if (payment.intent) return { ...payment, intent: payment.intent };
  const made = await stripe.paymentIntents.create(
    {
      amount: requireAmount(payment),
      currency: payment.currencyCode.toLowerCase(),
      ...(payment.customer && { customer: payment.customer }),
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      metadata: await toMetadata(payment),
    },
    { idempotencyKey: payment.key },
  );
  const kept = await setStripeIntent(payment, { intent: made.id, connectedAt });
  return { ...kept, intent: kept.intent ?? made.id };
}

/** An amount that Stripe has no unit for is sent as 0, which it refuses with a clear answer. */
const requireAmount = ({ amount, currencyCode }: Pick<Asked, "amount" | "currencyCode">): number =>
  toStripeAmount(amount, currencyCode) ?? 0;

async function charge(
  connected: StripeConnection,
  shop: PrincipalShop,
  payment: StripePayment,
  tryKey: string,
  parameters: ChargeParameters,
): Promise<Outcome> {
  const { stripe } = connected;
  const amount = toStripeAmount(parameters.amount, parameters.currencyCode);
  if (amount === null)
    return toDeclined({ code: "invalid_amount", message: "Stripe does not take amounts that small." });
  if (payment.page) {
    if (payment.pageTryKey === tryKey) return (await readPage(stripe, payment, payment.page)) ?? toExpired();
    const found = await closePage(stripe, payment, payment.page);
    return found
      ? toOwnOutcome(found, parameters)
      : { kind: "refused", reason: "The payment was not prepared." };
  }
  const kept = await requireIntent(connected, payment);
  const askCustomer = async () =>
    openPage(stripe, kept, tryKey, parameters, {
      name: shop.name,
      backUrls: await toReturnUrls(shop, tryKey),
    });
  try {
    const confirmed = await stripe.paymentIntents.confirm(
      kept.intent,
      // Stripe refuses it if the amount is not the prepared one.
      { payment_method: parameters.paymentMethodId, amount_to_confirm: amount, off_session: true },
      { idempotencyKey: tryKey },
    );
    return toOutcomeOfIntent(confirmed) ?? (await askCustomer());
  } catch (error) {
    if (asksForCustomer(error)) return askCustomer();
    if (!isFinalAnswer(error)) throw error;
    // It may have been refused because it is paid already.
    const intent = await stripe.paymentIntents.retrieve(kept.intent);
    const now = toOutcomeOfIntent(intent);
    if (!now) return toOutcomeOfError(error);
    return isOfOtherTry(intent, tryKey) ? toOwnOutcome(now, parameters) : now;
  }
}

/** Created by a page: it belongs to the try that led to the page, not to others. */
const isOfOtherTry = ({ metadata }: Stripe.PaymentIntent, tryKey: string): boolean =>
  metadata?.try !== undefined && metadata.try !== tryKey;

/**
 * What was found on the page of an earlier try. A different amount belongs to that try: it is recorded when that one is
 * looked up.
 */
const toOwnOutcome = (found: Outcome, { amount }: ChargeParameters): Outcome =>
  found.kind === "paid" && compareMoney(found.amount, amount) !== 0
    ? { kind: "refused", reason: "An earlier try was paid." }
    : found;

async function refund(
  connected: StripeConnection,
  payment: StripePayment,
  intent: string,
  key: string,
  asked: string,
): ReturnType<PaymentGateway["refund"]> {
  const { stripe } = connected;
  const amount = toStripeAmount(asked, payment.currencyCode);
  if (amount === null) return { kind: "refused", reason: "Stripe does not take amounts that small." };
  try {
    const made =
      (await findRefund(stripe, intent, key)) ??
      (await stripe.refunds.create(
        { payment_intent: intent, amount, metadata: { key, ref: payment.ref } },
        { idempotencyKey: key },
      ));
    return toRefundOutcome(made);
  } catch (error) {
    if (!isFinalAnswer(error)) throw error;
    if (isOfFormerAccount(error, connected, payment)) return { kind: "elsewhere", reason: MADE_ELSEWHERE };
    return { kind: "refused", reason: error.message };
  }
}

/** Stripe forgets keys after a day, so our key is also in the refund's metadata. */
async function findRefund(stripe: Stripe, intent: string, key: string): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  return data.find(({ metadata }) => metadata?.key === key);
}

/** `requires_action`: the customer has to give their account to Stripe, which writes to them. */
function toRefundOutcome({ status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === "failed" || status === "canceled")
    return { kind: "refused", reason: failure_reason ?? "The refund failed." };
  return { kind: status === "succeeded" ? "done" : "pending" };
}
