import { z } from "zod";
import { findRefundErrors, refundOrder } from "~/features/billing/charging/refund.service.server";
import { readTypedAmount, refundAmount, refundReason } from "~/features/billing/charging/refund-fields";
import { toContractCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { CHARGED_ORDER_EXAMPLE, orderRecord } from "~/features/contracts/order-record/order-record.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { takeValidFields } from "~/http/request/field-rules";
import { toCallUuid } from "~/http/request/idempotency.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { defineOrderAction, seenField } from "./order-action";
import { orderParams } from "./order-params";

const refundFields = inQueryOrBody(
  z.object({
    amount: refundAmount
      .meta({ description: "In the order's currency. If omitted, everything not yet refunded." })
      .optional(),
    reason: refundReason.meta({ description: "Reason, stored with the refund." }).optional(),
  }),
  [],
);

export const refundPaidOrder = defineEndpoint({
  operationId: "refundOrder",
  summary: "Refund an order in full or in part",
  description:
    "Refunds through the gateway that charged the order. Amount and reason may be in the query or in a JSON body.",
  tag: "Contracts",
  method: "PUT",
  path: `${MERCHANT}/subscription-billing-attempts/refund/{id}`,
  access: { apiKey: "orders:write" },
  obeysIfMatch: true,
  mayRepeat: true,
  params: orderParams,
  ...refundFields.declared,
  bodyExample: { amount: "12.50", reason: "One of them was broken" },
  async findMore({ principal, ...sent }) {
    const { id } = takeValidFields(orderParams, sent.params);
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

/** In the address of the dialog that asks for confirmation. */
const asked = z.object({
  amount: z.string().max(30).nullable().catch(null).default(null),
  reason: refundReason.catch("").default(""),
});

/** Refund an order. Its dialog first asks for the amount, then for a confirmation that names it. */
export const orderRefund = defineOrderAction("refund", {
  label: "Refund",
  isQuiet: true,
  isOffered: ({ hasGateway, refundable }) => hasGateway && refundable !== null,
  asked: asked.shape,
  dialog({ title, left, currencyCode, money, customer, method, refunds: seen }, given) {
    const { amount: typed, reason } = asked.parse(given);
    const amount = typed === null ? null : readTypedAmount(typed, left, currencyCode);
    if (amount === null || "problem" in amount)
      return {
        title: `Refund ${title}`,
        lines: [`Up to ${money(left)} can be given back.`],
        confirm: "Continue",
        fields: { kind: "amount", left, amount: typed ?? left, reason, problem: amount?.problem ?? null },
        seen,
      };
    const sum = money(amount.amount);
    return {
      title: `Refund ${sum}?`,
      lines: [
        `${sum} of ${title} goes back to ${customer}${method ? `, to ${method}` : ""}. This cannot be undone.`,
      ],
      confirm: `Refund ${sum}`,
      isHarsh: true,
      fields: { kind: "refund", amount: amount.amount, reason },
      seen,
    };
  },
  body: z.object({ seen: seenField, amount: refundAmount, reason: refundReason.default("") }),
  findMore: async (shopId, attemptId, { amount }) =>
    amount === undefined ? [] : findRefundErrors(shopId, attemptId, amount),
  run: (caller, attemptId, { amount, reason, seen: seenRefunds }) =>
    refundOrder(caller, attemptId, { amount, seenRefunds, ...(reason !== "" && { reason }) }),
  done: { refund: "Refunded" },
});
