import { z } from "zod";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const ORIGIN = "http://localhost";

/** Endpoints without a URL, for features of `defineEndpoint` that the product's endpoints do not use like this. */
export const readThing = defineEndpoint({
  operationId: "readThing",
  summary: "Read a thing",
  method: "GET",
  access: { apiKey: "contracts:read" },
  params: z.object({ thingId: z.string().regex(/^\d+$/, "Use digits.") }),
  query: z.object({
    size: z.coerce.number().int().min(1).max(10).optional(),
    name: z.string().max(5).optional(),
    tag: z.union([z.string(), z.array(z.string())]).optional(),
  }),
  handler: async ({ params, query, principal }) => ({ ...params, ...query, shop: principal.shop.id }),
});

const line = z.object({ title: z.string().min(1), "a/b~c": z.number().optional() });
const thing = z.strictObject({ name: z.string(), lines: z.array(line).optional() });

export const writeThing = defineEndpoint({
  operationId: "writeThing",
  summary: "Write a thing",
  method: "PUT",
  access: { apiKey: "contracts:write" },
  query: z.object({ mode: z.enum(["a", "b"]) }),
  body: thing,
  handler: async ({ body, principal }) => ({ name: body.name, shop: principal.shop.id }),
});

/** Accepts any body, from anybody. */
export const echoBody = defineEndpoint({
  operationId: "echoBody",
  summary: "Say what was sent",
  method: "POST",
  access: { public: true },
  body: z.unknown(),
  bodyLimit: 1000,
  handler: async ({ body }) => ({ body: body ?? null }),
});

type Asking = {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  params?: Record<string, string>;
};

/** Calls a JSON URL with these endpoints, by a real request. */
export async function askJson(
  endpoints: Endpoint | Endpoint[],
  path: string,
  { method = "GET", key, headers, body, params = {} }: Asking = {},
): Promise<Response> {
  const route = jsonRoute(...[endpoints].flat());
  const request = new Request(ORIGIN + path, {
    method,
    headers: { ...(key && { "X-API-Key": key }), ...headers },
    ...(body !== undefined && { body, duplex: "half" }),
  });
  return (method === "GET" || method === "HEAD" ? route.loader : route.action)({
    request,
    params,
    context: {},
  });
}

export const sendJson = (value: unknown) => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});
