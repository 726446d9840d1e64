import { randomUUID } from "node:crypto";
import { loader as deliveries } from "~/api/webhook-deliveries";
import * as endpoint from "~/api/webhook-endpoint";
import * as endpoints from "~/api/webhook-endpoints";
import { action as replay } from "~/api/webhook-replay";
import { action as rotate } from "~/api/webhook-rotate-secret";
import { action as send } from "~/api/webhook-test";
import { sequenceSome } from "~/features/webhooks/delivery/dispatcher.server";
import { runEndpoint } from "~/features/webhooks/delivery/round.service.server";
import { listDueEndpoints } from "~/features/webhooks/records/endpoints.repo.server";
import type { DeliveryRecord, EndpointRecord } from "~/features/webhooks/rules/webhook.schema";
import type { ProblemBody } from "~/lib/problem";
import type { TestShop } from "../data/factories";

const AT_ONCE = 40;
const ORIGIN = "http://localhost/api/external/v2/webhook-endpoints";
type Route = (args: {
  request: Request;
  params: Record<string, string>;
  context: object;
}) => Promise<Response>;
/** The URLs of webhook endpoints. */
export const endpointsRoute = endpoints as { loader: Route; action: Route };
export const endpointRoute = endpoint as { loader: Route; action: Route };
export const deliveriesRoute = deliveries as Route;
export const rotateRoute = rotate as Route;
export const testRoute = send as Route;
export const replayRoute = replay as Route;

type Ask = { method?: string; id?: number; query?: string; body?: unknown; key?: string };

/** Calls one of the endpoints' URLs. */
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

/** Adds an endpoint. @returns it with its secret */
export async function addEndpoint(shop: TestShop, url: string, types: string[] = []) {
  const { status, body } = await askWebhooks(shop, endpointsRoute.action, { body: { url, types } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

export const readEndpoint = async (shop: TestShop, id: number) =>
  (await askWebhooks(shop, endpointRoute.loader, { method: "GET", id })).body;

export const changeEndpointOf = (shop: TestShop, id: number, body: object) =>
  askWebhooks(shop, endpointRoute.action, { method: "PUT", id, body });

export const rotateSecretOf = async (shop: TestShop, id: number) =>
  (await askWebhooks(shop, rotateRoute, { id })).body.secret;

export const testEndpoint = (shop: TestShop, id: number) =>
  askWebhooks<DeliveryRecord>(shop, testRoute, { id });

export const replayTo = (shop: TestShop, id: number, query: string) =>
  askWebhooks(shop, replayRoute, { id, query });

export const readDeliveries = async (shop: TestShop, id: number, query = "") =>
  (await askWebhooks<DeliveryRecord[]>(shop, deliveriesRoute, { method: "GET", id, query })).body;

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
    /** Delivers everything that is due, in every shop, until nothing is left. */
    async deliver() {
      const { signal } = new AbortController();
      const options = { owner: randomUUID(), clock: () => delivery.now, signal, answerWithinMs };
      while (await sequenceSome(options));
      for (;;) {
        const due = await listDueEndpoints(delivery.now, {
          limit: AT_ONCE,
          perShop: AT_ONCE,
          taken: new Map(),
        });
        if (due.length === 0) return;
        await Promise.all(due.map((place) => runEndpoint(place, options)));
      }
    },
    /** Moves the clock and delivers what is due then. */
    async pass(seconds: number) {
      delivery.now = new Date(delivery.now.getTime() + seconds * 1000);
      await delivery.deliver();
    },
  };
  return delivery;
}
