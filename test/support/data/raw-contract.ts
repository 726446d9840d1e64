import { expect } from "vitest";
import { loader as readContractRoute } from "~/api/contract-external";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { EXAMPLE_ADDRESS } from "~/features/contracts/record/raw-contract-example";
import { type ContractOverrides, insertContract, type TestShop } from "./factories";

const PATH = "/api/external/v2/subscription-contracts/contract-external/";

/** The contract from the merchant's URL, by number or gid. */
export function readRaw(shop: TestShop, contractId: number | string): Promise<Response> {
  const headers = { "X-API-Key": shop.readKey };
  const request = new Request(`http://localhost${PATH}${contractId}`, { headers });
  return readContractRoute({ request, params: { contractId: String(contractId) }, context: {} });
}

/** The schema with all objects strict: an extra field fails just as a missing one does. */
const strictly = (value: unknown) => {
  const parsed = rawContract.parse(value);
  expect(value).toEqual(parsed);
  return parsed;
};

/** A contract by the factory, and its raw contract. */
export async function showRaw(shop: TestShop, overrides: ContractOverrides) {
  const contract = await insertContract(shop.id, overrides);
  const response = await readRaw(shop, contract.subscriptionContractId);
  expect(response.status).toBe(200);
  return { contract, raw: strictly(await response.json()) };
}

/** An amount in the form of the object. */
export const money = (amount: string, currencyCode = "USD") => ({
  get__typename: "MoneyV2",
  amount,
  currencyCode,
});

/** The documentation's example with a phone number. */
export const address = { ...EXAMPLE_ADDRESS, phone: "+44" };
