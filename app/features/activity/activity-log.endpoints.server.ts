import { z } from "zod";
import { activityRecord } from "~/features/activity/activity-log";
import { countMoves, findActivityLog } from "~/features/activity/activity-log.repo.server";
import { toReadObjects } from "~/features/activity/activity-scopes";
import { MOVES } from "~/features/activity/moves";
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

export const ACTIVITY_LOG_PATH = `${MERCHANT}/activity-logs`;

const contract = () => platformId("SubscriptionContract", { description: "What happened to this contract." });
const DEFAULT_SIZE = 20;

/**
 * The history of a shop (wire.md §4). Only lists with a `move` filter have a total: counting others would cost more
 * than reading them.
 */
export const listActivityLogs = defineEndpoint({
  operationId: "listActivityLogs",
  summary: "List what happened",
  description:
    "Who changed what and when, newest first. `contracts:read` has what concerns contracts, customers, referrals, imports and bulk changes; a key limited to areas has entries about bundles, webhooks and settings (with discount codes and selling plans) only with `bundles:read`, `webhooks:read` and `settings:read`; no key has those about accounts, staff and API keys. Filters combine with AND; a blank one is none. There is no total, but with `move` up to 10,000: `Link` says whether there is more.",
  tag: "Contracts",
  method: "GET",
  path: ACTIVITY_LOG_PATH,
  access: { apiKey: "contracts:read" },
  query: z.object({
    contractId: contract(),
    "entityId.equals": contract().meta({ description: "Another name of `contractId`." }),
    action: textOfForm(/^[a-z_]+\.[a-z_]+$/, "Use an action such as contract.paused.", {
      description: "This action.",
      example: "contract.paused",
    }),
    actor: searchText({
      description: `One of ${ACTOR_TYPES.join(", ")}, or the whole name of who did it, in any case.`,
    }),
    move: enumValue(MOVES, {
      description: "Contracts that ended (cancelled, run out or failed), or that had ended and run again.",
    }),
    from: instant("start", { description: "At or after." }),
    to: instant("end", { description: "At or before." }),
    page: wholeNumber(0, MAX_INT32, {
      description: "Number of the page, from 0.",
      format: "int32",
      default: 0,
    }),
    size: wholeNumber(1, 2000, { description: "Entries a page.", format: "int32", default: DEFAULT_SIZE }),
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
      description: "How many there are, where `move` is asked for and they are at most 10,000",
      schema: { type: "integer", minimum: 0 },
    },
    Link: "Pages first, prev, next and, where there is a total, last (RFC 8288)",
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
