import { toAudit } from "~/access/principal";
import { CONTRACT_RECORD_EXAMPLE, contractRecord } from "~/features/contracts/record/contract-record.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { toApiOrigin } from "~/http/request/request-context.server";
import { getContractRecord } from "./new-contract.repo.server";
import { NEW_CONTRACT_EXAMPLE, newContractSchema } from "./new-contract.schema.server";
import { createContract } from "./new-contract.service.server";
import { findAmountsTooFine } from "./new-contract-errors.server";

export const createSubscriptionContract = defineEndpoint({
  operationId: "createSubscriptionContract",
  summary: "Create a contract",
  description:
    "The next orders are planned at once. Every call creates a contract, unless it repeats an `Idempotency-Key`. Frequency and address may also be sent under the flat names below.",
  tag: "Contracts",
  method: "POST",
  path: `${MERCHANT}/subscription-contract-details/create-subscription-contract`,
  access: { apiKey: "contracts:write" },
  body: newContractSchema,
  findMore: ({ principal, body }) => findAmountsTooFine(body, principal.shop),
  bodyExample: NEW_CONTRACT_EXAMPLE,
  status: 201,
  response: contractRecord,
  responseHeaders: { Location: "URL of the contract" },
  example: CONTRACT_RECORD_EXAMPLE,
  handler: async ({ principal, body, context }) => {
    const { id, storeDomain } = principal.shop;
    const made = await createContract(principal.shop, body, toAudit(principal, context));
    return getContractRecord(id, storeDomain, made);
  },
  toResponse: ({ record, contractId }, context) =>
    jsonResponse(record, context, {
      status: 201,
      headers: {
        Location: `${toApiOrigin(context.request)}${MERCHANT}/subscription-contracts/contract-external/${contractId}`,
      },
    }),
});
