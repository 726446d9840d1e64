import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listApiKeys } from "~/access/api-keys.repo.server";
import { API_AREAS, toScopes } from "~/access/api-scopes";
import { endpointTable } from "~/api/endpoint-table";
import { createKey, type KeyTerms } from "~/features/api-keys/api-keys.service.server";
import { addLineItem } from "~/features/contracts/operations/lines/add-lines.server";
import { splitExistingContract } from "~/features/contracts/operations/lines/split-contract.server";
import {
  eraseCustomerData,
  exportCustomerData,
  exportCustomerDataAsCsv,
} from "~/features/customers/privacy/privacy.endpoints.server";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import type { ProblemBody } from "~/lib/problem";
import { client } from "~db/client.server";
import { askJson, readThing, sendJson, writeThing } from "../support/calls/json-endpoints";
import { dig, fetchOpenApiDocument } from "../support/calls/openapi";
import { createTestShop, type TestShop, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ gateway: "test" });
});

const makeKey = async (terms: Partial<KeyTerms>): Promise<string> =>
  (await createKey(shop.id, { name: "Limited", scope: "write", ...terms }, testAudit())).key;

const read = (key: string, address = "192.0.2.1") =>
  askJson(readThing, "/t/1", { key, params: { thingId: "1" }, headers: { [PEER_ADDRESS_HEADER]: address } });
const write = (key: string) => {
  const { headers, body } = sendJson({ name: "x" });
  return askJson(writeThing, "/t?mode=a", { method: "PUT", key, body, headers });
};
const outcome = async (response: Response): Promise<string> =>
  response.ok ? "let in" : `${response.status} ${((await response.json()) as ProblemBody).code}`;

/** The endpoints that a merchant's key may call, with the scopes they need. */
const CALLS = endpointTable.flatMap(({ path, endpoints }) =>
  endpoints.flatMap((endpoint) =>
    endpoint.access.apiKey ? [{ path, endpoint, scopes: toScopes(endpoint.access.apiKey) }] : [],
  ),
);

