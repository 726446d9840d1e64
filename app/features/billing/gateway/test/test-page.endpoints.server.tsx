import { redirect } from "@remix-run/node";
import type { ReactNode } from "react";
import { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import { findShopNow } from "~/access/test-clock.repo.server";
import { createPortalContext, NO_SHOP } from "~/features/customer-pages/portal-context";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import { ProblemPage } from "~/features/customer-pages/problem-page";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { findShopOfVisit } from "~/http/callers/authenticate-customer.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { invalidRequest, notFound, type ProblemError } from "~/lib/problem";
import { findPayment } from "./test-gateway.repo.server";
import { BankQuestion, CardQuestion, TestPageLayout } from "./test-page-form";
import { TEST_PAGE, type TestPage } from "./test-pages.repo.server";
import { answerBank, giveCard, readPage } from "./test-pages.service.server";

/**
 * The test gateway's hosted pages: the bank's question, and the entry of another card. They are on the portal's path,
 * distinguished by `?test-page=`. They are for people who try a shop out, so in English only. Source:
 * docs/decisions/050.
 */
const query = z.object({ [TEST_PAGE]: z.string().max(100).default("") });

async function requireTestShop(context: RequestContext): Promise<PrincipalShop> {
  const shop = await findShopOfVisit(context);
  if (shop?.gateway !== "test") throw notFound("There is no such page.");
  return shop;
}

async function requirePage(shop: PrincipalShop, id: string): Promise<TestPage> {
  const page = await readPage(shop.id, id);
  if (!page) throw notFound("There is no such page.");
  return page;
}

const toPortal = (shop: PrincipalShop | null, { now }: RequestContext) =>
  createPortalContext(
    shop ?? NO_SHOP,
    { ...DEFAULT_PORTAL_SETTINGS, followsBrowser: false },
    { acceptLanguage: null, token: null, now },
  );

/** @param shop its own host, to which the page redirects, is an allowed target of the forms */
function toResponse(
  shop: PrincipalShop | null,
  context: RequestContext,
  page: { title: string; content: ReactNode; status?: number },
): Response {
  return toPortalResponse(toPortal(shop, context), {
    ...page,
    note: "test gateway's page",
    headers: new Headers(Object.fromEntries(context.responseHeaders)),
    formTargets: shop ? [toShopOrigin(shop)] : [],
  });
}

export const readTestPage = defineEndpoint({
  operationId: "readTestGatewayPage",
  method: "GET",
  access: { public: true },
  query,
  handler: async ({ query: { [TEST_PAGE]: id }, context }) => {
    const shop = await requireTestShop(context);
    const page = await requirePage(shop, id);
    const portal = toPortal(shop, context);
    if (page.state !== "OPEN") {
      const lead = "It was answered, or something else has come in its place.";
      const content = <TestPageLayout title="This page is closed" lead={lead} />;
      return toResponse(shop, context, { title: "Test gateway", content });
    }
    const payment = page.ref === null ? null : await findPayment(shop.id, page.ref);
    const content = payment ? (
      <BankQuestion
        portal={portal}
        page={id}
        amount={portal.format.money(payment.amount, payment.currencyCode)}
      />
    ) : (
      <CardQuestion portal={portal} page={id} />
    );
    return toResponse(shop, context, { title: "Test gateway", content });
  },
});

const answerTestBank = defineEndpoint({
  operationId: "answerTestBank",
  method: "POST",
  access: { public: true },
  query,
  body: z.object({ agrees: z.enum(["yes", "no"]) }),
  handler: async ({ query: { [TEST_PAGE]: id }, body: { agrees }, context }) => {
    const shop = await requireTestShop(context);
    const now = await findShopNow(shop, context.receivedAt);
    const page = await answerBank(shop.id, id, agrees === "yes", now);
    if (!page) throw notFound("There is no such page.");
    return redirect(page.backUrl, 303);
  },
});

const giveTestCard = defineEndpoint({
  operationId: "giveTestCard",
  method: "POST",
  access: { public: true },
  query,
  body: z.object({
    lastDigits: z.string().max(10).default("other"),
    other: z.string().trim().max(100).default(""),
    leave: z.string().optional(),
  }),
  handler: async ({ query: { [TEST_PAGE]: id }, body: { lastDigits, other, leave }, context }) => {
    const shop = await requireTestShop(context);
    const typed = lastDigits === "other" ? other : lastDigits;
    if (leave === undefined && !/^\d{4}$/.test(typed))
      throw invalidRequest([{ pointer: "/other", code: "invalid", detail: "Use four digits." }]);
    const page = await giveCard(shop.id, id, leave === undefined ? typed : null);
    if (!page) throw notFound("There is no such page.");
    return redirect(page.backUrl, 303);
  },
});

/** By `intent`. */
export const testPageForms = { "test-bank": answerTestBank, "test-card": giveTestCard };

/** The problem page for a missing page; for invalid digits, the page again with what was typed. */
export async function toTestPageProblem(
  problem: ProblemError,
  context: RequestContext,
  submitted: Record<string, string> = {},
): Promise<Response> {
  const shop = problem.status < 500 ? await findShopOfVisit(context) : null;
  const portal = toPortal(shop, context);
  const { status } = problem;
  const id = context.url.searchParams.get(TEST_PAGE) ?? "";
  if (problem.code === "invalid_request" && submitted.lastDigits !== undefined)
    return toResponse(shop, context, {
      title: "Test gateway",
      content: (
        <CardQuestion portal={portal} page={id} error="Use four digits." typed={submitted.other ?? ""} />
      ),
      status,
    });
  const title = status === 404 ? portal.texts.notFoundTitle : portal.texts.faultTitle;
  const content = (
    <ProblemPage portal={portal} problem={problem} title={title} requestId={context.requestId} />
  );
  return toResponse(shop, context, { title, content, status });
}
