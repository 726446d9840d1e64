import { z } from "zod";
import { toPageResponse } from "~/http/endpoint/counted-page.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import {
  enumValue,
  instant,
  platformId,
  searchText,
  textOfForm,
  wholeNumber,
} from "~/http/request/query-parameters";
import { MAX_INT32 } from "~/lib/limits";
import { ACTOR_TYPES } from "~db/schema/activity";
import { activityRecord } from "./activity-log";
import { countMoves, findActivityLog } from "./activity-log.repo.server";
import { toReadObjects } from "./activity-scopes";
import { MOVES } from "./moves";

export const ACTIVITY_LOG_PATH = `${MERCHANT}/activity-logs`;

const contract = () =>
  platformId("SubscriptionContract", { description: "Entries about this contract only." });
const DEFAULT_SIZE = 20;

/**
 * The history of a shop (wire.md §4). Only lists with a `move` filter have a total: counting others would cost more
 * than reading them.
 */
export const listActivityLogs = defineEndpoint({
  operationId: "listActivityLogs",
  summary: "List the activity of the shop",
  description:
    "Who changed what and when, newest first. With `contracts:read`: entries about contracts, customers, referrals, imports and bulk changes. A key limited to areas also needs `bundles:read`, `webhooks:read` or `settings:read` (with discount codes and selling plans) for entries about these; no key gets entries about accounts, staff and API keys. Filters combine with AND; a blank filter is ignored. There is no total, except with `move` and up to 10,000 entries; `Link` says whether there are more.",
  tag: "Contracts",
  method: "GET",
  path: ACTIVITY_LOG_PATH,
  access: { apiKey: "contracts:read" },
  query: z.object({
    contractId: contract(),
    "entityId.equals": contract().meta({ description: "Alias of `contractId`." }),
    action: textOfForm(/^[a-z_]+\.[a-z_]+$/, "Use an action such as contract.paused.", {
      description: "Entries with this action only.",
      example: "contract.paused",
    }),
    actor: searchText({
      description: `One of ${ACTOR_TYPES.join(", ")}, or the full name of the actor, in any case.`,
    }),
    move: enumValue(MOVES, {
      description:
        "Entries of contracts that ended (cancelled, expired or failed), or that ran again after they had ended.",
    }),
    from: instant("start", { description: "At or after." }),
    to: instant("end", { description: "At or before." }),
    page: wholeNumber(0, MAX_INT32, {
      description: "Number of the page, from 0.",
      format: "int32",
      default: 0,
    }),
    size: wholeNumber(1, 2000, { description: "Entries per page.", format: "int32", default: DEFAULT_SIZE }),
  }),
  response: z.array(activityRecord),
  example: [
    {
      id: 812,
      contractId: 10_000_000_012,
      action: "contract.paused",
      actorType: "customer",
      actor: "Ada Lovelace",
      before: { status: "ACTIVE" },
      after: { status: "PAUSED" },
      requestId: "5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11",
      bulkAutomationId: null,
      createdAt: "2026-07-15T09:00:00.310Z",
    },
  ],
  responseHeaders: {
    "X-Total-Count": {
      description: "Number of entries, if `move` is given and there are at most 10,000",
      schema: { type: "integer", minimum: 0 },
    },
    Link: "Links to the first, prev, next and, if there is a total, last page (RFC 8288)",
  },
  handler: async ({ principal: { shop, scopes }, query }) => {
    const { page = 0, size = DEFAULT_SIZE, "entityId.equals": entityId, ...filters } = query;
    const objects = toReadObjects(scopes);
    const asked = { ...filters, objects, contractId: filters.contractId ?? entityId };
    const { move } = asked;
    const [found, count] = await Promise.all([
      findActivityLog(shop.id, asked, { page, size }),
      move === undefined ? null : countMoves(shop.id, { ...asked, move }),
    ]);
    const total = count === null ? null : { count, isExact: true };
    return { items: found.slice(0, size), hasNext: found.length > size, total, page, size };
  },
  toResponse: toPageResponse,
});
