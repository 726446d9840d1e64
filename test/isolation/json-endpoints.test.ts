import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { endpointTable } from "~/api/endpoint-table";
import { createReferralToken } from "~/features/referrals/rules/referral-token";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { asCustomer, signedQuery } from "../support/calls/portal";
import { saveSettings } from "../support/calls/portal-contract";
import { createTestShop, insertCustomer, nextNumber, type TestShop } from "../support/data/factories";
import { insertProgramme, insertReferrer } from "../support/data/referrals";
import {
  listKinds,
  nameOf,
  PUBLIC_KINDS,
  PUBLIC_WITHOUT_CASE,
  toCall,
} from "../support/isolation/calls-with-ids";
import { readComparable } from "../support/isolation/comparable";
import { digestShop } from "../support/isolation/digest";
import {
  type Ids,
  insertAddition,
  KINDS_OF_CONTRACT,
  KINDS_OF_CUSTOMER,
  makeIds,
  makeIdsOfCustomer,
  startBulkHigh,
  startHigh,
  UNKNOWN_IDS,
} from "../support/isolation/ids-of-a-shop";
import { resetDatabase } from "../support/setup/database";

/** Each endpoint once: the two prefixes of the portal have the same ones. */
const rows = [
  ...new Map(
    endpointTable.flatMap(({ path, endpoints }) =>
      endpoints.map((endpoint) => [endpoint.operationId, { path, endpoint }] as const),
    ),
  ).values(),
];
type Row = (typeof rows)[number];
const publicRows = rows.filter(({ endpoint }) => "public" in endpoint.access);
const withIds = rows
  .filter(({ endpoint }) => !("public" in endpoint.access))
  .map((row) => ({ ...row, kinds: listKinds(row.endpoint, row.path) }))
  .filter(({ kinds }) => kinds.length > 0);

let shop: TestShop;
let other: TestShop;
let customerId: number;
/** The ids of the shop, of another customer of it, and of the other shop. */
let own: Ids;
let neighbours: Ids;
/** The same with another contract of the customer. */
let ofAnotherContract: Ids;
let foreign: Ids;
let rowsOfOther: Record<string, string>;

beforeAll(async () => {
  await resetDatabase();
  await startHigh();
  shop = await createTestShop({ gateway: "test" });
  other = await createTestShop({ gateway: "test" });
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  customerId = (await insertCustomer(shop.id)).id;
  await startBulkHigh(other.id);
  own = await makeIds(shop);
  neighbours = { ...own, ...(await makeIdsOfCustomer(shop, (await insertCustomer(shop.id)).id)) };
  ofAnotherContract = { ...own, ...(await makeIdsOfCustomer(shop, customerId)) };
  foreign = await makeIds(other);
  rowsOfOther = await digestShop(other.id);
});

