import { beforeEach, describe, expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { asCustomer, signedQuery } from "../support/calls/portal";
import { saveSettings } from "../support/calls/portal-contract";
import { createTestShop, insertCustomer, nextNumber, type TestShop } from "../support/data/factories";
import { CALLS, type Contract, insertForCalls, nameOf } from "../support/models/every-contract-call";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

let shop: TestShop;
/** The caller's own, another customer's of the shop, another shop's, and one that does not exist. */
let contracts: Record<"own" | "neighbours" | "foreign" | "unknown", Contract>;
let customerId: number;

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  // Everything the shop may switch off is switched on, so that refusals here are only about the owner.
  customerId = (await insertCustomer(shop.id)).id;
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  const own = await insertForCalls(shop.id, customerId);
  contracts = {
    own,
    neighbours: await insertForCalls(shop.id),
    foreign: await insertForCalls((await createTestShop()).id),
    unknown: { ...own, id: 99_999_999_999, attempt: 99_999_999, customer: 99_999_999 },
  };
});
type Caller = "key" | "token" | "signature";

/** Everything in an answer that a caller could compare, and the statements that produced it. */
async function ask(endpoint: Endpoint, caller: Caller, contract: Contract, token: Record<string, string>) {
  const { params = {}, query = {}, body } = CALLS[nameOf(endpoint)]?.(contract) ?? {};
  const search =
    caller === "signature"
      ? // A new signature each time, since a signed request can change something only once.
        signedQuery(shop, customerId, { parameters: { ...query, visit: String(nextNumber()) } })
      : `?${new URLSearchParams(query)}`;
  const { result: response, texts: statements } = await countStatements(() =>
    askJson(endpoint, `/x${search}`, {
      method: endpoint.method,
      params,
      headers: {
        "Content-Type": "application/json",
        ...(caller === "key" && { "X-API-Key": shop.writeKey }),
        ...(caller === "token" && token),
      },
      ...(body !== undefined && { body: sendJson(body).body }),
    }),
  );
  const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>;
  const headers = [...response.headers].filter(([name]) => !/^(x-request-id|ratelimit.*)$/.test(name));
  return { status: response.status, headers, problem, statements };
}

const rows = endpointTable.flatMap(({ path, endpoints }) =>
  endpoints.map((endpoint) => ({ path, endpoint })),
);
const onContracts = rows.filter(({ endpoint }) => nameOf(endpoint) in CALLS);

test("every operation of the portal is here, but the public one and that on plans", () => {
  const portal = rows.filter(({ path }) => path.startsWith("/apps/"));
  const missing = portal
    .filter((row) => !onContracts.includes(row))
    .map(({ endpoint }) => endpoint.operationId);
  expect(new Set(missing)).toEqual(new Set(["readStorefrontBundle", "listPlanOptionsInPortal"]));
  expect(new Set(onContracts.map(({ endpoint }) => nameOf(endpoint))).size).toBe(Object.keys(CALLS).length);
});

describe("an id of somebody else is answered like one that does not exist, to the byte and by the same statements", () => {
  const endpoints = [
    ...new Map(onContracts.map(({ endpoint }) => [endpoint.operationId, endpoint])).values(),
  ];
  test.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "%s",
    async (_name, endpoint) => {
      const token = await asCustomer(shop, customerId);
      const callers: Caller[] = endpoint.access.customer ? ["token", "signature"] : ["key"];
      for (const caller of callers) {
        // One call before: caller and settings are then cached for all of them alike.
        await ask(endpoint, caller, contracts.unknown, token);
        const unknown = await ask(endpoint, caller, contracts.unknown, token);
        expect(unknown).toMatchObject({ status: 404, problem: { code: "not_found" } });
        expect(unknown.statements.length).toBeGreaterThan(0);
        expect(await ask(endpoint, caller, contracts.foreign, token)).toEqual(unknown);
        if (caller !== "key")
          expect(await ask(endpoint, caller, contracts.neighbours, token)).toEqual(unknown);
      }
      // With the caller's own id the call succeeds.
      for (const caller of callers)
        expect((await ask(endpoint, caller, contracts.own, token)).problem).not.toMatchObject({
          detail: expect.stringMatching(/no such (contract|order|customer)/),
        });
    },
  );
});
