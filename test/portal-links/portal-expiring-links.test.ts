import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openPortalToken } from "~/access/portal/portal-token.server";
import { loader as contractRoute } from "~/api/contract-external.portal";
import { LINKS_PER_ADDRESS } from "~/features/portal-links/portal-requests.service.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { forgetPortalToken } from "~/http/callers/authenticate-customer.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { portalTokens } from "~db/schema/portal-access";
import { customerToken } from "../support/calls/portal";
import { actionOf, linkIn, openBeanShop, post, read, titleOf, visit } from "../support/calls/portal-shop";
import { createTestShop, insertContract, insertCustomer } from "../support/data/factories";
import { runJobs } from "../support/processes/jobs";

const bean = openBeanShop();

const TWO_HOURS_AGO = () => new Date(Date.now() - 7_201_000);

describe("a link that no longer opens", () => {
  test("leads to a page that mails a fresh one to the address on file", async () => {
    const token = await customerToken(bean.shop, bean.customerId, TWO_HOURS_AGO());
    const response = await visit(bean.shop, `?token=${token}`);
    const html = await response.text();
    expect([response.status, titleOf(html)]).toEqual([401, "This link has expired"]);
    expect(html).not.toMatch(/ada@example/i);
    const answer = await post(bean.shop, actionOf(html));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "?view=sent"]);
    await runJobs();
    expect(bean.mails).toMatchObject([{ recipient: "Ada@example.com" }]);
    expect((await visit(bean.shop, linkIn(bean.mails[0]?.text).search)).status).toBe(200);
    // One inbox, one limit: mails for this page and for the sign-in form count together.
    for (let left = LINKS_PER_ADDRESS.most - 1; left > 0; left -= 1)
      expect((await post(bean.shop, "?intent=sign_in", { email: "ada@example.com" })).status).toBe(303);
    expect((await post(bean.shop, actionOf(html))).status).toBe(429);
  });

  test("is refused at once when it is revoked, and its page mails a fresh one as well", async () => {
    const token = await customerToken(bean.shop, bean.customerId);
    expect((await visit(bean.shop, `?token=${token}`)).status).toBe(200);
    const { tokenId } = (await openPortalToken(token)) ?? { tokenId: "" };
    await db.update(portalTokens).set({ revokedAt: new Date() }).where(eq(portalTokens.id, tokenId));
    forgetPortalToken(bean.shop.id, tokenId);
    const html = await (await visit(bean.shop, `?token=${token}`)).text();
    expect(actionOf(html)).toContain("intent=fresh_link");
  });

  test("that nobody sealed leads to the sign-in page, with the same words for whatever is wrong with it", async () => {
    const foreign = await createTestShop();
    const stranger = await insertCustomer(foreign.id);
    const pages = [
      "?token=x",
      `?token=${(await customerToken(bean.shop, bean.customerId)).slice(0, -4)}AAAA`,
      `?token=${await customerToken(foreign, stranger.id)}`,
    ];
    for (const query of pages)
      expect(await read(await visit(bean.shop, query))).toEqual([401, "Open your subscriptions"]);
    const forged = await post(bean.shop, "?token=x&intent=fresh_link");
    expect(await read(forged)).toEqual([401, "Open your subscriptions"]);
    await runJobs();
    expect(bean.mails).toEqual([]);
  });
});

describe("a single-use link", () => {
  const singleUse = async () => {
    await savePortalSettings(db, bean.shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      singleUseLinks: true,
      updatedAt: new Date(),
    });
    return customerToken(bean.shop, bean.customerId);
  };

  test("shows one button however often it is fetched; the button swaps it for a session, once", async () => {
    const token = await singleUse();
    for (const method of ["GET", "HEAD", "GET"]) {
      const page = await visit(bean.shop, `?token=${token}`, { method });
      expect([
        page.status,
        method === "HEAD" || actionOf(await page.text()).includes("intent=open_link"),
      ]).toEqual([200, true]);
    }
    const action = actionOf(await (await visit(bean.shop, `?token=${token}`)).text());
    const [one, two] = await Promise.all([post(bean.shop, action), post(bean.shop, action)]);
    expect([one.status, two.status].sort()).toEqual([303, 401]);
    const session = (one.status === 303 ? one : two).headers.get("Location") ?? "";
    expect((await visit(bean.shop, session)).status).toBe(200);
    expect(session).not.toContain(token);
    expect(await read(await visit(bean.shop, `?token=${token}`))).toEqual([401, "This link has been used"]);
    expect((await db.select().from(portalTokens)).map(({ kind }) => kind).sort()).toEqual([
      "LINK",
      "SESSION",
    ]);
  });

  test("is no credential by itself: neither a form nor a JSON call gets through with it", async () => {
    const token = await singleUse();
    const refused = await post(bean.shop, `?token=${token}&intent=skip&contract=1`);
    expect([refused.status, actionOf(await refused.text())]).toEqual([
      401,
      expect.stringContaining("open_link"),
    ]);
    const { subscriptionContractId } = await insertContract(bean.shop.id, { customerId: bean.customerId });
    const request = new Request(`http://localhost/x?token=${token}`);
    const params = { contractId: String(subscriptionContractId) };
    const json = await contractRoute({ request, params, context: {} });
    expect([json.status, ((await json.json()) as ProblemBody).code]).toEqual([401, "invalid_credentials"]);
  });

  test("cannot be swapped any more when it was revoked", async () => {
    const token = await singleUse();
    const action = actionOf(await (await visit(bean.shop, `?token=${token}`)).text());
    await db.update(portalTokens).set({ revokedAt: new Date() });
    expect((await post(bean.shop, action)).status).toBe(401);
  });
});
