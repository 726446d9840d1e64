import type { StaffPrincipal } from "~/access/principal";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange } from "~/http/endpoint/staff-page.server";
import type { RequestContext } from "~/http/request/request-context.server";
import type { SavedViewList } from "~db/schema/saved-view-lists";
import { deleteViewSchema, renameViewSchema, saveViewSchema } from "./saved-views.schema";
import { deleteView, renameView, saveView, type ViewOwner } from "./saved-views.service.server";

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
  /** The list as it was when the form was sent, with what was done. */
  const backToList = ({ url }: RequestContext, done: string): string => {
    const search = toHere(url.searchParams);
    return `${path}?${search}${search && "&"}done=${done}`;
  };
  return pageAction({
    ...others,
    saveView: staffChange(`save${operation}`, "viewer", {
      body: saveViewSchema,
      done: ({ context }) => backToList(context, "view_saved"),
      handler: ({ principal, body: { name, search }, context }) => {
        const kept = toKept(new URLSearchParams(search));
        return saveView(toOwner(principal), { name, search: kept }, context.now);
      },
    }),
    renameView: staffChange(`rename${operation}`, "viewer", {
      body: renameViewSchema,
      done: ({ context }) => backToList(context, "view_renamed"),
      handler: ({ principal, body }) => renameView(toOwner(principal), body),
    }),
    deleteView: staffChange(`delete${operation}`, "viewer", {
      body: deleteViewSchema,
      done: ({ context }) => backToList(context, "view_deleted"),
      handler: ({ principal, body }) => deleteView(toOwner(principal), body.viewId),
    }),
  });
}
