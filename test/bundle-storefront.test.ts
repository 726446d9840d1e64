import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { BundleConfiguration } from "~/features/bundles/bundle";
import { bundlePageLoader } from "~/features/bundles/storefront.endpoints.server";
import { db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";
import { variants } from "~db/schema/catalogue";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "./support/bundles";
import { resetDatabase } from "./support/database";
import { createTestShop, nextNumber, type TestShop } from "./support/factories";
import { HOSTILE_HTML } from "./support/hostile-html";
import { signedQuery } from "./support/portal";

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
/** What a visitor reads as the total of the box. */
const toTotal = (html: string) => /class="foot"><span><strong>([^<]+)</.exec(html)?.[1];

describe("choosing", () => {
  test("starts with the merchant's quantities and is priced on the server, by frequency too", async () => {
    await insert({ tieredDiscount: [{ quantity: 3, discount: "50" }] });
    expect(toTotal((await visit()).html)).toBe("$9.00");
    expect(toTotal((await visit(`${q(a, 2)}&${q(b, 1)}&every=once`)).html)).toBe("$12.00");
    expect(toTotal((await visit(`${q(a, 2)}&${q(b, 1)}&every=MONTH-1`)).html)).toBe("$10.80");
    expect(toTotal((await visit("q.=")).html)).toBe("$0.00");
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
    const parameters = Object.fromEntries(new URLSearchParams(add));
    const proxied = signedQuery(shop, null, { parameters }).slice(1);
    expect((await visit(proxied, "localhost")).headers.get("Location")).not.toContain("shop=");
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
    const frequencies = [
      { interval: "MONTH" as const, intervalCount: 1, name: "", discount: "0", sellingPlanId: 77 },
    ];
    const items = `${a.variantId}:2,${b.variantId}:1`;
    const more = "attributes%5Bbundle%5D=box&attributes%5Bevery%5D=MONTH-1&selling_plan=77";
    expect(await destination({ bundleRedirect: "CHECKOUT", frequencies })).toEqual({
      status: 303,
      to: `https://${domain}/cart/${items}?${more}`,
    });
    await db.update(bundles).set({ bundleRedirect: "CART" });
    const { headers } = await visit(`${q(a, 2)}&${q(b, 1)}&go=1`);
    expect(headers.get("Location")).toBe(`https://${domain}/cart/${items}?storefront=true&${more}`);
  });

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
  test("runs no script and asks for nothing but pictures", async () => {
    await insert();
    const { headers, html } = await visit();
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'none'; style-src 'nonce-");
    expect(html).not.toMatch(/<script|<link|\sstyle=|\son\w+=/i);
    expect(/style-src 'nonce-([^']+)'/.exec(policy)?.[1]).toBe(/<style nonce="([^"]+)"/.exec(html)?.[1]);
    expect(headers.get("Cache-Control")).toBe("no-store");
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
    expect(html.replace(/<style nonce.*?<\/style>/s, "")).not.toMatch(
      /<(script|style|iframe|svg|object|base|template)|\son\w+\s*=|javascript:|\sstyle=/i,
    );
  });

  test("puts products under the headings of its sections, what belongs to none last", async () => {
    await insert({
      buildABoxType: "SECTIONED_BUNDLE",
      sections: [{ title: "Second first", minProducts: 1, maxProducts: 2, productIds: [b.productId] }],
    });
    const { html } = await visit();
    const places = [
      "Second first",
      "Choose 1 to 2",
      `Product ${b.productId}`,
      "More",
      `Product ${a.productId}`,
    ];
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
