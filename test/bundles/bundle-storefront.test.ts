import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";
import { variants } from "~db/schema/catalogue";
import { type BundleShop, createBundleShop, q, toTotal } from "../support/calls/bundles/bundle-page";
import { signedQuery } from "../support/calls/portal";
import { bundleProduct, insertTestBundle } from "../support/data/bundles";
import { NOW } from "../support/data/factories";
import { HOSTILE_HTML } from "../support/data/hostile-html";
import { resetDatabase } from "../support/setup/database";

let shop: BundleShop["shop"];
let { domain, a, b, insert, visit } = {} as BundleShop;
beforeEach(async () => {
  await resetDatabase();
  ({ shop, domain, a, b, insert, visit } = await createBundleShop());
});

/** The ways to buy the box as a reader sees them, each with its price. */
const listWays = (html: string) =>
  [...html.matchAll(/<label class="choice">(.*?)<\/label>/gs)].map(([, label = ""]) =>
    label
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

describe("choosing", () => {
  test("starts with the merchant's quantities and is priced on the server, by frequency too", async () => {
    await insert({ tieredDiscount: [{ quantity: 3, discount: "50", code: "HALF" }] });
    expect(toTotal((await visit()).html)).toBe("$9.00");
    expect(toTotal((await visit(`${q(a, 2)}&${q(b, 1)}&every=once`)).html)).toBe("$12.00");
    expect(toTotal((await visit(`${q(a, 2)}&${q(b, 1)}&every=MONTH-1`)).html)).toBe("$10.80");
    expect(toTotal((await visit("q.=")).html)).toBe("$0.00");
  });

  test("each way to buy is shown with its own price and the box's totals", async () => {
    await insert({ discount: "10", discountCode: "TEN", appliesOn: "SUBSCRIPTION" });
    const { html } = await visit(`${q(a, 2)}&every=once`);
    expect(listWays(html)).toEqual(["Every month Save 10% $16.20", "Just this once $20.00"]);
    const sums = [...html.matchAll(/class="way way-(\d)"[^>]*><dl.*?<div class="total">(.*?)<\/div>/gs)];
    expect(sums.map(([, index, total]) => [index, total?.replaceAll(/<del>.*<\/del>|<[^>]+>/g, "")])).toEqual(
      [
        ["0", "Each time$16.20"],
        ["1", "Total$20.00"],
      ],
    );
    expect(toTotal(html)).toBe("$20.00");
    expect(html.replaceAll(/<[^>]+>/g, "")).toContain("Each timeBefore discount: $20.00$16.20");
  });

  test.each(["-1", "1.5", "x", "", "1e3"])("a quantity of %j is none", async (text) => {
    await insert();
    expect(toTotal((await visit(q(a, text))).html)).toBe("$0.00");
  });

  test("more than 999 of a piece are 999, and prices in the address change nothing", async () => {
    await insert({ frequencies: [] });
    expect(toTotal((await visit(`${q(a, 5000)}&price=1&discount=100`)).html)).toBe("$9,990.00");
  });

  test("the buttons beside a quantity lead to the address of the new choice", async () => {
    await insert();
    const more = await visit(`q.=&${q(a, 1)}&${q(b, 0)}&every=once&add=${b.productId}.${b.variantId}`);
    expect([more.status, more.headers.get("Location")]).toEqual([303, `?${q(a, 1)}&${q(b, 1)}&every=once`]);
    const less = await visit(`${q(a, 1)}&every=once&less=${a.productId}.${a.variantId}`);
    expect(less.headers.get("Location")).toBe("?q.=&every=once");
  });

  test("the shop's name stays in the address only where the host does not say it", async () => {
    await insert();
    const add = `${q(a, 1)}&add=${a.productId}.${a.variantId}&shop=${shop.shop.storeDomain}`;
    expect((await visit(add)).headers.get("Location")).not.toContain("shop=");
    expect((await visit(add, { host: "localhost" })).headers.get("Location")).toContain("shop=");
    const parameters = Object.fromEntries(new URLSearchParams(add));
    const proxied = signedQuery(shop, null, { parameters }).slice(1);
    expect((await visit(proxied, { host: "localhost" })).headers.get("Location")).not.toContain("shop=");
  });

  test("what is sold out cannot be chosen while stock is tracked", async () => {
    const { id } = await insert();
    await db.update(variants).set({ available: false }).where(eq(variants.id, a.variantId));
    const closed = await visit(q(a, 2));
    expect(closed.html).toContain("Sold out");
    expect(toTotal(closed.html)).toBe("$0.00");
    await db.update(bundles).set({ trackInventory: false }).where(eq(bundles.id, id));
    expect(toTotal((await visit(`${q(a, 2)}&every=once`)).html)).toBe("$20.00");
  });

  test("a fixed box lets customers choose which kind, and nothing that is not on offer", async () => {
    await insert({
      selectionType: "FIXED",
      frequencies: [],
      products: [bundleProduct(a.productId, a.variantId, { quantity: 3, subProductIds: [b.productId] })],
    });
    expect(toTotal((await visit()).html)).toBe("$30.00");
    expect(toTotal((await visit(`v.${a.productId}=${b.variantId}`)).html)).toBe("$12.00");
    expect(toTotal((await visit(`v.${a.productId}=999`)).html)).toBe("$30.00");
  });
});

describe("the page", () => {
  test("runs one small script of its own, and asks nothing but itself and pictures", async () => {
    await insert();
    const { headers, html } = await visit();
    const policy = headers.get("Content-Security-Policy") ?? "";
    const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1];
    expect(policy).toContain(
      `default-src 'none'; script-src 'nonce-${nonce}'; img-src 'self' https:; form-action 'self' `,
    );
    expect(policy).toContain(`connect-src 'self'; style-src 'nonce-${nonce}'`);
    const scripts = [...html.matchAll(/<script nonce="([^"]+)">(.*?)<\/script>/gs)];
    expect(scripts.map(([, own]) => own)).toEqual([nonce]);
    expect(scripts[0]?.[2]?.length).toBeLessThan(4000);
    expect(html.replace(scripts[0]?.[0] ?? "", "")).not.toMatch(/<script|<link|\sstyle=|\son\w+=/i);
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("that has nothing to offer runs no script at all", async () => {
    const { headers, html } = await visit();
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'none'");
    expect(html).not.toContain("<script");
  });

  test("has the shop's name, logo and colours, and the way back", async () => {
    await insert();
    const home = `href="https://${domain}"`;
    expect((await visit()).html).toContain(`<a class="brand" ${home}>${shop.shop.name}</a>`);
    const look = { accentColor: "#7a1f5c", backgroundColor: "#fff7f0", logoUrl: "https://cdn.example/l.png" };
    await savePortalSettings(db, shop.id, { ...DEFAULT_PORTAL_SETTINGS, ...look, updatedAt: NOW });
    const { html } = await visit();
    expect(html).toContain(`<img src="${look.logoUrl}" width="160" height="40" alt="${shop.shop.name}"`);
    expect(html).toContain(`<a class="back" ${home}>Back to the shop</a>`);
    expect(html).toMatch(/:root\{--ground:#fff7f0;.*--accent:#7a1f5c/);
  });

  test("shows rich text harmless even if a row was saved by other rules, and names as text", async () => {
    await insert({
      name: "<script>alert(1)</script>",
      bundleTopHtml: `<p>Kept $& text</p>${HOSTILE_HTML.join("")}`,
      bundleBottomHtml: HOSTILE_HTML.toReversed().join(""),
    });
    const { html } = await visit();
    expect(html).toContain('<div class="rich" dir="auto"><p>Kept $&amp; text</p>');
    expect(html).toContain('<h1 dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</h1>');
    expect(
      html.replace(/<style nonce.*?<\/style>/s, "").replace(/<script nonce.*?<\/script>/s, ""),
    ).not.toMatch(/<(script|style|iframe|svg|object|base|template)|\son\w+\s*=|javascript:|\sstyle=/i);
  });

  test("puts products under the headings of its collections, what belongs to none last", async () => {
    await insert({
      productSelectionType: "COLLECTION",
      collectionData: [{ title: "Second first", collectionId: null, productIds: [b.productId] }],
    });
    const { html } = await visit();
    const places = ["Second first", `Product ${b.productId}`, "More", `Product ${a.productId}`];
    const at = places.map((text) => html.indexOf(`>${text}<`));
    expect(at).toEqual(at.toSorted((x, y) => x - y));
    expect(at[0]).toBeGreaterThan(0);
  });

  test("has the visitor's language, with its numbers and amounts, and a matching Vary header", async () => {
    await insert({ tieredDiscount: [{ quantity: 3, discount: "12.5", code: "HALF" }], minProductCount: 3 });
    const { headers, html } = await visit(`${q(a, 1)}&go=1`, { language: "de-DE, en;q=0.5" });
    expect(headers.get("Content-Language")).toBe("de");
    expect(headers.get("Vary")).toBe("Accept-Language");
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(toTotal(html)).toBe("9,00 $".replace(" ", "\u00a0"));
    for (const text of [
      "Zurück zum Shop",
      "Nehmen Sie noch 2 Artikel dazu: In Ihre Box gehören mindestens 3.",
      "ab 3: 12,5 %".replace(" %", "\u00a0%"),
      "Jeden Monat",
      "In den Warenkorb",
    ])
      expect(html).toContain(text);
    expect((await visit("", { handle: "none", language: "ja" })).html).toContain(
      "このボックスはご利用いただけません",
    );
  });

  test("runs from right to left in Arabic, in which a title stays as it is", async () => {
    await insert({
      buildABoxType: "SECTIONED_BUNDLE",
      sections: [
        { title: "Coffee", minProducts: 1, maxProducts: 2, productIds: [a.productId] },
        { title: "#2 Tea", minProducts: 0, maxProducts: null, productIds: [b.productId] },
      ],
    });
    const { html } = await visit("", { language: "ar" });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain("<bdi>#2 Tea</bdi>");
    expect(html).toContain("التالي: \u2068#2 Tea\u2069");
  });

  test("of an unknown or inactive bundle, or of no shop, is a 404 page", async () => {
    await insertTestBundle(shop.id, { handle: "box", subscriptionBundlingEnabled: false });
    for (const page of [
      await visit(),
      await visit("", { handle: "none" }),
      await visit("", { host: "localhost" }),
    ]) {
      expect(page.status).toBe(404);
      expect(page.html).toContain("This bundle is not available");
    }
  });

  test("of a bundle that is not open keeps the shop's name and a way back", async () => {
    await insertTestBundle(shop.id, { handle: "box", subscriptionBundlingEnabled: false });
    const { html } = await visit();
    expect(html).toContain(`<a class="back" href="https://${domain}"`);
    expect((await visit("", { host: "localhost" })).html).not.toContain('class="back"');
  });
});
