import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { portalAction } from "~/features/portal/portal.pages.server";
import { acceptOffer } from "~/features/referrals/joining/acceptance.service.server";
import { inviteFriend } from "~/features/referrals/joining/invitation.service.server";
import { LOG_NOTE_HEADER } from "~/http/request/internal-headers";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { mails } from "~db/schema/mails";
import { referralProgrammes, referrals, referrers } from "~db/schema/referrals";
import { pageRequest } from "../support/calls/pages";
import { signedQuery } from "../support/calls/portal";
import { listForms, openPortal, toPlainText } from "../support/calls/portal-pages";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "../support/data/factories";
import { insertProgramme, insertReferrer } from "../support/data/referrals";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

const VIEW = { view: "refer" };
const FORM = { ...VIEW, intent: "invite" };
let shop: TestShop;
let referrer: Awaited<ReturnType<typeof insertReferrer>>;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Green & Co" });
  await insertProgramme(shop.id);
  referrer = await insertReferrer(shop.id, { firstName: "Rita", email: "claire@example.com" });
});

const readRows = () =>
  db.select().from(referrals).where(eq(referrals.shopId, shop.id)).orderBy(asc(referrals.id));
const open = (customerId = referrer.customerId, language?: string) => openPortal(shop, customerId, language);
const invite = async (friend: string, customerId?: number) => (await open(customerId)).post(FORM, { friend });
const accept = (email: string, { token } = referrer) =>
  acceptOffer(
    { token: { token, shopId: shop.id }, email },
    {
      receivedAt: new Date(),
      requestId: "r",
      clientAddress: `2001:db8:${email.length}::1`,
      acceptLanguage: "en",
      proxiedShopId: null,
    },
  );
