import { z } from "zod";
import { toRealAudit } from "~/access/principal";
import { changedEndpoint, newEndpoint } from "~/features/webhooks/manage/endpoint.schema.server";
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from "~/features/webhooks/manage/endpoints.service.server";
import { findFamily } from "~/features/webhooks/manage/event-family.service.server";
import { replay } from "~/features/webhooks/manage/replay.service.server";
import { sendTest } from "~/features/webhooks/manage/test-message.service.server";
import { listDeliveries } from "~/features/webhooks/records/deliveries.repo.server";
import { type EndpointRow, listEndpoints } from "~/features/webhooks/records/endpoints.repo.server";
import {
  DELIVERY_EXAMPLE,
  deliveryRecord,
  ENDPOINT_EXAMPLE,
  endpointRecord,
  endpointWithSecret,
  SECRET_EXAMPLE,
} from "~/features/webhooks/rules/webhook.schema";
import { toDeliveryRecord, toEndpointRecord } from "~/features/webhooks/rules/webhook-record";
import { toUncountedLinks } from "~/http/endpoint/counted-page.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { requireMatch, Tagged, toEntityTag } from "~/http/request/entity-tags";
import { toLinkHeader } from "~/http/request/pagination.server";
import { enumValue, instant, wholeNumber } from "~/http/request/query-parameters";
import type { RequestContext } from "~/http/request/request-context.server";
import { invalidRequest } from "~/lib/problem";
import { databaseNow } from "~db/clock.server";
import { DELIVERY_STATUSES } from "~db/schema/webhooks";

const ENDPOINTS_PATH = `${MERCHANT}/webhook-endpoints`;
const ONE_PATH = `${ENDPOINTS_PATH}/{endpointId}`;
const DEFAULT_SIZE = 20;
const MAX_SIZE = 1000;

const pathId = z.object({
  endpointId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "Use the id of a webhook endpoint.")
    .transform(Number)
    .meta({ description: "Id of the endpoint.", type: "integer", format: "int64", minimum: 1 }),
});

const read = { tag: "Events", method: "GET", access: { apiKey: "webhooks:read" } } as const;
const write = { tag: "Events", access: { apiKey: "webhooks:write" } } as const;
const ofOne = { path: ONE_PATH, params: pathId, problems: ["not_found" as const] };

const toRecord = async (row: EndpointRow) => toEndpointRecord(row, await findFamily(row.shopId));

const toTagged = async (row: EndpointRow) => new Tagged(await toRecord(row), "");

/** The check of `If-Match` against the locked row. */
async function toExpected(shopId: number, { ifMatch }: RequestContext) {
  if (!ifMatch) return {};
  const family = await findFamily(shopId);
  return {
    requireAsSeen: (row: EndpointRow) =>
      requireMatch(ifMatch, toEntityTag(new Tagged(toEndpointRecord(row, family), ""))),
  };
}

const withSecret = async ({ endpoint, secret }: { endpoint: EndpointRow; secret: string }) => ({
  ...(await toRecord(endpoint)),
  secret,
});
const SECRET_ANSWER = {
  response: endpointWithSecret,
  example: { ...ENDPOINT_EXAMPLE, secret: SECRET_EXAMPLE },
  answersSecret: true,
} as const;

export const listWebhookEndpoints = defineEndpoint({
  operationId: "listWebhookEndpoints",
  summary: "List webhook endpoints",
  description: "Oldest first; a shop has at most 20.",
  ...read,
  path: ENDPOINTS_PATH,
  response: z.array(endpointRecord),
  example: [ENDPOINT_EXAMPLE],
  handler: async ({ principal: { shop } }) => {
    const family = await findFamily(shop.id);
    return (await listEndpoints(shop.id)).map((row) => toEndpointRecord(row, family));
  },
});

