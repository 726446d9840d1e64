import { z } from "zod";
import type { ContractState } from "~/features/contracts/change/contract-change";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { orderRecord, UPCOMING_ORDER_EXAMPLE } from "~/features/contracts/order-record/order-record.server";
import { platformId, required } from "~/http/request/query-parameters";
import type { Queryable } from "~db/client.server";

/** What the JSON calls of operations on one order have in common: its id in the address. */
export const ofOrder = {
  method: "PUT",
  params: z.object({
    id: required(
      platformId("SubscriptionBillingAttempt", { description: "The order: its `id` from top-orders." }),
    ),
  }),
  problems: ["conflict"],
} as const;

/** Optional in addition to the order; checked if it is sent. */
export const subscriptionContractId = platformId("SubscriptionContract", {
  description: "The contract that the order must belong to.",
});

/**
 * Answers with the order after the operation, not with the contract.
 *
 * @param example what differs from a planned order, for the documentation
 */
export const toOrderAnswer = <W extends object>(
  example: Partial<typeof UPCOMING_ORDER_EXAMPLE>,
  findId: (wanted: W, before: ContractState) => number | undefined,
) => ({
  response: orderRecord,
  example: { ...UPCOMING_ORDER_EXAMPLE, ...example },
  read: (
    on: Queryable,
    { shop, customerId, receivedAt }: OperationCaller,
    _contractId: number,
    { wanted, before }: { wanted: W; before: ContractState },
  ) => getOrderRecord(shop, findId(wanted, before) ?? 0, customerId, receivedAt, on),
});

/** As `toOrderAnswer`, with the order that the address names. */
export const toAnswerOf = (example: Partial<typeof UPCOMING_ORDER_EXAMPLE>) =>
  toOrderAnswer<{ attemptId: number }>(example, ({ attemptId }) => attemptId);
