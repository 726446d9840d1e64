import { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import { parseListState } from "~/features/contracts/list/contract-list-url";
import {
  exportContracts,
  exportSelection,
} from "~/features/contracts/list-page/contract-export.service.server";
import { parseListQuery } from "~/features/contracts/list-page/contract-list-query";
import { refuseWrongFilters, toDatedCsv } from "~/http/endpoint/download.server";
import { fileRoute } from "~/http/endpoint/routes.server";
import { staffForm, staffRead } from "~/http/endpoint/staff-page.server";
import type { RequestContext } from "~/http/request/request-context.server";

/** More than the largest page of the list. */
const MAX_SELECTED = 2000;

const id = z.coerce.number({ error: "Use the numbers of contracts." }).int().positive();
/** One `id` per ticked contract; with the scope "all", the filters in the URL count instead. */
const selection = z.object({
  scope: z.enum(["all"]).optional(),
  id: z.preprocess(
    (given) => (given === undefined ? [] : [given].flat()),
    z.array(id).max(MAX_SELECTED, `Select at most ${MAX_SELECTED}.`),
  ),
});

const exportContractList = staffRead("exportContractList", "viewer", {
  staffOfClosedShop: true,
  handler: async ({ principal, context }) =>
    toDatedCsv(
      "contracts",
      exportContracts(principal.shop, requireQuery(principal.shop, context)),
      context,
      principal.shop,
    ),
});

/** The contracts ticked in the list as CSV, or all that match its filters. */
const exportSelectedContracts = staffForm("exportSelectedContracts", "viewer", {
  body: selection,
  handler: async ({ principal: { shop }, body, context }) =>
    toDatedCsv(
      "contracts",
      body.scope === "all"
        ? exportContracts(shop, requireQuery(shop, context))
        : exportSelection(shop, body.id),
      context,
      shop,
    ),
});

/** @throws ProblemError invalid_request for a wrong filter */
function requireQuery(shop: PrincipalShop, context: RequestContext) {
  const { query, problems } = parseListQuery(parseListState(context.url.searchParams), shop.timeZone);
  refuseWrongFilters(problems);
  return query;
}

export const contractExport = fileRoute(exportContractList, exportSelectedContracts);
