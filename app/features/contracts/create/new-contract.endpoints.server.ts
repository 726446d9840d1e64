import { toAudit } from "~/access/principal";
import { getContractRecord } from "~/features/contracts/create/new-contract.repo.server";
import {
  NEW_CONTRACT_EXAMPLE,
  newContractSchema,
} from "~/features/contracts/create/new-contract.schema.server";
import { createContract } from "~/features/contracts/create/new-contract.service.server";
import { CONTRACT_RECORD_EXAMPLE, contractRecord } from "~/features/contracts/record/contract-record.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";

export const createSubscriptionContract = defineEndpoint({
  operationId: "createSubscriptionContract",
  summary: "Make a contract",
  description:
    "Its next orders are planned at once. Every call makes one: repeat none of which you have the answer.",
  tag: "Contracts",
  method: "POST",
  path: `${MERCHANT}/subscription-contract-details/create-subscription-contract`,
  access: { apiKey: "write" },
  body: newContractSchema,
  bodyExample: NEW_CONTRACT_EXAMPLE,
  status: 201,
  response: contractRecord,
  example: CONTRACT_RECORD_EXAMPLE,
  handler: async ({ principal, body, context }) => {
    const { id, storeDomain } = principal.shop;
    const made = await createContract(principal.shop, body, toAudit(principal, context));
    return getContractRecord(id, storeDomain, made);
  },
  toResponse: (record, context) => jsonResponse(record, context, { status: 201 }),
});
