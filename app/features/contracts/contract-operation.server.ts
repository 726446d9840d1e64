import type { z } from "zod";
import type { ContractCaller } from "~/features/contracts/contract-change.service.server";
import { rawContract } from "~/features/contracts/raw-contract";
import { getRawContract } from "~/features/contracts/raw-contract.service.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/raw-contract-example";
import { requireOfferedTo } from "~/features/portal/portal-access.service.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { type ApiKeyPrincipal, type CustomerPrincipal, type StaffPrincipal, toActor } from "~/http/principal";
import type { ProblemCode } from "~/http/problem";
import type { RequestContext } from "~/http/request-context.server";
import type { PortalAction } from "~db/schema/portal-settings";

export function toContractCaller(
  principal: ApiKeyPrincipal | StaffPrincipal | CustomerPrincipal,
  { requestId, now }: RequestContext,
): ContractCaller {
  return {
    shop: principal.shop,
    customerId: principal.kind === "customer" ? principal.customerId : null,
    audit: { actor: toActor(principal), requestId, now },
  };
}

type Parsed<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

type OperationInput<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> = { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> };

type ContractOperation<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> = {
  /** Operation id of the merchant's twin; the portal's has `InPortal` after it. */
  name: string;
  summary: string;
  description?: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  params?: P;
  query?: Q;
  body?: B;
  problems?: ProblemCode[];
  /** What the shop may have switched off for its customers. */
  portalAction?: PortalAction;
  /** The change itself; only who asks differs between the callers. @returns which contract it was */
  run(caller: ContractCaller, input: OperationInput<P, Q, B>): Promise<{ contractId: number }>;
};

/**
 * An operation on one contract, declared once for both callers: the customer in the portal and the merchant with an API
 * key (wire.md §1 "Merchant twins"). Both answer the raw contract object as it is afterwards.
 */
export function defineContractOperation<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>({ name, run, method, portalAction, problems = [], ...declared }: ContractOperation<P, Q, B>) {
  const shared = {
    ...declared,
    tag: "Contracts",
    method,
    response: rawContract,
    example: RAW_CONTRACT_EXAMPLE,
    problems: ["not_found", ...problems] satisfies ProblemCode[],
  } as const;
  async function answer(caller: ContractCaller, input: OperationInput<P, Q, B>) {
    const { contractId } = await run(caller, input);
    return getRawContract(caller.shop.id, contractId, caller.customerId);
  }
  return {
    merchant: defineEndpoint({
      ...shared,
      operationId: name,
      access: { apiKey: method === "GET" ? "read" : "write" },
      handler: ({ principal, context, ...input }) => answer(toContractCaller(principal, context), input),
    }),
    portal: defineEndpoint({
      ...shared,
      operationId: `${name}InPortal`,
      access: { customer: true },
      handler: async ({ principal, context, ...input }) => {
        if (portalAction) await requireOfferedTo(principal, portalAction);
        return answer(toContractCaller(principal, context), input);
      },
    }),
  };
}
