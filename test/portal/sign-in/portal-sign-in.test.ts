import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { openPortalToken } from "~/access/portal/portal-token.server";
import { toShopOrigin } from "~/access/shop-origin";
import { ownPathLoader } from "~/features/portal/custom-path.pages.server";
import { LINKS_PER_ADDRESS, LINKS_PER_CALLER } from "~/features/portal-links/portal-requests.service.server";
import { FOREIGN_ORIGIN_HEADER } from "~/http/request/internal-headers";
import { client, db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { sharedLimits } from "~db/schema/shared-limits";
import { customerToken, signedQuery } from "../../support/calls/portal";
import {
  linkIn,
  openBeanShop,
  PORTAL_PATH,
  post,
  read,
  titleOf,
  visit,
} from "../../support/calls/portal-shop";
import { insertContract, insertCustomer } from "../../support/data/factories";
import { runJobs } from "../../support/processes/jobs";
import { countStatements } from "../../support/setup/statement-count";

const bean = openBeanShop();

describe("the portal without a token", () => {
  test("is the shop's sign-in page, with 401 and nothing that a script could do", async () => {
    const response = await visit(bean.shop);
    const html = await response.clone().text();
    expect(await read(response)).toEqual([401, "Open your subscriptions"]);
    expect(html).toContain("Bean Shop");
    expect(html).not.toMatch(/<script|\son\w+=/);
    const elsewhere = [...html.matchAll(/https?:\/\/[^"<]*/g)].map(([address]) => address);
    expect(new Set(elsewhere)).toEqual(new Set([toShopOrigin(bean.shop.shop)]));
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("script-src 'none'");
    expect(policy).toMatch(/style-src 'nonce-/);
    expect(response.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });

  test("is found by the shop's host, by the proxy's signature, by its store domain; else there is nothing", async () => {
    for (const [query, host] of [
      ["", bean.shop.shop.storeDomain],
      [signedQuery(bean.shop, null), "app.example"],
      [`?shop=${bean.shop.shop.storeDomain}`, "localhost:3000"],
    ] as const)
      expect(await (await visit(bean.shop, query, { host })).text()).toContain("Bean Shop");
    expect((await visit(bean.shop, "", { host: "localhost:3000" })).status).toBe(404);
    expect((await visit(bean.shop, "?shop=nobody.mystore.example", { host: "localhost:3000" })).status).toBe(
      404,
    );
  });

  test("is 401 under any host for a signature or a token that does not verify: 404 is only for who shows neither", async () => {
    const forged = signedQuery(bean.shop, null).replace(/signature=../, "signature=zz");
    const named = `shop=${bean.shop.shop.storeDomain}`;
    for (const host of ["localhost:3000", "app.example", bean.shop.shop.storeDomain])
      for (const query of [forged, `?${named}&signature=00`, "?signature=", "?token=bad"])
        expect([host, query, (await visit(bean.shop, query, { host })).status]).toEqual([host, query, 401]);
    const own = ownPathLoader({
      request: new Request("http://app.example/our/own?signature=00"),
      params: {},
      context: {},
    });
    expect((await own).status).toBe(401);
  });

  test("speaks the browser's language", async () => {
    const response = await visit(bean.shop, "", { headers: { "accept-language": "de-CH" } });
    expect(response.headers.get("Content-Language")).toBe("de");
  });

  test("mails a link to a customer's address, in any case, and the link opens the portal", async () => {
    const answer = await post(bean.shop, "?intent=sign_in", { email: " ada@EXAMPLE.com " });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "?view=sent"]);
    expect(await read(await visit(bean.shop, "?view=sent"))).toEqual([200, "Check your e-mail"]);
    expect(await runJobs()).toEqual([]);
    expect(bean.mails).toMatchObject([{ recipient: "Ada@example.com", subject: "Your link to Bean Shop" }]);
    const link = linkIn(bean.mails[0]?.text);
    expect(link.origin + link.pathname).toBe(`https://${bean.shop.shop.storeDomain}${PORTAL_PATH}`);
    expect(bean.mails[0]?.html).toContain(link.search.replaceAll("&", "&amp;"));
    expect((await visit(bean.shop, link.search)).status).toBe(200);
    expect(await openPortalToken(link.searchParams.get("token") ?? "")).toMatchObject({
      customerId: bean.customerId,
    });
  });

  test("answers a known and an unknown address alike, with the same statements; only the worker knows better", async () => {
    await insertCustomer(bean.shop.id, { email: "no-contract@example.com" });
    const statements: string[][] = [];
    const answers: unknown[] = [];
    const spy = vi.spyOn(client, "unsafe");
    // Once before: settings and shop are then in the two-second cache for both alike.
    await post(bean.shop, "?intent=sign_in", { email: "warm@example.com" });
    for (const email of ["ada@example.com", "nobody@example.com", "no-contract@example.com"]) {
      spy.mockClear();
      const response = await post(bean.shop, "?intent=sign_in", { email });
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
    expect(bean.mails.map(({ recipient }) => recipient)).toEqual(["Ada@example.com"]);
  });

  test.each(["müller@bücher.de", "müller@xn--bcher-kva.de"])(
    "mails a link to %s however its domain is written, and counts both as one inbox",
    async (stored) => {
      const { id: customerId } = await insertCustomer(bean.shop.id, { email: stored });
      await insertContract(bean.shop.id, { customerId });
      const statuses: number[] = [];
      for (const email of ["müller@bücher.de", "Müller@XN--bcher-kva.de", "MÜLLER@BÜCHER.DE"])
        for (let time = 0; time < 2; time += 1)
          statuses.push((await post(bean.shop, "?intent=sign_in", { email })).status);
      expect(statuses).toEqual([...Array(LINKS_PER_ADDRESS.most).fill(303), 429]);
      await runJobs();
      const rows = await db.select({ recipient: mails.recipient }).from(mails);
      expect(rows).toEqual(Array(LINKS_PER_ADDRESS.most).fill({ recipient: stored }));
    },
  );

  test.each(["o&k@example.com", "a/b@example.com", "a=b@example.com"])(
    "takes %s, which mail can be sent to",
    async (email) => expect((await post(bean.shop, "?intent=sign_in", { email })).status).toBe(303),
  );

  test("says what is wrong with an invalid address, and keeps it in the field", async () => {
    const response = await post(bean.shop, "?intent=sign_in", { email: 'ada"><b>' });
    const html = await response.text();
    expect([
      response.status,
      html.includes('value="ada&quot;&gt;&lt;b&gt;"'),
      html.includes("aria-invalid"),
    ]).toEqual([400, true, true]);
  });

  test("mails at most five links an hour to one address, and thirty by one caller, known or not", async () => {
    const ask = async (email: string, address: string) =>
      (await post(bean.shop, "?intent=sign_in", { email }, { address })).status;
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
    const refused = await post(
      bean.shop,
      "?intent=sign_in",
      { email: "ada@example.com" },
      { address: "203.0.113.9" },
    );
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(titleOf(await refused.text())).toBe("Open your subscriptions");
    await runJobs();
    expect(bean.mails).toHaveLength(LINKS_PER_ADDRESS.most);
  });

  test("takes forms from its own pages and from the signed shop's alone", async () => {
    const from = async (headers: Record<string, string>, query = "?intent=sign_in") =>
      (await post(bean.shop, query, { email: "ada@example.com" }, { headers })).status;
    expect(await from({ origin: "https://evil.example" })).toBe(403);
    expect(await from({ origin: "null" })).toBe(403);
    const proxied = signedQuery(bean.shop, null, { parameters: { intent: "sign_in" } });
    const viaProxy = (origin: string) =>
      post(
        bean.shop,
        proxied,
        { email: "ada@example.com" },
        { host: "app.example", headers: { origin: "", [FOREIGN_ORIGIN_HEADER]: origin } },
      );
    expect((await viaProxy("https://evil.example")).status).toBe(403);
    const answer = await viaProxy(`https://${bean.shop.shop.storeDomain}`);
    // The proxy adds the shop itself.
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "?view=sent"]);
    const token = await customerToken(bean.shop, bean.customerId);
    expect(await from({ origin: "https://evil.example" }, `?token=${token}&intent=skip`)).toBe(403);
  });
});

describe("behind the platform's proxy, where all visitors look alike", () => {
  /** Asks as a visitor of the shop's storefront. */
  const ask = (email: string) =>
    post(
      bean.shop,
      signedQuery(bean.shop, null, { parameters: { intent: "sign_in" } }),
      { email },
      {
        host: "app.example",
        headers: { origin: "", [FOREIGN_ORIGIN_HEADER]: `https://${bean.shop.shop.storeDomain}` },
      },
    );
  const countWaiting = async () => {
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int from graphile_worker.jobs where task_identifier = 'mail-portal-link'`,
    );
    return row?.count;
  };
  /** As if the shop's visitors had asked as often as they may. */
  async function spendAll(): Promise<void> {
    await ask("nobody@example.com");
    await db.update(sharedLimits).set({ tries: sql`array_fill(tries[1], array[600])` });
  }

  test("one address cannot use up what the shop's visitors have", async () => {
    const answers: number[] = [];
    for (let time = 0; time < 8; time += 1) answers.push((await ask("nobody@example.com")).status);
    expect(answers).toEqual([...Array(LINKS_PER_ADDRESS.most).fill(303), ...Array(3).fill(429)]);
    const rows = await db.select().from(sharedLimits);
    expect(rows.map(({ tries }) => tries.length)).toEqual([5, 5]);
  });

  test("a customer gets a link although others have asked too often, once an hour", async () => {
    await spendAll();
    expect([(await ask("ADA@example.com")).status, (await ask("ada@example.com")).status]).toEqual([
      303, 429,
    ]);
    expect(await runJobs()).toEqual([]);
    expect(bean.mails.map(({ recipient }) => recipient)).toEqual(["Ada@example.com"]);
  });

  test("a known and an unknown address are then answered alike, with the same statements, and unknown ones share a job", async () => {
    await spendAll();
    await insertCustomer(bean.shop.id, { email: "no-contract@example.com" });
    const seen = new Set<string>();
    for (const email of ["ada@example.com", "no-contract@example.com", "b@example.com", "c@example.com"])
      for (const expected of [303, 429]) {
        const { result: response, texts } = await countStatements(() => ask(email));
        const headers = [...response.headers].filter(
          ([name]) => !/^x-request-id$|^retry-after$|policy/.test(name),
        );
        expect([email, response.status]).toEqual([email, expected]);
        seen.add(JSON.stringify([response.status, headers, texts]));
      }
    expect(seen.size).toBe(2);
    // The first visitor's, Ada's, and one for all the unknown.
    expect(await countWaiting()).toBe(3);
  });
});
