import { beforeAll, expect, test } from "vitest";
import {
  bundlePageAction,
  bundlePageLoader,
} from "~/features/bundles/storefront/storefront.endpoints.server";
import { definePlainReference } from "~/features/docs/plain-reference.server";
import { problemIndex, problemPage } from "~/features/docs/problem-pages.server";
import { mailHtmlDownload } from "~/features/mail/mails.endpoints.server";
import { ownPathLoader } from "~/features/portal/custom-path.pages.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { portalPreview } from "~/features/portal/settings/portal-settings.endpoints.server";
import { programmePreview } from "~/features/referrals/admin/referral-admin.endpoints.server";
import { landingAction, landingLoader } from "~/features/referrals/landing/landing.pages.server";
import { setPageSecurityHeaders } from "~/http/endpoint/security-headers.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { type BundleShop, createBundleShop } from "../support/calls/bundles/bundle-page";
import { pageRequest } from "../support/calls/pages";
import { customerToken } from "../support/calls/portal";
import { insertContract, signIn } from "../support/data/factories";
import { insertProgramme, insertReferrer } from "../support/data/referrals";
import { resetDatabase } from "../support/setup/database";

type Loader = (args: {
  request: Request;
  params: Record<string, string>;
  context: Record<string, never>;
}) => Response | Promise<Response>;

let scene: BundleShop & { cookie: string; token: string; referral: string; mailId: string };
beforeAll(async () => {
  await resetDatabase();
  const made = await createBundleShop();
  await made.insert();
  await insertProgramme(made.shop.id);
  const { customerId } = await insertContract(made.shop.id);
  const [mail] = await db
    .insert(mails)
    .values({
      shopId: made.shop.id,
      kind: "portal_link",
      status: "SENT",
      recipient: "ada@example.com",
      subject: "A mail",
      text: "It",
      html: "<p>It</p>",
      createdAt: new Date(),
    })
    .returning();
  scene = {
    ...made,
    cookie: await signIn(made.shop.id, made.shop.staff.id),
    token: await customerToken(made.shop, customerId),
    referral: (await insertReferrer(made.shop.id, {})).token,
    mailId: String(mail?.id),
  };
});

const CP = "/apps/memberships/cp";

type Ask = { params?: Record<string, string>; cookie?: string; host?: string; form?: Record<string, string> };

async function read(loader: unknown, path: string, { params = {}, cookie, host, form }: Ask = {}) {
  const request = pageRequest(path, { cookie, form });
  if (host) request.headers.set("host", host);
  const response = await (loader as Loader)({ request, params, context: {} });
  return { status: response.status, ...toComparable(response.headers) };
}

/** Without the request's id, with one nonce, and with 1 for every number that the database gave. */
function toComparable(headers: Headers): Record<string, string> {
  const { "x-request-id": _, ...others } = Object.fromEntries(headers);
  const texts = Object.entries(others).map(([name, value]) => [
    name,
    value
      .replaceAll(/'nonce-[\w+/=]{24}'/g, "'nonce-N'")
      .replaceAll(/\b(shop|customer|staff)([ -])\d+/g, "$1$21"),
  ]);
  return Object.fromEntries(texts);
}

const DOCUMENT = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=()";
const toPortalPolicy = (ancestors: string) =>
  `default-src 'none'; script-src 'none'; style-src 'nonce-N'; img-src 'self' data: https:; form-action 'self'; frame-ancestors ${ancestors}; base-uri 'none'`;
const PORTAL = {
  ...DOCUMENT,
  "content-language": "en",
  "content-security-policy": toPortalPolicy("'none'"),
  "permissions-policy": PERMISSIONS,
  vary: "Accept-Language",
  "x-frame-options": "DENY",
};
const PREVIEW = {
  ...PORTAL,
  "content-security-policy": toPortalPolicy("'self'"),
  "x-frame-options": "SAMEORIGIN",
};
const PLAIN = {
  ...DOCUMENT,
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; style-src 'nonce-N'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};
const toStorefrontPolicy = (script: string, forms: string) =>
  `default-src 'none'; script-src ${script}; img-src 'self' https:; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'; `;
const STOREFRONT = { ...DOCUMENT, "content-language": "en", vary: "Accept-Language" };
const LOG = "x-perennial-log";

type Case = [what: string, ask: () => Promise<unknown>, headers: Record<string, string | number>];

