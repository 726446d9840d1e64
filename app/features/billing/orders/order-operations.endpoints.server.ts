import { z } from "zod";
import { getOrderRecord } from "~/features/billing/orders/one-order.service.server";
import { orderRecord, UPCOMING_ORDER_EXAMPLE } from "~/features/billing/orders/order-record.server";
import type { OperationCaller } from "~/features/contracts/operations/contract-operation.server";
import { orderReschedule } from "~/features/contracts/operations/orders/reschedule-order.server";
import {
  findUpcomingOrder,
  orderSkip,
  upcomingOrderSkip,
} from "~/features/contracts/operations/skip-order.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { exactInstant, flag, platformId, required } from "~/http/request/query-parameters";
import type { Queryable } from "~db/client.server";

const CONTRACT_ID = 10_000_000_012;

const ofOrder = {
  method: "PUT",
  params: z.object({
    id: required(
      platformId("SubscriptionBillingAttempt", { description: "The order, as top-orders names it." }),
    ),
  }),
  problems: ["conflict"],
} as const;

const subscriptionContractId = platformId("SubscriptionContract", {
  description: "The contract that it must belong to.",
});
const maybeOfContract = inQueryOrBody(z.object({ subscriptionContractId }), []);

/** Answers with the order after the operation. @param example for the documentation */
const toAnswer = <W extends object>(
  example: Partial<typeof UPCOMING_ORDER_EXAMPLE>,
  findId: (wanted: W, before: Parameters<typeof findUpcomingOrder>[0]) => number | undefined,
) => ({
  response: orderRecord,
  example: { ...UPCOMING_ORDER_EXAMPLE, ...example },
  read: (
    on: Queryable,
    { shop, customerId, receivedAt }: OperationCaller,
    _contractId: number,
    { wanted, before }: { wanted: W; before: Parameters<typeof findUpcomingOrder>[0] },
  ) => getOrderRecord(shop, findId(wanted, before) ?? 0, customerId, receivedAt, on),
});
const toAnswerOf = (example: Partial<typeof UPCOMING_ORDER_EXAMPLE>) =>
  toAnswer<{ attemptId: number }>(example, ({ attemptId }) => attemptId);

export const skipOrder = orderSkip.json({
  area: "orders",
  ...ofOrder,
  name: "skipOrder",
  path: "subscription-billing-attempts/skip-order/{id}",
  summary: "Leave an order out",
  description: "One-time products of it move to the next order. Answers the order.",
  ...maybeOfContract.declared,
  bodyExample: { subscriptionContractId: CONTRACT_ID },
  read: async ({ params, ...sent }, caller) => {
    const { subscriptionContractId = null } = maybeOfContract.read(sent);
    return { ...(await getOrderPlace(caller, params.id, subscriptionContractId)), skip: true };
  },
  answer: toAnswerOf({ status: "SKIPPED" }),
});

export const unskipOrder = orderSkip.json({
  area: "orders",
  ...ofOrder,
  name: "unskipOrder",
  path: "subscription-billing-attempts/unskip-order/{id}",
  summary: "Take a skipped order back",
  description: "As long as its date has not passed. Answers the order.",
  ...maybeOfContract.declared,
  bodyExample: { subscriptionContractId: CONTRACT_ID },
  read: async ({ params, ...sent }, caller) => {
    const { subscriptionContractId = null } = maybeOfContract.read(sent);
    return { ...(await getOrderPlace(caller, params.id, subscriptionContractId)), skip: false };
  },
  answer: toAnswerOf({}),
});

const whose = inQueryOrBody(
  z.object({
    subscriptionContractId: platformId("SubscriptionContract", { description: "The contract. Required." }),
  }),
  ["subscriptionContractId"],
);

export const skipUpcomingOrder = upcomingOrderSkip.json({
  area: "orders",
  name: "skipUpcomingOrder",
  path: "subscription-billing-attempts/skip-upcoming-order",
  summary: "Leave the next order out",
  description:
    "Whichever it is: the soonest one that is planned. Sent twice it leaves out two. Answers the order.",
  method: "PUT",
  ...whose.declared,
  bodyExample: { subscriptionContractId: CONTRACT_ID },
  problems: ["conflict"],
  read: (sent) => ({ contractId: whose.read(sent).subscriptionContractId }),
  answer: toAnswer({ status: "SKIPPED" }, (_wanted, before) => findUpcomingOrder(before)?.id),
});

const whereto = inQueryOrBody(
  z.object({
    subscriptionContractId,
    billingDate: exactInstant({ description: "When it is to be made. Required." }),
    rescheduleFutureOrder: flag({ description: "Whether the later orders follow, counted from it." }),
  }),
  ["billingDate"],
);

export const rescheduleOrder = orderReschedule.json({
  area: "orders",
  ...ofOrder,
  name: "rescheduleOrder",
  path: "subscription-billing-attempts/reschedule-order/{id}",
  summary: "Set the date of one order",
  description:
    "Alone it stays between the orders before and after it. With `rescheduleFutureOrder` the later ones follow, counted from it. Answers the order.",
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
