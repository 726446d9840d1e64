import { findShopByStoreDomain } from "~/access/shops.repo.server";
import { findStripeSecrets } from "~/features/billing/gateway/stripe/stripe-client.server";
import { findNoticeSubject, openStripeNotice } from "~/features/billing/gateway/stripe/stripe-notice.server";
import { findStripePayment } from "~/features/billing/gateway/stripe/stripe-payments.repo.server";
import { finishHostedPage } from "~/features/billing/hosted/hosted-pages.service.server";
import {
  findNotice,
  insertNotice,
  type NoticeKey,
  setNoticeHandled,
} from "~/features/billing/notices/notices.repo.server";
import type { ReturnAbout } from "~/features/portal-links/portal-returns.service.server";
import { notFound, ProblemError } from "~/lib/problem";
import { enqueue } from "~/queue/enqueue.server";
import { inTransaction } from "~db/transaction.server";

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
export async function receiveNotice(
  { gateway, storeDomain, signature, body }: Received,
  receivedAt: Date,
): Promise<void> {
  if (gateway !== "stripe") throw notFound("There is no such gateway.");
  const shop = storeDomain ? await findShopByStoreDomain(storeDomain.toLowerCase()) : null;
  const secrets = shop && (await findStripeSecrets(shop.id));
  const event = secrets && openStripeNotice(body, signature, secrets.webhookSecret, receivedAt);
  if (!shop || !event) throw new ProblemError("invalid_credentials", "The signature is not right.");
  if (findNoticeSubject(event) === null) return;
  const which = { shopId: shop.id, gateway, eventId: event.id } as const;
  await inTransaction(async (tx) => {
    if (await insertNotice(tx, { ...which, body, receivedAt }))
      await enqueue(tx, "handle-gateway-notice", which);
  });
}

/**
 * Handles a webhook. It only says which order or payment method to look up; the gateway is asked for the present state.
 * So repeated, late and reordered webhooks do no harm.
 *
 * @throws TryLater while another process has the order
 */
export async function handleNotice(which: NoticeKey, now: Date): Promise<void> {
  const notice = await findNotice(which);
  if (!notice || notice.handledAt) return;
  const about = await findAbout(which.shopId, findNoticeSubject(JSON.parse(notice.body)));
  if (about) await finishHostedPage(which.shopId, about, now);
  await setNoticeHandled(which, now);
}

async function findAbout(
  shopId: number,
  subject: ReturnType<typeof findNoticeSubject>,
): Promise<ReturnAbout | null> {
  if (!subject) return null;
  if ("update" in subject) return { updateId: subject.update };
  const payment = await findStripePayment(shopId, subject.ref);
  return payment && { attemptId: payment.attemptId };
}