describe("a key for some areas", () => {
  test("reads with read, does both with write, and is refused in an area it does not have", async () => {
    const reader = await makeKey({ areas: ["contracts:read", "orders:write"] });
    expect([await outcome(await read(reader)), await outcome(await write(reader))]).toEqual([
      "let in",
      "403 forbidden",
    ]);
    const writer = await makeKey({ areas: ["contracts:write"] });
    expect([await outcome(await read(writer)), await outcome(await write(writer))]).toEqual([
      "let in",
      "let in",
    ]);
    const other = await makeKey({ areas: ["bundles:write", "an area:of tomorrow"] });
    const refused = await read(other);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({
        code: "forbidden",
        detail: "This needs an API key with the scope contracts:read.",
      }),
    ]);
  });

  test("that has all but one scope is refused by exactly the operations that need this one", async () => {
    const keys = new Map<string, string>();
    for (const area of API_AREAS) {
      const others = API_AREAS.filter((each) => each !== area).map((each) => `${each}:write`);
      keys.set(`${area}:write`, await makeKey({ areas: [...others, `${area}:read`] }));
      await client`update api_keys set replaced_by = id where shop_id = ${shop.id}`;
      keys.set(`${area}:read`, await makeKey({ areas: others }));
    }
    for (const { endpoint, scopes } of CALLS) {
      const calls = await Promise.all(
        [...keys].map(async ([missing, key]) => {
          const { method } = endpoint;
          const response = await askJson(endpoint, "/x", { method, key, params: {} });
          const detail = response.ok ? "" : String(((await response.json()) as ProblemBody).detail);
          const isNamed = (scope: string) => detail === `This needs an API key with the scope ${scope}.`;
          return scopes.some(isNamed) ? missing : null;
        }),
      );
      const refused = scopes.flatMap((scope) => {
        const [area] = scope.split(":");
        return scope.endsWith(":read") ? [`${area}:read`] : [`${area}:write`, `${area}:read`];
      });
      expect([endpoint.operationId, calls.filter(Boolean)]).toEqual([endpoint.operationId, refused]);
    }
  });

  test.each([
    [exportCustomerData, "read"],
    [exportCustomerDataAsCsv, "read"],
    [eraseCustomerData, "write"],
  ] as const)("takes contracts and orders for $operationId: it reaches both", async (endpoint, level) => {
    const { method } = endpoint;
    const call = async (areas: string[]) => {
      const key = await makeKey({ areas });
      return askJson(endpoint, "/x", { method, key, params: { customerId: "7" } });
    };
    const [ofContracts, ofOrders] = [`contracts:${level}`, `orders:${level}`];
    for (const [has, lacks] of [
      [ofContracts, ofOrders],
      [ofOrders, ofContracts],
    ] as const) {
      const refused = await call([has]);
      expect([refused.status, ((await refused.json()) as ProblemBody).detail]).toEqual([
        403,
        `This needs an API key with the scope ${lacks}.`,
      ]);
    }
    expect(await outcome(await call([ofContracts, ofOrders]))).toBe("404 not_found");
  });

  const LINE = "f0000000-0000-4000-8000-000000000001";
  const addLine = (key: string, query: string, body?: object) =>
    askJson(addLineItem.merchant, `/x?${query}`, { method: "PUT", key, ...(body && sendJson(body)) });
  const split = (key: string, query: string) =>
    askJson(splitExistingContract, `/x?contractId=1&isSplitContract=true${query}`, {
      method: "POST",
      key,
      ...sendJson([LINE]),
    });
  test.each<[string, (key: string) => Promise<Response>, (key: string) => Promise<Response>]>([
    [
      "a one-time product, asked for in the query",
      (key) => addLine(key, "contractId=1&variantId=2&isOneTimeProduct=true"),
      (key) => addLine(key, "contractId=1&variantId=2&isOneTimeProduct=false", { isOneTimeProduct: true }),
    ],
    [
      "a one-time product, asked for in the body",
      (key) => addLine(key, "", { contractId: 1, variantId: 2, isOneTimeProduct: true }),
      (key) => addLine(key, "", { contractId: 1, variantId: 2 }),
    ],
    ["an order that is due at once", (key) => split(key, "&attemptBilling=true"), (key) => split(key, "")],
  ])("for contracts alone does not reach %s, which belongs to orders", async (_what, asked, without) => {
    const contracts = await makeKey({ areas: ["contracts:write", "orders:read"] });
    const refused = await asked(contracts);
    expect([refused.status, ((await refused.json()) as ProblemBody).detail]).toEqual([
      403,
      "This needs an API key with the scope orders:write.",
    ]);
    expect(await outcome(await without(contracts))).toBe("404 not_found");
    const both = await makeKey({ areas: ["contracts:write", "orders:write"] });
    expect(await outcome(await asked(both))).toBe("404 not_found");
    const document = await fetchOpenApiDocument();
    for (const [path, method, parameter] of [
      ["subscription-contracts-add-line-item", "put", "isOneTimeProduct"],
      ["subscription-contract-details/split-existing-contract", "post", "attemptBilling"],
    ] as const)
      expect(dig(document, "paths", `/api/external/v2/${path}`, method, "description")).toContain(
        `With \`${parameter}=true\` it needs \`orders:write\`, too.`,
      );
  });

  test("keeps its limits from a release that knows of none: that one does not find it", async () => {
    const { key } = await createKey(shop.id, { name: "All", scope: "write" }, testAudit());
    const limited = await makeKey({ addresses: ["192.0.2.1"] });
    // As the previous release looked keys up: by the plain hash.
    const found =
      await client`select id from api_keys where shop_id = ${shop.id} and hash ~ '^[0-9a-f]{64}$'`;
    const all = await client`select id from api_keys where shop_id = ${shop.id}`;
    expect(all.length - found.length).toBe(1);
    expect([await outcome(await read(key)), await outcome(await read(limited))]).toEqual([
      "let in",
      "let in",
    ]);
  });
});

