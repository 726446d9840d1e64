import { redirect } from "@remix-run/node";
import { z } from "zod";
import { listShopOrigins } from "~/access/shop-origin";
import type { ContractTarget } from "~/features/contracts/change/contract-change.service.server";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import {
  type OperationCaller,
  toContractCaller,
} from "~/features/contracts/operations/definition/contract-operation.server";
import { versionField } from "~/features/contracts/operations/definition/form-fields";
import type { FormRefusals } from "~/features/customer-pages/form-refusals";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { readCarriedToken, readPortalContext } from "~/features/customer-pages/portal-context.service.server";
import type { PortalBanner } from "~/features/customer-pages/texts/portal-outcomes";
import { portalQuery } from "~/features/portal/view/portal-query";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { requireSameOrigin } from "~/http/request/same-origin.server";
import { inParts } from "~/lib/schemas/in-parts";
import type { PortalAction } from "~db/schema/portal-settings";
import { rememberLanguage } from "./remember-language.server";

/** A form that can be posted to the portal, and what its page says when it is refused. */
export type PortalEndpoint = Endpoint<Response> & FormRefusals;

type PortalForm<B extends z.ZodType> = FormRefusals & {
  operationId: string;
  /** The switch by which a shop can turn it off; null where the change itself checks. */
  action: PortalAction | null;
  body: B;
  /**
   * The change, by the same service as the JSON operation.
   * @returns the banner and the value for its undo; or an address outside the portal to continue at
   */
  run(
    target: FormTarget,
    fields: z.output<B>,
    portal: PortalContext,
  ): Promise<{ done: PortalBanner; undo?: string } | { url: string }>;
};

/** The contract of a form. `token` is the portal's, null where the proxy signs requests. */
type FormTarget = OperationCaller &
  ContractTarget & {
    customerId: number;
    token: string | null;
    /** On the last page before cancelling: the id of the chosen reason. */
    cancelReason: string | undefined;
  };

const version = versionField.optional().catch(undefined);

/**
 * A form on a page of one contract (wire.md §1 "Two forms of a write"): it states the wanted result, carries the
 * version it was rendered from, and is answered with 303 to the contract, so that a reload repeats nothing.
 */
export function definePortalForm<B extends z.ZodType>({
  operationId,
  action,
  body,
  run,
  ...formRefusals
}: PortalForm<B>): PortalEndpoint {
  // The type is stated, because the compiler cannot infer an intersection with a type parameter.
  const formBody: z.ZodType<z.output<B> & { version?: string }> = inParts(z.object({ version }), body);
  const endpoint = defineEndpoint({
    operationId,
    method: "POST",
    access: { customer: true },
    query: portalQuery,
    body: formBody,
    handler: async ({ principal, query, body: fields, context }) => {
      // Also with a token, although browsers do not send it by themselves: wire.md §1 "Two forms of a write".
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
      if (portal.settings.followsBrowser) await rememberLanguage(principal, context);
      return redirect("url" in end ? end.url : portal.href({ contract: query.contract, ...end }), 303);
    },
  });
  return { ...endpoint, ...formRefusals };
}
