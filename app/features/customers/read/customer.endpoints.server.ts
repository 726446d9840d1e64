import { z } from "zod";
import { defineForBothCallers } from "~/features/contracts/operations/contract-operation.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import { findSubscriptions } from "~/features/customers/read/customer.repo.server";
import {
  CUSTOMER_WITH_CONTRACTS_EXAMPLE,
  customerInPath,
  customerValidity,
  customerWithContracts,
  paymentMethodList,
} from "~/features/customers/read/customer.schema";
import {
  getCustomerWithContracts,
  listPaymentMethods,
} from "~/features/customers/read/customer.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { searchText } from "~/http/request/query-parameters";

export const readCustomer = defineForBothCallers({
  name: "readCustomer",
  summary: "Read a customer with their contracts",
  description:
    "The contracts newest first, 20 a page, as `nodes` and as `edges` with their cursors. A customer without contracts has an empty list. In the portal this is the customer's own list of contracts: nobody else's id is known there.",
  tag: "Customers",
  method: "GET",
  path: "subscription-customers/{customerId}",
  params: customerInPath,
  query: z.object({
    cursor: searchText({
      description: "The `endCursor` of the page before, or any edge's. The first page without it.",
    }),
  }),
  response: customerWithContracts,
  example: CUSTOMER_WITH_CONTRACTS_EXAMPLE,
  answer: (caller, { params: { customerId }, query: { cursor } }) =>
    getCustomerWithContracts(caller, customerId, cursor),
});

export const validateCustomer = defineEndpoint({
  operationId: "validateCustomer",
  summary: "Say whether the shop has a customer",
  description: "And whether they subscribe. An unknown id is an answer here, not an error.",
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
    description: "Good ones first. Their ids are what update-payment-method takes.",
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
