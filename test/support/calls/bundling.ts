import { expect } from "vitest";
import { updateBundling } from "~/features/bundles/api/bundles-api.endpoints.server";
import { listBundleProducts } from "~/features/bundles/configure/bundles.repo.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../data/bundles";
import { createTestShop } from "../data/factories";
import { askJson, sendJson } from "./json-endpoints";

type Priced = { productId: number; variantId: number };

/** A shop with a bundle of one product (`source`), two more products, and ways to change what is selectable. */
export async function setUpBundling() {
  const shop = await createTestShop();
  const [source, extra, more] = (await insertPricedProducts(shop.id, ["10", "4", "6"])) as [
    Priced,
    Priced,
    Priced,
  ];
  const bundle = await insertTestBundle(shop.id, {
    products: [bundleProduct(source.productId, source.variantId)],
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
