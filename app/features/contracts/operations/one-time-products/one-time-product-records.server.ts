import { z } from "zod";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import {
  ONE_TIME_PRODUCT_EXAMPLE,
  type OneTimeProduct,
  oneTimeProduct,
} from "~/features/contracts/one-time-products/one-time-product";
import { findOneTimeProducts } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import {
  defineForBothCallers,
  type OperationCaller,
} from "~/features/contracts/operations/definition/contract-operation.server";
import type { OperationAnswer } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { platformId, required } from "~/http/request/query-parameters";
import type { Queryable } from "~db/client.server";

/** Oldest first. @throws ProblemError not_found */
async function listRecords(
  { shop, customerId }: OperationCaller,
  contract: number,
  { onlyNext }: { onlyNext: boolean },
  on?: Queryable,
): Promise<OneTimeProduct[]> {
  const records = await findOneTimeProducts(shop, contract, customerId, onlyNext, on);
  if (!records) throw contractNotFound();
  return records;
}

/** The answer of every operation on them: the contract's records after the change. */
export const oneTimeProductRecords = {
  tag: "One-time products",
  area: "orders",
  response: z.array(oneTimeProduct),
  example: [ONE_TIME_PRODUCT_EXAMPLE],
  read: (on, caller, contract) => listRecords(caller, contract, { onlyNext: false }, on),
} satisfies OperationAnswer;
const { read: _, ...declared } = oneTimeProductRecords;

export const listContractOneTimeProducts = defineForBothCallers({
  ...declared,
  name: "listOneTimeProducts",
  path: "subscription-contract-one-offs-by-contractId",
  summary: "List the one-time products of a contract",
  method: "GET",
  query: z.object({ contractId }),
  answer: (caller, { query }) => listRecords(caller, query.contractId, { onlyNext: false }),
});

export const listUpcomingOneTimeProducts = defineForBothCallers({
  ...declared,
  name: "listUpcomingOneTimeProducts",
  path: "upcoming-subscription-contract-one-offs-by-contractId",
  summary: "List the one-time products of a contract's next order",
  method: "GET",
  query: z.object({ contractId }),
  answer: (caller, { query }) => listRecords(caller, query.contractId, { onlyNext: true }),
});

/** Where a product is added to an order, and removed from it. */
export const OF_ORDER_PATH = "subscription-contract-one-offs-by-contractId-and-billing-attempt-id";
export const variantIdParameter = required(platformId("ProductVariant", { description: "The variant." }));
/** @param description which order */
export const orderParameter = (description: string) =>
  required(platformId("SubscriptionBillingAttempt", { description }));
