import { isToldTo } from "~/features/billing/dunning/dunning";
import { toPaymentFailedMail } from "~/features/billing/dunning/failure-mail.server";
import { findOrder, listTries } from "~/features/billing/tries/tries.repo.server";
import type { FailedPayment } from "~/features/contracts/order-outcome";
import { queueMail } from "~/features/mail/mail.service.server";
import { findMailOfKey } from "~/features/mail/mails.repo.server";
import { readPortalSettings } from "~/features/portal/portal-settings.repo.server";
import { mintPortalToken, toPortalLink } from "~/features/portal-access/portal-links.service.server";
import { findRecipient } from "~/features/portal-access/portal-tokens.repo.server";
import { findShopSettings } from "~/features/shops/shops.repo.server";
import { enqueue } from "~/jobs/enqueue.server";
import type { TaskPayload } from "~/jobs/task-payloads";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

type About = TaskPayload<"mail-payment-failure">["about"];

/** Which mail the customer gets about a failure; null = none yet, or nothing they could do about it. */
function findAbout({ errorClass, end }: FailedPayment, failures: number): About | null {
  if (!errorClass || errorClass === "merchant") return null;
  if (end !== null) return "ended";
  if (!isToldTo(errorClass, failures)) return null;
  return errorClass === "never" ? "blocked" : errorClass === "customer" ? "act" : "retry";
}

/**
 * Queue the mail about a failed payment, in the transaction that records it. A job writes it, so that a problem with the
 * mail does not undo the record of the payment.
 */
export async function noteFailure(
  tx: Queryable,
  shopId: number,
  attemptId: number,
  failed: FailedPayment,
  now: Date,
): Promise<void> {
  const tries = await listTries(tx, shopId, attemptId);
  const failures = tries.filter(({ state }) => state === "DECLINED" || state === "CHALLENGE");
  const about = findAbout(failed, failures.length);
  const last = failures.at(-1);
  if (!about || !last?.finishedAt) return;
  const { paymentMethodId, finishedAt, number } = last;
  const order = await findOrder(shopId, attemptId, tx);
  if (!order) return;
  const nextTryAt = failed.next?.step === "TRY" ? failed.next.at.toISOString() : null;
  const { contractStatus } = order;
  await enqueue(
    tx,
    "mail-payment-failure",
    {
      shopId,
      attemptId,
      about,
      paymentMethodId,
      failedAt: (failed.isTry === false ? now : finishedAt).toISOString(),
      nextTryAt,
      contractStatus,
    },
    // One job per failure: a mail that is written late must still describe its own failure.
    { jobKey: `mail-payment-failure:${shopId}:${attemptId}:${about}:${number}` },
  );
}

/**
 * The worker's part. Each kind of mail goes out once per order and payment method. It is dated by the shop's clock, its
 * link by the real one.
 */
export async function mailPaymentFailure(
  {
    shopId,
    attemptId,
    about,
    paymentMethodId,
    failedAt,
    nextTryAt,
    contractStatus,
  }: TaskPayload<"mail-payment-failure">,
  realNow: Date,
): Promise<void> {
  const shop = await findShopSettings(shopId);
  const order = shop && (await findOrder(shopId, attemptId));
  const customer = order && (await findRecipient(shopId, { customerId: order.customerId }));
  if (!shop || !order || !customer) return;
  const dedupeKey = `payment-failed:${attemptId}:${about}:${paymentMethodId ?? ""}`;
  if (await findMailOfKey(shopId, dedupeKey)) return;
  const settings = await readPortalSettings(shopId);
  const { attempt } = order;
  await inTransaction(async (tx) => {
    const issue = { issuedBy: { type: "system", name: "Billing" } as const, now: realNow };
    const { token } = await mintPortalToken(tx, shop, customer.id, {
      ...issue,
      contractId: attempt.contractId,
    });
    const mail = toPaymentFailedMail(
      customer,
      {
        about,
        nextTryAt: nextTryAt === null ? null : new Date(nextTryAt),
        outcome: contractStatus,
        url: toPortalLink(shop, token),
      },
      { shop, settings, language: settings.language },
    );
    const to = { recipient: customer.email, customerId: customer.id, contractId: attempt.contractId };
    await queueMail(tx, shopId, { ...mail, ...to, kind: "payment_failed", dedupeKey }, new Date(failedAt));
  });
}
