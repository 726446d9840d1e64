import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import { choosePortalLocale } from "~/features/customer-pages/portal-language";
import { swapForSession } from "~/features/portal-links/portal-links.service.server";
import { askForPortalLink } from "~/features/portal-links/portal-requests.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import {
  examinePortalToken,
  findShopOfVisit,
  portalTokenRequired,
  readPortalToken,
} from "~/http/callers/authenticate-customer.server";
import { findShopOfHost } from "~/http/callers/shop-of-host.server";
import { findSigned } from "~/http/callers/signed-request.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { parseEmail } from "~/lib/email/email-address.server";
import { notFound } from "~/lib/problem";
import { readAs } from "~/lib/schemas/read-as";

/**
 * What a link of the sign-in page must carry so that its target finds the shop again: nothing where the host identifies
 * it or the platform's proxy adds it, else the store domain.
 */
export async function toPortalSignInHref(
  shop: PrincipalShop,
  context: RequestContext,
  parameters: Record<string, string>,
): Promise<string> {
  const isNamed =
    context.url.searchParams.has("signature") ||
    (await findShopOfHost(context.request, context.now)) !== null;
  return `?${new URLSearchParams({ ...parameters, ...(!isNamed && { shop: shop.storeDomain }) })}`;
}

/** The place in the portal that a link leads to, kept while its visitor signs in. */
export const readPlace = ({ url }: RequestContext): Record<string, string> =>
  Object.fromEntries(
    ["contract", "view"].flatMap((name) => {
      const value = url.searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

async function requireShop(context: RequestContext): Promise<PrincipalShop> {
  const shop = await findShopOfVisit(context);
  if (!shop) throw notFound();
  return shop;
}

/** The same answer for everybody, so that nobody can find out who is a customer. */
async function askAndAnswer(
  shop: PrincipalShop,
  to: { email: string } | { customerId: number },
  inbox: string,
  context: RequestContext,
): Promise<Response> {
  const { request, receivedAt: now } = context;
  const settings = await readPortalSettings(shop.id);
  const { language } = choosePortalLocale(settings, request.headers.get("accept-language"));
  const isProxied = (await findSigned(context).catch(() => null)) !== null;
  const clientAddress = isProxied ? null : context.clientAddress;
  await askForPortalLink({ shop, to, inbox, clientAddress, language, now });
  return redirect(await toPortalSignInHref(shop, context, { view: "sent" }), 303);
}

/** The sign-in page's form: mails a link to the address, if it is a customer's. */
const askByEmail = defineEndpoint({
  operationId: "askForPortalLink",
  method: "POST",
  access: { public: true },
  body: z.object({
    email: z.string().transform(readAs(parseEmail, "This is not an e-mail address.", "invalid_email")),
  }),
  handler: async ({ body, context }) => askAndAnswer(await requireShop(context), body, body.email, context),
});

/**
 * For a link that no longer works: mails a fresh one to the address on file. A forged one leads to the sign-in page.
 */
const askByOldLink = defineEndpoint({
  operationId: "askForFreshPortalLink",
  method: "POST",
  access: { public: true },
  handler: async ({ context }) => {
    const token = readPortalToken(context);
    const found = token === null ? null : await examinePortalToken(token, context);
    if (!found || found.state === "unknown") throw portalTokenRequired();
    const { shop, customerId, customer } = found.row;
    return askAndAnswer(shop, { customerId }, customer?.email ?? `customer ${customerId}`, context);
  },
});

/** The only button on a single-use link's page. */
const openSingleUseLink = defineEndpoint({
  operationId: "openSingleUseLink",
  method: "POST",
  access: { public: true },
  handler: async ({ context }) => {
    const token = readPortalToken(context);
    const found = token === null ? null : await examinePortalToken(token, context);
    if (found?.state !== "must_be_swapped") throw portalTokenRequired();
    const session = await swapForSession(found.row.shop, found.claims, context.receivedAt);
    if (!session) throw portalTokenRequired();
    return redirect(`?${new URLSearchParams({ token: session, ...readPlace(context) })}`, 303);
  },
});

/** Forms of the sign-in page, by `intent`. */
export const portalSignInForms = {
  sign_in: askByEmail,
  fresh_link: askByOldLink,
  open_link: openSingleUseLink,
};
