import { computeOrderAmount } from "~/features/contracts/amounts";
import type { OrderRecord } from "./order-record.server";

/** Data for computing the amount of an order. */
export type ContractToPrice = Parameters<typeof computeOrderAmount>[0];

/** What decides which of its contract's lines an order leaves out. */
type LeftOut = {
  /** Whether it is the contract's next order, the one that may have skipped lines. */
  isNext: boolean;
  /** Of an order that failed: ids of the lines that its last try left out. */
  leftOut: string[] | null;
};

/** An order as stored, with further data for its amount. */
export type UnpricedOrder = OrderRecord &
  LeftOut & {
    oneTimeProducts: { price: string; quantity: number }[];
  };

/**
 * A contract's lines, with those skipped that this order leaves out, by the rule of `composeOrder`: the next order
 * leaves out all lines skipped now; an order that has failed, those that its last try left out.
 */
export const toLinesOfOrder = <L extends { id: string; skippedNextOrder: boolean }>(
  { isNext, leftOut }: LeftOut,
  lines: readonly L[],
): L[] =>
  lines.map((line) => ({
    ...line,
    skippedNextOrder: leftOut ? leftOut.includes(line.id) : isNext && line.skippedNextOrder,
  }));

/**
 * The record of an order. A made order keeps what it cost, and one being charged the amount requested; any other has
 * the amount by the contract as it is now, including its one-time products.
 */
export function toOrderRecord(
  { isNext, leftOut, oneTimeProducts, ...order }: UnpricedOrder,
  contract: ContractToPrice,
): OrderRecord {
  if (order.orderAmount !== null || order.status === "SUCCESS") return order;
  const lines = toLinesOfOrder({ isNext, leftOut }, contract.lines);
  return { ...order, orderAmount: Number(computeOrderAmount({ ...contract, lines }, oneTimeProducts)) };
}
