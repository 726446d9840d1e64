import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import type { ProblemBody } from "~/lib/problem";
import { createTestShop, insertCustomer } from "../data/factories";
import { askJson } from "./json-endpoints";

const whoAmI = { access: { customer: true }, summary: "Who calls" } as const;
export const readMe = defineEndpoint({
  ...whoAmI,
  operationId: "readMe",
  method: "GET",
  handler: async ({ principal }) => ({ shop: principal.shop.id, customer: principal.customerId }),
});
export const writeMe = defineEndpoint({
  ...whoAmI,
  operationId: "writeMe",
  method: "POST",
  handler: async ({ principal }) => ({ shop: principal.shop.id, customer: principal.customerId }),
});

/** A shop with the customers Ada and Bob, and another shop. */
export async function insertCallers() {
  const shop = await createTestShop();
  const other = await createTestShop();
  const ada = (await insertCustomer(shop.id)).id;
  const bob = (await insertCustomer(shop.id)).id;
  return { shop, other, ada, bob };
}

type Asking = { headers?: Record<string, string>; host?: string };
/** A customer's call that returns the caller. @returns that, or status and code of the refusal */
export const ask = async (query: string, { headers = {}, host }: Asking = {}) =>
  answer(await askJson(readMe, `/me${query}`, { headers: { ...headers, ...(host && { host }) } }));
/** The same by a call that may change something. */
export const post = async (query: string, headers: Record<string, string> = {}) =>
  answer(await askJson(writeMe, `/me${query}`, { method: "POST", headers }));
const answer = async (response: Response) =>
  response.ok
    ? ((await response.json()) as { shop: number; customer: number })
    : `${response.status} ${((await response.json()) as ProblemBody).code}`;

export const REFUSED = "401 invalid_credentials";
