import { beforeEach, expect } from "vitest";
import { updateBundling } from "~/features/bundles/api/bundles-api.endpoints.server";
import { listBundleProducts } from "~/features/bundles/configure/bundles.repo.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../../data/bundles";
import { shopOfEachTest } from "../../data/shop-of-each-test";
import { askJson, sendJson } from "../json-endpoints";

type Priced = { productId: number; variantId: number };

/**
 * Before each test, a shop with a bundle of one product (`source`), two more products, and functions to change what
 * customers may choose.
 */
export function bundlingOfEachTest() {
  const shop = shopOfEachTest();
  const [source, extra, more] = [{} as Priced, {} as Priced, {} as Priced];
  const bundle = {} as Awaited<ReturnType<typeof insertTestBundle>>;
  beforeEach(async () => {
    const priced = await insertPricedProducts(shop.id, ["10", "4", "6"]);
    for (const [index, product] of [source, extra, more].entries()) Object.assign(product, priced[index]);
    const products = [bundleProduct(source.productId, source.variantId)];
    Object.assign(bundle, await insertTestBundle(shop.id, { products }));
  });

  const send = (body: unknown, key = shop.writeKey) =>
    askJson(updateBundling, "/api/external/v2/subscription-bundling/update", {
      method: "PUT",
      key,
      ...sendJson(body),
    });
  const entry = (lists: object, sourceProductId: unknown = source.productId, babHandle = bundle.handle) => ({
    babHandle,
    sourceProducts: [{ sourceProductId, ...lists }],
  });
  const refuse = async (body: unknown, status = 400) => {
    const response = await send(body);
    expect(response.status).toBe(status);
    return (await response.json()) as ProblemBody;
  };
  const readChoices = async (id = bundle.id) =>
    (await listBundleProducts(db, shop.id, [id])).map(({ subProductIds, subVariantIds }) => ({
      subProductIds,
      subVariantIds,
    }));
  return { shop, source, extra, more, bundle, send, entry, refuse, readChoices };
}
