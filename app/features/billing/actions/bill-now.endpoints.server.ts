import { z } from "zod";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { payNow, sendToBank } from "~/features/billing/hosted/pay-now.service.server";
import { isOver } from "~/features/contracts/change/contract-transitions";
import { defineForBothCallers } from "~/features/contracts/operations/definition/contract-operation.server";
import { idField } from "~/features/contracts/operations/definition/form-fields";
import { CHARGED_ORDER_EXAMPLE, orderRecord } from "~/features/contracts/order-record/order-record.server";
import type { OrderStatus } from "~/features/contracts/order-record/order-status";
import type { PortalBanner } from "~/features/customer-pages/texts/portal-outcomes";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { ProblemError } from "~/lib/problem";
import { BILLED, readBilled } from "./billed.service.server";
import { defineOrderAction, orderPortalForm, seenField } from "./order-action";
import { orderParams } from "./order-params";

export const attemptBilling = defineForBothCallers({
  area: "orders",
  name: "attemptBilling",
  summary: "Charge an order now",
  description:
    "Merchants may bill any unpaid order; if it is billed before its date, the dates of the next orders count from today. Customers may pay a failed order and, if the shop allows it, take the next order now. Simultaneous calls make one charge only. UNKNOWN: the outcome of the charge is not known yet and is being looked up. ACTION_REQUIRED: the bank asks the customer to confirm the payment at `actionUrl`.",
  method: "PUT",
  path: "subscription-billing-attempts/attempt-billing/{id}",
  params: orderParams,
  problems: ["conflict", "switched_off"],
  response: orderRecord,
  example: CHARGED_ORDER_EXAMPLE,
  answer: async (caller, { params: { id } }) => billNow(caller, await getOrderPlace(caller, id, null)),
});

/** Takes the next order at once, as the page showed it; continues on the hosted page if the bank asks. */
const orderNow = orderPortalForm({
  operationId: "portalOrderNow",
  action: "order_now",
  body: z.object({ attempt: idField }),
  async run(target, { attempt }) {
    const place = await getOrderPlace(target, attempt, target.contractId);
    const { status } = await billNow(target, place, { tries: 0, version: target.expectedVersion });
    const done = AFTER_ORDER_NOW[status];
    if (!done) throw new ProblemError("conflict", "There is nothing to order.");
    return (status === "ACTION_REQUIRED" && (await sendToBank(target, place))) || { done };
  },
});

/** Banners after an unsuccessful try; in all cases nothing was charged. */
const AFTER_ORDER_NOW: Partial<Record<OrderStatus, PortalBanner>> = {
  SUCCESS: "ordered",
  FAILURE: "order_declined",
  ACTION_REQUIRED: "order_asks_bank",
  REQUESTING: "order_under_way",
  UNKNOWN: "order_under_way",
  // The gateway cannot be reached, or another charge of the card is under way: the charge follows automatically.
  QUEUED: "order_under_way",
};

/** Pays a failed order, as the page showed it; continues on the hosted page if the bank asks. */
const payOrder = orderPortalForm({
  operationId: "portalPayOrder",
  action: null,
  body: z.object({ attempt: idField, tries: idField }),
  run: async (target, { attempt, tries }) => {
    const place = await getOrderPlace(target, attempt, target.contractId);
    const paid = await payNow(target, place, { tries, version: target.expectedVersion });
    return "url" in paid ? paid : { done: `pay_${paid.end}` };
  },
});

/** Charge an order now: "Bill now" for staff; for customers "Order now", and "Pay now" where it has failed. */
export const billOrder = defineOrderAction(
  "bill",
  {
    label: ({ tries }) => (tries > 0 ? "Try again" : "Bill now"),
    isOffered: (order) =>
      order.hasGateway &&
      order.autoCharge &&
      (order.status === "QUEUED"
        ? order.contractStatus === "ACTIVE"
        : isUnpaid(order) && !isOver(order.contractStatus)),
    dialog({ tries, total, title, method }) {
      const by = method ? ` by ${method}` : "";
      return {
        title: tries === 0 ? `Bill ${total} now?` : `Try to charge ${total} again?`,
        lines: [
          `${title} is charged${by} at once. If the contract has changed since, its current amount is charged.`,
          ...(tries === 0 ? ["Billed before its day, the next orders count from today."] : []),
        ],
        confirm: tries === 0 ? `Bill ${total}` : `Charge ${total}`,
        seen: tries,
      };
    },
    body: z.object({ seen: seenField }),
    run: async (caller, attemptId, { seen }) =>
      billNow(caller, await getOrderPlace(caller, attemptId, null), seen),
    done: BILLED,
    report: (shopId, attemptId, { seen }) => readBilled(shopId, attemptId, seen),
  },
  { "order-now": orderNow, "pay-now": payOrder },
);
