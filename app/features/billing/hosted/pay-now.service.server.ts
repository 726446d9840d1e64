import { billCounted } from "~/features/billing/charging/attempt-billing.service.server";
import { countCustomersTry } from "~/features/billing/charging/customer-tries.service.server";
import {
  type PaymentEnd,
  readAskedEnd,
  readPaymentEnd,
} from "~/features/billing/charging/payment-end.service.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { findOrder, listTries, type TryRow } from "~/features/billing/records/tries.repo.server";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import type { OrderPlace } from "~/features/order-schedule/order-place.service.server";
import { openReturn } from "~/features/portal-links/portal-returns.service.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import type { PortalVisitor } from "./method-updates.service.server";

/**
 * A customer pays a failed order, by the rules of `attemptBilling`: pressing twice charges once. If the bank asks for
 * them, they are sent to its page; a page that is already open is reused.
 *
 * @param seen number of tries that the form showed, and the version of the contract by which it showed the amount
 * @returns the page's address, or the result
 * @throws ProblemError conflict for an order that they cannot pay; stale_version; too_many_requests
 */
export async function payNow(
  visitor: PortalVisitor,
  place: OrderPlace,
  seen: { tries: number; version?: number },
): Promise<{ url: string } | { end: PaymentEnd }> {
  const { shop } = visitor;
  const { attemptId } = place;
  if ((await readPaymentEnd(shop.id, attemptId)) === "paid") return { end: "paid" };
  // Counted before the gateway is asked for the bank's page.
  await countCustomersTry(visitor, attemptId);
  const open = await sendToBank(visitor, place);
  if (open) return open;
  try {
    await billCounted(visitor, place, seen);
  } catch (error) {
    // The form was sent twice: the second request gets the first one's result.
    const isConflict = error instanceof ProblemError && error.code === "conflict";
    if (!isConflict || (await listTries(db, shop.id, attemptId)).length === seen.tries) throw error;
  }
  const end = await readAskedEnd(shop.id, attemptId, seen.tries);
  return ((end === "open" || end === "failed") && (await sendToBank(visitor, place))) || { end };
}

/**
 * Sends the customer to the page on which their bank waits, with a way back into the portal.
 *
 * @returns null when no bank asks for the customer
 */
export async function sendToBank(
  visitor: PortalVisitor,
  { attemptId, contractId }: OrderPlace,
): Promise<{ url: string } | null> {
  const { shop, customerId, receivedAt, token } = visitor;
  const asking = await findAsking(visitor, attemptId);
  if (!asking) return null;
  const sent = { shopId: shop.id, customerId, contractId, token };
  return (await openReturn(sent, asking.key, { attemptId }, receivedAt)) ? { url: asking.url } : null;
}

/** The page on which the bank waits for the customer, as the gateway has it now, with the key of its try. */
async function findAsking(
  { shop, audit }: PortalVisitor,
  attemptId: number,
): Promise<{ url: string; key: string } | null> {
  const order = await findOrder(shop.id, attemptId);
  const last = (await listTries(db, shop.id, attemptId)).at(-1);
  const gateway = openGateway(shop, audit.now);
  // After the end of dunning the order counts as failed, but may still be paid.
  if (!order || !isUnpaid(order.attempt) || !gateway || !isOfMethod(last, order)) return null;
  const found = await gateway.lookUp(last.gatewayRef ?? "", last.key).catch(() => null);
  return found?.kind === "actionRequired" ? { url: found.url, key: last.key } : null;
}

/** A challenge of another card does not count. */
const isOfMethod = (
  last: TryRow | undefined,
  { paymentMethodId }: { paymentMethodId: string | null },
): last is TryRow => last?.state === "CHALLENGE" && last.paymentMethodId === paymentMethodId;
