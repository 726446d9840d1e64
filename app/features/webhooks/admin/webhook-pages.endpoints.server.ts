import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toRealAudit } from "~/access/principal";
import { EVENT_TYPE_NAMES, EVENT_TYPES, toWireType } from "~/features/event-stream/event-types";
import { toWebhookFields } from "~/features/webhooks/admin/webhook-form";
import { webhookForm } from "~/features/webhooks/admin/webhook-form.server";
import { renderMessages } from "~/features/webhooks/delivery/round.service.server";
import { SETTABLE_STATUSES } from "~/features/webhooks/manage/endpoint.schema.server";
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from "~/features/webhooks/manage/endpoints.service.server";
import { chooseFamily, findFamily } from "~/features/webhooks/manage/event-family.service.server";
import { replay } from "~/features/webhooks/manage/replay.service.server";
import { sendTest, toTestBody } from "~/features/webhooks/manage/test-message.service.server";
import { findDelivery, listDeliveries } from "~/features/webhooks/records/deliveries.repo.server";
import { listEndpoints } from "~/features/webhooks/records/endpoints.repo.server";
import { toDeliveryRecord, toEndpointRecord } from "~/features/webhooks/rules/webhook-record";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { pageId } from "~/http/request/page-fields";
import { invalidRequest, notFound } from "~/lib/problem";
import { inParts } from "~/lib/schemas/in-parts";
import { readLocalTime } from "~/lib/shop-calendar.server";
import { databaseNow } from "~db/clock.server";
import { EVENT_FAMILIES } from "~db/schema/events";
import { DELIVERY_STATUSES } from "~db/schema/webhooks";

const PAGE = 50;
const access = { staff: "owner" } as const;
const params = z.object({ endpointId: pageId });
const toHref = (id: number, done?: string) => `/admin/webhooks/${id}${done ? `?done=${done}` : ""}`;

/** All types with the shop's names, for the form's checkboxes. */
const listTypes = (family: Parameters<typeof toWireType>[1]) =>
  EVENT_TYPE_NAMES.map((type) => ({
    type,
    name: toWireType(type, family),
    description: EVENT_TYPES[type].description,
  }));

const readWebhooks = defineEndpoint({
  operationId: "readWebhooks",
  summary: "The shop's webhook endpoints",
  method: "GET",
  access,
  handler: async ({ principal: { shop }, context: { receivedAt: now } }) => {
    const family = await findFamily(shop.id);
    const rows = await listEndpoints(shop.id);
    return {
      now,
      family,
      types: listTypes(family),
      endpoints: rows.map((row) => toEndpointRecord(row, family)),
    };
  },
});

const submitWebhook = defineEndpoint({
  operationId: "submitWebhook",
  summary: "A new webhook endpoint; its secret is in this answer only",
  method: "POST",
  access,
  body: webhookForm,
  handler: async ({ principal, body, context }) => {
    const audit = toRealAudit(principal, context);
    const { endpoint, secret } = await createEndpoint(principal.shop.id, body, audit);
    return { id: endpoint.id, url: endpoint.url, secret };
  },
});

const saveFamily = defineEndpoint({
  operationId: "saveEventFamily",
  summary: "What the names of contract events begin with",
  method: "POST",
  access,
  body: z.object({ family: z.enum(EVENT_FAMILIES, "Choose one of the two.") }),
  handler: async ({ principal, body: { family }, context }) => {
    await chooseFamily(principal.shop.id, family, toRealAudit(principal, context));
    throw redirect("/admin/webhooks?done=family", 303);
  },
});

const readWebhook = defineEndpoint({
  operationId: "readWebhook",
  summary: "One webhook endpoint and what was sent to it",
  method: "GET",
  access,
  params,
  // Query of a page: unreadable values are ignored.
  query: z.object({
    status: z.enum(DELIVERY_STATUSES).nullable().catch(null).default(null),
    page: z.coerce.number().int().min(0).max(10_000).catch(0).default(0),
  }),
  handler: async ({ principal: { shop }, params: { endpointId }, query: { status, page }, context }) => {
    const endpoint = await getEndpoint(shop.id, endpointId);
    const family = await findFamily(shop.id);
    const found = await listDeliveries(
      endpoint,
      { status: status ?? undefined },
      { limit: PAGE + 1, offset: page * PAGE },
    );
    return {
      now: context.receivedAt,
      endpoint: { ...toEndpointRecord(endpoint, family), isGone: endpoint.state === "GONE" },
      fields: toWebhookFields(endpoint),
      types: listTypes(family),
      status,
      page,
      hasMore: found.length > PAGE,
      deliveries: found.slice(0, PAGE).map((row) => toDeliveryRecord(row, family)),
    };
  },
});

const saveWebhook = defineEndpoint({
  operationId: "saveWebhook",
  summary: "Change a webhook endpoint",
  method: "POST",
  access,
  params,
  body: inParts(z.object({ version: z.string() }), webhookForm),
  handler: async ({ principal, params: { endpointId }, body: { url, types, version }, context }) => {
    const audit = toRealAudit(principal, context);
    await changeEndpoint(principal.shop.id, endpointId, { url, types }, audit, { version });
    throw redirect(toHref(endpointId, "saved"), 303);
  },
});

