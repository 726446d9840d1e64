import { z } from "zod";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { findRefundErrors, refundOrder } from "~/features/billing/charging/refund.service.server";
import { refundAmount, refundReason } from "~/features/billing/charging/refund-fields";
import {
  defineForBothCallers,
  toContractCaller,
} from "~/features/contracts/operations/contract-operation.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { CHARGED_ORDER_EXAMPLE, orderRecord } from "~/features/contracts/order-record/order-record.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { takeValidFields } from "~/http/request/field-rules";
import { toCallUuid } from "~/http/request/idempotency.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { platformId, required } from "~/http/request/query-parameters";

const params = z.object({
  id: required(
    platformId("SubscriptionBillingAttempt", { description: "The order, as top-orders names it." }),
  ),
});

export const attemptBilling = defineForBothCallers({
  area: "orders",
  name: "attemptBilling",
  summary: "Charge an order now",
  description:
    "The merchant may bill any order that is not paid yet; billed before its day, the next orders count from today. The customer may pay one that has failed and, where the shop offers it, have the next one at once. Asked twice at once there is one charge. UNKNOWN: nobody knows yet whether it was charged, and it is looked up; ACTION_REQUIRED: the customer's bank wants them at `actionUrl`.",
  method: "PUT",
  path: "subscription-billing-attempts/attempt-billing/{id}",
  params,
  problems: ["conflict", "switched_off"],
  response: orderRecord,
  example: CHARGED_ORDER_EXAMPLE,
  answer: async (caller, { params: { id } }) => billNow(caller, await getOrderPlace(caller, id, null)),
});

const refundFields = inQueryOrBody(
  z.object({
    amount: refundAmount
      .meta({ description: "In the order's currency; left out, all that is left of it." })
      .optional(),
    reason: refundReason.meta({ description: "Kept with it." }).optional(),
  }),
  [],
);

export const refundPaidOrder = defineEndpoint({
  operationId: "refundOrder",
  summary: "Refund an order, whole or in part",
  description:
    "Through the gateway that took the money. Amount and reason may be in the query or in a JSON body.",
  tag: "Contracts",
  method: "PUT",
  path: `${MERCHANT}/subscription-billing-attempts/refund/{id}`,
  access: { apiKey: "orders:write" },
  obeysIfMatch: true,
  mayRepeat: true,
  params,
  ...refundFields.declared,
  bodyExample: { amount: "12.50", reason: "One of them was broken" },
  async findMore({ principal, ...sent }) {
    const { id } = takeValidFields(params, sent.params);
    const { amount } = refundFields.takeValid(sent);
    return id === undefined || amount === undefined ? [] : findRefundErrors(principal.shop.id, id, amount);
  },
  problems: ["not_found", "conflict"],
  response: orderRecord,
  example: { ...CHARGED_ORDER_EXAMPLE, refundedAmount: 34.88 },
  handler: async ({ principal, params: { id }, context, call, ...sent }) => {
    const caller = toContractCaller(principal, context);
    await refundOrder(caller, id, { ...refundFields.read(sent), ...(call && { key: toCallUuid(call) }) });
    return getOrderRecord(caller.shop, id, null, context.receivedAt);
  },
});
