import { findShopByStoreDomain } from "~/access/shops.repo.server";
import { checkRefunds } from "~/features/billing/charging/refund.service.server";
import { findStripeSecrets } from "~/features/billing/gateway/stripe/stripe-client.server";
import { findStripePayment } from "~/features/billing/gateway/stripe/stripe-payments.repo.server";
import {
  findWebhookSubject,
  openStripeWebhook,
  type WebhookSubject,
} from "~/features/billing/gateway/stripe/stripe-webhook.server";
import { finishHostedPage } from "~/features/billing/hosted/hosted-pages.service.server";
import { notFound, ProblemError } from "~/lib/problem";
import { enqueue } from "~/queue/enqueue.server";
import { inTransaction } from "~db/transaction.server";
import {
  findWebhook,
  insertWebhook,
  setWebhookHandled,
  type WebhookKey,
} from "./gateway-webhooks.repo.server";

type Received = {
  gateway: string;
  storeDomain: string | undefined;
  signature: string | null;
  body: string;
};

/**
 * Stores a webhook of a shop's gateway, once however often it arrives, with the job that handles it. One that is not
 * about anything of ours is acknowledged but not stored.
 *
 * @throws ProblemError not_found for a gateway that sends none; invalid_credentials for a missing or unknown shop and a
 *   signature that is invalid or older than five minutes, all alike
 */
export async function receiveWebhook(
  { gateway, storeDomain, signature, body }: Received,
  receivedAt: Date,
): Promise<void> {
  if (gateway !== "stripe") throw notFound("There is no such gateway.");
  const shop = storeDomain ? await findShopByStoreDomain(storeDomain.toLowerCase()) : null;
  const secrets = shop && (await findStripeSecrets(shop.id));
  const event = secrets && openStripeWebhook(body, signature, secrets.webhookSecret, receivedAt);
  if (!shop || !event) throw new ProblemError("invalid_credentials", "The signature is not right.");
  if (findWebhookSubject(event) === null) return;
  const which = { shopId: shop.id, gateway, eventId: event.id } as const;
  await inTransaction(async (tx) => {
    if (await insertWebhook(tx, { ...which, body, receivedAt }))
      await enqueue(tx, "handle-gateway-notice", which);
  });
}

/**
 * Handles a webhook. It only says which order or payment method to look up; the gateway is asked for the present state.
 * So repeated, late and reordered webhooks do no harm.
 *
 * @throws as `finishHostedPage`; the webhook is then not handled yet
 */
export async function handleWebhook(which: WebhookKey, now: Date): Promise<void> {
  const webhook = await findWebhook(which);
  if (!webhook || webhook.handledAt) return;
  const subject = findWebhookSubject(JSON.parse(webhook.body));
  if (subject) await lookAt(which.shopId, subject, now);
  await setWebhookHandled(which, now);
}

async function lookAt(shopId: number, subject: WebhookSubject, now: Date): Promise<void> {
  if ("update" in subject) return finishHostedPage(shopId, { updateId: subject.update }, now);
  const isRefund = "refundOf" in subject;
  const payment = await findStripePayment(shopId, isRefund ? subject.refundOf : subject.ref);
  if (!payment) return;
  const { attemptId } = payment;
  await (isRefund ? checkRefunds(shopId, attemptId, now) : finishHostedPage(shopId, { attemptId }, now));
}
