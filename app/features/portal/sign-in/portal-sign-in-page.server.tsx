import type { ReactNode } from "react";
import type { PrincipalShop } from "~/access/principal";
import { createPortalContext, NO_SHOP, type PortalContext } from "~/features/customer-pages/portal-context";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import { ActionForm, Field, PageHeader, RefusalNote } from "~/features/customer-pages/portal-parts";
import { ProblemPage } from "~/features/customer-pages/problem-page";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import {
  examinePortalToken,
  findShopOfVisit,
  type PortalTokenState,
  readPortalToken,
} from "~/http/callers/authenticate-customer.server";
import type { RequestContext } from "~/http/request/request-context.server";
import type { ProblemError } from "~/lib/problem";
import { readPlace, toPortalSignInHref } from "./portal-sign-in.endpoints.server";

/** A refused form of the sign-in page, with its values. */
type Refused = { intent: string; submitted: Record<string, string> };
type PortalSignInPage = { title: string; content: ReactNode; status: number };

/**
 * The page for visitors without a valid token or signature; with the problem's status, except for pages that refuse
 * nothing.
 */
export async function toPortalSignInPage(
  problem: ProblemError,
  context: RequestContext,
  refused: Refused | null = null,
): Promise<Response> {
  // The database may be what failed.
  const shop = problem.status < 500 ? await findShopOfVisit(context) : null;
  const portal = createPortalContext(
    shop ?? NO_SHOP,
    shop ? await readPortalSettings(shop.id) : DEFAULT_PORTAL_SETTINGS,
    { acceptLanguage: context.request.headers.get("accept-language"), token: null, now: context.now },
  );
  const page = shop
    ? await renderPortalSignIn(problem, context, { shop, portal, refused })
    : renderNothing(problem, context, portal);
  return toPortalResponse(portal, {
    ...page,
    note: "portal sign-in",
    headers: new Headers({ ...Object.fromEntries(context.responseHeaders), ...problem.extra.headers }),
  });
}

function renderNothing(
  problem: ProblemError,
  context: RequestContext,
  portal: PortalContext,
): PortalSignInPage {
  const { requestId, url } = context;
  const isFault = problem.status >= 500;
  const title = isFault ? portal.texts.faultTitle : portal.texts.notFoundTitle;
  const content = isFault ? (
    <ProblemPage portal={portal} problem={problem} title={title} requestId={requestId} />
  ) : (
    <PageHeader title={title} lead={portal.texts.notFound} />
  );
  // Without a shop there is nothing to sign in to; a token or signature that was sent is refused as such.
  const hasCredential = readPortalToken(context) !== null || url.searchParams.has("signature");
  return { title, content, status: problem.status === 401 && !hasCredential ? 404 : problem.status };
}

type PortalSignIn = { shop: PrincipalShop; portal: PortalContext; refused: Refused | null };

async function renderPortalSignIn(
  problem: ProblemError,
  context: RequestContext,
  signIn: PortalSignIn,
): Promise<PortalSignInPage> {
  const { shop, portal, refused } = signIn;
  const isRefusedForm = refused !== null && problem.status !== 401;
  if (problem.status !== 401 && !isRefusedForm) return renderNothing(problem, context, portal);
  const { link } = portal.texts;
  if (refused === null && context.url.searchParams.get("view") === "sent")
    return {
      title: link.sentTitle,
      content: <PageHeader title={link.sentTitle} lead={link.sent} />,
      status: 200,
    };
  const token = readPortalToken(context);
  const found = token === null ? null : await examinePortalToken(token, context);
  if (token === null || !found || !isOldLink(found.state)) return renderSignIn(problem, context, signIn);
  const href = (intent: string) => `?${new URLSearchParams({ intent, token, ...readPlace(context) })}`;
  if (found.state === "must_be_swapped")
    return {
      title: link.openTitle,
      content: (
        <>
          <PageHeader title={link.openTitle} lead={link.open} />
          <ActionForm action={href("open_link")} label={link.openButton} kind="b" />
        </>
      ),
      status: context.request.method === "POST" ? problem.status : 200,
    };
  const isUsed = found.state === "used";
  const title = isUsed ? link.usedTitle : link.expiredTitle;
  return {
    title,
    content: (
      <>
        <PageHeader title={title} lead={isUsed ? link.used : link.expired} />
        {isRefusedForm && <RefusalNote text={toRefusalText(problem, portal)} />}
        <ActionForm action={href("fresh_link")} label={link.send} kind="b" />
        <p>
          <a className="b3" href={await toPortalSignInHref(shop, context, {})}>
            {link.signInTitle}
          </a>
        </p>
      </>
    ),
    status: problem.status,
  };
}

const isOldLink = (state: PortalTokenState): boolean => state !== "unknown" && state !== "open";

const toRefusalText = (problem: ProblemError, { texts }: PortalContext): string =>
  problem.code === "too_many_requests" ? texts.refused.too_many : texts.refused.invalid;

async function renderSignIn(
  problem: ProblemError,
  context: RequestContext,
  signIn: PortalSignIn,
): Promise<PortalSignInPage> {
  const { shop, portal, refused } = signIn;
  const { link, field, paying } = portal.texts;
  const lead = context.url.searchParams.has("back") ? paying.away : link.signIn;
  const isForm = refused?.intent === "sign_in" && problem.status !== 401;
  const isWrongAddress = isForm && problem.code === "invalid_request";
  return {
    title: link.signInTitle,
    content: (
      <>
        <PageHeader title={link.signInTitle} lead={lead} />
        {isForm && !isWrongAddress && <RefusalNote text={toRefusalText(problem, portal)} />}
        <form
          className="card form"
          method="post"
          action={await toPortalSignInHref(shop, context, { intent: "sign_in" })}
        >
          <Field name="email" label={link.email} error={isWrongAddress ? field.invalid : undefined}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="email"
                required
                maxLength={254}
                defaultValue={refused?.submitted.email}
              />
            )}
          </Field>
          <button type="submit" className="b wide">
            {link.send}
          </button>
        </form>
      </>
    ),
    status: problem.status,
  };
}
