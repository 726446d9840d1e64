import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loader as contractRoute } from "~/api/contract-external.portal";
import { listActivity } from "~/features/activity/activity.repo.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import { LINKS_PER_ADDRESS, LINKS_PER_CALLER } from "~/features/portal-access/portal-requests.service.server";
import { openPortalToken } from "~/features/portal-access/portal-token.server";
import { forgetPortalToken } from "~/http/authenticate-customer.server";
import { FOREIGN_ORIGIN_HEADER, PEER_ADDRESS_HEADER } from "~/http/internal-headers";
import type { ProblemBody } from "~/http/problem";
import { env } from "~/lib/env.server";
import { client, db } from "~db/client.server";
import { portalTokens } from "~db/schema/portal-access";
import { resetDatabase } from "./support/database";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "./support/factories";
import { runJobs } from "./support/jobs";
import { startMailServer } from "./support/mail-server";
import { customerToken, signedQuery } from "./support/portal";

let server: Awaited<ReturnType<typeof startMailServer>>;
let shop: TestShop;
let customerId: number;
beforeAll(async () => {
  server = await startMailServer();
  env.SMTP_URL = server.url;
});
afterAll(() => {
  env.SMTP_URL = undefined;
  return server.stop();
});
beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
  server.mails.length = 0;
  shop = await createTestShop({ name: "Bean Shop" });
  customerId = (await insertCustomer(shop.id, { email: "Ada@example.com" })).id;
  await insertContract(shop.id, { customerId });
});

type Asking = { headers?: Record<string, string>; address?: string; host?: string; method?: string };
const PATH = "/apps/memberships/cp";
const toRequest = (
  query: string,
  { headers, address = "192.0.2.7", host, method }: Asking,
  form?: object,
) => {
  const at = host ?? shop.shop.storeDomain;
  const body = form && new URLSearchParams(form as Record<string, string>).toString();
  return new Request(`http://${at}${PATH}${query}`, {
    method: method ?? (form ? "POST" : "GET"),
    headers: {
      host: at,
      [PEER_ADDRESS_HEADER]: address,
      ...(body !== undefined && {
        origin: `http://${at}`,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
      }),
      ...headers,
    },
    body,
  });
};
const visit = (query = "", asking: Asking = {}) =>
  portalLoader({ request: toRequest(query, asking), params: {}, context: {} });
const post = (query: string, form: Record<string, string> = {}, asking: Asking = {}) =>
  portalAction({ request: toRequest(query, asking, form), params: {}, context: {} });
const titleOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
const read = async (response: Response) => [response.status, titleOf(await response.text())];
const actionOf = (html: string) =>
  /<form method="post" action="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
const linkIn = (text = "") => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
const TWO_HOURS_AGO = () => new Date(Date.now() - 7_201_000);

