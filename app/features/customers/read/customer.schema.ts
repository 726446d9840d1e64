import { z } from "zod";
import { customerPaymentMethod, pageInfo, rawContract } from "~/features/contracts/record/raw-contract";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import { platformId, required } from "~/http/request/query-parameters";
import { enumOf, instantOrNull, int32, int64, text, textOrNull, yesNo } from "~/lib/schemas/record-schemas";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";

export const customerInPath = z.object({
  customerId: required(platformId("Customer", { description: "The customer." })),
});

/** From best to worst: a customer has the best of their contracts' statuses. */
const SUBSCRIBER_STATUSES = [
  "ACTIVE",
  "PAUSED",
  "CANCELLED",
  "EXPIRED",
  "FAILED",
  "NEVER_SUBSCRIBED",
] as const;

export const toSubscriberStatus = (
  statuses: readonly (typeof CONTRACT_STATUSES)[number][],
): (typeof SUBSCRIBER_STATUSES)[number] =>
  SUBSCRIBER_STATUSES.find((each) => statuses.some((status) => status === each)) ?? "NEVER_SUBSCRIBED";

/** A customer with their contracts (wire.md §4). */
export const customerWithContracts = z
  .object({
    id: text("The customer. gid://<namespace>/Customer/<id>"),
    displayName: text("First and last name or, without a name, the e-mail address"),
    email: textOrNull("E-mail address"),
    phone: textOrNull("Phone number"),
    tags: z.array(z.string()).meta({ description: "The shop's tags of the customer" }),
    productSubscriberStatus: enumOf(
      SUBSCRIBER_STATUSES,
      "Best status of their contracts, in this order; NEVER_SUBSCRIBED if there are none",
    ),
    subscriptionContracts: z
      .object({
        nodes: z.array(rawContract).meta({ description: "The contracts, newest first" }),
        edges: z
          .array(
            z.object({
              node: rawContract,
              cursor: text("Cursor of the contract; send it as `cursor` for the contracts after it"),
            }),
          )
          .meta({ description: "The same contracts with their cursors" }),
        pageInfo,
      })
      .meta({ description: "A page of at most 20 contracts" }),
  })
  .meta({ id: "CustomerWithContracts", description: "A customer of the shop with their contracts" });

const CURSOR = "WyJuZXh0Il0";
export const CUSTOMER_WITH_CONTRACTS_EXAMPLE: z.output<typeof customerWithContracts> = {
  id: "gid://platform/Customer/7000000042",
  displayName: "Ada Lovelace",
  email: "ada@example.com",
  phone: null,
  tags: ["newsletter"],
  productSubscriberStatus: "ACTIVE",
  subscriptionContracts: {
    nodes: [RAW_CONTRACT_EXAMPLE],
    edges: [{ node: RAW_CONTRACT_EXAMPLE, cursor: CURSOR }],
    pageInfo: {
      get__typename: "PageInfo",
      hasPreviousPage: false,
      hasNextPage: false,
      startCursor: CURSOR,
      endCursor: CURSOR,
    },
  },
};

export const customerValidity = z.object({
  valid: yesNo("Whether the shop has this customer"),
  hasActiveSubscription: yesNo("Whether one of their contracts is ACTIVE"),
  subscriptionCount: int32("Number of their contracts of any status"),
});

export const paymentMethodList = z.array(customerPaymentMethod);

/** A record of the list of customers. */
export const listedCustomer = z.object({
  customerId: int64("The customer"),
  name: text("First and last name; empty if unknown"),
  email: textOrNull("E-mail address"),
  activeSubscriptions: int32("Number of their ACTIVE contracts"),
  totalSubscriptions: int32("Number of their contracts of any status"),
  nextOrderDate: instantOrNull("Earliest next order of their ACTIVE contracts"),
});
export type ListedCustomer = z.output<typeof listedCustomer>;