const mailOf = (html: string): string =>
  (/href="(mailto:[^?"]+\?[^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");

describe("a customer who names a friend", () => {
  test.each(["en", "de", "fr", "es", "ja"])(
    "is led to an e-mail that only waits to be sent, and sees the friend as invited, in %s",
    async (language) => {
      const portal = await open(referrer.customerId, language);
      const page = await portal.get(VIEW);
      const form = listForms(page.html).find(({ action }) => action.includes("intent=invite"));
      expect(mailOf(page.html)).toBe("");
      const shown = await portal.press(page, form?.button ?? "", { friend: " Frida+tea&x@例子.example " });
      expect(shown.status).toBe(200);
      const mail = new URL(mailOf(shown.html));
      expect(decodeURIComponent(mail.pathname)).toBe("Frida+tea&x@例子.example");
      expect(mail.searchParams.get("body")).toContain(`/friends/${referrer.token}`);
      expect(shown.html).toContain('role="status"');
      expect(toPlainText(shown.html)).toContain("F…@例….example");
      expect(shown.html.match(/Frida/g)).toHaveLength(1);
      expect(shown.html).not.toMatch(/<script|style="/);
      expect(await readRows()).toMatchObject([
        {
          referrerId: referrer.customerId,
          email: "Frida+tea&x@例子.example",
          emailKey: "frida@xn--fsqu00a.example",
          status: "INVITED",
          isClaimed: false,
          reasons: [],
          language,
          invitedAt: expect.any(Date),
          acceptedAt: null,
        },
      ]);
      expect(await db.select().from(mails)).toEqual([]);
    },
  );

  test("is answered by 303, so that a reload names nobody twice; a HEAD of the form's address names nobody", async () => {
    const portal = await open();
    expect((await portal.head({ ...FORM, to: "friend@example.com" })).status).toBe(200);
    expect(await readRows()).toEqual([]);
    const sent = await portal.post(FORM, { friend: "friend@example.com" });
    expect([sent.status, sent.html, sent.headers.get("Cache-Control")]).toEqual([303, "", "no-store"]);
    await portal.follow(sent);
    await portal.follow(sent);
    expect(await readRows()).toHaveLength(1);
  });

  test("has one row for a friend, however they write the e-mail and however often at once", async () => {
    const written = ["friend@example.com", "FRIEND+1@Example.com", "Friend+two@EXAMPLE.COM"];
    const portal = await open();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => portal.post(FORM, { friend: written[at % 3] ?? "" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await readRows()).toHaveLength(1);
    const entries = await db.select().from(activity).where(eq(activity.action, "referral.invited"));
    expect(entries).toHaveLength(1);
  });

  test("needs no visit of the page before: the link comes into being with the form", async () => {
    const { customerId } = await insertContract(shop.id);
    expect((await invite("friend@example.com", customerId)).status).toBe(303);
    expect(await db.select().from(referrers).where(eq(referrers.customerId, customerId))).toHaveLength(1);
  });

  test("is reported to the shop and on the customer's newest contract, once", async () => {
    const contract = await insertContract(shop.id, { customerId: referrer.customerId });
    await invite("friend@example.com");
    await invite("Friend+again@example.com");
    const [row] = await readRows();
    const entries = await db
      .select()
      .from(activity)
      .where(and(eq(activity.shopId, shop.id), eq(activity.action, "referral.invited")))
      .orderBy(asc(activity.id));
    expect(entries.map(({ contractId, actorType, after }) => [contractId, actorType, after])).toEqual([
      [null, "customer", { referralId: row?.id, email: "friend@example.com" }],
      [contract.id, "customer", { referralId: row?.id, email: "friend@example.com" }],
    ]);
  });

  test("may come through the platform's signed proxy, by either path, from the shop's own pages alone", async () => {
    const { storeDomain } = shop.shop;
    const send = async (prefix: string, friend: string, origin: string) => {
      const query = signedQuery(shop, referrer.customerId, { parameters: { ...FORM, visit: friend } });
      const request = pageRequest(`/apps/${prefix}/cp${query}`, { form: { friend }, origin });
      const response = await portalAction({ request, params: {}, context: {} });
      return [response.status, response.headers.get("Location")?.replace(/=ey[\w.-]+$/, "=sealed")];
    };
    expect(await send("memberships", "one@example.com", `https://${storeDomain}`)).toEqual([
      303,
      "?view=refer&to=sealed",
    ]);
    expect(await send("subscriptions", "two@example.com", `https://${storeDomain}`)).toEqual([
      303,
      "?view=refer&to=sealed",
    ]);
    expect((await send("memberships", "three@example.com", "https://evil.example"))[0]).not.toBe(303);
    expect((await readRows()).map(({ email }) => email)).toEqual(["one@example.com", "two@example.com"]);
  });
});

describe("the outcome of an invitation", () => {
  test("the friend accepts by that link, written otherwise: the same row has the code", async () => {
    await invite("friend@example.com");
    const [before] = await readRows();
    await accept("Friend+own@example.com");
    expect(await readRows()).toMatchObject([
      {
        id: before?.id,
        status: "ACCEPTED",
        isClaimed: true,
        email: "Friend+own@example.com",
        invitedAt: before?.invitedAt,
        createdAt: before?.createdAt,
      },
    ]);
    // The referrer must not see what the friend typed.
    const portal = await open();
    const again = await portal.follow(await portal.post(FORM, { friend: "friend@example.com" }));
    expect(again.html).not.toContain("own@");
    expect(await readRows()).toMatchObject([{ status: "ACCEPTED", isClaimed: true }]);
  });

  test("an invitation reserves nothing: a friend invited by one customer may accept another's link, and the first one does not learn of it", async () => {
    await invite("friend@example.com");
    const other = await insertReferrer(shop.id);
    expect((await accept("friend@example.com", other)).outcome).toBe("given");
    expect((await readRows()).map(({ status, isClaimed }) => [status, isClaimed])).toEqual([
      ["INVITED", false],
      ["ACCEPTED", true],
    ]);
    expect((await accept("friend@example.com")).outcome).toBe("refused");
    expect(toPlainText((await (await open()).get(VIEW)).html)).toMatch(/f…@e….com .* Invited/);
  });

  test("a friend who is in a later state with this referrer keeps it", async () => {
    await insertCustomer(shop.id, { email: "carl@example.com" });
    await accept("friend@example.com");
    await accept("carl@example.com");
    const before = await readRows();
    expect(before.map(({ status }) => status)).toEqual(["ACCEPTED", "REFUSED"]);
    await invite("Friend@example.com");
    await invite("carl@example.com");
    expect(await readRows()).toEqual(before);
  });

  test("invited and accepted at the same moment is one row, accepted", async () => {
    const portal = await open();
    await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => portal.post(FORM, { friend: `friend+${at}@example.com` })),
      accept("friend@example.com"),
    ]);
    expect(await readRows()).toMatchObject([{ status: "ACCEPTED", isClaimed: true }]);
  });
});

