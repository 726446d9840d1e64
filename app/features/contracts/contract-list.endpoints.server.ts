import { z } from "zod";
import { contractListQuery, LIST_PARAMETERS } from "~/features/contracts/contract-list.schema";
import { findRecordPage } from "~/features/contracts/contract-list.service.server";
import { contractRecord } from "~/features/contracts/contract-record";
import { CONTRACT_RECORD_EXAMPLE } from "~/features/contracts/contract-record-example";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { toLinkHeader } from "~/http/pagination";

export const CONTRACT_LIST_PATH = "/api/external/v2/subscription-contract-details";

/** Operation 1 of the specification. */
export const listContracts = defineEndpoint({
  operationId: "listContracts",
  summary: "List contracts",
  description:
    "Contracts of the key's shop. Filters combine with AND; a blank filter is no filter. Pages are numbered, or with `cursor` linked.",
  tag: "Contracts",
  method: "GET",
  access: { apiKey: "read" },
  query: contractListQuery,
  response: z.array(contractRecord),
  example: [CONTRACT_RECORD_EXAMPLE],
  responseHeaders: {
    "X-Total-Count": { description: "How many contracts match", schema: { type: "integer", minimum: 0 } },
    "X-Total-Count-Precision": {
      description:
        "`estimate` when the total is one: beyond 10,000 matches, unless only status, interval, interval count and plan type filter. Otherwise the header is absent and the total exact.",
      schema: { type: "string", enum: ["estimate"] },
    },
    Link: "Pages first, prev, next and last (RFC 8288); no last when the total is an estimate",
  },
  handler: async ({ principal, query }) => findRecordPage(principal.shop, query),
  toResponse({ items, total, links }, { url }) {
    const headers: Record<string, string> = {
      "Content-Type": "application/json; charset=utf-8",
      // Known beforehand, so that the body need not be sent in chunks.
      "Content-Length": String(items.byteLength),
      "X-Total-Count": String(total.count),
      Link: toLinkHeader(CONTRACT_LIST_PATH, url.searchParams, LIST_PARAMETERS, links),
    };
    if (total.precision === "estimate") headers["X-Total-Count-Precision"] = "estimate";
    // The driver never reads into shared memory, which is all that the types fear.
    return new Response(items as Uint8Array<ArrayBuffer>, { headers });
  },
});
