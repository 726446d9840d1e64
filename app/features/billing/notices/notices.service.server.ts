import { findShopByStoreDomain, findShopSettings } from "~/access/shops.repo.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { findStripeSecrets } from "~/features/billing/gateway/stripe/stripe-client.server";
import { findNoticeRef, openStripeNotice } from "~/features/billing/gateway/stripe/stripe-notice.server";
import { findStripePayment } from "~/features/billing/gateway/stripe/stripe-payments.repo.server";
import {
  deleteNoticesBefore,
  findNotice,
  insertNotice,
  type NoticeKey,
  setNoticeHandled,
} from "~/features/billing/notices/notices.repo.server";
import { claimOrder } from "~/features/billing/run/due-orders.repo.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { checkOrder } from "~/features/billing/tries/step.service.server";
import { DAY_MS } from "~/lib/days";
import { notFound, ProblemError } from "~/lib/problem";
import { enqueue } from "~/queue/enqueue.server";
import { inTransaction } from "~db/transaction.server";

const KEPT_FOR_DAYS = 30;

type Received = {
  gateway: string;
  storeDomain: string | undefined;
  signature: string | null;
  body: string;
};

/**
 * Store a notice of a shop's gateway, once however often it comes, with the job that handles it. One that is not about
 * an order of ours is acknowledged and not stored.
 *
 * @throws ProblemError not_found for a gateway that sends none; invalid_credentials for an absent or unknown shop and a
 *   signature that is not right or older than five minutes, all alike
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
  if (findNoticeRef(event) === null) return;
  const which = { shopId: shop.id, gateway, eventId: event.id } as const;
  await inTransaction(async (tx) => {
    if (await insertNotice(tx, { ...which, body, receivedAt }))
      await enqueue(tx, "handle-gateway-notice", which);
  });
}

/**
 * Handle a notice. It only says which order to look at; what has become of that order, the gateway is asked. So repeated,
 * late and reordered notices do no harm.
 *
 * @throws Error while another process has the order
 */
export async function handleNotice(which: NoticeKey, now: Date): Promise<void> {
  const notice = await findNotice(which);
  if (!notice || notice.handledAt) return;
  const ref = findNoticeRef(JSON.parse(notice.body));
  const payment = ref === null ? null : await findStripePayment(which.shopId, ref);
  if (payment) await look(which.shopId, payment.attemptId, now);
  await setNoticeHandled(which, now);
  await deleteNoticesBefore(which.shopId, new Date(now.getTime() - KEPT_FOR_DAYS * DAY_MS));
}

async function look(shopId: number, attemptId: number, now: Date): Promise<void> {
  const shop = await findShopSettings(shopId);
  const gateway = shop && openGateway(shop, now);
  if (!gateway) return;
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  if (!(await claimOrder(shopId, attemptId, { realNow: now, leaseUntil })))
    throw new Error("another process has the order");
  const settings = await readBillingSettings(shopId);
  const audit = { actor: { type: "system", name: "Billing" } as const, requestId: null, now };
  await checkOrder({ shop, gateway, settings, audit }, attemptId);
}
