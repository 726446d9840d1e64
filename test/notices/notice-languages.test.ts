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
  test("is in the language they have read the portal in, and changes with it", async () => {
    await turnOn("paused");
    const contract = await addContract();
    const german = await visit(contract, "de-AT,de;q=0.9,en;q=0.5");
    expect((await german.get()).status).toBe(200);
    expect(await readLanguage(contract)).toBe("de");
    await recordEvents(contract, "paused");
    await work();
    await (await visit(contract, "en-GB")).get();
    await recordEvents(contract, "paused");
    await work();
    expect(server.mails.map(({ subject }) => subject)).toEqual([subjectIn("de"), subjectIn("en")]);
    expect(server.mails[0]?.html).toContain('lang="de"');
  });

  test("is in the shop's own where nobody knows theirs, and where the portal does not follow browsers", async () => {
    await turnOn("paused");
    const unknown = await addContract();
    const known = await addContract({}, { email: "bo@example.com" });
    await (await visit(known, "de")).get();
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
    await (await visit(contract, "hu")).get();
    await saveSettings(shop, { followsBrowser: false });
    await (await visit(contract, "de")).get();
    expect(await readLanguage(contract)).toBeNull();
  });

  test.each([
    ["a link that staff mail", sendPortalLink],
    ["a request of staff for another card", askForCard],
  ])("%s is in it, too", async (_, send) => {
    const contract = await addContract();
    await (await visit(contract, "ja")).get();
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
    await (await visit(contract, language)).get();
    await recordEvents(contract, "paused");
    await work();
    expect(server.mails[0]?.text).toContain(greeting);
  });
});
