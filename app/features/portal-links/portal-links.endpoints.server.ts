import { z } from "zod";
import { type ApiKeyPrincipal, toActor } from "~/access/principal";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { emailText, platformId, required } from "~/http/request/query-parameters";
import type { RequestContext } from "~/http/request/request-context.server";
import type { ProblemCode } from "~/lib/problem";
import { db } from "~db/client.server";
import {
  type CustomerChoice,
  chooseCustomer,
  mintPortalToken,
  requireCustomerForLink,
  toPortalLink,
} from "./portal-links.service.server";

const customerId = platformId("Customer", {
  description: "The platform's id of the customer. Takes precedence over the e-mail address.",
});
const email = emailText({
  description: "The e-mail address of a customer with a contract, in any case.",
  format: "email",
});

const portalLink = z.object({
  manageSubscriptionLink: z
    .url()
    .meta({ description: "Link that signs the customer in to the portal; valid for two hours." }),
  tokenExpirationTime: z.iso.datetime().meta({ description: "When the link expires." }),
});
const NOT_FOUND: ProblemCode[] = ["not_found"];
const portalLinkDeclared = {
  tag: "Customer portal",
  method: "GET",
  access: { apiKey: "contracts:write" },
  response: portalLink,
  example: {
    manageSubscriptionLink: "https://shop.example.com/apps/memberships/cp?token=eyJhbGciOiJkaXIi",
    tokenExpirationTime: "2026-06-19T14:19:21.000Z",
  },
  problems: NOT_FOUND,
  description:
    "Gives access to the portal as the customer; therefore a key that may only read is refused. Every issued link is listed in the admin and can be revoked there.",
} as const;

/** HEAD answers like GET, but issues nothing (wire.md §1 "Two forms of a write"). */
const isHead = ({ request }: RequestContext): boolean => request.method === "HEAD";
const NO_BODY = { headers: { "Content-Type": "application/json; charset=utf-8" } };

async function mintFor(
  principal: ApiKeyPrincipal,
  context: RequestContext,
  choice: CustomerChoice,
  names: { email: string },
) {
  const { shop } = principal;
  const customer = await chooseCustomer(shop.id, choice, names);
  if (isHead(context)) {
    await requireCustomerForLink(shop.id, customer);
    return { customer, minted: null };
  }
  const minted = await mintPortalToken(db, shop, customer, {
    issuedBy: toActor(principal),
    now: context.receivedAt,
  });
  return { customer, minted };
}

async function answerLink(principal: ApiKeyPrincipal, context: RequestContext, choice: CustomerChoice) {
  const { minted } = await mintFor(principal, context, choice, { email: "emailId" });
  if (!minted) return new Response(null, NO_BODY);
  return {
    manageSubscriptionLink: toPortalLink(principal.shop, minted.token),
    tokenExpirationTime: minted.claims.expiresAt.toISOString(),
  };
}

/** Operation 2 of the specification. */
export const createPortalLink = defineEndpoint({
  ...portalLinkDeclared,
  operationId: "createPortalLink",
  path: `${MERCHANT}/manage-subscription-link`,
  summary: "Create a portal link for a customer",
  query: z.object({ customerId, emailId: email }),
  handler: ({ principal, context, query }) =>
    answerLink(principal, context, { customerId: query.customerId, email: query.emailId }),
});

/** Its sibling with the customer in the path (wire.md §2 "2 portal link"). */
export const createPortalLinkById = defineEndpoint({
  ...portalLinkDeclared,
  operationId: "createPortalLinkById",
  path: `${MERCHANT}/manage-subscription-link/{customerId}`,
  summary: "Create a portal link for a customer by id",
  params: z.object({ customerId: required(customerId) }),
  handler: ({ principal, context, params }) => answerLink(principal, context, params),
});

/** Only the token, without the link. */
export const createPortalToken = defineEndpoint({
  ...portalLinkDeclared,
  operationId: "createPortalToken",
  path: `${MERCHANT}/customer-portal-token`,
  summary: "Create a portal token for a customer",
  query: z.object({ customerId, email }),
  response: z.object({ customerId: z.int(), token: z.string() }),
  example: { customerId: 6_012_345_678, token: "eyJhbGciOiJkaXIi" },
  handler: async ({ principal, context, query }) => {
    const { customer, minted } = await mintFor(principal, context, query, { email: "email" });
    return minted ? { customerId: customer, token: minted.token } : new Response(null, NO_BODY);
  },
});