const switchWebhook = defineEndpoint({
  operationId: "switchWebhook",
  summary: "Switch a webhook endpoint on or off",
  method: "POST",
  access,
  params,
  body: z.object({ status: z.enum(SETTABLE_STATUSES) }),
  handler: async ({ principal, params: { endpointId }, body: { status }, context }) => {
    const audit = toRealAudit(principal, context);
    await changeEndpoint(principal.shop.id, endpointId, { status }, audit);
    throw redirect(toHref(endpointId, status === "ACTIVE" ? "switched_on" : "switched_off"), 303);
  },
});

const rotateWebhook = defineEndpoint({
  operationId: "rotateWebhook",
  summary: "A new secret, in this answer only",
  method: "POST",
  access,
  params,
  handler: async ({ principal, params: { endpointId }, context }) => {
    const audit = toRealAudit(principal, context);
    const { secret } = await rotateEndpointSecret(principal.shop.id, endpointId, audit);
    return { secret };
  },
});

const testWebhook = defineEndpoint({
  operationId: "testWebhook",
  summary: "Send a test",
  method: "POST",
  access,
  params,
  handler: async ({ principal, params: { endpointId }, context }) => {
    const audit = toRealAudit(principal, context);
    const { id, status } = await sendTest(principal.shop.id, endpointId, audit, databaseNow);
    if (status === "DELIVERED") throw redirect(toHref(endpointId, "tested"), 303);
    throw redirect(`${toHref(endpointId)}/deliveries/${id}`, 303);
  },
});

const deleteWebhook = defineEndpoint({
  operationId: "deleteWebhook",
  summary: "Delete a webhook endpoint",
  method: "POST",
  access,
  params,
  handler: async ({ principal, params: { endpointId }, context }) => {
    await removeEndpoint(principal.shop.id, endpointId, toRealAudit(principal, context));
    throw redirect("/admin/webhooks?done=deleted", 303);
  },
});

const replayWebhook = defineEndpoint({
  operationId: "replayWebhook",
  summary: "Send everything since a time again",
  method: "POST",
  access,
  params,
  body: z.object({ from: z.string().default("") }),
  handler: async ({ principal, params: { endpointId }, body, context }) => {
    const from = readTime(body.from, principal.shop.timeZone);
    const audit = toRealAudit(principal, context);
    await replay(principal.shop.id, endpointId, { from }, audit, context.receivedAt);
    throw redirect(toHref(endpointId, "replayed"), 303);
  },
});

/** The field of a form, in the shop's time zone. */
function readTime(text: string, timeZone: string): Date {
  const time = readLocalTime(text, timeZone);
  if (time) return time;
  throw invalidRequest([{ pointer: "/from", code: "invalid_date", detail: "Enter a day and a time." }]);
}

const deliveryParams = z.object({ endpointId: pageId, deliveryId: pageId });

/** @throws ProblemError not_found, also for a delivery to another endpoint */
async function getDelivery(shopId: number, { endpointId, deliveryId }: z.output<typeof deliveryParams>) {
  const delivery = await findDelivery(shopId, { id: deliveryId });
  if (delivery?.endpointId !== endpointId) throw notFound("There is no such delivery.");
  return delivery;
}

const readWebhookDelivery = defineEndpoint({
  operationId: "readWebhookDelivery",
  summary: "One delivery: what was sent, each try and its answer",
  method: "GET",
  access,
  params: deliveryParams,
  handler: async ({ principal: { shop }, params: given, context }) => {
    const delivery = await getDelivery(shop.id, given);
    const endpoint = await getEndpoint(shop.id, given.endpointId);
    const texts = delivery.position === null ? null : await renderMessages(shop.id, [delivery], context.now);
    const body = texts ? (texts.get(delivery.position ?? 0) ?? null) : toTestBody(delivery);
    return {
      now: context.receivedAt,
      url: endpoint.url,
      isOn: endpoint.state === "ON",
      body: body && JSON.stringify(JSON.parse(body), null, 2),
      delivery: toDeliveryRecord(delivery, await findFamily(shop.id)),
    };
  },
});

const replayWebhookDelivery = defineEndpoint({
  operationId: "replayWebhookDelivery",
  summary: "Send one event again",
  method: "POST",
  access,
  params: deliveryParams,
  handler: async ({ principal, params: given, context }) => {
    const { position } = await getDelivery(principal.shop.id, given);
    if (position === null) throw notFound("A test is not sent again.");
    const audit = toRealAudit(principal, context);
    await replay(principal.shop.id, given.endpointId, { eventId: position }, audit, context.receivedAt);
    throw redirect(`${toHref(given.endpointId)}/deliveries/${given.deliveryId}?done=replayed`, 303);
  },
});

export const webhooksLoader = pageLoader(readWebhooks);
export const webhooksAction = pageAction({ create: submitWebhook, family: saveFamily });
export const webhookLoader = pageLoader(readWebhook);
export const webhookAction = pageAction({
  save: saveWebhook,
  switch: switchWebhook,
  rotate: rotateWebhook,
  test: testWebhook,
  delete: deleteWebhook,
  replay: replayWebhook,
});
export const webhookDeliveryLoader = pageLoader(readWebhookDelivery);
export const webhookDeliveryAction = pageAction({ replay: replayWebhookDelivery });