/** The answer to a call with an id of this kind. */
async function ask(
  endpoint: Endpoint,
  path: string,
  ids: Ids,
  kind: keyof Ids,
  headers: Record<string, string>,
) {
  const { params, query, body } = toCall(endpoint, path, ids, kind);
  const response = await askJson(endpoint, `/x?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    params,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: sendJson(body).body }),
  });
  return readComparable(response, [ids[kind]]);
}

/** Reads that answer an unknown id with an empty list, and the call that asks whether a customer exists. */
const LISTS = /^(list|report|validateCustomer$)/;

/** An order that is not upcoming counts as not given (add-one-time-product.server.ts). */
const COUNTED_AS_NONE = new Set(["addOneTimeProduct order"]);

describe("an id of another shop is answered like one that does not exist, to the byte, and nothing there changes", () => {
  test.each(withIds.map((row) => [row.endpoint.operationId, row] as const))("%s", async (_name, row) => {
    const { endpoint, path, kinds } = row;
    const isPortal = "customer" in endpoint.access;
    const headers = isPortal ? await asCustomer(shop, customerId) : { "X-API-Key": shop.writeKey };
    const mine = { ...own, ...(await makeIdsOfCustomer(shop, customerId)) };
    if (nameOf(endpoint) === "removeOneTimeProduct")
      await insertAddition(shop.id, mine, Number(mine.variant));
    const askWith = (kind: keyof Ids, ids: Ids) =>
      ask(endpoint, path, { ...mine, [kind]: ids[kind] }, kind, headers);
    const refusals = new Map<keyof Ids, Awaited<ReturnType<typeof askWith>>>();
    for (const kind of kinds) {
      const unknown = await askWith(kind, UNKNOWN_IDS);
      refusals.set(kind, unknown);
      const name = nameOf(endpoint);
      if (!LISTS.test(name) && !COUNTED_AS_NONE.has(`${name} ${kind}`))
        expect([kind, unknown.status, unknown.text]).toEqual([
          kind,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
          unknown.text,
        ]);
      expect([kind, await askWith(kind, foreign)]).toEqual([kind, unknown]);
      if (isPortal && KINDS_OF_CUSTOMER.has(kind))
        expect([kind, await askWith(kind, neighbours)]).toEqual([kind, unknown]);
      // A call that names a contract finds nothing of another one.
      if (KINDS_OF_CONTRACT.has(kind) && kinds.includes("contract"))
        expect([kind, await askWith(kind, ofAnotherContract)]).toEqual([kind, unknown]);
    }
    expect(await digestShop(other.id)).toEqual(rowsOfOther);
    // With the caller's own ids the call finds something.
    const answers = new Map<string, ReturnType<typeof askWith>>();
    for (const kind of kinds) {
      const call = JSON.stringify(toCall(endpoint, path, mine, kind));
      const answer = answers.get(call) ?? askWith(kind, mine);
      answers.set(call, answer);
      expect([kind, await answer]).not.toEqual([kind, refusals.get(kind)]);
    }
    if (endpoint.method === "DELETE") own = await makeIds(shop, own.bulkAutomation);
  });
});

describe("without a credential, an id of another shop is answered like one that does not exist", () => {
  let friendTokens: Record<"unknown" | "foreign" | "own", string>;
  beforeAll(async () => {
    for (const one of [shop, other]) await insertProgramme(one.id);
    friendTokens = {
      unknown: createReferralToken(shop.id),
      foreign: (await insertReferrer(other.id)).token,
      own: (await insertReferrer(shop.id)).token,
    };
    rowsOfOther = await digestShop(other.id);
  });

  /** A call as the shop's storefront forwards it. */
  const askPublic = async ({ endpoint }: Row, id: string) => {
    const isRead = endpoint.method === "GET";
    const sent = { token: id, email: `friend-${nextNumber()}@example.com` };
    const query = signedQuery(shop, null, { parameters: isRead && endpoint.query ? sent : {} });
    const response = await askJson(endpoint, `/x${query}`, {
      method: endpoint.method,
      params: { handle: id },
      ...(!isRead && sendJson(sent)),
    });
    return readComparable(response, [id]);
  };

  test.each(publicRows.filter(({ endpoint }) => endpoint.operationId in PUBLIC_KINDS))(
    "$endpoint.operationId",
    async (row) => {
      const ids =
        PUBLIC_KINDS[row.endpoint.operationId] === "bundle"
          ? { unknown: UNKNOWN_IDS.bundle, foreign: foreign.bundle, own: own.bundle }
          : friendTokens;
      const refusal = await askPublic(row, ids.unknown);
      expect([400, 404]).toContain(refusal.status);
      expect(await askPublic(row, ids.foreign)).toEqual(refusal);
      expect(await digestShop(other.id)).toEqual(rowsOfOther);
      expect((await askPublic(row, ids.own)).status).toBe(200);
    },
  );

  test("every such endpoint has a case, or a reason for having none", () => {
    expect(publicRows.map(({ endpoint }) => endpoint.operationId).sort()).toEqual(
      [...Object.keys(PUBLIC_KINDS), ...Object.keys(PUBLIC_WITHOUT_CASE)].sort(),
    );
  });
});

test.each(["gizmoId", "order"])("an endpoint with an id, here %s, that no case knows fails", (name) => {
  const endpoint = defineEndpoint({
    operationId: "readThing",
    summary: "",
    method: "GET",
    access: { apiKey: "contracts:read" },
    query: z.object({ [name]: z.string() }),
    handler: async () => null,
  });
  expect(() => listKinds(endpoint, "/x")).toThrow(`readThing: no case for ${name}`);
});
