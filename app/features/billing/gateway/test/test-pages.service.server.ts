import { randomUUID } from "node:crypto";
import { enqueue } from "~/queue/enqueue.server";
import { db, type Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { countOnCard, insertCharge, lockCard, lockPayment, setPaymentPaid } from "./test-gateway.repo.server";
import { findPage, lockPage, setPage, type TestPage } from "./test-pages.repo.server";

/** Names of payments contain the order's number (test-gateway.server.ts). */
const toAttemptId = (ref: string): number => Number(ref.slice("test-".length));

/** Reports a result of a page, as another gateway would by a webhook. */
function reportResult(tx: Queryable, { shopId, ref, key }: TestPage): Promise<void> {
  const about = ref === null ? { updateId: key ?? "" } : { attemptId: toAttemptId(ref) };
  return enqueue(tx, "finish-hosted-page", { shopId, ...about });
}

/**
 * The customer answers their bank. If they agree, the payment is made as the original charge would have made it; a page
 * that was answered or closed before is not changed.
 *
 * @param now by the shop's clock
 * @returns the page after the answer; null when it is not a bank's
 */
export const answerBank = (
  shopId: number,
  id: string,
  agrees: boolean,
  now: Date,
): Promise<TestPage | null> =>
  inTransaction(async (tx) => {
    const asked = await findPage(tx, shopId, id);
    if (!asked?.ref) return null;
    // The payment is locked before its page, as when it is prepared again.
    const payment = await lockPayment(tx, shopId, asked.ref);
    const page = await lockPage(tx, shopId, id);
    if (!payment || page?.state !== "OPEN") return page;
    if (agrees) {
      const { ref, amount, paymentMethodId } = payment;
      await insertCharge(tx, {
        shopId,
        key: randomUUID(),
        ref,
        amount,
        paymentMethodId,
        result: "PAID",
        code: null,
        at: now,
      });
      await lockCard(tx, shopId, paymentMethodId, now);
      await countOnCard(tx, shopId, paymentMethodId, "PAID");
      await setPaymentPaid(tx, shopId, ref);
    }
    const state = agrees ? "DONE" : "DECLINED";
    await setPage(tx, page, { state });
    await reportResult(tx, page);
    return { ...page, state };
  });

/**
 * The customer enters another card; null = they leave the page without one.
 *
 * @returns the page afterwards; null when it is not one for a card
 */
export const giveCard = (shopId: number, id: string, lastDigits: string | null): Promise<TestPage | null> =>
  inTransaction(async (tx) => {
    const page = await lockPage(tx, shopId, id);
    if (page?.kind !== "CARD") return null;
    if (page.state !== "OPEN") return page;
    const fields = { state: lastDigits === null ? "EXPIRED" : "DONE", lastDigits } as const;
    await setPage(tx, page, fields);
    await reportResult(tx, page);
    return { ...page, ...fields };
  });

export const readPage = (shopId: number, id: string): Promise<TestPage | null> => findPage(db, shopId, id);
