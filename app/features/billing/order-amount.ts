import type { OrderRecord } from "~/features/billing/order-record.server";
import { computeOrderAmount } from "~/features/contracts/amounts";

/** What an order of a contract costs comes from these. */
export type ContractToPrice = Parameters<typeof computeOrderAmount>[0];

/** An order as it stands in the database, with what else counts in its amount. */
export type UnpricedOrder = OrderRecord & {
  /** The contract's next order: the one that lines may be left out of. */
  isNext: boolean;
  oneTimeProducts: { price: string; quantity: number }[];
};

/**
 * The record of an order. One that was made keeps what it did cost; any other tells what it costs as the contract stands
 * now, its one-time products included.
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