describe("the answer", () => {
  /** A referrer for each, all in the same position except for the e-mail. */
  const facts: [string, string, (who: typeof referrer) => Promise<unknown>][] = [
    ["nobody's", "carla@example.com", async () => {}],
    ["a customer's", "carl@example.com", () => insertCustomer(shop.id, { email: "Carl+x@example.com" })],
    ["one's own", "claire@example.com", async () => {}],
    ["invited already", "chris@example.com", (who) => inviteAs(who, "chris@example.com")],
    [
      "referred by somebody else",
      "cleo@example.com",
      async () => accept("cleo@example.com", await insertReferrer(shop.id)),
    ],
  ];
  const inviteAs = ({ customerId }: typeof referrer, email: string) =>
    inviteFriend(
      { kind: "customer", shop: shop.shop, customerId, name: "Claire", language: null },
      email,
      "en",
      {
        requestId: "r",
        now: new Date(),
        receivedAt: new Date(),
      },
    );

  test("is the same to the byte, and so is the page after it, whosever e-mail it is", async () => {
    const seen = new Map<string, string>();
    for (const [what, email, prepare] of facts) {
      const who = await insertReferrer(shop.id, { firstName: "Rita", email: "claire@example.com" });
      await prepare(who);
      const portal = await open(who.customerId);
      const sent = await portal.post(FORM, { friend: email });
      const page = await portal.follow(sent);
      const same = JSON.stringify([
        sent.status,
        // The note for our own log names the referrer; it does not leave the server.
        [...sent.headers].filter(([name]) => ![LOG_NOTE_HEADER, "x-request-id", "location"].includes(name)),
        sent.html,
        page.status,
        page.html.replace(/<svg.*<\/svg>/s, "").replaceAll(/nonce="[^"]*"/g, ""),
      ]);
      const names = [portal.token, who.token, email, encodeURIComponent(email)];
      seen.set(
        what,
        names.reduce((text, name) => text.replaceAll(name, "…"), same),
      );
    }
    expect(seen.get("nobody's")).toContain("mailto:…?");
    expect(new Set(seen.values()).size).toBe(1);
  });

  test("comes after the same statements, whosever e-mail it is", async () => {
    const seen = new Set<string>();
    for (const [, email, prepare] of facts) {
      const who = await insertReferrer(shop.id, { email: "claire@example.com" });
      await prepare(who);
      const { texts: statements } = await countStatements(() => inviteAs(who, email));
      expect(statements.length).toBeGreaterThan(5);
      seen.add(JSON.stringify(statements));
    }
    expect(seen.size).toBe(1);
  });

  test.each(["", "nobody", 'a"b@example.com', `${"x".repeat(300)}@example.com`])(
    "tells beside the field what is wrong with %j, and keeps it",
    async (typed) => {
      const { status, html } = await invite(typed);
      expect(status).toBe(400);
      expect(html).toMatch(/<input[^>]*id="f-friend"[^>]*aria-invalid="true"/);
      expect(toPlainText(html)).toContain("Please enter an e-mail address, like name@example.com.");
      const [form] = listForms(html).filter(({ action }) => action.includes("intent=invite"));
      expect(form?.fields.friend).toBe(typed);
      expect(await readRows()).toEqual([]);
    },
  );

  test("is that of a page that is not there while no programme runs", async () => {
    await db.update(referralProgrammes).set({ isActive: false });
    const { status, html } = await invite("friend@example.com");
    expect([status, html]).toEqual([403, expect.stringContaining("<h1")]);
    expect(html).not.toContain("friend@example.com");
    expect(await readRows()).toEqual([]);
  });

  test("is plain words to a customer who names more than twenty friends a day, who loses nothing", async () => {
    const portal = await open();
    await Promise.all(["", "nobody"].map((friend) => portal.post(FORM, { friend })));
    const answers = await Promise.all(
      Array.from({ length: 26 }, (_, at) => portal.post(FORM, { friend: `friend-${at}@example.com` })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, (await readRows()).length]).toEqual([6, 20]);
    expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(86_000);
    expect(toPlainText(refused[0]?.html ?? "")).toContain("reached today’s limit for invitations");
    const [form] = listForms(refused[0]?.html ?? "").filter(({ action }) => action.includes("intent=invite"));
    expect(form?.fields.friend).toMatch(/^friend-\d+@example\.com$/);
    expect((await invite("friend@example.com", (await insertReferrer(shop.id)).customerId)).status).toBe(303);
  });
});

test("a storefront customer without contracts gets no page, and no error", async () => {
  const query = signedQuery(shop, 987_654, { parameters: { ...FORM, visit: "987654" } });
  const origin = `https://${shop.shop.storeDomain}`;
  const request = pageRequest(`/apps/memberships/cp${query}`, { form: { friend: "f@example.com" }, origin });
  const response = await portalAction({ request, params: {}, context: {} });
  expect(response.status).toBe(404);
  expect(await readRows()).toEqual([]);
});
