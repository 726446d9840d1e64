import { z } from "zod";
import { listButtons } from "~/features/bulk-automations/kinds/kinds.server";
import { searchCatalogue } from "~/features/catalogue/catalogue-search.service.server";
import { parseListState, toListSearch, toViewSearch } from "~/features/contracts/list/contract-list-url";
import { getContractListPage } from "~/features/contracts/list-page/contract-list-page.service.server";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";

/**
 * The query is parsed in the handler, by the schema of operation 1: a wrong filter is a message beside it, not an error
 * page.
 */
const readContractListPage = defineEndpoint({
  operationId: "readContractListPage",
  summary: "The contract list of the admin",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal, context }) => ({
    ...(await getContractListPage(principal, context.url.searchParams)),
    bulkButtons: listButtons(),
  }),
});

const readProductChoices = defineEndpoint({
  operationId: "readProductChoices",
  summary: "Products and variants for the picker of the contract list",
  method: "GET",
  access: { staff: "viewer" },
  query: z.object({ q: z.string().max(200).default("") }),
  handler: ({ principal, query }) => searchCatalogue(principal.shop.id, query.q),
});

export const contractListPageLoader = pageLoader(readContractListPage);
export const productChoicesLoader = pageLoader(readProductChoices);
export const contractViewsAction = savedViewsAction({
  list: "contracts",
  operation: "ContractView",
  path: "/admin/contracts",
  toHere: (params) => toListSearch(parseListState(params)),
  toKept: (params) => toViewSearch(parseListState(params)),
});
