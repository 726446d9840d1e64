import { z } from "zod";
import { listShopOrigins } from "~/access/shop-origin";
import type { ContractTarget } from "~/features/contracts/change/contract-change.service.server";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import {
  type OperationCaller,
  toContractCaller,
} from "~/features/contracts/operations/contract-operation.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { readCarriedToken, readPortalContext } from "~/features/customer-pages/portal-context.service.server";
import type { ContractNotice } from "~/features/customer-pages/texts/portal-outcomes";
import { portalQuery } from "~/features/portal/view/portal-query";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { requireSameOrigin } from "~/http/request/same-origin.server";
import type { PortalAction } from "~db/schema/portal-settings";

type PortalForm<B extends z.ZodType> = {
  operationId: string;
  summary: string;
  /** What the shop may have switched off; null where the change itself asks. */
  action: PortalAction | null;
  body: B;
  /**
   * The change, by the same service as the JSON operation.
   * @returns what to say, and what undoing it takes; or where it goes on, away from the portal
   */
  run(
    target: FormTarget,
    fields: z.output<B>,
    portal: PortalContext,
  ): Promise<{ done: ContractNotice; undo?: string } | { url: string }>;
};

/** Whose contract a form is about. `token` is the portal's, null where the proxy signs. */
type FormTarget = OperationCaller &
  ContractTarget & {
    customerId: number;
    token: string | null;
    /** On the last page before cancelling: the reason that was chosen, by its id. */
    cancelReason: string | undefined;
  };

/** As text: a body that keeps all fields has it as it came, too. */
const version = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional()
  .catch(undefined);

/**
 * A form on a page of one contract (wire.md §1 "Two forms of a write"): it states the wanted end, carries the version it
 * was drawn from, and is answered with 303 to the contract, so that a reload repeats nothing.
 */
export function definePortalForm<B extends z.ZodType>({
  operationId,
  summary,
  action,
  body,
  run,
}: PortalForm<B>): Endpoint<Response> {
  // Said outright: what an intersection with a type parameter comes to is beyond the checker.
  const formBody: z.ZodType<z.output<B> & { version?: string }> = z.intersection(z.object({ version }), body);
  return defineEndpoint({
    operationId,
    summary,
    method: "POST",
    access: { customer: true },
    query: portalQuery,
    body: formBody,
    handler: async ({ principal, query, body: fields, context }) => {
      // Also with a token, which is nothing ambient: wire.md §1 "Two forms of a write".
      requireSameOrigin(context.request, listShopOrigins(principal.shop));
      const portal = await readPortalContext(principal.shop, context);
      if (action) requirePortalAction(portal.settings, action);
      if (query.contract === undefined) throw contractNotFound();
      const target = {
        ...toContractCaller(principal, context),
        customerId: principal.customerId,
        token: readCarriedToken(context),
        contractId: query.contract,
        cancelReason: query.view === "cancel" ? query.reason : undefined,
        expectedVersion: fields.version === undefined ? undefined : Number(fields.version),
      };
      const end = await run(target, fields, portal);
      const location = "url" in end ? end.url : portal.href({ contract: query.contract, ...end });
      return new Response(null, { status: 303, headers: { Location: location } });
    },
  });
}
