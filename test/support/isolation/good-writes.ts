import { endpointTable } from "~/api/endpoint-table";
import { type Endpoint, mayBeConditional } from "~/http/endpoint/define-endpoint.server";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { askJson, sendJson } from "../calls/json-endpoints";
import { asCustomer } from "../calls/portal";
import { saveSettings } from "../calls/portal-contract";
import { createTestShop, insertCustomer, type TestShop } from "../data/factories";
import { listKinds, nameOf, toCall } from "./calls-with-ids";
import { digestShop } from "./digest";
import { type Ids, insertAddition, KINDS_OF_CUSTOMER, makeIds, makeIdsOfCustomer } from "./ids-of-a-shop";
import { WRITE_CASES } from "./write-cases";

export type Write = { name: string; path: string; endpoint: Endpoint };
/** Each write of merchants and customers once: the two prefixes of the portal have the same ones. */
export const writes: Write[] = [
  ...new Map(
    endpointTable.flatMap(({ path, endpoints }) =>
      endpoints
        .filter(mayBeConditional)
        .map((endpoint) => [endpoint.operationId, { name: endpoint.operationId, path, endpoint }] as const),
    ),
  ).values(),
];

type Wanted = { params: Record<string, string>; query: Record<string, string>; body?: unknown };

/** The call that is carried out in a shop with these ids. */
function toGoodCall({ endpoint, path }: Write, ids: Ids): Wanted {
  const { query, body } = WRITE_CASES[nameOf(endpoint)] ?? {};
  listKinds(endpoint, path);
  const call = toCall(endpoint, path, ids);
  return { ...call, query: { ...call.query, ...query }, body: body ? body(ids) : call.body };
}

/** The same with another body or, where it has none, another query. @throws if no other body is listed here */
function toOtherCall({ endpoint, name }: Write, good: Wanted, ids: Ids): Wanted {
  if (good.body === undefined) return { ...good, query: { ...good.query, other: "1" } };
  const { other } = WRITE_CASES[nameOf(endpoint)] ?? {};
  if (!other) throw new Error(`${name}: no other body in write-cases.ts`);
  return { ...good, body: other(good.body as never, ids) };
}

async function send(
  { endpoint, path }: Write,
  { params, query, body }: Wanted,
  headers: Record<string, string>,
) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ""));
  const sent = body === undefined ? undefined : sendJson(body);
  const response = await askJson(endpoint, `${place}?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    params,
    body: sent?.body,
    headers: { ...sent?.headers, ...headers },
  });
  const text = await response.text();
  const isReplayed = response.headers.get("Idempotency-Replayed") === "true";
  return { status: response.status, text, isReplayed, code: response.ok ? undefined : JSON.parse(text).code };
}

type Prepared = { shop: TestShop; ids: Ids };

/** A shop with one thing of each kind. */
async function openShop(): Promise<Prepared> {
  const shop = await createTestShop({ gateway: "test" });
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST], lineChoice: "OFFERED" });
  return { shop, ids: await makeIds(shop) };
}

/** Kinds that a write of a customer's things only refers to. */
const ONLY_REFERRED_TO: ReadonlySet<keyof Ids> = new Set(["variant", "plan"]);

/** Whether a write changes nothing but what a customer has, so that others can follow it in the same shop. */
function keepsToCustomer({ endpoint, path }: Write): boolean {
  const kinds = listKinds(endpoint, path);
  return (
    kinds.length > 0 &&
    kinds.every((kind) => KINDS_OF_CUSTOMER.has(kind) || ONLY_REFERRED_TO.has(kind)) &&
    !WRITE_CASES[nameOf(endpoint)]?.prepare
  );
}

/**
 * Prepares writes one after the other: those that keep to what a customer has in one shop, each with a customer of its own,
 * since preparing a shop takes longer than all calls to it. The others have a shop each.
 */
export function prepareWrites() {
  let shared: Promise<Prepared> | undefined;
  const open = async (write: Write): Promise<Prepared> => {
    if (!keepsToCustomer(write)) return openShop();
    shared ??= openShop();
    const { shop, ids } = await shared;
    const ofCustomer = await makeIdsOfCustomer(shop, (await insertCustomer(shop.id)).id);
    await insertAddition(shop.id, ofCustomer, Number(ids.variant));
    return { shop, ids: { ...ids, ...ofCustomer } };
  };
  return async (write: Write) => prepareWrite(write, await open(write));
}

/**
 * A call of a write that is carried out in this shop, with these ids. @returns functions that send this call and another one
 * to the same URL, and one that reads a digest of all that the shop has
 * @throws if the write lacks something that has no case here
 */
async function prepareWrite(write: Write, { shop, ids }: Prepared) {
  const { after = [], prepare } = WRITE_CASES[nameOf(write.endpoint)] ?? {};
  Object.assign(ids, await prepare?.(shop, ids));
  const asMerchant = { "X-API-Key": shop.writeKey };
  for (const name of after) {
    const before = writes.find((each) => each.name === name);
    if (!before) throw new Error(`${write.name}: no ${name} to go before it`);
    const { status, text } = await send(before, toGoodCall(before, ids), asMerchant);
    if (status >= 300) throw new Error(`${name} before ${write.name}: ${text}`);
  }
  const caller = write.endpoint.access.apiKey ? asMerchant : await asCustomer(shop, Number(ids.customer));
  const good = toGoodCall(write, ids);
  return {
    shop,
    send: (headers: Record<string, string> = {}) => send(write, good, { ...caller, ...headers }),
    sendOther: (headers: Record<string, string>) =>
      send(write, toOtherCall(write, good, ids), { ...caller, ...headers }),
    /** Table by table, except for the answers kept under Idempotency-Keys. */
    digest: async () => {
      const { idempotent_calls: _answers, ...rows } = await digestShop(shop.id);
      return rows;
    },
  };
}
