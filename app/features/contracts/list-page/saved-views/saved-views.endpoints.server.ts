import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { StaffPrincipal } from "~/access/principal";
import { parseListState, toListSearch } from "~/features/contracts/list/contract-list-url";
import { COLUMN_CHOICES, toColumns } from "~/features/contracts/list-page/column-choice";
import {
  deleteViewSchema,
  renameViewSchema,
  saveViewSchema,
} from "~/features/contracts/list-page/saved-views/saved-views.schema";
import {
  deleteView,
  renameView,
  saveView,
} from "~/features/contracts/list-page/saved-views/saved-views.service.server";
import { updateStaffAccount } from "~/features/staff/staff.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction } from "~/http/endpoint/routes.server";
import type { RequestContext } from "~/http/request/request-context.server";

const toOwner = ({ shop, staffId }: StaffPrincipal) => ({ shopId: shop.id, staffId });

/** The list as it was when the form was sent, saying what is done; a reload then repeats nothing. */
function backToList({ url }: RequestContext, done: string): Response {
  const search = toListSearch(parseListState(url.searchParams));
  return redirect(`/admin/contracts?${search}${search && "&"}done=${done}`, 303);
}

const saveListView = defineEndpoint({
  operationId: "saveListView",
  summary: "Save the filters of the contract list under a name",
  method: "POST",
  access: { staff: "viewer" },
  body: saveViewSchema,
  handler: async ({ principal, body, context }) => {
    await saveView(toOwner(principal), body, context.now);
    return backToList(context, "view_saved");
  },
});

const renameListView = defineEndpoint({
  operationId: "renameListView",
  summary: "Rename a saved view",
  method: "POST",
  access: { staff: "viewer" },
  body: renameViewSchema,
  handler: async ({ principal, body, context }) => {
    await renameView(toOwner(principal), body);
    return backToList(context, "view_renamed");
  },
});

const deleteListView = defineEndpoint({
  operationId: "deleteListView",
  summary: "Delete a saved view",
  method: "POST",
  access: { staff: "viewer" },
  body: deleteViewSchema,
  handler: async ({ principal, body, context }) => {
    await deleteView(toOwner(principal), body.viewId);
    return backToList(context, "view_deleted");
  },
});

const chooseColumns = defineEndpoint({
  operationId: "chooseContractColumns",
  summary: "Which columns the contract list shows the person signed in",
  method: "POST",
  access: { staff: "viewer" },
  body: z.object({
    // A single box comes as a text, none not at all.
    column: z.preprocess(
      (given) => (given === undefined ? [] : [given].flat()),
      z.array(z.enum(COLUMN_CHOICES.map(({ name }) => name))),
    ),
  }),
  handler: async ({ principal, body: { column }, context }) => {
    const isUsual = toColumns(column).join() === toColumns(null).join();
    await updateStaffAccount(principal.staffId, { contractColumns: isUsual ? null : column });
    return backToList(context, "columns");
  },
});

/** Forms of the contract list's views, told apart by `intent`. */
export const savedViewsAction = pageAction({
  saveView: saveListView,
  renameView: renameListView,
  deleteView: deleteListView,
  columns: chooseColumns,
});
