import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole } from "~/access/principal";
import { billNow } from "~/features/billing/charging/attempt-billing.service.server";
import { giveUpOrder, lookAgain, markPaid } from "~/features/billing/charging/decide.service.server";
import { findRefundErrors, refundOrder } from "~/features/billing/charging/refund.service.server";
import { refundAmount, refundReason } from "~/features/billing/charging/refund-fields";
import { resendFailureMail } from "~/features/billing/dunning/failure-mail.service.server";
import { readBilled } from "~/features/billing/orders-admin/actions/billed.service.server";
import {
  isOrderAction,
  type OrderAction,
  type OrderDone,
} from "~/features/billing/orders-admin/actions/order-actions";
import { getOrderPage } from "~/features/billing/orders-admin/order-page.service.server";
import { findDialog, toDoneLabels } from "~/features/contract-page/dialogs/dialogs.server";
import { toOrderForms } from "~/features/contract-page/dialogs/staff-action.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import {
  type OperationCaller,
  toContractCaller,
} from "~/features/contracts/operations/contract-operation.server";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { takeValidFields } from "~/http/request/field-rules";
import { pageId } from "~/http/request/page-fields";
import type { FieldError } from "~/lib/problem";

const doneLabels = toDoneLabels(contractOperations);

const params = z.object({ orderId: pageId });

const readOrderPage = defineEndpoint({
  operationId: "readOrderPage",
  summary: "The page of one order",
  method: "GET",
  access: { staff: "viewer" },
  params,
  // Unknown dialogs are ignored.
  query: z.object({
    action: z.string().nullable().catch(null).default(null),
    amount: z.string().max(30).nullable().catch(null).default(null),
    reason: refundReason.catch("").default(""),
  }),
  handler: async ({ principal, params: { orderId }, query: { action, ...given }, context }) => {
    const { shop, role } = principal;
    const mayEdit = hasRole(role, "editor");
    const open = { ...given, action: isOrderAction(action) ? action : null };
    const page = await getOrderPage(shop, orderId, context, { ...open, mayEdit });
    const caller = { ...toContractCaller(principal, context), shop };
    const wanted = page.buttons.find(({ intent }) => intent === action);
    const place = wanted && { intent: wanted.intent, order: orderId, q: "" };
    const change = place ? await findDialog(contractOperations, caller, page.contractId, place) : null;
    return { ...page, change, doneLabels, mayEdit, hasGateway: shop.gateway !== "none" };
  },
});

/** The state that the form's texts described, so that a form sent twice acts once. */
const seen = z.coerce.number({ error: "Load the page again." }).int().min(0);

/** A form of the page; afterwards the page reports what was done. */
function defineOrderAction<B extends z.ZodObject>({
  action,
  body,
  findMore,
  run,
  report,
}: {
  action: OrderAction;
  body: B;
  /** Further errors of valid fields, found with the order when other fields are invalid. */
  findMore?(shopId: number, attemptId: number, valid: Partial<z.output<B>>): Promise<FieldError[]>;
  run(caller: OperationCaller, attemptId: number, body: z.output<B>): Promise<unknown>;
  /** The result, if it is not always the same. */
  report?(shopId: number, attemptId: number, body: z.output<B>): Promise<OrderDone>;
}) {
  return defineEndpoint({
    operationId: `staffOrder_${action}`,
    summary: `Order page: ${action}`,
    method: "POST",
    access: { staff: "editor" },
    params,
    body,
    findMore: async ({ principal, ...sent }) => {
      const { orderId } = takeValidFields(params, sent.params);
      const valid = takeValidFields(body, sent.body);
      return (orderId !== undefined && (await findMore?.(principal.shop.id, orderId, valid))) || [];
    },
    handler: async ({ principal, params: { orderId: attemptId }, body: input, context }) => {
      const sent = input as z.output<B>;
      await run(toContractCaller(principal, context), attemptId, sent);
      const done = (await report?.(principal.shop.id, attemptId, sent)) ?? action;
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done });
      return redirect(`/admin/orders/${attemptId}?${search}`, 303);
    },
  });
}

const onlySeen = z.object({ seen });

export const orderPageLoader = pageLoader(readOrderPage);
export const orderPageAction = pageAction({
  bill: defineOrderAction({
    action: "bill",
    body: onlySeen,
    run: async (caller, attemptId, form) =>
      billNow(caller, await getOrderPlace(caller, attemptId, null), form.seen),
    report: (shopId, attemptId, form) => readBilled(shopId, attemptId, form.seen),
  }),
  ...toOrderForms(contractOperations),
  refund: defineOrderAction({
    action: "refund",
    body: z.object({
      seen,
      amount: refundAmount,
      reason: refundReason.default(""),
    }),
    findMore: async (shopId, attemptId, { amount }) =>
      amount === undefined ? [] : findRefundErrors(shopId, attemptId, amount),
    run: (caller, attemptId, { amount, reason, seen: seenRefunds }) =>
      refundOrder(caller, attemptId, { amount, seenRefunds, ...(reason !== "" && { reason }) }),
  }),
  mail: defineOrderAction({
    action: "mail",
    body: onlySeen,
    run: (caller, attemptId, form) => resendFailureMail(caller, attemptId, form.seen),
  }),
  look: defineOrderAction({ action: "look", body: z.object({}), run: lookAgain }),
  mark_paid: defineOrderAction({
    action: "mark_paid",
    body: z.object({
      reference: z
        .string({ error: "Enter the gateway’s reference." })
        .trim()
        .min(1, "Enter the gateway’s reference.")
        .max(255, "At most 255 characters."),
    }),
    run: (caller, attemptId, { reference }) => markPaid(caller, attemptId, reference),
  }),
  give_up: defineOrderAction({ action: "give_up", body: z.object({}), run: giveUpOrder }),
});
