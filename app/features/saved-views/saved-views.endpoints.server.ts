import { redirect } from "@remix-run/node";
import type { StaffPrincipal } from "~/access/principal";
import {
  deleteViewSchema,
  renameViewSchema,
  saveViewSchema,
} from "~/features/saved-views/saved-views.schema";
import {
  deleteView,
  renameView,
  saveView,
  type ViewOwner,
} from "~/features/saved-views/saved-views.service.server";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction } from "~/http/endpoint/routes.server";
import type { RequestContext } from "~/http/request/request-context.server";
import type { SavedViewList } from "~db/schema/saved-view-lists";

/**
 * A list whose filters and sort can be saved as a view.
 *
 * @field operation part of the operation ids, such as `OrderView`
 * @field path of its page
 * @field toHere the page's query, including the position in the list
 * @field toKept what a view saves of it: filters and sort
 */
type ViewedList = {
  list: SavedViewList;
  operation: string;
  path: string;
  toHere: (params: URLSearchParams) => string;
  toKept: (params: URLSearchParams) => string;
};

/**
 * Forms of a list's views, chosen by the parameter `intent`: saveView, renameView, deleteView.
 *
 * @param others further forms of the list's page
 */
export function savedViewsAction(
  { list, operation, path, toHere, toKept }: ViewedList,
  others: Record<string, Endpoint<Response>> = {},
) {
  const toOwner = ({ shop, staffId }: StaffPrincipal): ViewOwner => ({ shopId: shop.id, staffId, list });
  /** Redirects to the list as it was when the form was sent, with what was done; so a reload repeats nothing. */
  const backToList = ({ url }: RequestContext, done: string): Response => {
    const search = toHere(url.searchParams);
    return redirect(`${path}?${search}${search && "&"}done=${done}`, 303);
  };
  return pageAction({
    ...others,
    saveView: defineEndpoint({
      operationId: `save${operation}`,
      summary: "Save the filters of a list under a name",
      method: "POST",
      access: { staff: "viewer" },
      body: saveViewSchema,
      handler: async ({ principal, body: { name, search }, context }) => {
        const kept = toKept(new URLSearchParams(search));
        await saveView(toOwner(principal), { name, search: kept }, context.now);
        return backToList(context, "view_saved");
      },
    }),
    renameView: defineEndpoint({
      operationId: `rename${operation}`,
      summary: "Rename a saved view",
      method: "POST",
      access: { staff: "viewer" },
      body: renameViewSchema,
      handler: async ({ principal, body, context }) => {
        await renameView(toOwner(principal), body);
        return backToList(context, "view_renamed");
      },
    }),
    deleteView: defineEndpoint({
      operationId: `delete${operation}`,
      summary: "Delete a saved view",
      method: "POST",
      access: { staff: "viewer" },
      body: deleteViewSchema,
      handler: async ({ principal, body, context }) => {
        await deleteView(toOwner(principal), body.viewId);
        return backToList(context, "view_deleted");
      },
    }),
  });
}
