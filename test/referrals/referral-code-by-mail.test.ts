import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { landingAction, landingLoader } from "~/features/referrals/landing/landing.pages.server";
import { db } from "~db/client.server";
import { discountCodes } from "~db/schema/discount-codes";
import { mails } from "~db/schema/mails";
import { referralProgrammes } from "~db/schema/referrals";
import { ask, createReferringShop, readReferrals, send } from "../support/calls/accept-referral";
import { pageRequest } from "../support/calls/pages";
import { openPortal, toPlainText } from "../support/calls/portal-pages";
import { insertContract, insertCustomer, type TestShop } from "../support/data/factories";
import { insertReferrer } from "../support/data/referrals";
import { runJobs } from "../support/processes/jobs";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

const LANGUAGES = ["en", "de", "fr", "es", "ja"];
/** Rita's own e-mail, a customer's, a referred one, and three that may use the offer. */
const KNOWN = ["rita+x@EXAMPLE.com", "carl@example.com", "Referred+2@example.com"];
const NEW = ["new@example.com", "fresh@example.org", "用户@例子.广告"];

let shop: TestShop;
let token: string;
let referrerId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ shop, token, referrerId } = await createReferringShop());
  await db.update(referralProgrammes).set({ codeDelivery: "MAIL" });
  await insertCustomer(shop.id, { email: "Carl+shop@Example.com" });
  await send({ token: (await insertReferrer(shop.id)).token, email: "referred@example.com" });
  await runJobs();
});

const readMails = async () =>
  (await db.select().from(mails).where(eq(mails.kind, "referral_welcome"))).map(({ recipient }) => recipient);

function visit(
  search = "",
  { form, language = "en" }: { form?: Record<string, string>; language?: string } = {},
) {
  const request = pageRequest(`/apps/memberships/friends/${token}${search}`, { form });
  request.headers.set("accept-language", language);
  const args = { request, params: { token }, context: {} };
  return form ? landingAction(args) : landingLoader(args);
}

describe("a programme that sends codes by mail only", () => {
  test.each<[string, (email: string) => Promise<Response>]>([
    ["POST", (email) => send({ token, email })],
    ["GET", (email) => ask(new URLSearchParams({ token, email }).toString())],
    ["the page", (email) => visit("", { form: { token, email } })],
  ])("answers every well-formed e-mail alike, after the same statements, by %s", async (_name, accept) => {
    const seen = new Set<string>();
    for (const email of [...KNOWN, ...NEW, ...NEW]) {
      const { result: response, texts: statements } = await countStatements(() => accept(email));
      const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
      expect(statements.length).toBeGreaterThan(3);
      seen.add(JSON.stringify([response.status, headers, await response.text(), statements]));
    }
    expect(seen.size).toBe(1);
  });

  test("answers 200 without an id and without a code", async () => {
    const response = await send({ token, email: "carl@example.com" });
    expect([response.status, await response.json()]).toEqual([
      200,
      { id: null, message: expect.any(String), discountCode: null, status: "SUCCESS" },
    ]);
  });

  test.each([30, null])("mails the last day of a code that is good for %s days", async (friendValidDays) => {
    await db.update(referralProgrammes).set({ friendValidDays });
    await send({ token, email: "new@example.com" });
    await runJobs();
    const [code] = await db
      .select()
      .from(discountCodes)
      .where(eq(discountCodes.restrictedEmail, "new@example.com"));
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, "new@example.com"));
    const { timeZone } = shop.shop;
    const day = code?.endsAt?.toLocaleDateString("en-US", { dateStyle: "long", timeZone });
    expect(day === undefined).toBe(friendValidDays === null);
    expect(mail?.text).toContain(`Your code: ${code?.code}`);
    expect(mail?.text?.match(/Use it by .*/g) ?? []).toEqual(day ? [`Use it by ${day}.`] : []);
  });

  test("mails a new friend their code, once however often it is asked for, and nobody else", async () => {
    for (const email of [...KNOWN, ...NEW, "NEW+again@example.com", ...KNOWN]) await send({ token, email });
    expect(await readReferrals(shop.id)).toHaveLength(1);
    expect(await runJobs()).toEqual([]);
    expect((await readMails()).sort()).toEqual(["referred@example.com", ...NEW].sort());
    const accepted = (await readReferrals(shop.id)).filter(({ status }) => status === "ACCEPTED");
    expect(accepted.map(({ email }) => email).sort()).toEqual(["referred@example.com", ...NEW].sort());
    expect(await db.select().from(discountCodes)).toHaveLength(4);
  });

  test("gives no code for an offer that ended before the mail was made", async () => {
    await send({ token, email: "new@example.com" });
    await db.update(referralProgrammes).set({ isActive: false });
    expect(await runJobs()).toEqual([]);
    expect(await readMails()).toEqual(["referred@example.com"]);
  });

  test("still reports malformed input, an unknown link and a programme that is off", async () => {
    const codes = async (body: object) => {
      const response = await send(body);
      const { errors } = (await response.json()) as { errors: { code: string }[] };
      return [response.status, ...errors.map(({ code }) => code)];
    };
    expect(await codes({ token, email: "nobody" })).toEqual([400, "invalid_email"]);
    expect(await codes({ token: `${token.slice(0, -4)}AAAA`, email: "new@example.com" })).toEqual([
      400,
      "unknown_token",
    ]);
    await db.update(referralProgrammes).set({ isActive: false });
    expect(await codes({ token, email: "new@example.com" })).toEqual([400, "programme_inactive"]);
    expect(await runJobs()).toEqual([]);
  });

  test.each(LANGUAGES)("leads from its page to one that says where to look, in %s", async (language) => {
    const sent = await visit("", { form: { token, email: "new@example.com" }, language });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "?sent=true"]);
    const shown = await visit("?sent=true", { language });
    const html = await shown.text();
    expect([shown.status, html.includes("<form"), html.includes('role="status"')]).toEqual([
      200,
      false,
      true,
    ]);
    expect(html).not.toContain("FRIEND-");
  });

  test("shows its referrers no friend as one who has the code before they use it", async () => {
    await insertContract(shop.id, { customerId: referrerId });
    for (const email of ["carl@example.com", "new@example.com"]) await send({ token, email });
    await runJobs();
    const readPage = async () => {
      const { html } = await (await openPortal(shop, referrerId, "en")).get({ view: "refer" });
      return toPlainText(html);
    };
    expect((await readPage()).match(/Invited|Has the code/g)).toEqual(["Invited", "Invited"]);
    await db.update(referralProgrammes).set({ codeDelivery: "SHOW" });
    expect(await readPage()).toContain("Has the code");
  });
});
