import { redirect } from "@remix-run/node";
import { z } from "zod";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { toCustomerName } from "~/features/customers/customer";
import {
  copyPortalLink,
  getIssuedLinks,
  revokePortalLink,
  sendPortalLink,
} from "~/features/portal-access/issued-links.service.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/faces.server";
import { type StaffPrincipal, toActor } from "~/http/principal";
import type { RequestContext } from "~/http/request-context.server";

/** Any text: what is no id of a contract is not found, like the id of another shop's. */
const params = z.object({ contractId: z.string() });

function toContractId({ contractId }: { contractId: string }): number {
  const id = /^\d{1,16}$/.test(contractId) ? Number(contractId) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw contractNotFound();
  return id;
}

const toAudit = (principal: StaffPrincipal, { requestId, receivedAt: now }: RequestContext) => ({
  actor: toActor(principal),
  requestId,
  now,
});

const readIssuedLinks = defineEndpoint({
  operationId: "readIssuedPortalLinks",
  summary: "Portal links issued for a contract's customer",
  method: "GET",
  access: { staff: "editor" },
  params,
  handler: async ({ principal: { shop }, params: given, context: { receivedAt: now } }) => {
    const contractId = toContractId(given);
    const { customer, links } = await getIssuedLinks(shop.id, contractId, now);
    return {
      now,
      contractId,
      customer: { name: toCustomerName(customer) || customer.email || "", email: customer.email },
      links,
    };
  },
});

const submitCopy = defineEndpoint({
  operationId: "copyPortalLink",
  summary: "A new portal link, shown in this answer only",
  method: "POST",
  access: { staff: "editor" },
  params,
  handler: ({ principal, params: given, context }) =>
    copyPortalLink(principal.shop, toContractId(given), toAudit(principal, context)),
});

/** @param toPage the page the form stands on: one stays there. `send` is the intent's name there, and tells what was done. */
const defineSend = (send: string, toPage: (contractId: number) => string) =>
  defineEndpoint({
    operationId: `portalLink_${send}`,
    summary: "A new portal link by mail",
    method: "POST",
    access: { staff: "editor" },
    params,
    handler: async ({ principal, params: given, context }) => {
      const contractId = toContractId(given);
      await sendPortalLink(principal.shop, contractId, toAudit(principal, context));
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: send });
      throw redirect(`${toPage(contractId)}?${search}`, 303);
    },
  });

/** The form of the contract's page. */
export const submitSendOfContract = defineSend("send_link", (id) => `/admin/contracts/${id}`);

const submitRevocation = defineEndpoint({
  operationId: "revokePortalLink",
  summary: "Stop a portal link from working",
  method: "POST",
  access: { staff: "editor" },
  params,
  body: z.object({ id: z.string().max(64) }),
  handler: async ({ principal, params: given, body, context }) => {
    const contractId = toContractId(given);
    await revokePortalLink(principal.shop.id, contractId, body.id, toAudit(principal, context));
    throw redirect(`/admin/contracts/${contractId}/portal-links?done=revoked`, 303);
  },
});

export const issuedLinksLoader = pageLoader(readIssuedLinks);
export const issuedLinksAction = pageAction({
  copy: submitCopy,
  send: defineSend("sent", (id) => `/admin/contracts/${id}/portal-links`),
  revoke: submitRevocation,
});
