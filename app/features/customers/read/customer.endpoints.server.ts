import { z } from "zod";
import { defineForBothCallers } from "~/features/contracts/operations/definition/contract-operation.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { searchText } from "~/http/request/query-parameters";
import { findSubscriptions } from "./customer.repo.server";
import {
  CUSTOMER_WITH_CONTRACTS_EXAMPLE,
  customerInPath,
  customerValidity,
  customerWithContracts,
  paymentMethodList,
} from "./customer.schema";
import { getCustomerWithContracts, listPaymentMethods } from "./customer.service.server";

export const readCustomer = defineForBothCallers({
  name: "readCustomer",
  summary: "Get a customer with their contracts",
  description:
    "Contracts are sorted newest first, 20 per page, as `nodes` and as `edges` with cursors. The list is empty for a customer without contracts. In the portal, customers can read only their own contracts; any other id is answered with 404.",
  tag: "Customers",
  method: "GET",
  path: "subscription-customers/{customerId}",
  params: customerInPath,
  query: z.object({
    cursor: searchText({
      description:
        "The `endCursor` of the previous page, or the cursor of any edge. Omit it for the first page.",
    }),
  }),
  response: customerWithContracts,
  example: CUSTOMER_WITH_CONTRACTS_EXAMPLE,
  answer: (caller, { params: { customerId }, query: { cursor } }) =>
    getCustomerWithContracts(caller, customerId, cursor),
});

export const validateCustomer = defineEndpoint({
  operationId: "validateCustomer",
  summary: "Check whether a customer exists",
  description:
    "Also returns whether they have an active contract. An unknown id is not an error: `valid` is then false.",
  tag: "Customers",
  method: "GET",
  path: `${MERCHANT}/subscription-customers/valid/{customerId}`,
  access: { apiKey: "contracts:read" },
  params: customerInPath,
  response: customerValidity,
  example: { valid: true, hasActiveSubscription: true, subscriptionCount: 2 },
  handler: async ({ principal, params: { customerId } }) => {
    const found = await findSubscriptions(principal.shop.id, customerId);
    return {
      valid: found !== null,
      hasActiveSubscription: (found?.active ?? 0) > 0,
      subscriptionCount: found?.all ?? 0,
    };
  },
});

/** The same list under two paths, for both callers. */
const toPaymentMethodList = (name: string, path: string) =>
  defineForBothCallers({
    name,
    summary: "List a customer's payment methods",
    description: "Valid payment methods come first. Pass their ids to update-payment-method.",
    tag: "Customers",
    method: "GET",
    path,
    params: customerInPath,
    response: paymentMethodList,
    example: [RAW_CONTRACT_EXAMPLE.customerPaymentMethod],
    answer: (caller, { params: { customerId } }) => listPaymentMethods(caller, customerId),
  });

export const listCustomersPaymentMethods = toPaymentMethodList(
  "listCustomersPaymentMethods",
  "subscription-contract-details/shopify/customer/{customerId}/payment-methods",
);
export const listPaymentMethodsOfCustomer = toPaymentMethodList(
  "listPaymentMethodsOfCustomer",
  "subscription-customers/{customerId}/payment-methods",
);
