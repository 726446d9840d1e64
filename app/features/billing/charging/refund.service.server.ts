import { randomUUID } from "node:crypto";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import type { PaymentGateway, RefundOutcome } from "~/features/billing/gateway/port/payment-gateway";
import {
  findOrderOf,
  insertRefund,
  listRefundsOf,
  lockOrderOf,
  type OrderRow,
  type RefundRow,
  updateRefund,
} from "~/features/billing/records/orders.repo.server";
import { findOrder } from "~/features/billing/records/tries.repo.server";
import { requireAsSeen } from "~/features/contracts/change/contract-change.service.server";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { noteRefund, noteRefundSentBack } from "~/features/facts/facts.service.server";
import { findAttemptPlace } from "~/features/order-schedule/billing-attempts.repo.server";
import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { compareMoney, roundMoney, subtractMoney, sumMoney } from "~/lib/money";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import { TryLater } from "~/queue/try-later";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { findWrongAmount } from "./refund-fields";

type Wanted = { amount?: string; reason?: string; seenRefunds?: number; key?: string };

const refuse = (detail: string): ProblemError => new ProblemError("conflict", detail);

/**
 * Refund an order, or part of it. It is stored with its key before it is sent; unfinished refunds are first sent again
 * under their keys, so that none is made twice.
 *
 * @param wanted amount: decimal string; by default all that is left. seenRefunds: number of refunds that the form
 *   showed, so that a form sent twice refunds once. key: UUID; a repeated call with it continues the refund, or returns
 *   its result
 * @throws ProblemError not_found; invalid_request for an amount that does not fit the currency or exceeds what is left;
 *   conflict for an order that was not paid through a gateway, when there are more refunds than the form showed, or
 *   when the gateway refuses or cannot be reached; precondition_failed
 */
export async function refundOrder(caller: OperationCaller, attemptId: number, wanted: Wanted): Promise<void> {
  const { shop, audit } = caller;
  const order = await findOrder(shop.id, attemptId);
  const place = await findAttemptPlace(shop.id, attemptId, null);
  if (!order || !place) throw orderNotFound();
  const { subscriptionContractId } = place;
  await requireAsSeen(caller, subscriptionContractId);
  const gateway = openGateway(shop, audit.now);
  if (!gateway) throw refuse("The shop has not chosen a payment gateway.");
  const paid = await findPaidOrder(shop.id, attemptId);
  for (const open of await listRefundsOf(db, shop.id, paid.id)) {
    if (open.state !== "REQUESTING") continue;
    const end = await send(caller, gateway, paid, open);
    // The caller repeats the request, as the error message asks.
    const left = toLeft(paid, await listRefundsOf(db, shop.id, paid.id));
    if (isSame(open, wanted, left)) return requireMade(end);
  }
  const { stored, isNew } = await store(caller, { attemptId, subscriptionContractId }, wanted);
  requireMade(stored.state === "REQUESTING" ? await send(caller, gateway, paid, stored, isNew) : stored);
}

/**
 * Whether this repeats an unfinished refund. A call with a key is recognized by the key, and a form that has shown the
 * refund asks for another. All that is left was asked for if nothing is left any more.
 *
 * @param left after it
 */
const isSame = ({ number, amount, reason }: RefundRow, wanted: Wanted, left: string): boolean =>
  wanted.key === undefined &&
  (wanted.seenRefunds ?? 0) < number &&
  (wanted.amount === undefined ? compareMoney(left, "0") : compareMoney(amount, wanted.amount)) === 0 &&
  reason === (wanted.reason ?? null);

function requireMade({ state, errorMessage }: Pick<RefundRow, "state" | "errorMessage">): void {
  if (state === "REFUSED")
    throw refuse(`The payment gateway refuses the refund: ${errorMessage ?? "it does not say why"}`);
}

async function findPaidOrder(shopId: number, attemptId: number): Promise<OrderRow & { gatewayRef: string }> {
  const paid = await findOrderOf(shopId, attemptId);
  if (!paid) throw refuse("The order was not paid here.");
  const { gatewayRef } = paid;
  if (gatewayRef === null) throw refuse("Nothing was charged for this order.");
  return { ...paid, gatewayRef };
}

function store(
  caller: OperationCaller,
  { attemptId, subscriptionContractId }: { attemptId: number; subscriptionContractId: number },
  { amount: asked, reason, seenRefunds, key = randomUUID() }: Wanted,
): Promise<{ stored: RefundRow; isNew: boolean }> {
  const { shop, audit } = caller;
  return inTransaction(async (tx) => {
    const paid = await lockOrderOf(tx, shop.id, attemptId);
    if (!paid) throw orderNotFound();
    await requireAsSeen(caller, subscriptionContractId, tx);
    const before = await listRefundsOf(tx, shop.id, paid.id);
    const begun = before.find((refund) => refund.key === key);
    if (begun) return { stored: begun, isNew: false };
    if (seenRefunds !== undefined && before.length !== seenRefunds)
      throw refuse("Money was given back meanwhile. Look at what is left first.");
    const left = toLeft(paid, before);
    if (compareMoney(left, "0") <= 0) throw refuse("All of it was refunded already.");
    const amount = asked ?? left;
    const wrong = findWrongAmount(amount, left, paid.currencyCode);
    if (wrong) throw invalidRequest([wrong]);
    const refund: RefundRow = {
      shopId: shop.id,
      orderId: paid.id,
      number: (before.at(-1)?.number ?? 0) + 1,
      key,
      amount,
      reason: reason ?? null,
      state: "REQUESTING",
      errorMessage: null,
      createdAt: audit.now,
      finishedAt: null,
    };
    await insertRefund(tx, refund);
    return { stored: refund, isNew: true };
  });
}

