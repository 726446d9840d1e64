import { findRecipient } from "~/access/portal/portal-tokens.repo.server";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import type { FailedPayment } from "~/features/contracts/change/outcome/order-outcome";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { countMailsOfKey, findMailOfKey } from "~/features/mail/mails.repo.server";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import { notFound, ProblemError } from "~/lib/problem";
import { enqueue, hasLiveJob } from "~/queue/enqueue.server";
import type { TaskPayload } from "~/queue/task-payloads";
import type { Queryable } from "~db/client.server";
import { lockRow } from "~db/rows.server";
import { billingAttempts } from "~db/schema/billing";
import { inTransaction } from "~db/transaction.server";
import { isCustomerNotified } from "./dunning";

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type About = TaskPayload<"mail-payment-failure">["about"];

/** Which mail the customer gets about a failure; null = none yet, or there is nothing they could do. */
function findAbout({ errorClass, end }: FailedPayment, failures: number): About | null {
  if (!errorClass || errorClass === "merchant") return null;
  if (end !== null) return "ended";
  if (!isCustomerNotified(errorClass, failures)) return null;
  return errorClass === "never" ? "blocked" : errorClass === "customer" ? "act" : "retry";
}

/**
 * Queues the mail about a failed payment, in the transaction that records it. A job writes it, so that a problem with
 * the mail does not roll back the record of the payment.
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

/** What to mail a customer about an unpaid order in its present state; null = there is nothing they could do. */
export function findAboutNow({ attempt, contractStatus }: Order): About | null {
  const { errorClass, nextStep } = attempt;
  if (!isUnpaid(attempt)) return null;
  if (!errorClass || errorClass === "merchant") return null;
  if (contractStatus !== "ACTIVE") return "ended";
  if (errorClass === "never") return "blocked";
  return errorClass === "later" && nextStep === "TRY" ? "retry" : "act";
}

/**
 * Mails about a failed payment once more, with a new link, at the request of staff.
 *
 * @param seenMails number of mails sent on request that the form showed: a form sent twice mails once
 * @throws ProblemError not_found; conflict for an order that the customer can do nothing about, or a customer without
 *   an e-mail address
 */
export async function resendFailureMail(
  { shop, audit }: OperationCaller,
  attemptId: number,
  seenMails: number,
): Promise<void> {
  const order = await findOrder(shop.id, attemptId);
  if (!order) throw notFound("There is no such order.");
  const about = findAboutNow(order);
  if (!about) throw new ProblemError("conflict", "There is nothing that the customer could do about it.");
  if (!(await findRecipient(shop.id, { customerId: order.customerId })))
    throw new ProblemError("conflict", "The customer has no e-mail address.");
  const { attempt, contractStatus } = order;
  const byHand = seenMails + 1;
  const jobKey = `mail-payment-failure:${shop.id}:${attemptId}:by-hand:${byHand}`;
  await inTransaction(async (tx) => {
    // Locked, so that of two concurrent requests the second sees the first one's job.
    await lockRow(tx, billingAttempts, { shopId: shop.id, id: attemptId });
    const cause = toFailureCause({ attemptId, about, byHand, paymentMethodId: null });
    if ((await hasLiveJob(tx, jobKey)) || (await findMailOfKey(shop.id, cause, tx))) return;
    const nextTryAt = attempt.nextStep === "TRY" ? (attempt.nextStepAt?.toISOString() ?? null) : null;
    const failedAt = audit.now.toISOString();
    await enqueue(
      tx,
      "mail-payment-failure",
      {
        shopId: shop.id,
        attemptId,
        about,
        paymentMethodId: null,
        failedAt,
        nextTryAt,
        contractStatus,
        byHand,
      },
      { jobKey },
    );
    await appendActivity(
      tx,
      {
        shopId: shop.id,
        contractId: attempt.contractId,
        action: "contract.payment_mail_resent",
        after: { order: { date: attempt.billingDate } },
      },
      audit,
    );
  });
}

const toStart = (attemptId: number): string => `payment-failed:${attemptId}:by-hand:`;

/**
 * Cause of a notice about a failed payment: one for each kind, order and payment method, or for each request by staff.
 */
export const toFailureCause = ({
  attemptId,
  about,
  paymentMethodId,
  byHand,
}: Pick<
  TaskPayload<"mail-payment-failure">,
  "attemptId" | "about" | "paymentMethodId" | "byHand"
>): string =>
  byHand === undefined
    ? `payment-failed:${attemptId}:${about}:${paymentMethodId ?? ""}`
    : `${toStart(attemptId)}${byHand}`;

/** How many mails about an order's failed payment were sent at the request of staff. */
export const countResentMails = (shopId: number, attemptId: number): Promise<number> =>
  countMailsOfKey(shopId, toStart(attemptId));
