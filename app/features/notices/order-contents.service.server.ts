import { listTries } from "~/features/billing/records/tries.repo.server";
import { toOrderRecord } from "~/features/contracts/order-record/order-amount";
import { findOneOrder } from "~/features/contracts/order-record/order-list.repo.server";
import type { OrderStatus } from "~/features/contracts/order-record/order-status";
import { db } from "~db/client.server";

/** What one order holds and costs; an order may differ from its contract (left-out lines, one-time products). */
export type OrderContents = {
  /** In the contract's currency. */
  amount: string;
  products: { title: string; variantTitle: string | null; quantity: number }[];
};

/** Tried, but not made: such an order has the contents of its last try. */
const UNPAID: readonly OrderStatus[] = ["REQUESTING", "UNKNOWN", "ACTION_REQUIRED", "FAILURE"];

/** @returns undefined for an order that is gone */
export async function findOrderContents(
  shop: { id: number; storeDomain: string },
  attemptId: number,
): Promise<OrderContents | undefined> {
  const found = await findOneOrder(shop, attemptId, null);
  if (!found) return undefined;
  const { order, leaseUntil: _, ...contract } = found;
  const last = UNPAID.includes(order.status) && (await listTries(db, shop.id, attemptId)).at(-1);
  if (last) return { amount: last.draft.total, products: last.draft.lines };
  const { orderAmount, variantList } = toOrderRecord(order, contract);
  return { amount: String(orderAmount), products: variantList };
}
