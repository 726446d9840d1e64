import { composeOrder } from "~/features/billing/records/compose-order.service.server";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { db } from "~db/client.server";
import {
  type FailedOrder,
  findTriedOrder,
  listTriedOrders,
  type TriedOrder,
} from "./failed-orders.repo.server";

/** The unpaid orders of a customer, one per contract, each with what paying it now costs. */
export const listFailedOrders = async (
  shopId: number,
  customerId: number,
  now: Date,
): Promise<FailedOrder[]> =>
  Promise.all((await listTriedOrders(shopId, customerId)).map((order) => toFailed(shopId, order, now)));

/** The unpaid order of a contract; null without one. */
export async function findFailedOrder(
  shopId: number,
  contractId: number,
  now: Date,
): Promise<FailedOrder | null> {
  const order = await findTriedOrder(shopId, contractId);
  return order && toFailed(shopId, order, now);
}

/** The order is composed again for a new try: it costs what the contract costs then, not what the last try did. */
async function toFailed(shopId: number, { isAsked, ...order }: TriedOrder, now: Date): Promise<FailedOrder> {
  const { contractId, attemptId } = order;
  const state = isAsked ? null : await findContractState(shopId, contractId, now, attemptId);
  if (!state) return order;
  const { total } = await composeOrder(db, shopId, attemptId, state);
  return { ...order, amount: total, version: state.contract.version };
}