/** The amount of an order that can still be refunded. */
function toLeft({ total, currencyCode }: OrderRow, refunds: readonly RefundRow[]): string {
  const given = refunds.filter(({ state }) => state !== "REFUSED").map(({ amount }) => amount);
  return roundMoney(subtractMoney(total, sumMoney(given)), currencyCode);
}

/**
 * Errors of a refund amount that can only be found with the order. For requests that are refused anyway, so that one
 * answer names every error (docs/decisions/124).
 *
 * @param amount decimal string
 */
export async function findRefundErrors(
  shopId: number,
  attemptId: number,
  amount: string,
): Promise<FieldError[]> {
  const paid = await findOrderOf(shopId, attemptId);
  const wrong =
    paid &&
    findWrongAmount(amount, toLeft(paid, await listRefundsOf(db, shopId, paid.id)), paid.currencyCode);
  return wrong ? [wrong] : [];
}

/**
 * Sends the refund to the gateway under its key, and records the answer.
 *
 * @param isNew whether it was never sent before: then an account that does not know the payment has not refunded it
 */
async function send(
  caller: OperationCaller,
  gateway: PaymentGateway,
  paid: OrderRow & { gatewayRef: string },
  refund: RefundRow,
  isNew = false,
): Promise<Pick<RefundRow, "state" | "errorMessage">> {
  const outcome = await gateway.refund(paid.gatewayRef, refund.amount, refund.key).catch(() => {
    throw refuse("The payment gateway cannot be reached. Ask again: nothing is refunded twice.");
  });
  if (outcome.kind === "elsewhere" && !isNew) throw refuse(outcome.reason);
  return record(caller, paid, refund, outcome, isNew);
}

/** A call to the gateway, with its repeat, has ended by then. */
const MAY_BE_ASKED_MS = 2 * 60_000;

/**
 * The gateway reports something about refunds of an order: looks up what has become of them. Nothing is sent again.
 *
 * @throws when the gateway does not answer
 */
export async function checkRefunds(shopId: number, attemptId: number, realNow: Date): Promise<void> {
  const [shop, paid] = await Promise.all([findShopSettings(shopId), findOrderOf(shopId, attemptId)]);
  if (!shop || !paid || paid.gatewayRef === null || paid.gateway !== shop.gateway) return;
  const now = await findShopNow(shop, realNow);
  const gateway = openGateway(shop, now);
  if (!gateway) return;
  const audit = { actor: { type: "system", name: "Billing" } as const, requestId: null, now };
  for (const refund of await listRefundsOf(db, shopId, paid.id)) {
    if (refund.state === "REFUSED") continue;
    // Whoever has asked for it records it, under their name.
    const answeredMs = refund.createdAt.getTime() + MAY_BE_ASKED_MS - realNow.getTime();
    if (refund.state === "REQUESTING" && answeredMs > 0)
      throw new TryLater("the refund may still wait for its answer", answeredMs);
    const outcome = await gateway.lookUpRefund(paid.gatewayRef, refund.key);
    if (outcome.kind === "done" || outcome.kind === "refused")
      await record({ shop, audit }, paid, refund, outcome);
  }
}

/**
 * Records what has become of a refund, once; one that was made may be sent back by the customer's bank.
 *
 * @param isNew whether it was never sent before, and its caller waits: a refusal is then not told by the history
 */
async function record(
  { shop, audit }: Pick<OperationCaller, "shop" | "audit">,
  paid: OrderRow,
  refund: RefundRow,
  outcome: RefundOutcome,
  isNew = false,
): Promise<Pick<RefundRow, "state" | "errorMessage">> {
  if (outcome.kind === "pending") return refund;
  const end =
    outcome.kind === "done"
      ? ({ state: "DONE", errorMessage: null } as const)
      : ({ state: "REFUSED", errorMessage: outcome.reason } as const);
  if (end.state === refund.state) return end;
  await inTransaction(async (tx) => {
    if (!(await updateRefund(tx, refund, { ...end, finishedAt: audit.now }))) return;
    const { shopId, amount, reason, finishedAt } = refund;
    const counted = { currencyCode: paid.currencyCode, amount };
    if (end.state === "DONE") await noteRefund(tx, shop, counted, audit.now);
    else if (finishedAt) await noteRefundSentBack(tx, shop, counted, finishedAt);
    if (end.state === "REFUSED" && isNew) return;
    const of = { shopId, contractId: paid.contractId };
    const after = { order: { name: paid.name }, amount };
    await appendActivity(
      tx,
      end.state === "DONE"
        ? {
            ...of,
            action: "contract.order_refunded",
            after: { ...after, ...(reason !== null && { reason }) },
          }
        : { ...of, action: "contract.order_refund_failed", after: { ...after, reason: end.errorMessage } },
      audit,
    );
  });
  return end;
}
