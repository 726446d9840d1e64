import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  programmeAction,
  programmeLoader,
  programmePreview,
  referralExport,
  referralsLoader,
} from "~/features/referrals/admin/referral-admin.endpoints.server";
import { countByWeek } from "~/features/referrals/admin/referral-list.repo.server";
import { acceptOffer } from "~/features/referrals/joining/acceptance.service.server";
import { inviteFriend } from "~/features/referrals/joining/invitation.service.server";
import { toDayString } from "~/lib/format";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { mails } from "~db/schema/mails";
import { referralProgrammes } from "~db/schema/referrals";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { toPlainText } from "../support/calls/portal-pages";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertCustomer,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { insertProgramme, insertReferrer } from "../support/data/referrals";
import { resetDatabase } from "../support/setup/database";

const PATH = "/admin/referrals/programme";
let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Green & Co" });
  cookie = await signIn(shop.id, shop.staff.id);
});

const FORM = {
  isActive: "true",
  friendValueType: "PERCENTAGE",
  friendValue: "15",
  coverage: "ALL",
  productIds: "",
  friendValidDays: "30",
  friendCycleLimit: "",
  codeDelivery: "SHOW",
  referrerReward: "CODE",
  referrerValueType: "FIXED_AMOUNT",
  referrerValue: "5.50",
  referrerValidDays: "",
  wordsLanguage: "de",
  headline: "Willkommen",
  offer: "",
  share: "",
  version: "",
};
const save = (form: Partial<typeof FORM> = {}, as = cookie) =>
  ask(programmeAction, pageRequest(PATH, { cookie: as, form: { ...FORM, ...form } }));
const readRow = async () => (await db.select().from(referralProgrammes))[0];

