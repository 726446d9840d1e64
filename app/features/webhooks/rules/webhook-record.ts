import { type EventFamily, toWireType } from "~/features/event-stream/event-types";
import type { webhookDeliveries, webhookEndpoints } from "~db/schema/webhooks";
import type { DeliveryRecord, EndpointRecord, EndpointStatus } from "./webhook.schema";
import { toWebhookId } from "./webhook-id";

type EndpointRow = typeof webhookEndpoints.$inferSelect;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

function toEndpointStatus({
  state,
  failingSince,
}: Pick<EndpointRow, "state" | "failingSince">): EndpointStatus {
  if (state !== "ON") return "DISABLED";
  return failingSince ? "FAILING" : "ACTIVE";
}

/** An endpoint as the API returns it (wire.md §6), without its secret. */
export const toEndpointRecord = (row: EndpointRow, family: EventFamily): EndpointRecord => ({
  id: row.id,
  url: row.url,
  types: row.types.map((type) => toWireType(type, family)),
  status: toEndpointStatus(row),
  failingSince: row.failingSince?.toISOString() ?? null,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const toDeliveryRecord = (row: DeliveryRow, family: EventFamily): DeliveryRecord => ({
  id: row.id,
  eventId: row.position,
  webhookId: toWebhookId(row),
  type: toWireType(row.type, family),
  status: row.status,
  attempts: row.attempts,
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  tries: row.tries,
});