export const createWebhookEndpoint = defineEndpoint({
  operationId: "createWebhookEndpoint",
  summary: "Add a webhook endpoint",
  description: [
    "All events from now on are sent to the address, each as a POST signed according to Standard Webhooks (standardwebhooks.com). Respond with 2xx within ten seconds. Anything else, including redirects and timeouts, is a failure, and the event is sent again: after 5, 10 and 20 seconds, then at growing intervals of at most an hour, for as long as the event is kept. Events of one contract are sent in order. An event may be sent more than once, with the same `webhook-id`.",
    "",
    "A 410 response switches the endpoint off. The header `webhook-delivery: abort-message` in a response other than 2xx gives up that event. Addresses in private networks are refused.",
  ].join("\n"),
  ...write,
  method: "POST",
  path: ENDPOINTS_PATH,
  body: newEndpoint,
  bodyExample: { url: ENDPOINT_EXAMPLE.url, types: ENDPOINT_EXAMPLE.types },
  status: 201,
  ...SECRET_ANSWER,
  problems: ["limit_reached"],
  handler: async ({ principal, body, context }) =>
    withSecret(await createEndpoint(principal.shop.id, body, toRealAudit(principal, context))),
  toResponse: (made, context) => jsonResponse(JSON.stringify(made), context, { status: 201 }),
});

export const readWebhookEndpoint = defineEndpoint({
  operationId: "readWebhookEndpoint",
  summary: "Get a webhook endpoint",
  ...read,
  ...ofOne,
  response: endpointRecord,
  example: ENDPOINT_EXAMPLE,
  hasEntityTag: true,
  handler: async ({ principal, params }) => toTagged(await getEndpoint(principal.shop.id, params.endpointId)),
});

export const changeWebhookEndpoint = defineEndpoint({
  operationId: "changeWebhookEndpoint",
  summary: "Change a webhook endpoint",
  description:
    "Fields that are left out stay unchanged. An endpoint that is switched on again continues where it stopped.",
  ...write,
  ...ofOne,
  method: "PUT",
  body: changedEndpoint,
  bodyExample: { types: [], status: "ACTIVE" },
  response: endpointRecord,
  example: { ...ENDPOINT_EXAMPLE, types: [] },
  hasEntityTag: true,
  obeysIfMatch: true,
  handler: async ({ principal, params, body, context }) =>
    toTagged(
      await changeEndpoint(
        principal.shop.id,
        params.endpointId,
        body,
        toRealAudit(principal, context),
        await toExpected(principal.shop.id, context),
      ),
    ),
});

export const deleteWebhookEndpoint = defineEndpoint({
  operationId: "deleteWebhookEndpoint",
  summary: "Delete a webhook endpoint",
  description: "No more events are sent to it. Returns the deleted endpoint.",
  ...write,
  ...ofOne,
  method: "DELETE",
  response: endpointRecord,
  example: ENDPOINT_EXAMPLE,
  obeysIfMatch: true,
  handler: async ({ principal, params, context }) => {
    const row = await getEndpoint(principal.shop.id, params.endpointId);
    const audit = toRealAudit(principal, context);
    await removeEndpoint(principal.shop.id, row.id, audit, await toExpected(principal.shop.id, context));
    return toRecord(row);
  },
});

export const rotateWebhookSecret = defineEndpoint({
  operationId: "rotateWebhookSecret",
  summary: "Rotate the secret of a webhook endpoint",
  description:
    "For 24 hours messages are signed with the old secret as well, so that none is lost while you switch to the new one.",
  ...write,
  ...ofOne,
  method: "POST",
  path: `${ONE_PATH}/rotate-secret`,
  ...SECRET_ANSWER,
  obeysIfMatch: true,
  handler: async ({ principal, params, context }) =>
    withSecret(
      await rotateEndpointSecret(
        principal.shop.id,
        params.endpointId,
        toRealAudit(principal, context),
        await toExpected(principal.shop.id, context),
      ),
    ),
});

