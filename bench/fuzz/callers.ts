import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import { callApi, type Measured } from "../measure/servers";
import type { CallerKind } from "./document";
import type { Known } from "./values";

/** Who asks: a merchant's key, or customers of the shop in its portal, with what they have. */
export type Caller = {
  kind: CallerKind;
  headers: Record<string, string>;
  known: Known;
  /** Order → its contract. */
  contractOf: Readonly<Record<string, string>>;
};

/** Of how many contracts the customers are. */
const CUSTOMERS = 20;
const BUNDLES = 5;

const asObject = (value: unknown): JsonObject => value as JsonObject;
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
/** What a gid names, or an id itself. */
const toId = (value: unknown): string => String(value).replace(/^.*\//, "");

/**
 * @param contracts the wire's ids of contracts
 * @param bundles handles
 * @returns the merchant, nobody in particular, and customers with their own tokens
 */
export async function openCallers(
  app: Measured,
  contracts: readonly number[],
  bundles: readonly string[],
): Promise<Caller[]> {
  const customers: Caller[] = [];
  for (const id of contracts.slice(0, CUSTOMERS)) customers.push(await openCustomer(app, String(id)));
  const groups = asList(await callApi(app, "GET", "/subscription-groups"));
  const endpoint = await callApi(app, "POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/fuzz" });
  const known: Known = {
    ...mergeKnown(customers.map((customer) => customer.known)),
    contract: contracts.map(String),
    bundle: bundles.slice(0, BUNDLES),
    planGroup: groups.map((group) => toId(asObject(group).id)),
    webhookEndpoint: [toId(asObject(endpoint).id)],
    // A shop's bulk changes count from 1.
    bulkAutomation: ["1", "2", "3"],
  };
  const contractOf = Object.assign({}, ...customers.map((customer) => customer.contractOf));
  return [
    { kind: "merchant", headers: app.headers, known, contractOf },
    { kind: "anybody", headers: {}, known, contractOf },
    ...customers,
  ];
}

async function openCustomer(app: Measured, id: string): Promise<Caller> {
  const [details] = asList(
    await callApi(app, "GET", `/subscription-contract-details?subscriptionContractId=${id}`),
  );
  const customerId = toId(asObject(details).customerId);
  const { token } = asObject(await callApi(app, "GET", `/customer-portal-token?customerId=${customerId}`));
  const contract = asObject(await callApi(app, "GET", `/subscription-contracts/contract-external/${id}`));
  const lines = listNodes(contract.lines);
  const found = await callApi(app, "GET", `/subscription-billing-attempts/top-orders?contractId=${id}`);
  const orders = asList(found).map((order) => toId(asObject(order).id));
  const listOf = (name: string) => lines.flatMap((line) => (line[name] ? [toId(line[name])] : []));
  return {
    kind: "customer",
    headers: { Authorization: `Bearer ${token}` },
    known: {
      contract: [id],
      customer: [customerId],
      order: orders,
      line: listOf("id"),
      discount: listNodes(contract.discounts).map((discount) => toId(discount.id)),
      product: listOf("productId"),
      variant: listOf("variantId"),
      plan: listOf("sellingPlanId"),
    },
    contractOf: Object.fromEntries(orders.map((order) => [order, id])),
  };
}

const listNodes = (connection: unknown): JsonObject[] => asList(asObject(connection)?.nodes).map(asObject);

function mergeKnown(all: readonly Known[]): Known {
  const kinds = new Set(all.flatMap((known) => Object.keys(known) as (keyof Known)[]));
  return Object.fromEntries([...kinds].map((kind) => [kind, all.flatMap((known) => known[kind] ?? [])]));
}
