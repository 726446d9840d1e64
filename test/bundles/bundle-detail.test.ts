import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { BundleDetail } from "~/features/bundles/api/bundle-detail";
import { readBundle, readStorefrontBundle } from "~/features/bundles/api/bundles-api.endpoints.server";
import { db } from "~db/client.server";
import { products, variants } from "~db/schema/catalogue";
import { askJson } from "../support/calls/json-endpoints";
import {
  bundleProduct,
  insertPricedProducts,
  insertSoldFrequency,
  insertTestBundle,
} from "../support/data/bundles";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ currencyCode: "EUR" });

const PATH = "/api/external/v2/subscription-bundlings/external/get-bundle/";
const read = (handle: string, key = shop.readKey) =>
  askJson(readBundle, PATH + handle, { key, params: { handle } });
const readDetail = async (handle: string) => (await (await read(handle)).json()) as BundleDetail;
const readPublicly = (handle: string, search = "", headers: Record<string, string> = {}) =>
  askJson(readStorefrontBundle, `/apps/memberships/cp/api/v3/x/${handle}${search}`, {
    headers,
    params: { handle },
  });

describe("the bundle detail", () => {
  test("holds bundle, frequencies and products in order, priced from the catalogue", async () => {
    const { products: made } = await insertCatalogue(shop.id, {
      products: [
        {
          title: "Tea",
          variants: [{ price: "4.2500", imageUrl: "https://cdn.example/v.png" }],
          imageUrl: "https://cdn.example/p.png",
        },
        {
          title: "Beans",
          variants: [{ price: "9.5", available: false }],
          imageUrl: "https://cdn.example/beans.png",
        },
      ],
    });
    const [tea, beans] = made.map(({ id, variantIds }) => ({ id, variant: variantIds[0] ?? 0 }));
    if (!tea || !beans) throw new Error("no products");
    const { id, handle } = await insertTestBundle(shop.id, {
      name: "Breakfast",
      description: "Morning things",
      minProductCount: 2,
      maxProductCount: 6,
      frequencies: [
        await insertSoldFrequency(shop.id, { discount: "12.5" }),
        await insertSoldFrequency(shop.id, {
          interval: "WEEK",
          intervalCount: 2,
          name: "Fortnight",
          discount: "0",
        }),
      ],
      products: [
        bundleProduct(beans.id, beans.variant, { quantity: 2 }),
        bundleProduct(tea.id, tea.variant, { quantity: 3 }),
      ],
    });
    expect(await readDetail(handle)).toEqual({
      bundle: {
        id,
        name: "Breakfast",
        handle,
        description: "Morning things",
        minProducts: 2,
        maxProducts: 6,
        totalPrice: "31.75",
        currencyCode: "EUR",
      },
      subscriptions: [
        {
          frequency: "MONTH",
          frequencyCount: 1,
          frequencyName: "Every month",
          discount: 12.5,
          discountType: "PERCENTAGE",
        },
        {
          frequency: "WEEK",
          frequencyCount: 2,
          frequencyName: "Fortnight",
          discount: 0,
          discountType: "PERCENTAGE",
        },
      ],
      products: [
        {
          variantId: beans.variant,
          productId: beans.id,
          title: "Beans",
          price: "9.50",
          image: "https://cdn.example/beans.png",
          available: false,
          subProductIds: [],
          subVariantIds: [],
        },
        {
          variantId: tea.variant,
          productId: tea.id,
          title: "Tea",
          price: "4.25",
          image: "https://cdn.example/v.png",
          available: true,
          subProductIds: [],
          subVariantIds: [],
        },
      ],
    });
  });

  test("follows the catalogue: a new price counts at once, a deleted product or variant drops out", async () => {
    const [a, b, c] = await insertPricedProducts(shop.id, ["1", "2", "4"]);
    if (!a || !b || !c) throw new Error("no products");
    const { handle } = await insertTestBundle(shop.id, {
      products: [a, b, c].map(({ productId, variantId }) => bundleProduct(productId, variantId)),
    });
    expect((await readDetail(handle)).bundle.totalPrice).toBe("7.00");
    await db
      .update(variants)
      .set({ price: "8" })
      .where(and(eq(variants.shopId, shop.id), eq(variants.id, c.variantId)));
    await db
      .update(products)
      .set({ deletedAt: NOW })
      .where(and(eq(products.shopId, shop.id), eq(products.id, a.productId)));
    const detail = await readDetail(handle);
    expect(detail.bundle.totalPrice).toBe("10.00");
    expect(detail.products.map(({ productId }) => productId)).toEqual([b.productId, c.productId]);
    await db
      .update(variants)
      .set({ deletedAt: NOW })
      .where(and(eq(variants.shopId, shop.id), eq(variants.id, b.variantId)));
    expect((await readDetail(handle)).products).toHaveLength(1);
  });

  test("an empty bundle costs nothing, an infinite one has no upper limit", async () => {
    const { handle } = await insertTestBundle(shop.id, { buildABoxType: "INFINITE", maxProductCount: 5 });
    expect((await readDetail(handle)).bundle).toMatchObject({
      totalPrice: "0.00",
      minProducts: null,
      maxProducts: null,
    });
  });

  test("unknown, inactive, archived and another shop's bundles are one and the same 404", async () => {
    const other = await createTestShop();
    const handles = [
      "nothing",
      "Not a handle!",
      (await insertTestBundle(shop.id, { subscriptionBundlingEnabled: false })).handle,
      (await insertTestBundle(shop.id, { archivedAt: NOW })).handle,
      (await insertTestBundle(other.id)).handle,
    ];
    const answers = await Promise.all(
      handles.map(async (handle) => {
        const response = await read(encodeURIComponent(handle));
        const { requestId: _, instance: __, ...body } = (await response.json()) as Record<string, unknown>;
        return { status: response.status, body };
      }),
    );
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("needs a key", async () => {
    expect((await askJson(readBundle, `${PATH}x`, { params: { handle: "x" } })).status).toBe(401);
  });
});

describe("the storefront's URLs", () => {
  test("are public for the shop of the host, else of ?shop=, and hold the same", async () => {
    const [product] = await insertPricedProducts(shop.id, ["5"]);
    const { handle } = await insertTestBundle(shop.id, {
      products: [bundleProduct(product?.productId ?? 0, product?.variantId ?? 0)],
    });
    const expected = await readDetail(handle);
    const byHost = await readPublicly(handle, "", { host: shop.shop.storeDomain });
    const byName = await readPublicly(handle, `?shop=${shop.shop.storeDomain}`);
    expect([byHost.status, await byHost.json()]).toEqual([200, expected]);
    expect([byName.status, await byName.json()]).toEqual([200, expected]);
  });

  test("the host wins over ?shop=, and no shop at all is a 404", async () => {
    const other = await createTestShop();
    const { handle } = await insertTestBundle(shop.id);
    const search = `?shop=${shop.shop.storeDomain}`;
    expect((await readPublicly(handle, search, { host: other.shop.storeDomain })).status).toBe(404);
    expect((await readPublicly(handle)).status).toBe(404);
    expect((await readPublicly(handle, "?shop=nobody.mystore.example")).status).toBe(404);
  });

  test("may be kept for a short while, and are not sent again while they are the same", async () => {
    const { handle, id } = await insertTestBundle(shop.id);
    const search = `?shop=${shop.shop.storeDomain}`;
    const first = await readPublicly(handle, search);
    const etag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control")).toMatch(/^public, max-age=\d{1,2},/);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await readPublicly(handle, search, { "If-None-Match": known });
      expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
    }
    expect((await readPublicly(handle, search, { "If-None-Match": '"other"' })).status).toBe(200);
    expect(id).toBeGreaterThan(0);
    expect((await readPublicly("nothing", search)).headers.get("Cache-Control")).toBe("no-store");
  });
});
