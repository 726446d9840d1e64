import { bundlePageLoader } from "~/features/bundles/storefront/storefront.endpoints.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../data/bundles";
import { createTestShop, nextNumber } from "../data/factories";

export type Priced = { productId: number; variantId: number };

/** A shop with a public domain of its own (which shop a host names is remembered for two seconds) and two products. */
export async function createBundleShop() {
  const domain = `shop-${nextNumber()}.beans.example`;
  const shop = await createTestShop({ publicDomain: domain });
  const [a, b] = (await insertPricedProducts(shop.id, ["10", "4"])) as [Priced, Priced];
  /** An open bundle "box" of both products, one piece of the first to start with. */
  const insert = (overrides: Partial<BundleConfiguration> = {}) =>
    insertTestBundle(shop.id, {
      handle: "box",
      products: [
        bundleProduct(a.productId, a.variantId),
        bundleProduct(b.productId, b.variantId, { quantity: 0 }),
      ],
      ...overrides,
    });
  const visit = async (search = "", { host = domain, handle = "box", language = "" } = {}) => {
    const url = `http://localhost/apps/memberships/bundles/${handle}?${search}`;
    const request = new Request(url, { headers: { host, "accept-language": language } });
    const response = await bundlePageLoader({ request, params: { handle }, context: {} });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  return { shop, domain, a, b, insert, visit };
}

export type BundleShop = Awaited<ReturnType<typeof createBundleShop>>;

/** So many of a product, as the page's address says it. */
export const q = ({ productId, variantId }: Priced, quantity: number | string) =>
  `q.${productId}.${variantId}=${quantity}`;

/** What a visitor reads as the total of the box. */
export const toTotal = (html: string) =>
  /class="foot">.*?data-chosen="true"><strong>([^<]+)</s.exec(html)?.[1];
