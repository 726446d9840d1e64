import { toOrderRecord } from "~/features/billing/orders/order-amount";
import { findOneOrder } from "~/features/billing/orders/order-list.repo.server";
import { toTold } from "~/features/billing/orders/order-list.service.server";
import type { OrderRecord } from "~/features/billing/orders/order-record.server";
import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import type { Queryable } from "~db/client.server";

type Shop = { id: number; storeDomain: string };

/**
 * An order as it is now; one that a process has claimed counts as being tried already.
 *
 * @param owner the customer it must belong to; null = for the merchant, who sees everything
 * @throws ProblemError not_found
 */
export async function getOrderRecord(
  shop: Shop,
  attemptId: number,
  owner: number | null,
  receivedAt: Date,
  on?: Queryable,
): Promise<OrderRecord> {
  const found = await findOneOrder(shop, attemptId, owner, on);
  if (!found) throw orderNotFound();
  const { order, leaseUntil, ...contract } = found;
  const record = toTold(toOrderRecord(order, contract), owner);
  const isTaken = leaseUntil !== null && new Date(leaseUntil) > receivedAt;
  return isTaken && ["QUEUED", "FAILURE"].includes(record.status)
    ? { ...record, status: "REQUESTING" }
    : record;
}
