import { z } from "zod";
import { toCustomerName } from "~/access/customer-name";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import type { RequestContext } from "~/http/request/request-context.server";
import { askForCard } from "./card-asked.service.server";
import {
  copyPortalLink,
  getIssuedLinks,
  revokeAllPortalLinks,
  revokePortalLink,
  sendPortalLink,
} from "./issued-links.service.server";

const params = z.object({ contractId: pageId });

/** A page of a contract, which leads back to the list as it was left. */
const toHref = (path: string, { url }: RequestContext, done: string) => {
  const list = url.searchParams.get("list");
  return `${path}?${new URLSearchParams({ ...(list && { list }), done })}`;
};

/**
 * @param send name of the intent, and of the message afterwards
 * @param toPage the page to return to
 */
const defineSend = (send: string, toPage: (contractId: number) => string) =>
  staffChange(`portalLink_${send}`, "editor", {
    params,
    done: ({ params: { contractId }, context }) => toHref(toPage(contractId), context, send),
    handler: ({ principal, params: { contractId }, realAudit }) =>
      sendPortalLink(principal.shop, contractId, realAudit),
  });

/** The form of the contract's page. */
export const submitSendOfContract = defineSend("send_link", (id) => `/admin/contracts/${id}`);

/** On the contract's page: ask its customer for another card. */
export const submitCardAsked = staffChange("askForCard", "editor", {
  params,
  done: ({ params: { contractId }, context }) =>
    toHref(`/admin/contracts/${contractId}`, context, "ask_card"),
  handler: ({ principal, params: { contractId }, realAudit }) =>
    askForCard(principal.shop, contractId, realAudit),
});

export const issuedLinksLoader = staffPage("readIssuedPortalLinks", "editor", {
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

export const issuedLinksAction = pageAction({
  /** A new portal link, shown in this answer only. */
  copy: staffForm("copyPortalLink", "editor", {
    params,
    handler: ({ principal, params: { contractId }, realAudit }) =>
      copyPortalLink(principal.shop, contractId, realAudit),
  }),
  send: defineSend("sent", (id) => `/admin/contracts/${id}/portal-links`),
  revoke: staffChange("revokePortalLink", "editor", {
    params,
    body: z.object({ id: z.string().max(64) }),
    done: ({ params: { contractId } }) => `/admin/contracts/${contractId}/portal-links?done=revoked`,
    handler: ({ principal, params: { contractId }, body, realAudit }) =>
      revokePortalLink(principal.shop.id, contractId, body.id, realAudit),
  }),
  revoke_all: staffChange("revokeAllPortalLinks", "editor", {
    params,
    done: ({ params: { contractId } }) => `/admin/contracts/${contractId}/portal-links?done=all_revoked`,
    handler: ({ principal, params: { contractId }, realAudit }) =>
      revokeAllPortalLinks(principal.shop.id, contractId, realAudit),
  }),
});
