import { z } from "zod";
import { cancellationSchema } from "~/features/contracts/cancellation";
import {
  skipContractOrder,
  unskipContractOrder,
  updateBillingInterval,
  updateNextDate,
  updateStatus,
} from "~/features/contracts/contract-lifecycle.service.server";
import { defineContractOperation } from "~/features/contracts/contract-operation.server";
import { REQUESTED_STATUSES } from "~/features/contracts/contract-status";
import { exactInstant, platformId, required, wholeNumber, word } from "~/http/query-parameters";
import { INTERVALS } from "~db/schema/intervals";

const CONTRACT = { description: "The contract." };
const contractId = required(platformId("SubscriptionContract", CONTRACT));

export const updateContractStatus = defineContractOperation({
  name: "updateContractStatus",
  summary: "Pause, resume, cancel or reactivate a contract",
  description:
    "Pausing parks the orders to come; with ACTIVE they come back on the first dates more than 24 hours ahead. Customers may not cancel before `minCycles` orders. A body with the reason may come with CANCELLED.",
  method: "PUT",
  path: "subscription-contracts-update-status",
  query: z.object({
    contractId,
    status: required(word(REQUESTED_STATUSES, { description: "What it is to be." })),
  }),
  body: cancellationSchema.optional(),
  bodyExample: { reason: "I have too much of it", feedback: "Twice a year would be enough." },
  problems: ["conflict", "forbidden", "switched_off"],
  run: (caller, { query, body }) => updateStatus(caller, { ...query, cancellation: body }),
});

export const updateContractNextDate = defineContractOperation({
  name: "updateContractNextDate",
  summary: "Set the date of the next order",
  description: "The later orders follow, counted from it.",
  method: "PUT",
  path: "subscription-contracts-update-billing-date",
  query: z.object({
    contractId,
    nextBillingDate: required(exactInstant({ description: "When the next order is to be made." })),
  }),
  problems: ["conflict"],
  portalAction: "reschedule",
  run: (caller, { query }) => updateNextDate(caller, query),
});

/** Operation 8 of the specification. */
export const updateContractInterval = defineContractOperation({
  name: "updateContractInterval",
  summary: "Set how often a contract is billed",
  description:
    "Deliveries follow when they go with the billings. The next date is counted from the last paid order and is more than 24 hours ahead; before any was paid it stays.",
  method: "PUT",
  path: "subscription-contracts-update-billing-interval",
  query: z.object({
    contractId,
    interval: required(word(INTERVALS, { description: "Unit." }, { exactCase: true })),
    intervalCount: required(
      wholeNumber(1, 3650, { description: "How many of them; ten years' worth at most.", format: "int32" }),
    ),
  }),
  problems: ["conflict"],
  portalAction: "frequency",
  run: (caller, { query }) => updateBillingInterval(caller, query),
});

const params = z.object({
  id: required(
    platformId("SubscriptionBillingAttempt", { description: "The order, as top-orders names it." }),
  ),
});
const ofContract = z.object({
  subscriptionContractId: platformId("SubscriptionContract", {
    description: "The contract that it must belong to.",
  }),
});

export const skipOrder = defineContractOperation({
  name: "skipOrder",
  summary: "Leave an order out",
  description: "One-time products of it move to the next order.",
  method: "PUT",
  path: "subscription-billing-attempts/skip-order/{id}",
  params,
  query: ofContract,
  problems: ["conflict"],
  portalAction: "skip",
  run: (caller, { params: { id }, query }) =>
    skipContractOrder(caller, { attemptId: id, contractId: query.subscriptionContractId }),
});

export const unskipOrder = defineContractOperation({
  name: "unskipOrder",
  summary: "Take a skipped order back",
  description: "As long as its date has not passed.",
  method: "PUT",
  path: "subscription-billing-attempts/unskip-order/{id}",
  params,
  query: ofContract,
  problems: ["conflict"],
  portalAction: "skip",
  run: (caller, { params: { id }, query }) =>
    unskipContractOrder(caller, { attemptId: id, contractId: query.subscriptionContractId }),
});
