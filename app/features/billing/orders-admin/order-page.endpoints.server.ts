import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole } from "~/access/principal";
import type { OrderAction } from "~/features/billing/actions/order-action";
import { orderActions } from "~/features/billing/actions/order-actions.server";
import { findDialog, toDoneLabels } from "~/features/contract-page/dialogs/dialogs.server";
import { toOrderForms } from "~/features/contract-page/dialogs/staff-action.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { toContractCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { takeValidFields } from "~/http/request/field-rules";
import { pageId } from "~/http/request/page-fields";
import { getOrderPage } from "./order-page.service.server";

const params = z.object({ orderId: pageId });

/** The texts of the toasts, by result. */
const doneLabels = Object.assign(
  toDoneLabels(contractOperations),
  ...orderActions.map(({ staff }) => staff.done),
) as Record<string, string>;
/** Results other than the wanted one. */
const notDone = orderActions.flatMap(({ intent, staff }) =>
  Object.keys(staff.done).filter((done) => done !== intent),
);
/** What the dialogs of the actions read in the page's address. */
const asked: z.ZodRawShape = Object.assign({}, ...orderActions.map(({ staff }) => staff.asked));

/** Forms of the page, by `intent`; afterwards the page reports what was done. */
const toOrderActionForms = (actions: readonly OrderAction[]) =>
  Object.fromEntries(actions.map((action) => [action.intent, toForm(action)]));

const toForm = ({ intent, staff: { body, findMore, run, report } }: OrderAction) =>
  staffForm(`staffOrder_${intent}`, "editor", {
    params,
    body,
    findMore: async ({ principal, ...sent }) => {
      const { orderId } = takeValidFields(params, sent.params);
      const valid = takeValidFields(body, sent.body);
      return (orderId !== undefined && (await findMore?.(principal.shop.id, orderId, valid))) || [];
    },
    handler: async ({ principal, params: { orderId }, body: sent, context }) => {
      await run(toContractCaller(principal, context), orderId, sent);
      const done = (await report?.(principal.shop.id, orderId, sent)) ?? intent;
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done });
      return redirect(`/admin/orders/${orderId}?${search}`, 303);
    },
  });

export const orderPageLoader = staffPage("readOrderPage", "viewer", {
  params,
  // Unknown dialogs are ignored.
  query: z.object({ ...asked, action: z.string().nullable().catch(null).default(null) }),
  handler: async ({ principal, params: { orderId }, query: { action, ...given }, context }) => {
    const { shop, role } = principal;
    const mayEdit = hasRole(role, "editor");
    const page = await getOrderPage(shop, orderId, context, { action, given, mayEdit });
    const caller = { ...toContractCaller(principal, context), shop };
    const wanted = page.buttons.find(({ intent }) => intent === action);
    const place = wanted && { intent: wanted.intent, order: orderId, q: "" };
    const change = place ? await findDialog(contractOperations, caller, page.contractId, place) : null;
    return { ...page, change, doneLabels, notDone, mayEdit, hasGateway: shop.gateway !== "none" };
  },
});

export const orderPageAction = pageAction({
  ...toOrderForms(contractOperations),
  ...toOrderActionForms(orderActions),
});