describe("the portal without a token", () => {
  test("is the shop's sign-in page, with 401 and nothing that a script could do", async () => {
    const response = await visit();
    const html = await response.clone().text();
    expect(await read(response)).toEqual([401, "Open your subscriptions"]);
    expect(html).toContain("Bean Shop");
    expect(html).not.toMatch(/<script|\son\w+=|https?:\/\//);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("script-src 'none'");
    expect(policy).toMatch(/style-src 'nonce-/);
    expect(response.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });

  test("is found by the shop's host, by the proxy's signature, by its store domain; else there is nothing", async () => {
    for (const [query, host] of [
      ["", shop.shop.storeDomain],
      [signedQuery(shop, null), "app.example"],
      [`?shop=${shop.shop.storeDomain}`, "localhost:3000"],
    ] as const)
      expect(await (await visit(query, { host })).text()).toContain("Bean Shop");
    expect((await visit("", { host: "localhost:3000" })).status).toBe(404);
    expect((await visit("?shop=nobody.mystore.example", { host: "localhost:3000" })).status).toBe(404);
  });

  test("speaks the browser's language", async () => {
    const response = await visit("", { headers: { "accept-language": "de-CH" } });
    expect(response.headers.get("Content-Language")).toBe("de");
  });

  test("mails a link to a customer's address, in any case, and the link opens the portal", async () => {
    const answer = await post("?intent=sign_in", { email: " ada@EXAMPLE.com " });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "?view=sent"]);
    expect(await read(await visit("?view=sent"))).toEqual([200, "Please look into your e-mail"]);
    expect(await runJobs()).toEqual([]);
    expect(server.mails).toMatchObject([{ recipient: "Ada@example.com", subject: "Your link to Bean Shop" }]);
    const link = linkIn(server.mails[0]?.text);
    expect(link.origin + link.pathname).toBe(`https://${shop.shop.storeDomain}${PATH}`);
    expect(server.mails[0]?.html).toContain(link.search.replaceAll("&", "&amp;"));
    expect((await visit(link.search)).status).toBe(200);
    expect(await openPortalToken(link.searchParams.get("token") ?? "")).toMatchObject({ customerId });
  });

  test("answers a known and an unknown address alike, with the same statements; only the worker knows better", async () => {
    await insertCustomer(shop.id, { email: "no-contract@example.com" });
    const statements: string[][] = [];
    const answers: unknown[] = [];
    const spy = vi.spyOn(client, "unsafe");
    // Once before: settings and shop are then in the two-second cache for both alike.
    await post("?intent=sign_in", { email: "warm@example.com" });
    for (const email of ["ada@example.com", "nobody@example.com", "no-contract@example.com"]) {
      spy.mockClear();
      const response = await post("?intent=sign_in", { email });
      answers.push([
        response.status,
        await response.text(),
        [...response.headers].filter(([name]) => name !== "x-request-id"),
      ]);
      statements.push(spy.mock.calls.map(([text]) => text));
    }
    expect(statements[0]?.length).toBeGreaterThan(2);
    expect(statements[1]).toEqual(statements[0]);
    expect(statements[2]).toEqual(statements[0]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(JSON.stringify(statements)).not.toContain("customers");
    spy.mockRestore();
    await runJobs();
    expect(server.mails.map(({ recipient }) => recipient)).toEqual(["Ada@example.com"]);
  });

  test("says what is wrong with something that is no address, and keeps it in the field", async () => {
    const response = await post("?intent=sign_in", { email: 'ada"><b>' });
    const html = await response.text();
    expect([
      response.status,
      html.includes('value="ada&quot;&gt;&lt;b&gt;"'),
      html.includes("aria-invalid"),
    ]).toEqual([400, true, true]);
  });

  test("mails at most five links an hour to one address, and thirty by one caller, known or not", async () => {
    const ask = async (email: string, address: string) =>
      (await post("?intent=sign_in", { email }, { address })).status;
    for (const email of ["ada@example.com", "nobody@example.com"]) {
      const answers: number[] = [];
      for (let time = 0; time <= LINKS_PER_ADDRESS.most; time += 1)
        answers.push(await ask(time % 2 ? email : email.toUpperCase(), `198.51.100.${time}`));
      expect(answers).toEqual([...Array(LINKS_PER_ADDRESS.most).fill(303), 429]);
    }
    const byCaller: number[] = [];
    for (let time = 0; time <= LINKS_PER_CALLER.most; time += 1)
      byCaller.push(await ask(`somebody-${time}@example.com`, "203.0.113.9"));
    expect(byCaller).toEqual([...Array(LINKS_PER_CALLER.most).fill(303), 429]);
    const refused = await post("?intent=sign_in", { email: "ada@example.com" }, { address: "203.0.113.9" });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(titleOf(await refused.text())).toBe("Open your subscriptions");
    await runJobs();
    expect(server.mails).toHaveLength(LINKS_PER_ADDRESS.most);
  });

  test("takes forms from its own pages and from the signed shop's alone", async () => {
    const from = async (headers: Record<string, string>, query = "?intent=sign_in") =>
      (await post(query, { email: "ada@example.com" }, { headers })).status;
    expect(await from({ origin: "https://evil.example" })).toBe(403);
    expect(await from({ origin: "null" })).toBe(403);
    const proxied = signedQuery(shop, null, { parameters: { intent: "sign_in" } });
    const viaProxy = (origin: string) =>
      post(
        proxied,
        { email: "ada@example.com" },
        { host: "app.example", headers: { origin: "", [FOREIGN_ORIGIN_HEADER]: origin } },
      );
    expect((await viaProxy("https://evil.example")).status).toBe(403);
    const answer = await viaProxy(`https://${shop.shop.storeDomain}`);
    // The proxy adds the shop itself.
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "?view=sent"]);
    const token = await customerToken(shop, customerId);
    expect(await from({ origin: "https://evil.example" }, `?token=${token}&intent=skip`)).toBe(403);
  });
});

