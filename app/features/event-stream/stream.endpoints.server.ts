import { z } from "zod";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { toLinkHeader } from "~/http/request/pagination.server";
import { platformId, severalTexts, wholeNumber } from "~/http/request/query-parameters";
import { anyEvent, EVENTS_EXAMPLE } from "./event-schemas.server";
import { parseEventType, UNKNOWN_TYPE } from "./event-types";
import { readStream } from "./stream.service.server";

const DEFAULT_SIZE = 100;
const MAX_SIZE = 1000;

/** wire.md §6. */
export const listEvents = defineEndpoint({
  operationId: "listEvents",
  summary: "List events",
  description: [
    "The shop's events, oldest first. When you have processed an answer, store its `X-Next-After` and send that as `after`: no event is missed, and none comes twice. An event is listed as soon as its change is committed.",
    "",
    "The data of an event is looked up when the event is first read or sent, and stays the same from then on. Events are kept for 35 days; an older `after` is answered with 410. The `id` of the last event you have processed is a valid `after`, too, but if you filter by `types` or `contractId`, there may be none for so long that it becomes too old: `X-Next-After` moves on with the stream.",
  ].join("\n"),
  tag: "Events",
  method: "GET",
  path: `${MERCHANT}/events`,
  access: { apiKey: "webhooks:read" },
  query: z.object({
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER, {
      description:
        "The `X-Next-After` of your last call, or the `id` of the last event you have processed. If omitted, the list starts with the oldest event kept. With an `id` beyond the newest event the list is empty until the stream has passed it.",
      format: "int64",
      example: 81_200,
    }),
    types: severalTexts(
      parseEventType,
      { message: UNKNOWN_TYPE, code: "invalid_value", separator: "," },
      {
        description: "Only events of these types, separated by commas.",
        type: "string",
        example: "subscription.paused",
      },
    ),
    contractId: platformId("SubscriptionContract", { description: "Only events of this contract." }),
    size: wholeNumber(1, MAX_SIZE, { description: "Events per page.", default: DEFAULT_SIZE }),
  }),
  response: z.array(anyEvent),
  example: EVENTS_EXAMPLE,
  responseHeaders: {
    "X-Next-After": {
      description: "The `after` of your next call: up to here all events that you ask for have been listed",
      schema: { type: "integer", format: "int64", minimum: 0 },
    },
    Link: "Link to the next page, if there is one (RFC 8288)",
  },
  problems: ["gone"],
  handler: async ({ principal: { shop }, query, context }) =>
    readStream(shop, { ...query, size: query.size ?? DEFAULT_SIZE }, context),
  toResponse: ({ events, hasMore, nextAfter }, context) =>
    jsonResponse(`[${events.map(({ text }) => text).join(",")}]`, context, {
      headers: {
        "X-Next-After": String(nextAfter),
        ...(hasMore && { Link: toLinkHeader(context, { next: { after: nextAfter } }) }),
      },
    }),
});
