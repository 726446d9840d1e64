import { toOrderRecord } from "~/features/contracts/order-record/order-amount";
import { findOneOrder } from "~/features/contracts/order-record/order-list.repo.server";

/** What one order holds and costs; an order may differ from its contract (left-out lines, one-time products). */
export type OrderContents = {
  /** In the contract's currency. */
  amount: string;
  /** Absent for an order that was tried and not made: it has what its contract has. */
  products?: { title: string; variantTitle: string | null; quantity: number }[];
};

/** @returns undefined for an order that is gone */
export async function findOrderContents(
  shop: { id: number; storeDomain: string },
  attemptId: number,
): Promise<OrderContents | undefined> {
  const found = await findOneOrder(shop, attemptId, null);
  if (!found) return undefined;
  const { order, leaseUntil: _, ...contract } = found;
  const { orderAmount, variantList } = toOrderRecord(order, contract);
  return {
    amount: String(orderAmount),
    ...(variantList.length > 0 && { products: variantList }),
  };
}
