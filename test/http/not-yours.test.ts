import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { asCustomer, signedQuery } from "../support/calls/portal";
import { saveSettings } from "../support/calls/portal-contract";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  nextNumber,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

type Contract = { id: number; line: string; attempt: number; customer: number };
type Wanted = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

const ofContract = (contract: Contract) => ({ contractId: String(contract.id) });
const ofLine = (contract: Contract) => ({ ...ofContract(contract), lineId: contract.line });
const ofOrder = (contract: Contract) => ({ id: String(contract.attempt) });
const ofCustomer = ({ customer }: Contract) => ({ customerId: String(customer) });
const ADDRESS = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
};

const swap = (contract: Contract) => ({
  body: { contractId: contract.id, lineId: contract.line, newVariants: { 1: 1 } },
});

/** A call of each operation on a contract that would succeed, but for whose contract it is. */
const CALLS: Record<string, (contract: Contract) => Wanted> = {
  readContract: (contract) => ({ params: ofContract(contract) }),
  readWrappedContract: (contract) => ({ query: ofContract(contract) }),
  updateContractStatus: (contract) => ({ query: { ...ofContract(contract), status: "PAUSED" } }),
  updateContractNextDate: (contract) => ({
    query: { ...ofContract(contract), nextBillingDate: new Date(Date.now() + 9e8).toISOString() },
  }),
  updateContractInterval: (contract) => ({
    query: { ...ofContract(contract), interval: "WEEK", intervalCount: "3" },
  }),
  updateShippingAddress: (contract) => ({ query: ofContract(contract), body: ADDRESS }),
  skipUnskipLine: (contract) => ({ query: ofLine(contract) }),
  applyDiscount: (contract) => ({ query: { ...ofContract(contract), discountCode: "TEN" } }),
  removeDiscount: (contract) => ({ query: { ...ofContract(contract), discountId: contract.line } }),
  updateLineAttributes: (contract) => ({ query: ofLine(contract), body: [] }),
  updateLineQuantity: (contract) => ({ query: { ...ofLine(contract), quantity: "2" } }),
  listTopOrders: (contract) => ({ query: ofContract(contract) }),
  listPastOrders: (contract) => ({ query: ofContract(contract) }),
  attemptBilling: (contract) => ({ params: ofOrder(contract) }),
  readCustomer: (contract) => ({ params: ofCustomer(contract) }),
  listPaymentMethodsOfCustomer: (contract) => ({ params: ofCustomer(contract) }),
  listCustomersPaymentMethods: (contract) => ({ params: ofCustomer(contract) }),
  updatePaymentMethod: (contract) => ({ query: { ...ofContract(contract), paymentMethodId: "none" } }),
  refundOrder: (contract) => ({ params: ofOrder(contract) }),
  skipOrder: (contract) => ({ params: ofOrder(contract) }),
  unskipOrder: (contract) => ({ params: ofOrder(contract) }),
  skipUpcomingOrder: ({ id }) => ({ query: { subscriptionContractId: String(id) } }),
  rescheduleOrder: (contract) => ({
    params: ofOrder(contract),
    query: { billingDate: new Date(Date.now() + 8e8).toISOString() },
  }),
  addOneTimeProduct: (contract) => ({
    query: {
      ...ofContract(contract),
      billingAttemptId: String(contract.attempt),
      variantId: "1",
      variantHandle: "tea",
    },
  }),
  removeOneTimeProduct: (contract) => ({
    query: { ...ofContract(contract), billingAttemptId: String(contract.attempt), variantId: "1" },
  }),
  listOneTimeProducts: (contract) => ({ query: ofContract(contract) }),
  listUpcomingOneTimeProducts: (contract) => ({ query: ofContract(contract) }),
  addLineItem: (contract) => ({ query: { ...ofContract(contract), variantId: "1" } }),
  addLineItems: (contract) => ({ query: ofContract(contract), body: { 1: 1 } }),
  removeLineItem: (contract) => ({ query: ofLine(contract) }),
  removeLineItems: (contract) => ({ query: ofContract(contract), body: [contract.line] }),
  updateLineItem: (contract) => ({ query: { ...ofLine(contract), quantity: "2" } }),
  updateManyAttributes: (contract) => ({ query: ofContract(contract), body: { [contract.line]: [] } }),
  replaceVariants: swap,
  replaceVariantsByPost: swap,
  updateDeliveryPrice: (contract) => ({ query: { ...ofContract(contract), deliveryPrice: "2" } }),
  addDiscount: (contract) => ({
    query: { ...ofContract(contract), percentage: "5", discountTitle: "Sorry" },
  }),
  updateOrderNoteOfContract: (contract) => ({ params: ofContract(contract), query: { note: "x" } }),
  updateOrderNote: (contract) => ({ params: ofOrder(contract), query: { note: "x" } }),
  updateFrequencyBySellingPlan: (contract) => ({
    query: { ...ofContract(contract), sellingPlanId: "1" },
  }),
  splitExistingContract: (contract) => ({
    query: { ...ofContract(contract), isSplitContract: "true" },
    body: [contract.line],
  }),
  cancelContract: (contract) => ({ params: ofContract(contract) }),
};
const nameOf = ({ operationId }: Endpoint): string => operationId.replace(/InPortal$/, "");

