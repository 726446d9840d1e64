import type { z } from "zod";
import type { ApiArea } from "~/access/api-scopes";
import {
  type ApiKeyPrincipal,
  type CustomerPrincipal,
  type PrincipalShop,
  type StaffPrincipal,
  toAudit,
} from "~/access/principal";
import type { ContractCaller } from "~/features/contracts/change/contract-change.service.server";
import { requireOfferedTo } from "~/features/portal-settings/portal-access.service.server";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { inPortal, MERCHANT, type PortalApp } from "~/http/endpoint/json-urls";
import type { ApiTag } from "~/http/endpoint/openapi-parts";
import type { RequestContext } from "~/http/request/request-context.server";
import type { FieldError, ProblemCode } from "~/lib/problem";
import type { PortalAction } from "~db/schema/portal-settings";

/** The caller, with the full row of the shop. */
export type OperationCaller = ContractCaller & {
  shop: PrincipalShop;
  /** By the real clock; `audit.now` may be the shop's test clock. */
  receivedAt: Date;
};

type ContractPrincipal = ApiKeyPrincipal | StaffPrincipal | CustomerPrincipal;

/** Whose contracts a caller reaches: a customer only their own. */
export const toOwner = (principal: ContractPrincipal) => ({
  shop: principal.shop,
  customerId: principal.kind === "customer" ? principal.customerId : null,
});

export function toContractCaller(principal: ContractPrincipal, context: RequestContext): OperationCaller {
  return {
    ...toOwner(principal),
    audit: toAudit(principal, context),
    ...(context.ifMatch && { ifMatch: context.ifMatch }),
    receivedAt: context.receivedAt,
  };
}

type Parsed<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

export type OperationInput<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> = { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> };

export type Declared<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> = {
  /** Operation id of the merchant's endpoint; the portal's has `InPortal` after it. */
  name: string;
  summary: string;
  description?: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the merchant's prefix and both portal prefixes. */
  path: string;
  /** Other paths that existing clients call: the same answers, not in the documentation. */
  aliases?: readonly string[];
  /** The portal prefix under which the documentation shows it. */
  documentedUnder?: PortalApp;
  params?: P;
  query?: Q;
  body?: B;
  bodyExample?: unknown;
  /** As an endpoint's (`defineEndpoint`). */
  findMore?(
    sent: { principal: ContractPrincipal; query: unknown; body: unknown },
    known: readonly FieldError[],
  ): readonly FieldError[] | Promise<readonly FieldError[]>;
  problems?: readonly ProblemCode[];
  /** The switch by which a shop can turn it off for its customers. */
  portalAction?: PortalAction;
  /** It has no URL in the portal. */
  isForMerchants?: boolean;
  /** The API area a merchant's key needs; contracts by default. */
  area?: ApiArea;
  /** As an endpoint's: of a merchant's key. */
  alsoNeeds?: Endpoint["alsoNeeds"];
};

type SharedOperation<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R,
> = Declared<P, Q, B> & {
  /** Tag of the merchant's endpoint in the documentation. */
  tag?: ApiTag;
  response: z.ZodType;
  example: unknown;
  responseHeaders?: Endpoint["responseHeaders"];
  hasEntityTag?: true;
  toResponse?(result: R, context: RequestContext): Response;
  answer(caller: OperationCaller, input: OperationInput<P, Q, B>): Promise<R>;
};

/**
 * An operation declared once for both callers: the customer in the portal and the merchant with an API key (wire.md §1
 * "Merchant twins"). They differ only in who calls.
 */
export function defineForBothCallers<
  R,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>({
  name,
  path,
  aliases = [],
  documentedUnder,
  tag = "Contracts",
  area = "contracts",
  alsoNeeds,
  answer,
  portalAction,
  isForMerchants = false,
  problems = [],
  ...declared
}: SharedOperation<P, Q, B, R>) {
  const paths = [path, ...aliases];
  const shared = {
    ...declared,
    tag,
    ...(declared.method !== "GET" && { obeysIfMatch: true as const }),
    problems: ["not_found", ...problems] satisfies ProblemCode[],
  } as const;
  return {
    merchant: defineEndpoint({
      ...shared,
      path: aliases.length === 0 ? `${MERCHANT}/${path}` : paths.map((each) => `${MERCHANT}/${each}`),
      operationId: name,
      access: { apiKey: `${area}:${declared.method === "GET" ? "read" : "write"}` },
      ...(alsoNeeds && { alsoNeeds }),
      handler: ({ principal, context, ...input }) => answer(toContractCaller(principal, context), input),
    }),
    portal: defineEndpoint({
      ...shared,
      tag: "Customer's contracts",
      problems: [...shared.problems, ...(portalAction ? (["switched_off"] as const) : [])],
      ...(!isForMerchants && { path: paths.flatMap((each) => inPortal(each, documentedUnder)) }),
      operationId: `${name}InPortal`,
      access: { customer: true },
      handler: async ({ principal, context, ...input }) => {
        if (portalAction) await requireOfferedTo(principal, portalAction);
        return answer(toContractCaller(principal, context), input);
      },
    }),
  };
}