describe("a link that no longer opens", () => {
  test("leads to a page that mails a fresh one to the address on file", async () => {
    const token = await customerToken(shop, customerId, TWO_HOURS_AGO());
    const response = await visit(`?token=${token}`);
    const html = await response.text();
    expect([response.status, titleOf(html)]).toEqual([401, "This link has expired"]);
    expect(html).not.toMatch(/ada@example/i);
    const answer = await post(actionOf(html));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "?view=sent"]);
    await runJobs();
    expect(server.mails).toMatchObject([{ recipient: "Ada@example.com" }]);
    expect((await visit(linkIn(server.mails[0]?.text).search)).status).toBe(200);
    // One inbox, one limit: mails for this page and for the sign-in form count together.
    for (let left = LINKS_PER_ADDRESS.most - 1; left > 0; left -= 1)
      expect((await post("?intent=sign_in", { email: "ada@example.com" })).status).toBe(303);
    expect((await post(actionOf(html))).status).toBe(429);
  });

  test("is refused at once when it is revoked, and its page mails a fresh one as well", async () => {
    const token = await customerToken(shop, customerId);
    expect((await visit(`?token=${token}`)).status).toBe(200);
    const { tokenId } = (await openPortalToken(token)) ?? { tokenId: "" };
    await db.update(portalTokens).set({ revokedAt: new Date() }).where(eq(portalTokens.id, tokenId));
    forgetPortalToken(shop.id, tokenId);
    const html = await (await visit(`?token=${token}`)).text();
    expect(actionOf(html)).toContain("intent=fresh_link");
  });

  test("that nobody sealed leads to the sign-in page, with the same words for whatever is wrong with it", async () => {
    const foreign = await createTestShop();
    const stranger = await insertCustomer(foreign.id);
    const pages = [
      "?token=x",
      `?token=${(await customerToken(shop, customerId)).slice(0, -4)}AAAA`,
      `?token=${await customerToken(foreign, stranger.id)}`,
    ];
    for (const query of pages)
      expect(await read(await visit(query))).toEqual([401, "Open your subscriptions"]);
    const forged = await post("?token=x&intent=fresh_link");
    expect(await read(forged)).toEqual([401, "Open your subscriptions"]);
    await runJobs();
    expect(server.mails).toEqual([]);
  });
});

describe("a single-use link", () => {
  const singleUse = async () => {
    await savePortalSettings(db, shop.id, {
      ...DEFAULT_PORTAL_SETTINGS,
      singleUseLinks: true,
      updatedAt: new Date(),
    });
    return customerToken(shop, customerId);
  };

  test("shows one button however often it is fetched; the button swaps it for a session, once", async () => {
    const token = await singleUse();
    for (const method of ["GET", "HEAD", "GET"]) {
      const page = await visit(`?token=${token}`, { method });
      expect([
        page.status,
        method === "HEAD" || actionOf(await page.text()).includes("intent=open_link"),
      ]).toEqual([200, true]);
    }
    const action = actionOf(await (await visit(`?token=${token}`)).text());
    const [one, two] = await Promise.all([post(action), post(action)]);
    expect([one.status, two.status].sort()).toEqual([303, 401]);
    const session = (one.status === 303 ? one : two).headers.get("Location") ?? "";
    expect((await visit(session)).status).toBe(200);
    expect(session).not.toContain(token);
    expect(await read(await visit(`?token=${token}`))).toEqual([401, "This link has been used"]);
    expect((await db.select().from(portalTokens)).map(({ kind }) => kind).sort()).toEqual([
      "LINK",
      "SESSION",
    ]);
  });

  test("is no credential by itself: neither a form nor a JSON call gets through with it", async () => {
    const token = await singleUse();
    const refused = await post(`?token=${token}&intent=skip&contract=1`);
    expect([refused.status, actionOf(await refused.text())]).toEqual([
      401,
      expect.stringContaining("open_link"),
    ]);
    const { subscriptionContractId } = await insertContract(shop.id, { customerId });
    const request = new Request(`http://localhost/x?token=${token}`);
    const params = { contractId: String(subscriptionContractId) };
    const json = await contractRoute({ request, params, context: {} });
    expect([json.status, ((await json.json()) as ProblemBody).code]).toEqual([401, "invalid_credentials"]);
  });

  test("cannot be swapped any more when it was revoked", async () => {
    const token = await singleUse();
    const action = actionOf(await (await visit(`?token=${token}`)).text());
    await db.update(portalTokens).set({ revokedAt: new Date() });
    expect((await post(action)).status).toBe(401);
  });
});

describe("a customer who asks for another payment method", () => {
  test("is told by mail that the shop knows, its owners are told, and the contract's history says so", async () => {
    const contract = await insertContract(shop.id, { customerId });
    const token = await customerToken(shop, customerId);
    const ask = () => post(`?token=${token}&contract=${contract.subscriptionContractId}&intent=payment-mail`);
    const answer = await ask();
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining("done=payment_mail"),
    ]);
    expect(await runJobs()).toEqual([]);
    expect(server.mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
      ["Ada@example.com", "Your payment method with Bean Shop"],
      [shop.staff.email, "Ada Lovelace would like to update their payment method"],
    ]);
    expect(await listActivity(shop.id, contract.id)).toMatchObject([
      { action: "contract.payment_update_asked", actorType: "customer", actorName: "Ada Lovelace" },
    ]);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([303, 303, 429]);
  });

  test("does not find another customer's contract", async () => {
    const foreign = await insertContract(shop.id);
    const token = await customerToken(shop, customerId);
    const refused = await post(
      `?token=${token}&contract=${foreign.subscriptionContractId}&intent=payment-mail`,
    );
    expect(refused.status).toBe(404);
    await runJobs();
    expect(server.mails).toEqual([]);
  });
});
