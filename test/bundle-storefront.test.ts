import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { BundleConfiguration } from "~/features/bundles/bundle";
import { bundlePageLoader } from "~/features/bundles/storefront.endpoints.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { savePortalSettings } from "~/features/portal/portal-settings.repo.server";
import { db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";
import { variants } from "~db/schema/catalogue";
import {
  bundleProduct,
  insertPricedProducts,
  insertSoldFrequency,
  insertTestBundle,
} from "./support/bundles";
import { resetDatabase } from "./support/database";
import { createTestShop, NOW, nextNumber, type TestShop } from "./support/factories";
import { HOSTILE_HTML } from "./support/hostile-html";

type Priced = { productId: number; variantId: number };
let shop: TestShop;
/** Another one in each test: which shop a host names is remembered for two seconds. */
let domain: string;
let a: Priced;
let b: Priced;
beforeEach(async () => {
  await resetDatabase();
  domain = `shop-${nextNumber()}.beans.example`;
  shop = await createTestShop({ publicDomain: domain });
  [a, b] = (await insertPricedProducts(shop.id, ["10", "4"])) as [Priced, Priced];
});

const insert = (overrides: Partial<BundleConfiguration> = {}) =>
  insertTestBundle(shop.id, {
    handle: "box",
    products: [
      bundleProduct(a.productId, a.variantId),
      bundleProduct(b.productId, b.variantId, { quantity: 0 }),
    ],
    ...overrides,
  });
async function visit(search = "", host = domain, handle = "box") {
  const url = `http://localhost/apps/memberships/bundles/${handle}?${search}`;
  const request = new Request(url, { headers: { host } });
  const response = await bundlePageLoader({ request, params: { handle }, context: {} });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const q = ({ productId, variantId }: Priced, quantity: number | string) =>
  `q.${productId}.${variantId}=${quantity}`;
/** An address without its query, and the query. */
const toParts = (address: string | null): [string, Record<string, string>] => {
  const { origin, pathname, searchParams } = new URL(address ?? "about:blank");
  return [origin + pathname, Object.fromEntries(searchParams)];
};
/** What a visitor reads as the total of the box. */
const toTotal = (html: string) => /class="foot">.*?data-chosen="true"><strong>([^<]+)</s.exec(html)?.[1];
/** The ways to buy the box as they are read, each with its price. */
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

  test("each way to buy stands beside its own price, and the box's sums are there for each", async () => {
    await insert({ discount: "10", discountCode: "TEN", appliesOn: "SUBSCRIPTION" });
    const { html } = await visit(`${q(a, 2)}&every=once`);
    expect(listWays(html)).toEqual(["Every month Save 10 % $16.20", "Just this once $20.00"]);
    const sums = [...html.matchAll(/class="way way-(\d)"[^>]*><dl.*?<div class="total">(.*?)<\/div>/gs)];
    expect(sums.map(([, index, total]) => [index, total?.replaceAll(/<del>.*<\/del>|<[^>]+>/g, "")])).toEqual(
      [
        ["0", "Each time$16.20"],
        ["1", "Total$20.00"],
      ],
    );
    expect(toTotal(html)).toBe("$20.00");
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
    expect((await visit(add, "localhost")).headers.get("Location")).toContain("shop=");
    expect((await visit(`${add}&signature=x`, "localhost")).headers.get("Location")).not.toContain("shop=");
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

describe("going on", () => {
  test("is refused with what is missing, and the choice stays", async () => {
    await insert({ minProductCount: 3 });
    const page = await visit(`${q(a, 1)}&go=1`);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Add 2 items more: the box holds at least 3.");
    expect(page.html).toContain('role="alert"');
  });

  const destination = async (overrides: Partial<BundleConfiguration>) => {
    await insert(overrides);
    const { status, headers } = await visit(`${q(a, 2)}&${q(b, 1)}&go=1`);
    return { status, to: headers.get("Location") };
  };

  test("leads to the checkout or the cart of the shop's public domain with what is in the box", async () => {
    const frequency = await insertSoldFrequency(shop.id);
    const item = (index: number, { variantId }: Priced, quantity: number, isPlanned: boolean) => ({
      [`items[${index}][id]`]: String(variantId),
      [`items[${index}][quantity]`]: String(quantity),
      ...(isPlanned && { [`items[${index}][selling_plan]`]: String(frequency.sellingPlanId) }),
      [`items[${index}][properties][_bundle]`]: "box",
    });
    const { status, to } = await destination({ bundleRedirect: "CHECKOUT", frequencies: [frequency] });
    expect([status, toParts(to)]).toEqual([
      303,
      [
        `https://${domain}/cart/add`,
        { ...item(0, a, 2, true), ...item(1, b, 1, true), return_to: "/checkout" },
      ],
    ]);
    await db.update(bundles).set({ bundleRedirect: "CART" });
    const { headers } = await visit(`${q(a, 2)}&${q(b, 1)}&every=once&go=1`);
    expect(toParts(headers.get("Location"))).toEqual([
      `https://${domain}/cart/add`,
      { ...item(0, a, 2, false), ...item(1, b, 1, false) },
    ]);
  });

  test("a discount of the bundle's own goes to the cart by its code, of tiers by the code of the tier", async () => {
    await insert({
      frequencies: [],
      discount: "5",
      discountCode: "FIVE",
      tieredDiscount: [{ quantity: 3, discount: "50", code: "HALF & HALF".replaceAll(" ", "") }],
    });
    const two = toParts((await visit(`${q(a, 2)}&go=1`)).headers.get("Location"));
    expect(two[0]).toBe(`https://${domain}/discount/FIVE`);
    expect(two[1]?.redirect).toMatch(/^\/cart\/add\?items/);
    const three = toParts((await visit(`${q(a, 3)}&go=1`)).headers.get("Location"));
    expect(three[0]).toBe(`https://${domain}/discount/HALF%26HALF`);
  });

  test("a discount that no code carries is not quoted before the cart, and holds at the merchant's own address", async () => {
    const { id } = await insert({
      frequencies: [],
      discount: "10",
      tieredDiscount: [
        { quantity: 2, discount: "20", code: "TWENTY" },
        { quantity: 3, discount: "50" },
      ],
    });
    const totals = async () =>
      [await visit(q(a, 1)), await visit(q(a, 2)), await visit(q(a, 3))].map(({ html }) => toTotal(html));
    expect(await totals()).toEqual(["$10.00", "$16.00", "$24.00"]);
    expect((await visit(q(a, 2))).html).not.toContain("50 %");
    await db
      .update(bundles)
      .set({ bundleRedirect: "CUSTOM", customRedirectURL: "/own" })
      .where(eq(bundles.id, id));
    expect(await totals()).toEqual(["$9.00", "$16.00", "$15.00"]);
  });

  test.each(["BUY_X_GET_Y", "DISCOUNTED_PRICING", "VOLUME_DISCOUNT"] as const)(
    "the deal of a box of kind %s is quoted when the bundle has a code for it",
    async (buildABoxType) => {
      const { id } = await insert({
        frequencies: [],
        buildABoxType,
        productDiscountType: "EACH_PRODUCT",
        tieredDiscount: [{ quantity: 2, discount: "50" }],
        variants: [{ variantId: a.variantId, quantity: 2 }],
        discountedVariants: [{ variantId: b.variantId, quantity: 1, discount: "50" }],
      });
      const search = `${q(a, 2)}&${q(b, 2)}`;
      expect(toTotal((await visit(search)).html)).toBe("$28.00");
      expect((await visit(`${search}&go=1`)).headers.get("Location")).toContain("/cart/add?");
      await db.update(bundles).set({ discountCode: "DEAL" }).where(eq(bundles.id, id));
      expect(toTotal((await visit(search)).html)).not.toBe("$28.00");
      expect((await visit(`${search}&go=1`)).headers.get("Location")).toContain("/discount/DEAL?");
    },
  );

  test("leads where the merchant says, and browsers are told that forms may", async () => {
    const customRedirectURL = "https://partner.example/box?ref=1";
    const { to } = await destination({ bundleRedirect: "CUSTOM", customRedirectURL, frequencies: [] });
    expect(to).toBe(
      `https://partner.example/box?ref=1&bundle=box&items=${encodeURIComponent(`${a.variantId}:2,${b.variantId}:1`)}`,
    );
    expect((await visit()).headers.get("Content-Security-Policy")).toMatch(
      /form-action 'self' .*https:\/\/partner\.example/,
    );
  });

  test("or stays, and says that the box is complete", async () => {
    await insert({ bundleRedirect: "NONE" });
    const page = await visit(`${q(a, 2)}&go=1`);
    expect([page.status, page.html.includes("Your box is complete. Thank you!")]).toEqual([200, true]);
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
    expect(html).toContain(`<img src="${look.logoUrl}" alt="${shop.shop.name}"`);
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
    expect(html).toContain('<div class="rich"><p>Kept $&amp; text</p>');
    expect(html).toContain("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>");
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

  test("of an unknown or inactive bundle, or of no shop, is a 404 page", async () => {
    await insertTestBundle(shop.id, { handle: "box", subscriptionBundlingEnabled: false });
    for (const page of [await visit(), await visit("", domain, "none"), await visit("", "localhost")]) {
      expect(page.status).toBe(404);
      expect(page.html).toContain("This bundle is not available");
    }
  });
});

describe("a box of steps", () => {
  const insertSteps = () =>
    insert({
      buildABoxType: "SECTIONED_BUNDLE",
      frequencies: [],
      sections: [
        { title: "Coffee", minProducts: 1, maxProducts: 2, productIds: [a.productId] },
        { title: "Tea", minProducts: 2, maxProducts: null, productIds: [b.productId] },
      ],
    });
  const toText = (html: string) => html.replaceAll(/<style.*?<\/style>|<script.*?<\/script>|<[^>]+>/gs, " ");

  test("shows one section at a time with a count in each, and keeps what is chosen in the others", async () => {
    await insertSteps();
    const { html } = await visit(`${q(a, 1)}&${q(b, 1)}`);
    expect(html).toContain(`One more Product ${a.productId}`);
    expect(html).not.toContain(`One more Product ${b.productId}`);
    expect(html).toContain(`<input type="hidden" name="q.${b.productId}.${b.variantId}" value="1"/>`);
    expect(toText(html).replaceAll(/\s+/g, " ")).toContain("1 Coffee 1 chosen ✓ 2 Tea 1 chosen Choose");
    expect(html).toContain('name="to" value="2">Next: Tea</button>');
    expect(html).not.toContain("Add to cart");
  });

  test("leads on only from a section that is as it must be, and back always", async () => {
    await insertSteps();
    const blocked = await visit(`q.=&step=1&to=2`);
    expect(blocked.status).toBe(200);
    expect(blocked.html).toMatch(/role="alert">.*Coffee: add 1 item more\./s);
    const on = await visit(`q.=&step=1&${q(a, 1)}&to=2`);
    expect([on.status, on.headers.get("Location")]).toEqual([303, `?${q(a, 1)}&every=once&step=2`]);
    const last = await visit(`${q(a, 1)}&step=2`);
    expect(last.html).toContain("Add to cart");
    const back = await visit(`${q(a, 1)}&step=2&to=1`);
    expect(back.headers.get("Location")).toBe(`?${q(a, 1)}&every=once&step=1`);
    const more = await visit(`${q(a, 1)}&step=2&add=${b.productId}.${b.variantId}`);
    expect(more.headers.get("Location")).toBe(`?${q(a, 1)}&${q(b, 1)}&every=once&step=2`);
  });

  test("goes on when every section is right, else stands at the first that is not", async () => {
    await insertSteps();
    const early = await visit(`${q(a, 3)}&${q(b, 1)}&step=2&go=1`);
    expect(early.html).toMatch(/role="alert">.*Coffee: take out 1 item\..*Tea: add 1 item more\./s);
    expect(early.html).toContain(`One more Product ${a.productId}`);
    const done = await visit(`${q(a, 1)}&${q(b, 2)}&step=2&go=1`);
    expect(done.headers.get("Location")).toContain("/cart/add?");
  });
});
