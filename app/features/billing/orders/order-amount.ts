import type { OrderRecord } from "~/features/billing/orders/order-record.server";
import { computeOrderAmount } from "~/features/contracts/amounts";

/** What the amount of an order is computed from. */
export type ContractToPrice = Parameters<typeof computeOrderAmount>[0];

/** An order as it stands in the database, with what else counts in its amount. */
export type UnpricedOrder = OrderRecord & {
  /** The contract's next order: the one that lines may be left out of. */
  isNext: boolean;
  oneTimeProducts: { price: string; quantity: number }[];
};

/**
 * The record of an order. A made order keeps what it cost; any other has the amount by the contract as it is now, its
 * one-time products included.
 */
export function toOrderRecord(
  { isNext, oneTimeProducts, ...order }: UnpricedOrder,
  contract: ContractToPrice,
): OrderRecord {
  if (order.orderAmount !== null || order.status === "SUCCESS") return order;
  const lines = contract.lines.map((line) => ({
    ...line,
    skippedNextOrder: isNext && line.skippedNextOrder,
  }));
  return { ...order, orderAmount: Number(computeOrderAmount({ ...contract, lines }, oneTimeProducts)) };
}
