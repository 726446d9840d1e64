import { loader as deliveriesLoader } from "~/api/webhook-deliveries";
import { action as endpointAction, loader as endpointLoader } from "~/api/webhook-endpoint";
import { action as endpointsAction } from "~/api/webhook-endpoints";
import { action as replayAction } from "~/api/webhook-replay";
import { action as rotateAction } from "~/api/webhook-rotate-secret";
import { action as testAction } from "~/api/webhook-test";
import { deliverAllDue } from "~/features/webhooks/delivery/dispatcher.server";
import type { DeliveryRecord, EndpointRecord } from "~/features/webhooks/rules/webhook.schema";
import type { ProblemBody } from "~/lib/problem";
import type { TestShop } from "../data/factories";

const ORIGIN = "http://localhost/api/external/v2/webhook-endpoints";
type Route = (args: {
  request: Request;
  params: Record<string, string>;
  context: object;
}) => Promise<Response>;
type Ask = { method?: string; id?: number; query?: string; body?: unknown; key?: string };

/** Ask one of the endpoints' URLs. */
export async function askWebhooks<T = EndpointRecord & { secret: string }>(
  shop: TestShop,
  route: Route,
  { method = "POST", id, query = "", body, key = shop.writeKey }: Ask = {},
): Promise<{ status: number; body: T & Pick<ProblemBody, "code" | "errors">; headers: Headers }> {
  const request = new Request(`${ORIGIN}${id ? `/${id}` : ""}?${query}`, {
    method,
    headers: { "X-API-Key": key, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await route({ request, params: id ? { endpointId: String(id) } : {}, context: {} });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Add an endpoint. @returns it with its secret */
export async function addEndpoint(shop: TestShop, url: string, types: string[] = []) {
  const { status, body } = await askWebhooks(shop, endpointsAction as Route, { body: { url, types } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

export const readEndpoint = async (shop: TestShop, id: number) =>
  (await askWebhooks(shop, endpointLoader as Route, { method: "GET", id })).body;

export const changeEndpointOf = (shop: TestShop, id: number, body: object) =>
  askWebhooks(shop, endpointAction as Route, { method: "PUT", id, body });

export const rotateSecretOf = async (shop: TestShop, id: number) =>
  (await askWebhooks(shop, rotateAction as Route, { id })).body.secret;

export const testEndpoint = (shop: TestShop, id: number) =>
  askWebhooks<DeliveryRecord>(shop, testAction as Route, { id });

export const replayTo = (shop: TestShop, id: number, query: string) =>
  askWebhooks(shop, replayAction as Route, { id, query });

export const readDeliveries = async (shop: TestShop, id: number, query = "") =>
  (await askWebhooks<DeliveryRecord[]>(shop, deliveriesLoader as Route, { method: "GET", id, query })).body;

/** A worker with a clock of its own, which stands still between two moves. */
export function createDelivery({
  startsAt = new Date(),
  answerWithinMs,
}: {
  startsAt?: Date;
  answerWithinMs?: number;
} = {}) {
  const delivery = {
    now: startsAt,
    deliver: () =>
      deliverAllDue({ clock: () => delivery.now, signal: new AbortController().signal, answerWithinMs }),
    /** Move the clock and deliver what is due then. */
    async pass(seconds: number) {
      delivery.now = new Date(delivery.now.getTime() + seconds * 1000);
      await delivery.deliver();
    },
  };
  return delivery;
}
