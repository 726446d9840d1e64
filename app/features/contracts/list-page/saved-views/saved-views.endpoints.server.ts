import { redirect } from "@remix-run/node";
import type { StaffPrincipal } from "~/access/principal";
import { parseListState, toListSearch } from "~/features/contracts/list/contract-list-url";
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

/** Forms of the contract list's views, told apart by `intent`. */
export const savedViewsAction = pageAction({
  saveView: saveListView,
  renameView: renameListView,
  deleteView: deleteListView,
});
