import { z } from "zod";
import { rescheduleOrder as toRescheduled } from "~/features/contracts/change/reschedule-order";
import { withProductsMoved } from "~/features/contracts/operations/called-off-orders.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { exactInstant, flag } from "~/http/request/query-parameters";
import { notFound } from "~/lib/problem";
import { ofOrder, subscriptionContractId, toAnswerOf } from "./order-answer.server";

export type WantedReschedule = { attemptId: number; billingDate: Date; withLater: boolean };

/**
 * Changes the date of one order, alone or with the orders after it. Rules and refusals: `rescheduleOrder`; not_found.
 */
export const orderReschedule = defineContractOperation<WantedReschedule>({
  customerSwitch: "reschedule",
  orderOf: ({ attemptId }) => attemptId,
  change(state, wanted, { clock }) {
    if (!state.attempts.some(({ id }) => id === wanted.attemptId)) throw notFound("There is no such order.");
    return withProductsMoved(state, toRescheduled(state, wanted, clock));
  },
});

const whereto = inQueryOrBody(
  z.object({
    subscriptionContractId,
    billingDate: exactInstant({ description: "The new date. Required." }),
    rescheduleFutureOrder: flag({ description: "Whether the dates of later orders are counted from it." }),
  }),
  ["billingDate"],
);

export const rescheduleOrder = orderReschedule.json({
  area: "orders",
  ...ofOrder,
  name: "rescheduleOrder",
  path: "subscription-billing-attempts/reschedule-order/{id}",
  summary: "Reschedule an order",
  description:
    "By default, only this order moves, and its new date must be between those of the orders before and after it. With `rescheduleFutureOrder`, the dates of later orders are counted from it. Returns the order.",
  ...whereto.declared,
  bodyExample: { billingDate: "2027-01-31T09:00:00Z", rescheduleFutureOrder: false },
  read: async ({ params, ...sent }, caller) => {
    const wanted = whereto.read(sent);
    return {
      ...(await getOrderPlace(caller, params.id, wanted.subscriptionContractId ?? null)),
      billingDate: wanted.billingDate,
      withLater: wanted.rescheduleFutureOrder ?? false,
    };
  },
  answer: toAnswerOf({ billingDate: "2027-01-31T09:00:00.000Z" }),
});
