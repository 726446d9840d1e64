import { z } from "zod";
import { defineForBothCallers } from "~/features/contracts/operations/definition/contract-operation.server";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { Tagged } from "~/http/request/entity-tags";
import { platformId, required } from "~/http/request/query-parameters";

const contractId = required(platformId("SubscriptionContract", { description: "The contract." }));

/** Operation 9 of the specification, and the same for the merchant. */
export const readContract = defineForBothCallers({
  name: "readContract",
  summary: "Get a contract",
  method: "GET",
  path: "subscription-contracts/contract-external/{contractId}",
  params: z.object({ contractId }),
  response: rawContract,
  example: RAW_CONTRACT_EXAMPLE,
  hasEntityTag: true,
  answer: ({ shop, customerId }, { params }) => getTaggedContract(shop.id, params.contractId, customerId),
});

/** The merchant's wrapper of operation 9 (wire.md §2 "9 raw contract"). */
export const readWrappedContract = defineEndpoint({
  operationId: "readWrappedContract",
  summary: "Get a contract in a wrapper object",
  tag: "Contracts",
  method: "GET",
  path: `${MERCHANT}/contract-raw-response`,
  access: { apiKey: "contracts:read" },
  query: z.object({ contractId }),
  response: z.object({ subscriptionContract: rawContract }),
  example: { subscriptionContract: RAW_CONTRACT_EXAMPLE },
  problems: ["not_found"],
  hasEntityTag: true,
  handler: async ({ principal, query }) => {
    const contract = await getTaggedContract(principal.shop.id, query.contractId, null);
    return new Tagged({ subscriptionContract: contract.body }, contract.state, contract);
  },
});
