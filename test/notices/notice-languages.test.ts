import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { noticeTextsOf } from "~/features/notice-settings/texts/texts-of";
import { askForCard } from "~/features/portal-links/card-asked.service.server";
import { sendPortalLink } from "~/features/portal-links/issued-links.service.server";
import { db } from "~db/client.server";
import { customers } from "~db/schema/customers";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { saveSettings } from "../support/calls/portal-contract";
import { openPortal } from "../support/calls/portal-pages";
import { runJobs } from "../support/processes/jobs";
import {
  addContract,
  type Contract,
  prepareNoticedShop,
  recordEvents,
  server,
  shop,
  turnOn,
  work,
} from "./noticed-shop";

prepareNoticedShop();

const CROSS_SITE = { "sec-fetch-site": "cross-site", "sec-fetch-user": "?1" };

const visit = async ({ customerId }: Contract, acceptLanguage: string) =>
  openPortal(shop, customerId, acceptLanguage);

const readLanguage = async ({ customerId }: Contract) => {
  const [row] = await db
    .select({ language: customers.language })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, customerId)));
  return row?.language;
};

const subjectIn = (language: PortalLanguage) => noticeTextsOf(language).paused.subject;

describe("what is written to a customer", () => {
  test("is in the language they have used the portal in, and changes with it", async () => {
    await turnOn("paused");
    const contract = await addContract();
    const german = await visit(contract, "de-AT,de;q=0.9,en;q=0.5");
    expect((await german.click()).status).toBe(200);
    expect(await readLanguage(contract)).toBe("de");
    await recordEvents(contract, "paused");
    await work();
    await (await visit(contract, "en-GB")).click();
    await recordEvents(contract, "paused");
    await work();
    expect(server.mails.map(({ subject }) => subject)).toEqual([subjectIn("de"), subjectIn("en")]);
    expect(server.mails[0]?.html).toContain('lang="de"');
  });

  test("is in the shop's own where nobody knows theirs, and where the portal does not follow browsers", async () => {
    await turnOn("paused");
    const unknown = await addContract();
    const known = await addContract({}, { email: "bo@example.com" });
    await (await visit(known, "de")).click();
    await saveSettings(shop, { language: "fr", followsBrowser: false });
    for (const contract of [unknown, known]) {
      await recordEvents(contract, "paused");
      await work();
    }
    expect(server.mails.map(({ html }) => /lang="([^"]+)"/.exec(html ?? "")?.[1])).toEqual(["fr", "fr"]);
  });

  test("follows no look ahead, no language that we lack, and no visit to a portal of one language", async () => {
    const contract = await addContract();
    await (await visit(contract, "de")).head();
    await (await visit(contract, "hu")).click();
    await saveSettings(shop, { followsBrowser: false });
    await (await visit(contract, "de")).click();
    expect(await readLanguage(contract)).toBeNull();
  });

  const storefront = () => `https://${shop.shop.storeDomain}/apps/memberships/cp`;
  test.each<[string, () => Record<string, string>]>([
    ["by a program that sends nothing else", () => ({})],
    ["in a mail program", () => ({ "sec-fetch-site": "none", "sec-fetch-user": "?1" })],
    ["in a mail on the web", () => CROSS_SITE],
    ["by a program within the page", () => ({ "sec-fetch-site": "same-origin" })],
    ["from another site by an older browser", () => ({ referer: "https://mail.example/inbox" })],
    ["with a referrer that is none", () => ({ referer: "about:blank" })],
    ["from the shop, as another site claims", () => ({ ...CROSS_SITE, referer: storefront() })],
  ])("does not follow who opens a link %s: mails are scanned, and staff try links", async (_, headers) => {
    const contract = await addContract();
    await (await visit(contract, "de")).click();
    expect((await (await visit(contract, "en-US")).get({}, headers())).status).toBe(200);
    expect(await readLanguage(contract)).toBe("de");
  });

  test("follows a click within the portal in an older browser, and a form that is accepted in any", async () => {
    const contract = await addContract();
    await (await visit(contract, "de")).get({}, { referer: storefront() });
    expect(await readLanguage(contract)).toBe("de");
    const page = await visit(contract, "fr");
    const at = { contract: contract.subscriptionContractId, intent: "status" };
    expect((await page.post(at, { status: "CANCELLED", version: "x" })).status).toBe(400);
    expect(await readLanguage(contract)).toBe("de");
    expect((await page.post(at, { status: "PAUSED" })).status).toBe(303);
    expect(await readLanguage(contract)).toBe("fr");
  });

  test.each([
    ["a link that staff mail", sendPortalLink],
    ["a request of staff for another card", askForCard],
  ])("%s is in it, too", async (_, send) => {
    const contract = await addContract();
    await (await visit(contract, "ja")).click();
    const audit = { actor: { type: "system" as const, name: "test" }, requestId: null, now: new Date() };
    await send({ ...shop.shop, gateway: "test" }, contract.subscriptionContractId, audit);
    await runJobs();
    expect(server.mails[0]?.html).toContain('lang="ja"');
  });

  test.each([
    ["ja", "太郎", "山田", "山田 太郎 様"],
    ["ja", "Ada", "Lovelace", "Ada Lovelace 様"],
    ["ja", "アダ", "ラブレス", "アダ ラブレス 様"],
    ["ko", "민준", "김", "김민준님"],
    ["zh-Hans", "小明", "王", "王小明，"],
    ["zh-Hant", "志明", null, "志明，"],
    ["en", "太郎", "山田", "Hello 太郎 山田,"],
  ])("greets in %s %s %s as %s", async (language, firstName, lastName, greeting) => {
    await turnOn("paused");
    const contract = await addContract({}, { firstName, lastName, email: "ada@example.com" });
    await (await visit(contract, language)).click();
    await recordEvents(contract, "paused");
    await work();
    expect(server.mails[0]?.text).toContain(greeting);
  });
});
