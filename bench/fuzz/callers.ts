import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import { callApi, type Measured } from "../measure/servers";

/** Who asks: a merchant's key, or customers of the shop in its portal. `ids` of what they have. */
export type Caller = { kind: "merchant" | "customer" | "anybody"; headers: Headers; ids: readonly number[] };
type Headers = Record<string, string>;

/** Of how many contracts the customers are. */
const CUSTOMERS = 20;

const asObject = (value: unknown): JsonObject => value as JsonObject;

/** @param ids the wire's ids of contracts @returns the merchant, nobody in particular, and customers with their own tokens */
export async function openCallers(app: Measured, ids: readonly number[]): Promise<Caller[]> {
  const customers: Caller[] = [];
  for (const id of ids.slice(0, CUSTOMERS)) {
    const [contract] = asList(
      await callApi(app, "GET", `/subscription-contract-details?subscriptionContractId=${id}`),
    );
    const customerId = Number(asObject(contract).customerId);
    const { token } = asObject(await callApi(app, "GET", `/customer-portal-token?customerId=${customerId}`));
    const orders = asList(
      await callApi(app, "GET", `/subscription-billing-attempts/top-orders?contractId=${id}`),
    );
    customers.push({
      kind: "customer",
      headers: { Authorization: `Bearer ${token}` },
      ids: [id, id, customerId, ...orders.map((order) => Number(asObject(order).id))],
    });
  }
  const all = [...ids, ...customers.flatMap((customer) => customer.ids)];
  return [
    { kind: "merchant", headers: app.headers, ids: all },
    { kind: "anybody", headers: {}, ids: all },
    ...customers,
  ];
}

const asList = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
