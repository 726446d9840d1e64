import { redirect } from "@remix-run/node";
import { z } from "zod";
import { listButtons } from "~/features/bulk-automations/kinds/kinds.server";
import { searchCatalogue } from "~/features/catalogue/catalogue-search.service.server";
import { parseListState, toListSearch, toViewSearch } from "~/features/contracts/list/contract-list-url";
import { COLUMN_NAMES, toColumns } from "~/features/contracts/list-page/column-choice";
import { getContractListPage } from "~/features/contracts/list-page/contract-list-page.service.server";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { updateStaffAccount } from "~/features/staff/staff.repo.server";
import { staffForm, staffPage } from "~/http/endpoint/staff-page.server";

const toHere = (params: URLSearchParams): string => toListSearch(parseListState(params));

/**
 * The query is parsed in the handler, by the schema of operation 1: a wrong filter is a message beside it, not an error
 * page.
 */
export const contractListPageLoader = staffPage("readContractListPage", "viewer", {
  handler: async ({ principal, context }) => ({
    ...(await getContractListPage(principal, context.url.searchParams)),
    bulkButtons: listButtons(),
  }),
});

export const productChoicesLoader = staffPage("readProductChoices", "viewer", {
  query: z.object({ q: z.string().max(200).default("") }),
  handler: ({ principal, query }) => searchCatalogue(principal.shop.id, query.q),
});

/** Forms of the contract list, chosen by the parameter `intent`. */
export const contractListAction = savedViewsAction(
  {
    list: "contracts",
    operation: "ContractView",
    path: "/admin/contracts",
    toHere,
    toKept: (params) => toViewSearch(parseListState(params)),
  },
  {
    columns: staffForm("chooseContractColumns", "viewer", {
      body: z.object({
        // A single checkbox comes as a text; if none is ticked, the field is missing.
        column: z.preprocess(
          (given) => (given === undefined ? [] : [given].flat()),
          z.array(z.enum(COLUMN_NAMES)),
        ),
      }),
      handler: async ({ principal, body: { column }, context }) => {
        const isUsual = toColumns(column).join() === toColumns(null).join();
        await updateStaffAccount(principal.staffId, { contractColumns: isUsual ? null : column });
        const search = toHere(context.url.searchParams);
        return redirect(`/admin/contracts?${search}${search && "&"}done=columns`, 303);
      },
    }),
  },
);
