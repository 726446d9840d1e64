import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { ownPathLoader } from "~/features/portal/custom-path.pages.server";
import { portalLoader } from "~/features/portal/portal.pages.server";
import { db } from "~db/client.server";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import { shops } from "~db/schema/shops";
import { pageRequest } from "../support/calls/pages";
import {
  dateText,
  insertPlannedContract,
  openContract,
  saveSettings,
} from "../support/calls/portal-contract";
import { openPortal, toPlainText } from "../support/calls/portal-pages";
import { inDaysAtNine } from "../support/data/days";
import { createTestShop, insertContract, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Fernhill", currencyCode: "EUR" });
});

describe("the contract page", () => {
  test("shows the next order first: date, items, total, address and payment", async () => {
    const { page } = await openContract(shop);
    expect(page.status).toBe(200);
    const text = toPlainText(page.html);
    expect(text).toContain(`Your next order ${dateText(10)} in 10 days`);
    expect(text).toContain("Coffee 5");
    expect(text).toContain("Delivery €4.90 Total €54.90");
    expect(text).toContain("Ada Lovelace Gartenweg 5 10115 Berlin Germany");
    expect(text).toContain("Visa ending in 4242");
    expect(text).toMatch(/Past orders .* Paid · Order #1001 €54.90/);
    expect(page.html.indexOf("Your next order")).toBeLessThan(page.html.indexOf("Past orders"));
  });

  test("has no script, no style attribute, one path but for the way to the shop, and at most 15 KB when compressed", async () => {
    const { page } = await openContract(shop);
    expect(page.html).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i);
    const targets = [...page.html.matchAll(/\s(?:href|action|src)="([^"]*)"/g)].map(
      (match) => match[1] ?? "",
    );
    const toShop = `https://${shop.shop.storeDomain}`;
    expect(targets.filter((target) => !/^(\?|#|data:,$|https:\/\/images\.example\/)/.test(target))).toEqual([
      toShop,
      toShop,
    ]);
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /default-src 'none'; script-src 'none'; style-src 'nonce-/,
    );
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "content-language": "en",
    });
    expect(gzipSync(page.html).byteLength).toBeLessThan(15 * 1024);
    for (const [image] of page.html.matchAll(/<img[^>]*>/g))
      expect(image).toMatch(/alt="[^"]*" width="\d+" height="\d+"/);
  });

  test("of a paused, cancelled or ended contract says so and offers what fits", async () => {
    for (const [status, button] of [
      ["PAUSED", "Resume"],
      ["CANCELLED", "Restart subscription"],
      ["EXPIRED", null],
    ] as const) {
      const { page } = await openContract(shop, { status });
      const text = toPlainText(page.html);
      expect(text).not.toContain("Skip this order");
      for (const label of ["Resume", "Restart subscription"])
        expect([label, text.includes(label)]).toEqual([label, label === button]);
    }
  });

  test("keeps markup in names from becoming markup", async () => {
    const { page } = await openContract(shop, { lines: [{ title: '<img src=x onerror="alert(1)">' }] });
    expect(page.html).not.toContain("<img src=x");
    expect(toPlainText(page.html)).toContain('<img src=x onerror="alert(1)">');
  });
});

describe("several contracts", () => {
  test("are listed, the soonest next order first; a single one opens at once", async () => {
    const first = await insertPlannedContract(shop, {
      nextBillingDate: inDaysAtNine(20),
      lines: [{ title: "Tea" }],
    });
    const { customerId } = first;
    const portal = await openPortal(shop, customerId);
    expect(toPlainText((await portal.get()).html)).toContain("Your next order");
    await insertPlannedContract(shop, {
      customerId,
      nextBillingDate: inDaysAtNine(3),
      lines: [{ title: "Coffee" }],
    });
    await insertPlannedContract(shop, {
      customerId,
      status: "CANCELLED",
      nextBillingDate: null,
      lines: [{ title: "Jam" }],
    });
    const text = toPlainText((await portal.get()).html);
    expect(text).toMatch(/Your subscriptions Coffee Every month .* Tea .* Jam .* Cancelled/);
  });

  test("of another customer or shop look exactly like none", async () => {
    const { portal } = await openContract(shop);
    const theirs = await insertPlannedContract(shop);
    const other = await createTestShop();
    const foreign = await insertContract(other.id);
    const strip = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "");
    const answers = await Promise.all(
      [theirs.subscriptionContractId, foreign.subscriptionContractId + 1_000_000, 1].map((contract) =>
        portal.get({ contract }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ html }) => strip(html))).size).toBe(1);
    const refused = await portal.post(
      { contract: theirs.subscriptionContractId, intent: "status" },
      { status: "PAUSED" },
    );
    expect(refused.status).toBe(404);
  });
});

describe("the language", () => {
  test.each([
    ["de-DE", "de", "Ihre nächste Bestellung", /54,90\s€/],
    ["fr", "fr", "Votre prochaine commande", /54,90\s€/],
    ["es", "es", "Tu próximo pedido", /54,90\s€/],
    ["ja", "ja", "次回のご注文", /€54\.90/],
    ["ar", "ar", "طلبك القادم", /€/],
    ["hu-HU, vi;q=0.5", "en", "Your next order", /€54\.90/],
  ])(
    "of a browser that wants %s is %s, with its dates and amounts",
    async (wanted, language, heading, amount) => {
      const { page } = await openContract(shop, {}, wanted);
      expect(page.html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
      expect(page.headers.get("Content-Language")).toBe(language);
      const text = toPlainText(page.html);
      expect(text).toContain(heading);
      expect(text).toMatch(amount);
    },
  );

  test("makes no contract's page weigh 12 KB", async () => {
    for (const language of PORTAL_LANGUAGES) {
      const { page } = await openContract(shop, {}, language);
      expect([page.headers.get("Content-Language"), gzipSync(page.html).byteLength < 12 * 1024]).toEqual([
        language,
        true,
      ]);
    }
  });

  test("is the shop's where it does not follow browsers", async () => {
    await saveSettings(shop, { language: "fr", followsBrowser: false });
    const { page } = await openContract(shop, {}, "de-DE,en;q=0.5");
    expect(page.html).toContain('<html lang="fr" dir="ltr">');
  });
});

describe("the sign-in page", () => {
  test("is all that a wrong token sees", async () => {
    const request = pageRequest(`/apps/subscriptions/cp?token=nonsense&shop=${shop.shop.storeDomain}`);
    const response = await portalLoader({ request, params: {}, context: {} });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toMatch(/<script/);
  });

  test("the portal answers on the shop's own path, and only there", async () => {
    await db.update(shops).set({ portalPath: "a/my-orders" }).where(eq(shops.id, shop.id));
    const { portal } = await openContract(shop);
    const open = async (path: string) =>
      (
        await ownPathLoader({
          request: pageRequest(`${path}?token=${portal.token}`),
          params: {},
          context: {},
        })
      ).status;
    expect([await open("/a/my-orders"), await open("/a/my-orders/"), await open("/a/other")]).toEqual([
      200, 200, 404,
    ]);
  });
});
