import type { RawContract } from "~/features/contracts/record/raw-contract";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import type { ProblemBody } from "~/lib/problem";
import type { insertContract, TestShop } from "../data/factories";
import { askJson, sendJson } from "./json-endpoints";
import { asCustomer } from "./portal";

export type Contract = Awaited<ReturnType<typeof insertContract>>;
/** An operation on one contract, with both endpoints. */
export type Operation = { merchant: Endpoint; portal: Endpoint };
export type Answer = { status: number; body: Omit<RawContract, "status"> & Omit<ProblemBody, "status"> };

/** Calls the operation as the merchant, or as the customer `by`. */
export async function send(
  shop: TestShop,
  operation: Operation,
  parameters: Record<string, unknown>,
  { body, by }: { body?: unknown; by?: number } = {},
): Promise<Answer> {
  const headers = {
    ...(body !== undefined && sendJson(body).headers),
    ...(by === undefined ? { "X-API-Key": shop.writeKey } : await asCustomer(shop, by)),
  };
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
  const response = await askJson(by === undefined ? operation.merchant : operation.portal, `/x?${search}`, {
    method: "PUT",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Parameters that name the contract. */
export const idOf = ({ subscriptionContractId: contractId }: Contract) => ({ contractId });
/** Parameters that name one of its lines. */
export const lineOf = (contract: Contract, index = 0) => ({
  ...idOf(contract),
  lineId: contract.lines[index]?.id ?? "",
});
/** The fields that a refusal names. */
export const namesOf = ({ body }: Answer) =>
  (body.errors ?? []).map((error) => error.parameter ?? error.pointer).sort();

/** An address as a call sends it. */
export const ADDRESS = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
};