let shop: TestShop;
/** The caller's own, another customer's of the shop, another shop's, and one that does not exist. */
let contracts: Record<"own" | "neighbours" | "foreign" | "unknown", Contract>;
let customerId: number;

async function insert(shopId: number, owner?: number): Promise<Contract> {
  const contract = await insertContract(shopId, {
    ...(owner !== undefined && { customerId: owner }),
    lines: [{}, {}],
    attempts: [{ billingDate: new Date(Date.now() + 9e8) }],
  });
  const [attempt] = await db
    .select({ id: billingAttempts.id })
    .from(billingAttempts)
    .where(eq(billingAttempts.contractId, contract.id));
  return {
    id: contract.subscriptionContractId,
    line: contract.lines[0]?.id ?? "",
    attempt: attempt?.id ?? 0,
    customer: contract.customerId,
  };
}

beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  // Whatever the shop may switch off is offered: what is refused here is refused for whose it is.
  customerId = (await insertCustomer(shop.id)).id;
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  const own = await insert(shop.id, customerId);
  contracts = {
    own,
    neighbours: await insert(shop.id),
    foreign: await insert((await createTestShop()).id),
    unknown: { ...own, id: 99_999_999_999, attempt: 99_999_999, customer: 99_999_999 },
  };
});
type Caller = "key" | "token" | "signature";

/** Everything a caller could tell two answers apart by, and the statements that made them. */
async function ask(endpoint: Endpoint, caller: Caller, contract: Contract, token: Record<string, string>) {
  const { params = {}, query = {}, body } = CALLS[nameOf(endpoint)]?.(contract) ?? {};
  const search =
    caller === "signature"
      ? // Its own: a signed request changes something once.
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

describe("what is not the caller's is answered as what does not exist, to the byte and by the same statements", () => {
  const endpoints = [
    ...new Map(onContracts.map(({ endpoint }) => [endpoint.operationId, endpoint])).values(),
  ];
  test.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "%s",
    async (_name, endpoint) => {
      const token = await asCustomer(shop, customerId);
      const callers: Caller[] = endpoint.access.customer ? ["token", "signature"] : ["key"];
      for (const caller of callers) {
        // Once before: who calls, and what the shop offers, is then remembered for all alike.
        await ask(endpoint, caller, contracts.unknown, token);
        const unknown = await ask(endpoint, caller, contracts.unknown, token);
        expect(unknown).toMatchObject({ status: 404, problem: { code: "not_found" } });
        expect(unknown.statements.length).toBeGreaterThan(0);
        expect(await ask(endpoint, caller, contracts.foreign, token)).toEqual(unknown);
        if (caller !== "key")
          expect(await ask(endpoint, caller, contracts.neighbours, token)).toEqual(unknown);
      }
      // And the call is one that gets through to the caller's own.
      for (const caller of callers)
        expect((await ask(endpoint, caller, contracts.own, token)).problem).not.toMatchObject({
          detail: expect.stringMatching(/no such (contract|order|customer)/),
        });
    },
  );
});
