import { redirect } from "@remix-run/node";
import { z } from "zod";
import { EVENT_TYPE_NAMES, EVENT_TYPES, toWireType } from "~/features/event-stream/event-types";
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
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { invalidRequest, notFound } from "~/lib/problem";
import { inParts } from "~/lib/schemas/in-parts";
import { readLocalTime } from "~/lib/shop-calendar.server";
import { databaseNow } from "~db/clock.server";
import { EVENT_FAMILIES } from "~db/schema/events";
import { DELIVERY_STATUSES } from "~db/schema/webhooks";
import { toWebhookFields } from "./webhook-form";
import { webhookForm } from "./webhook-form.server";

const PAGE = 50;
const params = z.object({ endpointId: pageId });
const toHref = (id: number, done?: string) => `/admin/webhooks/${id}${done ? `?done=${done}` : ""}`;

/** All types with the shop's names, for the form's checkboxes. */
const listTypes = (family: Parameters<typeof toWireType>[1]) =>
  EVENT_TYPE_NAMES.map((type) => ({
    type,
    name: toWireType(type, family),
    description: EVENT_TYPES[type].description,
  }));

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

export const webhooksLoader = staffPage("readWebhooks", "owner", {
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

export const webhooksAction = pageAction({
  /** A new webhook endpoint; its secret is in this answer only. */
  create: staffForm("submitWebhook", "owner", {
    body: webhookForm,
    handler: async ({ principal, body, realAudit }) => {
      const { endpoint, secret } = await createEndpoint(principal.shop.id, body, realAudit);
      return { id: endpoint.id, url: endpoint.url, secret };
    },
  }),
  family: staffChange("saveEventFamily", "owner", {
    body: z.object({ family: z.enum(EVENT_FAMILIES, "Choose one of the two.") }),
    done: "/admin/webhooks?done=family",
    handler: ({ principal, body: { family }, realAudit }) =>
      chooseFamily(principal.shop.id, family, realAudit),
  }),
});

export const webhookLoader = staffPage("readWebhook", "owner", {
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

export const webhookAction = pageAction({
  save: staffChange("saveWebhook", "owner", {
    params,
    body: inParts(z.object({ version: z.string() }), webhookForm),
    done: ({ params: { endpointId } }) => toHref(endpointId, "saved"),
    handler: ({ principal, params: { endpointId }, body: { url, types, version }, realAudit }) =>
      changeEndpoint(principal.shop.id, endpointId, { url, types }, realAudit, { version }),
  }),
  switch: staffChange("switchWebhook", "owner", {
    params,
    body: z.object({ status: z.enum(SETTABLE_STATUSES) }),
    done: ({ params: { endpointId }, body: { status } }) =>
      toHref(endpointId, status === "ACTIVE" ? "switched_on" : "switched_off"),
    handler: ({ principal, params: { endpointId }, body: { status }, realAudit }) =>
      changeEndpoint(principal.shop.id, endpointId, { status }, realAudit),
  }),
  /** A new secret, in this answer only. */
  rotate: staffForm("rotateWebhook", "owner", {
    params,
    handler: async ({ principal, params: { endpointId }, realAudit }) => {
      const { secret } = await rotateEndpointSecret(principal.shop.id, endpointId, realAudit);
      return { secret };
    },
  }),
  test: staffForm("testWebhook", "owner", {
    params,
    handler: async ({ principal, params: { endpointId }, realAudit }) => {
      const { id, status } = await sendTest(principal.shop.id, endpointId, realAudit, databaseNow);
      if (status === "DELIVERED") throw redirect(toHref(endpointId, "tested"), 303);
      throw redirect(`${toHref(endpointId)}/deliveries/${id}`, 303);
    },
  }),
  delete: staffChange("deleteWebhook", "owner", {
    params,
    done: "/admin/webhooks?done=deleted",
    handler: ({ principal, params: { endpointId }, realAudit }) =>
      removeEndpoint(principal.shop.id, endpointId, realAudit),
  }),
  replay: staffChange("replayWebhook", "owner", {
    params,
    body: z.object({ from: z.string().default("") }),
    done: ({ params: { endpointId } }) => toHref(endpointId, "replayed"),
    handler: ({ principal: { shop }, params: { endpointId }, body, context, realAudit }) => {
      const from = readTime(body.from, shop.timeZone);
      return replay(shop.id, endpointId, { from }, realAudit, context.receivedAt);
    },
  }),
});

/** One delivery: what was sent, each try and its answer. */
export const webhookDeliveryLoader = staffPage("readWebhookDelivery", "owner", {
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

export const webhookDeliveryAction = pageAction({
  replay: staffChange("replayWebhookDelivery", "owner", {
    params: deliveryParams,
    done: ({ params }) => `${toHref(params.endpointId)}/deliveries/${params.deliveryId}?done=replayed`,
    handler: async ({ principal, params: given, context, realAudit }) => {
      const { position } = await getDelivery(principal.shop.id, given);
      if (position === null) throw notFound("A test is not sent again.");
      await replay(principal.shop.id, given.endpointId, { eventId: position }, realAudit, context.receivedAt);
    },
  }),
});
