import { bundlePageLoader } from "~/features/bundles/storefront/storefront.endpoints.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../../data/bundles";
import { createTestShop, nextNumber } from "../../data/factories";

export type Priced = { productId: number; variantId: number };

/** A shop with a public domain of its own (the shop of a host is cached for two seconds) and two products. */
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

/** A quantity of a product, as in the page's address. */
export const q = ({ productId, variantId }: Priced, quantity: number | string) =>
  `q.${productId}.${variantId}=${quantity}`;

/** The total of the box that a visitor sees. */
export const toTotal = (html: string) =>
  /class="foot">.*?data-chosen="true"><strong>([^<]+)</s.exec(html)?.[1];
