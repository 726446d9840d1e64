import { z } from "zod";
import type { ContractCaller } from "~/features/contracts/contract-change.service.server";
import { toContractCaller } from "~/features/contracts/contract-operation.server";
import {
  ONE_TIME_PRODUCT_EXAMPLE,
  oneTimeProduct,
  VARIANT_HANDLE_FORM,
} from "~/features/one-time-products/one-time-product";
import {
  addOneTimeProduct,
  listOneTimeProducts,
  removeOneTimeProduct,
} from "~/features/one-time-products/one-time-products.service.server";
import { requireOfferedTo } from "~/features/portal/portal-access.service.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { inPortal, MERCHANT } from "~/http/json-urls";
import type { ProblemCode } from "~/http/problem";
import { platformId, required, textOfForm, wholeNumber } from "~/http/query-parameters";
import { MAX_QUANTITY } from "~/lib/limits";

type Operation<Q extends z.ZodType<{ contractId: number }>> = {
  name: string;
  summary: string;
  description?: string;
  method: "GET" | "PUT" | "DELETE";
  /** Below the merchant's prefix and both of the portal's. */
  path: string;
  query: Q;
  problems?: ProblemCode[];
  /** Reads: of the next order alone. */
  onlyNext?: boolean;
  run?(caller: ContractCaller, query: z.output<Q>): Promise<unknown>;
};

/** For the merchant and, where the shop offers it, for the customer. Both answer the contract's records as they are afterwards. */
function defineOperation<Q extends z.ZodType<{ contractId: number }>>({
  name,
  path,
  run,
  onlyNext = false,
  problems = [],
  ...declared
}: Operation<Q>) {
  const shared = {
    ...declared,
    tag: "One-time products",
    response: z.array(oneTimeProduct),
    example: [ONE_TIME_PRODUCT_EXAMPLE],
    problems: ["not_found", ...problems] satisfies ProblemCode[],
  } as const;
  async function answer(caller: ContractCaller & { shop: { storeDomain: string } }, query: z.output<Q>) {
    await run?.(caller, query);
    return listOneTimeProducts(caller.shop, query.contractId, caller.customerId, { onlyNext });
  }
  return {
    merchant: defineEndpoint({
      ...shared,
      path: `${MERCHANT}/${path}`,
      operationId: name,
      access: { apiKey: declared.method === "GET" ? "read" : "write" },
      handler: ({ principal, context, query }) =>
        answer({ ...toContractCaller(principal, context), shop: principal.shop }, query as z.output<Q>),
    }),
    portal: defineEndpoint({
      ...shared,
      tag: "Customer's contracts",
      problems: [...shared.problems, ...(run ? (["switched_off"] as const) : [])],
      path: inPortal(path),
      operationId: `${name}InPortal`,
      access: { customer: true },
      handler: async ({ principal, context, query }) => {
        if (run) await requireOfferedTo(principal, "one_time_products");
        return answer(
          { ...toContractCaller(principal, context), shop: principal.shop },
          query as z.output<Q>,
        );
      },
    }),
  };
}

const contractId = required(platformId("SubscriptionContract", { description: "The contract." }));
const variantId = required(platformId("ProductVariant", { description: "What comes." }));
const attempt = (description: string) => required(platformId("SubscriptionBillingAttempt", { description }));

const OF_ORDER_PATH = "subscription-contract-one-offs-by-contractId-and-billing-attempt-id";

/** Operation 4. */
export const addContractOneTimeProduct = defineOperation({
  name: "addOneTimeProduct",
  summary: "Add a one-time product to an upcoming order",
  description:
    "An order that is not QUEUED, or is not there, makes it the next one. What the order has already stays as it is. The price is the variant's less the contract's percentage discounts on all lines, and stays.",
  method: "PUT",
  path: OF_ORDER_PATH,
  query: z.object({
    contractId,
    billingAttemptId: attempt("The order, as top-orders lists it."),
    variantId,
    variantHandle: required(
      textOfForm(VARIANT_HANDLE_FORM, "Use lower-case letters and digits, with single hyphens between.", {
        description: "The handle of what comes.",
        example: "paper-filters-no-4",
      }),
    ),
    quantity: wholeNumber(1, MAX_QUANTITY, { description: "How many.", default: 1 }),
  }),
  problems: ["conflict", "currency_mismatch", "forbidden"],
  run: (caller, { quantity = 1, ...query }) =>
    addOneTimeProduct({ ...caller, contractId: query.contractId }, { ...query, quantity }),
});

export const removeContractOneTimeProduct = defineOperation({
  name: "removeOneTimeProduct",
  summary: "Take a one-time product off an upcoming order",
  method: "DELETE",
  path: OF_ORDER_PATH,
  query: z.object({ contractId, billingAttemptId: attempt("The order that has it."), variantId }),
  problems: ["conflict"],
  run: (caller, query) => removeOneTimeProduct({ ...caller, contractId: query.contractId }, query),
});

export const listContractOneTimeProducts = defineOperation({
  name: "listOneTimeProducts",
  summary: "The one-time products of a contract",
  method: "GET",
  path: "subscription-contract-one-offs-by-contractId",
  query: z.object({ contractId }),
});

export const listUpcomingOneTimeProducts = defineOperation({
  name: "listUpcomingOneTimeProducts",
  summary: "The one-time products of a contract's next order",
  method: "GET",
  path: "upcoming-subscription-contract-one-offs-by-contractId",
  query: z.object({ contractId }),
  onlyNext: true,
});
