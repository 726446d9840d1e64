import { z } from "zod";
import { CONTRACT_RECORD_EXAMPLE, contractRecord } from "~/features/contracts/record/contract-record.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { toLinkHeader } from "~/http/request/pagination.server";
import { contractListQuery } from "./contract-list.schema";
import { findRecordPage } from "./contract-list.service.server";

export const CONTRACT_LIST_PATH = `${MERCHANT}/subscription-contract-details`;

/** Operation 1 of the specification. */
export const listContracts = defineEndpoint({
  operationId: "listContracts",
  summary: "List contracts",
  description:
    "Contracts of the API key's shop. Filters combine with AND; a blank filter is ignored. Page by number, or by `cursor`, following the `Link` header.",
  tag: "Contracts",
  method: "GET",
  path: CONTRACT_LIST_PATH,
  access: { apiKey: "contracts:read" },
  query: contractListQuery,
  response: z.array(contractRecord),
  example: [CONTRACT_RECORD_EXAMPLE],
  responseHeaders: {
    "X-Total-Count": { description: "Number of matching contracts", schema: { type: "integer", minimum: 0 } },
    "X-Total-Count-Precision": {
      description:
        "`estimate` if the total is an estimate: with more than 10,000 matches, unless the only filters are status, interval, interval count and plan type; also if `search` alone and the other filters alone each match more than 10,000. Otherwise the header is absent and the total is exact.",
      schema: { type: "string", enum: ["estimate"] },
    },
    Link: "Links to the first, prev, next and last page (RFC 8288); no last if the total is an estimate",
  },
  handler: async ({ principal, query }) => findRecordPage(principal.shop, query),
  toResponse({ items, total, links }, context) {
    const headers: Record<string, string> = {
      "X-Total-Count": String(total.count),
      Link: toLinkHeader(context, links),
    };
    if (total.precision === "estimate") headers["X-Total-Count-Precision"] = "estimate";
    return jsonResponse(items, context, { headers });
  },
});
