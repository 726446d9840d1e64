import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toCustomerName } from "~/access/customer-name";
import { toRealAudit } from "~/access/principal";
import { askForCard } from "~/features/portal-links/card-asked.service.server";
import {
  copyPortalLink,
  getIssuedLinks,
  revokeAllPortalLinks,
  revokePortalLink,
  sendPortalLink,
} from "~/features/portal-links/issued-links.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { pageId } from "~/http/request/page-fields";

const params = z.object({ contractId: pageId });

const readIssuedLinks = defineEndpoint({
  operationId: "readIssuedPortalLinks",
  summary: "Portal links issued for a contract's customer",
  method: "GET",
  access: { staff: "editor" },
  params,
  handler: async ({ principal: { shop }, params: { contractId }, context: { receivedAt: now } }) => {
    const { customer, links } = await getIssuedLinks(shop.id, contractId, now);
    return {
      now,
      contractId,
      customer: {
        id: customer.id,
        name: toCustomerName(customer) || customer.email || "",
        email: customer.email,
      },
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
  handler: ({ principal, params: { contractId }, context }) =>
    copyPortalLink(principal.shop, contractId, toRealAudit(principal, context)),
});

/**
 * @param send name of the intent, and of the message afterwards
 * @param toPage the page to return to
 */
const defineSend = (send: string, toPage: (contractId: number) => string) =>
  defineEndpoint({
    operationId: `portalLink_${send}`,
    summary: "A new portal link by mail",
    method: "POST",
    access: { staff: "editor" },
    params,
    handler: async ({ principal, params: { contractId }, context }) => {
      await sendPortalLink(principal.shop, contractId, toRealAudit(principal, context));
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: send });
      throw redirect(`${toPage(contractId)}?${search}`, 303);
    },
  });

/** The form of the contract's page. */
export const submitSendOfContract = defineSend("send_link", (id) => `/admin/contracts/${id}`);

/** On the contract's page: ask its customer for another card. */
export const submitCardAsked = defineEndpoint({
  operationId: "askForCard",
  summary: "Ask a customer for another card, by mail",
  method: "POST",
  access: { staff: "editor" },
  params,
  handler: async ({ principal, params: { contractId }, context }) => {
    await askForCard(principal.shop, contractId, toRealAudit(principal, context));
    const list = context.url.searchParams.get("list");
    const search = new URLSearchParams({ ...(list && { list }), done: "ask_card" });
    throw redirect(`/admin/contracts/${contractId}?${search}`, 303);
  },
});

const submitRevocation = defineEndpoint({
  operationId: "revokePortalLink",
  summary: "Stop a portal link from working",
  method: "POST",
  access: { staff: "editor" },
  params,
  body: z.object({ id: z.string().max(64) }),
  handler: async ({ principal, params: { contractId }, body, context }) => {
    await revokePortalLink(principal.shop.id, contractId, body.id, toRealAudit(principal, context));
    throw redirect(`/admin/contracts/${contractId}/portal-links?done=revoked`, 303);
  },
});

const submitRevocationOfAll = defineEndpoint({
  operationId: "revokeAllPortalLinks",
  summary: "Stop all portal links of a contract's customer from working",
  method: "POST",
  access: { staff: "editor" },
  params,
  handler: async ({ principal, params: { contractId }, context }) => {
    await revokeAllPortalLinks(principal.shop.id, contractId, toRealAudit(principal, context));
    throw redirect(`/admin/contracts/${contractId}/portal-links?done=all_revoked`, 303);
  },
});

export const issuedLinksLoader = pageLoader(readIssuedLinks);
export const issuedLinksAction = pageAction({
  copy: submitCopy,
  send: defineSend("sent", (id) => `/admin/contracts/${id}/portal-links`),
  revoke: submitRevocation,
  revoke_all: submitRevocationOfAll,
});