test.each<Case>([
  [
    "a view of the portal",
    () => read(portalLoader, `${CP}?token=${scene.token}`),
    { ...PORTAL, status: 200, [LOG]: "readPortal by customer 1 of shop 1" },
  ],
  [
    "a contract that is not there",
    () => read(portalLoader, `${CP}?token=${scene.token}&view=contract&contract=1`),
    { ...PORTAL, status: 404, [LOG]: "readPortal" },
  ],
  [
    "a form of the portal that is refused",
    () => read(portalAction, `${CP}?token=${scene.token}&intent=none`, { form: { a: "b" } }),
    { ...PORTAL, status: 400, [LOG]: "readPortal by customer 1 of shop 1" },
  ],
  [
    "the portal's sign-in page",
    () => read(portalLoader, CP, { host: scene.domain }),
    { ...PORTAL, status: 401, "www-authenticate": 'Bearer realm="Perennial"', [LOG]: "portal sign-in" },
  ],
  [
    "a shop's logo",
    () => read(portalLoader, `${CP}?logo=x`),
    {
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      status: 404,
      [LOG]: "readShopLogo",
    },
  ],
  [
    "an address that nothing has",
    () => read(ownPathLoader, "/nowhere"),
    { ...PLAIN, "cache-control": "no-store", status: 404, [LOG]: "not found" },
  ],
  [
    "a bundle",
    () => read(bundlePageLoader, "/x", { params: { handle: "box" }, host: scene.domain }),
    {
      ...STOREFRONT,
      "content-security-policy": `${toStorefrontPolicy("'nonce-N'", "'self' https://shop-1.mystore.example https://shop-1.beans.example")}connect-src 'self'; style-src 'nonce-N'`,
      status: 200,
      [LOG]: "readBundlePage",
    },
  ],
  [
    "a bundle that is not there",
    () => read(bundlePageLoader, "/x", { params: { handle: "none" }, host: scene.domain }),
    {
      ...STOREFRONT,
      "content-security-policy": `${toStorefrontPolicy("'none'", "'self'")}style-src 'nonce-N'`,
      status: 404,
      [LOG]: "readBundlePage",
    },
  ],
  [
    "a referral link",
    () => read(landingLoader, "/x", { params: { token: scene.referral } }),
    { ...PORTAL, status: 200, [LOG]: "readReferralOffer" },
  ],
  [
    "a referral link of nobody",
    () => read(landingLoader, "/x", { params: { token: "ref_1_x" } }),
    { ...PORTAL, status: 404, [LOG]: "readReferralOffer" },
  ],
  [
    "the list of problems",
    () => read(problemIndex.loader, "/problems"),
    { ...PLAIN, status: 200, [LOG]: "problems" },
  ],
  [
    "a problem",
    () => read(problemPage.loader, "/x", { params: { code: "not_found" } }),
    { ...PLAIN, status: 200, [LOG]: "problems/code" },
  ],
  [
    "a problem that there is not",
    () => read(problemPage.loader, "/x", { params: { code: "x" } }),
    { ...PLAIN, status: 404, [LOG]: "problems/none" },
  ],
  [
    "the API as plain text",
    () => read(definePlainReference(() => []).loader, "/api/docs/plain"),
    { ...PLAIN, status: 200, [LOG]: "api/docs/plain" },
  ],
  [
    "the portal's preview",
    () => read(portalPreview.loader, "/x", { cookie: scene.cookie }),
    { ...PREVIEW, status: 200, [LOG]: "previewPortal by staff 1 of shop 1" },
  ],
  [
    "the preview of a referral programme",
    () => read(programmePreview.loader, "/x", { cookie: scene.cookie }),
    { ...PREVIEW, status: 200, [LOG]: "previewReferralProgramme by staff 1 of shop 1" },
  ],
  [
    "a mail",
    () => read(mailHtmlDownload.loader, "/x", { cookie: scene.cookie, params: { mailId: scene.mailId } }),
    {
      ...DOCUMENT,
      "content-security-policy":
        "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; sandbox allow-popups allow-top-navigation-by-user-activation",
      "referrer-policy": "no-referrer",
      status: 200,
      [LOG]: "readMailHtml by staff 1 of shop 1",
    },
  ],
])("%s has exactly these headers", async (_what, ask, headers) => {
  expect(await ask()).toEqual(headers);
});

test("a page of the admin has exactly these headers", () => {
  const headers = new Headers();
  setPageSecurityHeaders(headers, "N", pageRequest("/admin"));
  expect(Object.fromEntries(headers)).toEqual({
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; script-src 'nonce-N' 'strict-dynamic'; style-src 'self' 'nonce-N'; style-src-attr 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; frame-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
});

test.each<[what: string, action: unknown, allow: string]>([
  ["the portal", portalAction, "GET, HEAD, POST"],
  ["a referral link", landingAction, "GET, HEAD, POST"],
  ["a bundle", bundlePageAction, "GET, HEAD"],
  ["a problem", problemPage.action, "GET, HEAD"],
  ["the API as plain text", definePlainReference(() => []).action, "GET, HEAD"],
  ["a preview", portalPreview.action, "GET, HEAD"],
  ["a mail", mailHtmlDownload.action, "GET, HEAD"],
])("%s by a method that it does not have is a 405 that says which it has", async (_what, action, allow) => {
  const request = new Request("http://localhost/x", { method: "DELETE" });
  const response = await (action as Loader)({ request, params: { token: "x", handle: "x" }, context: {} });
  expect([response.status, response.headers.get("Allow")]).toEqual([405, allow]);
});
