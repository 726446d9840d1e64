import { findRecipient } from "~/access/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { isCustomerNotified } from "~/features/billing/dunning/dunning";
import { toPaymentFailedMail } from "~/features/billing/dunning/failure-mail.server";
import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import type { FailedPayment } from "~/features/contracts/change/order-outcome";
import type { OperationCaller } from "~/features/contracts/operations/contract-operation.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { countMailsOfKey, findMailOfKey } from "~/features/mail/mails.repo.server";
import { readNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { mintPortalToken, toPortalLink } from "~/features/portal-links/portal-links.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { notFound, ProblemError } from "~/lib/problem";
import { enqueue } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

type About = TaskPayload<"mail-payment-failure">["about"];

/** Which mail the customer gets about a failure; null = none yet, or nothing they could do about it. */
function findAbout({ errorClass, end }: FailedPayment, failures: number): About | null {
  if (!errorClass || errorClass === "merchant") return null;
  if (end !== null) return "ended";
  if (!isCustomerNotified(errorClass, failures)) return null;
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
  if (!shop || !order) return;
  const dedupeKey = `payment-failed:${attemptId}:${about}:${paymentMethodId ?? ""}`;
  if (await findMailOfKey(shopId, dedupeKey)) return;
  if (!(await readNoticeSettings(shopId)).mailKinds.includes("payment_failed")) return;
  await writeMail(
    shop,
    order,
    {
      about,
      nextTryAt: nextTryAt === null ? null : new Date(nextTryAt),
      outcome: contractStatus,
      dedupeKey,
    },
    { now: new Date(failedAt), realNow },
  );
}

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type Words = Omit<Parameters<typeof toPaymentFailedMail>[1], "url"> & { dedupeKey: string };

/** @returns false when the customer has no address */
async function writeMail(
  shop: PrincipalShop,
  { attempt, customerId, contractId: paidContract }: Order,
  { dedupeKey, ...words }: Words,
  { now, realNow }: { now: Date; realNow: Date },
  also: (tx: Queryable) => Promise<void> = async () => {},
): Promise<boolean> {
  const customer = await findRecipient(shop.id, { customerId });
  if (!customer) return false;
  const settings = await readPortalSettings(shop.id);
  await inTransaction(async (tx) => {
    const issue = { issuedBy: { type: "system", name: "Billing" } as const, now: realNow };
    const { contractId } = attempt;
    const { token } = await mintPortalToken(tx, shop, customer.id, { ...issue, contractId });
    const mail = toPaymentFailedMail(
      customer,
      { ...words, url: toPortalLink(shop, token, paidContract) },
      { shop, settings, language: settings.language },
    );
    const to = { recipient: customer.email, customerId: customer.id, contractId };
    await queueMail(tx, shop.id, { ...mail, ...to, kind: "payment_failed", dedupeKey }, now);
    await also(tx);
  });
  return true;
}

/** What a customer can be told of an order that is not paid, as it stands; null = nothing they could do anything about. */
export function findAboutNow({ attempt, contractStatus }: Order): About | null {
  const { status, errorClass, nextStep } = attempt;
  if (status !== "FAILURE" && status !== "ACTION_REQUIRED") return null;
  if (!errorClass || errorClass === "merchant") return null;
  if (contractStatus !== "ACTIVE") return "ended";
  if (errorClass === "never") return "blocked";
  return errorClass === "later" && nextStep === "TRY" ? "retry" : "act";
}

/**
 * Send the mail about a failed payment once more, with a new link: staff ask for it.
 *
 * @param seenMails how many have been sent by hand, as whoever asks has seen it: asked twice, one goes out
 * @throws ProblemError not_found; conflict for an order that waits for nothing the customer could do, or a customer
 *   without an e-mail address
 */
export async function resendFailureMail(
  { shop, audit, receivedAt }: OperationCaller,
  attemptId: number,
  seenMails: number,
): Promise<void> {
  const order = await findOrder(shop.id, attemptId);
  if (!order) throw notFound("There is no such order.");
  const about = findAboutNow(order);
  if (!about) throw new ProblemError("conflict", "There is nothing that the customer could do about it.");
  const dedupeKey = toResentKey(attemptId, seenMails + 1);
  if (await findMailOfKey(shop.id, dedupeKey)) return;
  const { attempt, contractStatus: outcome } = order;
  const nextTryAt = attempt.nextStep === "TRY" ? attempt.nextStepAt : null;
  const isWritten = await writeMail(
    shop,
    order,
    { about, nextTryAt, outcome, dedupeKey },
    { now: audit.now, realNow: receivedAt },
    (tx) =>
      appendActivity(
        tx,
        {
          shopId: shop.id,
          contractId: attempt.contractId,
          action: "contract.payment_mail_resent",
          after: { order: { date: attempt.billingDate } },
        },
        audit,
      ),
  );
  if (!isWritten) throw new ProblemError("conflict", "The customer has no e-mail address.");
}

const toResentKey = (attemptId: number, number: number): string =>
  `payment-failed:${attemptId}:by-hand:${number}`;

/** How many mails about an order's failed payment staff have sent. */
export const countResentMails = (shopId: number, attemptId: number): Promise<number> =>
  countMailsOfKey(shopId, `payment-failed:${attemptId}:by-hand:`);