export const testWebhookEndpoint = defineEndpoint({
  operationId: "testWebhookEndpoint",
  summary: "Send a test event to a webhook endpoint",
  description: "Sends `webhook.test` once, at once, and returns the outcome.",
  ...write,
  ...ofOne,
  method: "POST",
  path: `${ONE_PATH}/test`,
  response: deliveryRecord,
  example: { ...DELIVERY_EXAMPLE, eventId: null, webhookId: "test_1_9001", type: "webhook.test" },
  handler: async ({ principal, params, context }) => {
    const { id: shopId } = principal.shop;
    const audit = toRealAudit(principal, context);
    const sent = await sendTest(shopId, params.endpointId, audit, databaseNow);
    return toDeliveryRecord(sent, await findFamily(shopId));
  },
});

export const listWebhookDeliveries = defineEndpoint({
  operationId: "listWebhookDeliveries",
  summary: "List the deliveries of a webhook endpoint",
  description: "Newest first, with each attempt and its response. Deliveries are kept for 35 days.",
  ...read,
  ...ofOne,
  path: `${ONE_PATH}/deliveries`,
  query: z.object({
    status: enumValue(DELIVERY_STATUSES, { description: "Only deliveries with this status." }),
    from: instant("start", { description: "Only deliveries created since then." }),
    page: wholeNumber(0, 10_000, { description: "Number of the page, from 0.", default: 0 }),
    size: wholeNumber(1, MAX_SIZE, { description: "Entries per page.", default: DEFAULT_SIZE }),
  }),
  response: z.array(deliveryRecord),
  example: [DELIVERY_EXAMPLE],
  responseHeaders: { Link: "Links to the first, prev and next page (RFC 8288)" },
  handler: async ({ principal: { shop }, params, query }) => {
    const endpoint = await getEndpoint(shop.id, params.endpointId);
    const { page = 0, size = DEFAULT_SIZE, ...filter } = query;
    const found = await listDeliveries(endpoint, filter, { limit: size + 1, offset: page * size });
    const family = await findFamily(shop.id);
    const entries = found.slice(0, size).map((row) => toDeliveryRecord(row, family));
    return { entries, page, hasMore: found.length > size };
  },
  toResponse: ({ entries, page, hasMore }, context) =>
    jsonResponse(JSON.stringify(entries), context, {
      headers: {
        Link: toLinkHeader(context, toUncountedLinks({ items: entries, hasNext: hasMore, page })),
      },
    }),
});

export const replayWebhookEvents = defineEndpoint({
  operationId: "replayWebhookEvents",
  summary: "Resend events to a webhook endpoint",
  description:
    "Resends one event, or all events since a time: give either `eventId` or `from`. Events keep their `webhook-id` and are sent in order per contract.",
  ...write,
  ...ofOne,
  method: "POST",
  path: `${ONE_PATH}/replay`,
  query: z.object({
    from: instant("start", { description: "All events since then.", example: "2026-06-15T00:00:00Z" }),
    eventId: wholeNumber(1, Number.MAX_SAFE_INTEGER, {
      description: "The `id` of one event.",
      format: "int64",
      example: 81_204,
    }),
  }),
  response: endpointRecord,
  example: ENDPOINT_EXAMPLE,
  problems: ["not_found", "conflict"],
  handler: async ({ principal, params, query: { from, eventId }, context }) => {
    const { shop } = principal;
    if ((from === undefined) === (eventId === undefined))
      throw invalidRequest(
        ["from", "eventId"].map((parameter) => ({
          parameter,
          code: from ? "conflict" : "missing",
          detail: "Give either from or eventId.",
        })),
      );
    const which = eventId === undefined ? { from: from ?? context.receivedAt } : { eventId };
    const audit = toRealAudit(principal, context);
    await replay(shop.id, params.endpointId, which, audit, context.receivedAt);
    return toRecord(await getEndpoint(shop.id, params.endpointId));
  },
});
