import { orderNotFound } from "~/features/order-schedule/order-place.service.server";
import type { Queryable } from "~db/client.server";
import { toOrderRecord } from "./order-amount";
import { findOneOrder } from "./order-list.repo.server";
import type { OrderRecord } from "./order-record.server";
import { toShownOrder } from "./shown-tries";

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
  const record = toShownOrder(toOrderRecord(order, contract), owner);
  const isTaken = leaseUntil !== null && new Date(leaseUntil) > receivedAt;
  return isTaken && ["QUEUED", "FAILURE"].includes(record.status)
    ? { ...record, status: "REQUESTING" }
    : record;
}