describe("the programme", () => {
  test("is saved completely, recorded in the history, and keeps the texts of other languages", async () => {
    expect((await save()).status).toBe(303);
    const first = await readRow();
    expect(first).toMatchObject({
      shopId: shop.id,
      isActive: true,
      friendValue: "15.0000",
      friendProductIds: null,
      friendValidDays: 30,
      friendCycleLimit: null,
      referrerValue: "5.5000",
      words: { de: { headline: "Willkommen" } },
    });
    expect(first?.codeDelivery).toBe("SHOW");
    const version = first?.updatedAt.toISOString() ?? "";
    await save({
      version,
      wordsLanguage: "fr",
      headline: "Bienvenue",
      isActive: "false",
      codeDelivery: "MAIL",
    });
    expect(await readRow()).toMatchObject({
      isActive: false,
      codeDelivery: "MAIL",
      words: { de: { headline: "Willkommen" }, fr: { headline: "Bienvenue" } },
    });
    const entries = await db.select().from(activity).where(eq(activity.action, "referral_programme.changed"));
    expect(entries).toHaveLength(2);
  });

  test("that somebody else has saved meanwhile is not overwritten", async () => {
    await save();
    expect((await save({ friendValue: "50" })).problem?.code).toBe("stale_version");
    expect(await readRow()).toMatchObject({ friendValue: "15.0000" });
  });

  test("is refused with every wrong field named", async () => {
    const { problem } = await save({
      isActive: "maybe",
      codeDelivery: "PIGEON",
      friendValue: "0",
      coverage: "PRODUCTS",
      friendValidDays: "-1",
      referrerReward: "MONEY",
      headline: "x".repeat(81),
    });
    expect(namesOf(problem).sort()).toEqual([
      "/codeDelivery",
      "/friendValidDays",
      "/friendValue",
      "/headline",
      "/isActive",
      "/productIds",
      "/referrerReward",
    ]);
    expect(namesOf((await save({ friendValue: "101", coverage: "PRODUCTS" })).problem)).toEqual([
      "/friendValue",
      "/productIds",
    ]);
    const other = await insertCatalogue((await createTestShop()).id);
    const foreign = { coverage: "PRODUCTS", productIds: String(other.products[0]?.id) };
    expect(namesOf((await save({ ...foreign, referrerValue: "1.005" })).problem)).toEqual([
      "/referrerValue",
      "/productIds",
    ]);
    const long = { headline: "x".repeat(81), friendValueType: "FIXED_AMOUNT", friendValue: "0.001" };
    expect(namesOf((await save({ ...foreign, ...long, referrerValue: "1.005" })).problem)).toEqual([
      "/headline",
      "/friendValue",
      "/referrerValue",
      "/productIds",
    ]);
    expect(await readRow()).toBeUndefined();
  });

  test("is shown to viewers and changed by editors only", async () => {
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    expect((await save({}, viewer)).problem?.code).toBe("forbidden");
    const shown = await ask(programmeLoader, pageRequest(`${PATH}?words=ja`, { cookie: viewer }));
    expect(shown.data).toMatchObject({
      mayEdit: false,
      language: "ja",
      fields: { isActive: "false", friendValue: "10", version: "" },
      own: { headline: expect.stringContaining("Green & Co") },
    });
  });

  test("is previewed as it is typed: the real page, in a frame, with nothing saved", async () => {
    const query = new URLSearchParams({ ...FORM, offer: "Ein <Tee> für Sie", share: "Mein Geheimtipp" });
    const request = pageRequest(`${PATH}/preview?${query}`, { cookie });
    const response = await programmePreview.loader({ request, params: {}, context: {} });
    const html = await response.text();
    expect(html).toContain("Willkommen");
    expect(html).toContain("Ein &lt;Tee&gt; für Sie");
    expect(html).toContain("Mein Geheimtipp");
    expect(toPlainText(html)).toContain("5,50");
    expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'none'");
    expect(response.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(await readRow()).toBeUndefined();
  });
});

describe("the list", () => {
  const list = async (query = "") =>
    (await ask(referralsLoader, pageRequest(`/admin/referrals?${query}`, { cookie }))).data as {
      referrals: { id: number; email: string; status: string; reasons: string[] }[];
      counts: Record<string, number>;
      weeks: { invited: number; accepted: number; rewarded: number }[];
      older: number | null;
    };
  const accept = async (token: string, email: string, now = new Date()) =>
    acceptOffer(
      { token: { token, shopId: shop.id }, email },
      {
        receivedAt: now,
        requestId: "r",
        clientAddress: `198.51.100.${email.length}`,
        acceptLanguage: "fr",
        proxiedShopId: null,
      },
    );
  const askCsv = (query: string) => {
    const request = pageRequest(`/admin/referrals.csv?${query}`, { cookie });
    return referralExport.loader({ request, params: {}, context: {} });
  };
  const exportCsv = async (query = "") => (await askCsv(query)).text();

  test("shows each referral with its state and, to the merchant, why it was refused", async () => {
    await insertProgramme(shop.id);
    const rita = await insertReferrer(shop.id, {
      firstName: "Rita",
      lastName: "Reader",
      email: "rita@example.com",
    });
    const otto = await insertReferrer(shop.id, { firstName: "=Otto()", email: "otto@example.com" });
    await insertCustomer(shop.id, { email: "carl@example.com" });
    await accept(rita.token, "friend@example.com");
    await accept(otto.token, "FRIEND+1@example.com");
    await accept(otto.token, "carl@example.com");
    const invitedAt = new Date();
    for (const email of ["new@example.com", "friend@example.com"])
      await inviteFriend(
        { kind: "customer", shop: shop.shop, customerId: rita.customerId, name: "Rita", language: null },
        email,
        "en",
        {
          requestId: "r",
          now: invitedAt,
          receivedAt: invitedAt,
        },
      );
    const other = await createTestShop();
    await insertProgramme(other.id);
    const all = await list();
    expect(all.referrals.map(({ email, status, reasons }) => [email, status, reasons])).toEqual([
      ["new@example.com", "INVITED", []],
      ["carl@example.com", "REFUSED", ["IS_CUSTOMER"]],
      ["FRIEND+1@example.com", "REFUSED", ["ALREADY_REFERRED"]],
      ["friend@example.com", "ACCEPTED", []],
    ]);
    expect(all.counts).toEqual({ INVITED: 1, ACCEPTED: 1, REFUSED: 2 });
    expect(all.weeks.map(({ invited, accepted }) => [invited, accepted])).toEqual([
      ...Array(11).fill([0, 0]),
      [1, 1],
    ]);
    expect((await list("q=rita+read")).referrals).toHaveLength(2);
    expect((await list("q=NEW%40&status=INVITED")).referrals).toHaveLength(1);
    expect((await list("q=friend&status=REFUSED")).referrals).toHaveLength(1);
    expect((await list("q=%25")).referrals).toEqual([]);
    expect((await list(`before=${all.referrals[2]?.id}`)).referrals.map(({ email }) => email)).toEqual([
      "friend@example.com",
    ]);
    const csv = await exportCsv("status=REFUSED");
    expect(csv.trim().split("\r\n")).toHaveLength(3);
    expect(csv).toContain("a customer already");
    expect(csv).toContain("'=Otto() Lovelace");
    const day = toDayString(invitedAt, shop.shop.timeZone);
    expect(await exportCsv("status=INVITED")).toMatch(
      new RegExp(`,new@example\\.com,Invited,,Rita Reader,rita@example\\.com,,,,${day},${day},,,\\r\\n$`),
    );
    expect(await exportCsv("q=nobody")).toMatch(/^Referral,Friend,/);
  });

  test("a damaged filter is ignored by the list; the CSV, which would have more than was asked for, is refused by name", async () => {
    await insertProgramme(shop.id);
    const { token } = await insertReferrer(shop.id);
    await accept(token, "friend@example.com");
    const damaged = `q=${"x".repeat(101)}&status=LATE&reached=none&from=0001-01-01&to=2026-02-31&due=9999-12-31`;
    expect((await list(damaged)).referrals).toHaveLength(1);
    const refused = await askCsv(damaged);
    expect(refused.status).toBe(400);
    const { errors } = (await refused.json()) as { errors: { parameter: string }[] };
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual([
      ...["due", "from", "q", "reached", "status", "to"],
    ]);
    expect(await exportCsv("q=&status=&reached=&from=&to=&due=")).toContain("friend@example.com");
  });

  test("counts by weeks of the shop's own calendar, from Monday to Sunday", async () => {
    await insertProgramme(shop.id);
    const { token } = await insertReferrer(shop.id);
    // In Berlin: Sunday 23:30, Monday 0:30, the Monday of the week before, and a day too early for the table.
    const times = ["2026-03-01T22:30Z", "2026-03-01T23:30Z", "2026-02-22T23:00Z", "2026-02-22T22:59Z"];
    for (const [at, time] of times.entries())
      await accept(token, `${"x".repeat(at + 1)}@a.com`, new Date(time));
    const weeks = await countByWeek(
      { id: shop.id, timeZone: "Europe/Berlin" },
      2,
      new Date("2026-03-04T12:00Z"),
    );
    expect(weeks.map(({ week, accepted }) => [week, accepted])).toEqual([
      ["2026-02-23", 2],
      ["2026-03-02", 1],
    ]);
  });

  test("the friend gets the code by mail, in the language they asked in", async () => {
    await insertProgramme(shop.id);
    const { token } = await insertReferrer(shop.id);
    const outcome = await accept(token, "friend@example.com");
    const [mail, ...more] = await db.select().from(mails);
    expect([mail, more]).toMatchObject([{ kind: "referral_welcome", recipient: "friend@example.com" }, []]);
    expect(mail?.subject).toBe("Votre code pour Green & Co");
    expect(mail?.text).toContain(outcome.outcome === "given" ? outcome.discountCode : "refused");
    expect(mail?.html).toContain("Green &amp; Co");
  });
});
