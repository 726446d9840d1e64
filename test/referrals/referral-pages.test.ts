import { eq } from "drizzle-orm";
import decodeQR from "qr/decode.js";
import { beforeEach, describe, expect, test } from "vitest";
import { landingAction, landingLoader } from "~/features/referrals/landing/landing.pages.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { discountCodes } from "~db/schema/discount-codes";
import { mails } from "~db/schema/mails";
import { referralProgrammes, referrals, referrers } from "~db/schema/referrals";
import { pageRequest } from "../support/calls/pages";
import { openPortal, toPlainText } from "../support/calls/portal-pages";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
} from "../support/data/factories";
import { insertProgramme, insertReferrer } from "../support/data/referrals";
import { resetDatabase } from "../support/setup/database";

const LANGUAGES = ["en", "de", "fr", "es", "ja"];
let shop: TestShop;
let referrer: Awaited<ReturnType<typeof insertReferrer>>;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Green & Co" });
  await insertProgramme(shop.id);
  referrer = await insertReferrer(shop.id, { firstName: "Rita <b>", email: "rita@example.com" });
});

type Visit = {
  token?: string;
  search?: string;
  form?: Record<string, string>;
  language?: string;
  origin?: string;
};
async function visit({ token = referrer.token, search = "", form, language = "en", origin }: Visit = {}) {
  const request = pageRequest(`/apps/memberships/friends/${token}${search}`, { form, origin });
  request.headers.set("accept-language", language);
  const args = { request, params: { token }, context: {} };
  const response = await (form ? landingAction(args) : landingLoader(args));
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const send = (email: string, more: Visit = {}) =>
  visit({ form: { token: more.token ?? referrer.token, email }, ...more });

describe("the page of a referral link", () => {
  test.each(LANGUAGES)("says the offer in one sentence and asks for one e-mail, in %s", async (language) => {
    const { status, headers, html } = await visit({ language });
    expect([status, headers.get("Content-Language")]).toEqual([200, language]);
    expect(html.match(/<input(?![^>]*hidden)/g)).toHaveLength(1);
    expect(toPlainText(html)).toContain("20");
    expect(toPlainText(html)).toContain("Green & Co");
    expect(html).toContain("Rita &lt;b&gt;");
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'none'");
    expect(html).not.toMatch(/<script|style="|javascript:/);
  });

  test("has the merchant's own texts where there are any", async () => {
    await db.update(referralProgrammes).set({
      words: { en: { headline: "Come <in>", offer: "A cup for you." } },
    });
    const text = toPlainText((await visit()).html);
    expect(text).toContain("Come <in>");
    expect(text).toContain("A cup for you.");
    expect(toPlainText((await visit({ language: "de" })).html)).toContain("Ein Geschenk zum Start");
  });

  test.each([
    [{ friendCycleLimit: null }, "with Green & Co."],
    [{ friendCycleLimit: 1 }, "with Green & Co. For one order only"],
    [{ friendCycleLimit: 3, friendProductIds: [7] }, "with Green & Co. For 3 orders · On selected products"],
  ])("says what the friend's discount is limited to, and so does the mail: %o", async (limits, said) => {
    await db.update(referralProgrammes).set(limits);
    expect(toPlainText((await visit()).html)).toContain(
      `your first subscription ${said} Your e-mail address`,
    );
    await send("friend@example.com");
    const [mail] = await db.select().from(mails);
    expect(mail?.text?.replaceAll(/\s+/g, " ")).toContain(`your first subscription ${said} Your code:`);
  });

  test("gives the code after the form, by 303, and a reload of it gives no other", async () => {
    const sent = await send("friend@example.com");
    expect([sent.status, sent.html]).toEqual([303, ""]);
    const [code] = await db.select().from(discountCodes);
    expect(sent.headers.get("Location")).toBe(`?code=${code?.code}`);
    for (const language of LANGUAGES) {
      const shown = await visit({ search: sent.headers.get("Location") ?? "", language });
      expect([shown.status, toPlainText(shown.html).includes(code?.code ?? "-")]).toEqual([200, true]);
    }
    expect(await db.select().from(discountCodes)).toHaveLength(1);
  });

  test("says, as does the mail, that the code is entered in the portal, not at the shop's checkout", async () => {
    const sent = await send("friend@example.com");
    const shown = await visit({ search: sent.headers.get("Location") ?? "" });
    const where = "then enter the code on the page where you manage it. It applies from your next order.";
    expect(toPlainText(shown.html)).toContain(where);
    const [mail] = await db.select().from(mails);
    expect(mail?.text).toContain(where);
  });

  test("shows no code that did not come of its link", async () => {
    const other = await insertReferrer(shop.id);
    const sent = await send("friend@example.com");
    const code = (sent.headers.get("Location") ?? "").slice("?code=".length);
    const shown = await visit({ token: other.token, search: `?code=${code}` });
    expect(shown.html).not.toContain(code);
    expect((await visit({ search: "?code=MERCHANT10" })).html).toContain("<form");
  });

  test.each(LANGUAGES)(
    "refuses in plain words and alike for whoever is known to the shop, in %s",
    async (language) => {
      await insertCustomer(shop.id, { email: "carl@example.com" });
      await send("taken@example.com");
      const seen = await Promise.all(
        ["carl+1@example.com", "Taken@example.com", "RITA@example.com"].map(async (email) => {
          const { status, html } = await send(email, { language });
          return `${status} ${html.replaceAll(/nonce="[^"]*"/g, "").replaceAll(email, "E-MAIL")}`;
        }),
      );
      expect(new Set(seen).size).toBe(1);
      expect(seen[0]).toMatch(/^400 .* role="alert"/s);
    },
  );

  test("keeps what was typed beside what is wrong with it", async () => {
    for (const email of ["", "nobody", 'a"b@example.com', "x".repeat(10_000)]) {
      const { status, html } = await send(email);
      expect(status).toBe(400);
      expect(html).toContain('aria-invalid="true"');
      expect(html).toContain('id="f-email-e"');
    }
    expect(await db.select().from(referrals)).toEqual([]);
  });

  test("is closed while the programme is off, for an unknown link and on another shop's storefront", async () => {
    const { publicDomain } = (await createTestShop({ publicDomain: "other.example.org", name: "Other" }))
      .shop;
    const request = pageRequest(`/apps/memberships/friends/${referrer.token}`, {
      at: `http://${publicDomain}`,
    });
    request.headers.set("host", publicDomain ?? "");
    const elsewhere = await landingLoader({ request, params: { token: referrer.token }, context: {} });
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.text()).not.toContain("Green");
    expect((await visit({ token: "nonsense" })).status).toBe(404);
    expect((await send("friend@example.com", { token: `${referrer.token.slice(0, -3)}AAA` })).status).toBe(
      404,
    );
    await db.update(referralProgrammes).set({ isActive: false });
    const closed = await visit();
    expect([closed.status, closed.html.includes("<form")]).toEqual([404, false]);
    expect(await db.select().from(referrals)).toEqual([]);
  });

  test("takes the form of no other link", async () => {
    const other = await insertReferrer(shop.id);
    const sent = await visit({ form: { token: other.token, email: "friend@example.com" } });
    expect([sent.status, sent.html.includes('role="alert"')]).toEqual([400, true]);
    expect(await db.select().from(referrals)).toEqual([]);
  });

  test("takes no form of another site", async () => {
    const answer = await send("friend@example.com", { origin: "https://evil.example" });
    expect(answer.status).toBe(403);
    expect(await db.select().from(referrals)).toEqual([]);
  });
});

describe("a customer's referral page", () => {
  const linkOf = (html: string) => /https?:\/\/[^<\s]*\/friends\/(ref_[\w-]+)/.exec(html);

  test.each(LANGUAGES)("has their link, the text, a QR code and ways to share, in %s", async (language) => {
    const { customerId } = await insertContract(shop.id);
    const portal = await openPortal(shop, customerId, language);
    const entry = await portal.get();
    expect(entry.html).toContain("view=refer");
    const { status, html } = await portal.get({ view: "refer" });
    const [link = "", token = ""] = linkOf(html) ?? [];
    expect([status, link]).toEqual([
      200,
      `https://${shop.shop.storeDomain}/apps/memberships/friends/${token}`,
    ]);
    expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]+"/);
    const mail = /href="(mailto:[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(new URL(mail).searchParams.get("body")).toContain(link);
    expect(html).toContain('href="https://wa.me/?text=');
    expect(html).not.toMatch(/<script|style="/);
    expect((await visit({ token, language })).status).toBe(200);
  });

  test("is not made by HEAD: no link comes into being", async () => {
    const { customerId } = await insertContract(shop.id);
    const portal = await openPortal(shop, customerId);
    expect((await portal.head({ view: "refer" })).status).toBe(200);
    expect(await db.select().from(referrers).where(eq(referrers.customerId, customerId))).toEqual([]);
  });

  test("draws a QR code that scanners read the link from", async () => {
    const portal = await openPortal(shop, referrer.customerId);
    const { html } = await portal.get({ view: "refer" });
    const [, size = "0", squares = ""] = /viewBox="0 0 (\d+) \d+".*?<path d="([^"]*)"/s.exec(html) ?? [];
    const scale = 4;
    const width = Number(size) * scale;
    const data = new Uint8Array(width * width * 4).fill(255);
    for (const [, x, y] of squares.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
      for (let at = 0; at < scale * scale; at++) {
        const pixel = (Number(y) * scale + Math.floor(at / scale)) * width + Number(x) * scale + (at % scale);
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
    expect(decodeQR({ width, height: width, data })).toBe(linkOf(html)?.[0]);
  });

  test("keeps its link, however often and by however many tabs it is opened", async () => {
    const { customerId } = await insertContract(shop.id);
    const portal = await openPortal(shop, customerId);
    const pages = await Promise.all([1, 2, 3].map(() => portal.get({ view: "refer" })));
    expect(new Set(pages.map(({ html }) => linkOf(html)?.[1])).size).toBe(1);
    expect(await db.select().from(referrers).where(eq(referrers.customerId, customerId))).toHaveLength(1);
  });

  test("lists friends with masked e-mails, and does not show who is a customer", async () => {
    await insertCustomer(shop.id, { email: "carl@somewhere.org" });
    await send("carl@somewhere.org");
    await send("friend@elsewhere.com");
    const portal = await openPortal(shop, referrer.customerId);
    const { html } = await portal.get({ view: "refer" });
    const text = toPlainText(html);
    expect(text).toMatch(/f…@e….com .* Has the code/);
    expect(text).toMatch(/c…@s….org .* Invited/);
    expect(html).not.toMatch(/carl@|friend@elsewhere/);
  });

  test("shows the reward's code to whom it belongs", async () => {
    await send("friend@example.com");
    const [welcome] = await db.select().from(discountCodes);
    const [reward] = await db
      .insert(discountCodes)
      .values({ ...(welcome as typeof discountCodes.$inferInsert), id: undefined, code: "THANKS-1" })
      .returning();
    await db.update(referrals).set({ status: "REWARDED", rewardCodeId: reward?.id, closedAt: NOW });
    const own = await openPortal(shop, referrer.customerId);
    expect((await own.get({ view: "refer" })).html).toContain("THANKS-1");
    const other = await openPortal(shop, (await insertReferrer(shop.id)).customerId);
    expect((await other.get({ view: "refer" })).html).not.toContain("THANKS-1");
  });

  test.each<[string, Partial<typeof discountCodes.$inferInsert>, RegExp]>([
    ["its last day", { endsAt: new Date(Date.now() + 3 * DAY_MS) }, /THANKS-1 Use it by \w+/],
    ["no day when it has no end", { endsAt: null }, /THANKS-1(?! Use it by)(?! No longer valid)/],
    ["that it has ended", { endsAt: new Date(NOW.getTime() - DAY_MS) }, /THANKS-1 No longer valid/],
    ["that it was used", { endsAt: null, uses: 1 }, /THANKS-1 No longer valid/],
    ["that it is switched off", { endsAt: null, isActive: false }, /THANKS-1 No longer valid/],
  ])("shows beside the reward's code %s", async (_name, state, said) => {
    await send("friend@example.com");
    const [welcome] = await db.select().from(discountCodes);
    const row = { ...(welcome as typeof discountCodes.$inferInsert), id: undefined, code: "THANKS-1" };
    const [reward] = await db
      .insert(discountCodes)
      .values({ ...row, ...state })
      .returning();
    await db.update(referrals).set({ status: "REWARDED", rewardCodeId: reward?.id, closedAt: NOW });
    const portal = await openPortal(shop, referrer.customerId);
    expect(toPlainText((await portal.get({ view: "refer" })).html)).toMatch(said);
  });

  test("is not there while no programme runs", async () => {
    await db.update(referralProgrammes).set({ isActive: false });
    const portal = await openPortal(shop, (await insertContract(shop.id)).customerId);
    expect((await portal.get()).html).not.toContain("view=refer");
    expect((await portal.get({ view: "refer" })).status).toBe(403);
  });
});