describe("the areas of the operations", () => {
  test("reading takes read, and only what mints a customer's access takes write at a GET", () => {
    const odd = CALLS.filter(
      ({ endpoint, scopes }) =>
        !scopes.every((scope) => (endpoint.method === "GET") === scope.endsWith(":read")),
    );
    expect([...new Set(odd.map(({ endpoint }) => endpoint.operationId))].sort()).toEqual([
      "createPortalLink",
      "createPortalLinkById",
      "createPortalToken",
    ]);
  });

  test.each([
    ["subscription-billing-attempts", "orders"],
    ["one-offs", "orders"],
    ["bulk-automations", "bulk"],
    ["subscription-bundling", "bundles"],
    ["webhook", "webhooks"],
    ["events", "webhooks"],
    ["subscription-groups", "settings"],
    ["test-clock", "settings"],
    ["manage-subscription-link", "contracts"],
    ["subscription-contract-details", "contracts"],
  ])("what stands under %s belongs to %s", (part, area) => {
    const under = CALLS.filter(({ path }) => path.includes(part));
    expect(under.length).toBeGreaterThan(0);
    const belongs = (scope: string) => scope.startsWith(`${area}:`);
    expect(under.filter(({ scopes }) => !scopes.every(belongs)).map(({ path }) => path)).toEqual([]);
  });

  test("stand in the documentation of each operation", async () => {
    const document = await fetchOpenApiDocument();
    const documented = CALLS.filter(({ path }) => path in (document.paths as object));
    expect(documented.length).toBeGreaterThan(60);
    for (const { path, endpoint, scopes } of documented) {
      const operation = dig(document, "paths", path, endpoint.method.toLowerCase());
      const named = scopes.map((scope) => `\`${scope}\``);
      expect(dig(operation, "description")).toContain(
        named.length > 1
          ? `An API key needs the scopes ${named.join(" and ")}.`
          : `An API key needs the scope ${named}.`,
      );
    }
  });
});

describe("a key for some addresses", () => {
  const KEY_OF_OFFICE = { addresses: ["203.0.113.7", "198.51.100.0/24", "2001:db8:aa::/48", "2001:db8::1"] };

  test.each([
    ["203.0.113.7", "let in"],
    ["203.0.113.8", "403 address_not_allowed"],
    ["198.51.100.255", "let in"],
    ["::ffff:198.51.100.3", "let in"],
    ["198.51.101.1", "403 address_not_allowed"],
    ["2001:db8:aa:1::5", "let in"],
    ["2001:db8:ab::5", "403 address_not_allowed"],
    ["2001:db8::1", "let in"],
    ["2001:0DB8:0:0::1", "let in"],
    ["2001:db8::2", "403 address_not_allowed"],
    ["unknown", "403 address_not_allowed"],
  ])("from %s: %s", async (address, expected) => {
    expect(await outcome(await read(await makeKey(KEY_OF_OFFICE), address))).toBe(expected);
  });

  test("is refused by its own code, with the address that was seen, and neither counts nor shows as used", async () => {
    const key = await makeKey(KEY_OF_OFFICE);
    const refused = await read(key, "203.0.113.8");
    expect(await refused.json()).toMatchObject({
      code: "address_not_allowed",
      detail: "This API key is not taken from 203.0.113.8.",
    });
    expect(refused.headers.has("RateLimit")).toBe(false);
    const usedAt = async () =>
      (await listApiKeys(shop.id)).find(({ name }) => name === "Limited")?.lastUsedAt;
    expect(await usedAt()).toBeNull();
  });

  test("with a key for one address family, callers of the other are refused", async () => {
    const current = await makeKey({ addresses: ["::/0"] });
    expect([
      await outcome(await read(current, "192.0.2.1")),
      await outcome(await read(current, "::1")),
    ]).toEqual(["403 address_not_allowed", "let in"]);
  });
});

test("a key with a day to expire is refused from that instant on", async () => {
  const now = Date.now();
  const key = await makeKey({ expiresAt: new Date(now + 60_000) });
  expect((await read(key)).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: now + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await outcome(await read(key))).toBe("401 invalid_credentials");
});

test("a limited key costs the statements of an unlimited one: none of its own while it is remembered", async () => {
  const address = "192.0.2.1";
  const limits = {
    areas: ["contracts:read"],
    addresses: [address],
    expiresAt: new Date(Date.now() + 60_000),
  };
  const counts: number[] = [];
  for (const key of [await makeKey({}), await makeKey(limits)])
    for (const _ of ["looked up", "remembered"])
      counts.push((await countStatements(() => read(key, address))).statements);
  const [lookedUp = 0, remembered = 0, ...ofLimited] = counts;
  expect(ofLimited).toEqual([lookedUp, remembered]);
  // The statements: the look-up and the last use.
  expect(lookedUp - remembered).toBe(2);
});
