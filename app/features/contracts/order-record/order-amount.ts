import { computeOrderAmount } from "~/features/contracts/amounts";
import type { OrderRecord } from "~/features/contracts/order-record/order-record.server";

/** Data for computing the amount of an order. */
export type ContractToPrice = Parameters<typeof computeOrderAmount>[0];

/** An order as stored, with further data for its amount. */
export type UnpricedOrder = OrderRecord & {
  /** Whether it is the contract's next order, the one that may have skipped lines. */
  isNext: boolean;
  oneTimeProducts: { price: string; quantity: number }[];
};

/**
 * The record of an order. A made order keeps what it cost, one that is being charged what was asked; any other has the
 * amount by the contract as it is now, including its one-time products.
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
