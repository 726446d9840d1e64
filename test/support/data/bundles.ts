import { randomUUID } from "node:crypto";
import { insertBundle } from "~/features/bundles/configure/bundles.repo.server";
import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";
import { db } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { insertCatalogue } from "./catalogue";
import { NOW, nextNumber } from "./factories";

/** A bundle as its editor would send it: a flexible box without products, not active. */
export const bundleDraft = (overrides: Partial<BundleConfiguration> = {}): BundleConfiguration => ({
  ...NEW_BUNDLE,
  name: "Breakfast box",
  frequencies: [{ interval: "MONTH", intervalCount: 1, name: "", discount: "10", sellingPlanId: null }],
  ...overrides,
});

/** A product of a bundle with its own variant, by default quantity 1 and no alternatives. */
export const bundleProduct = (
  productId: number,
  variantId: number,
  overrides: Partial<BundleConfiguration["products"][number]> = {},
) => ({ productId, variantId, quantity: 1, subProductIds: [], subVariantIds: [], ...overrides });

/** An active bundle in the database. @returns its id and handle */
export async function insertTestBundle(
  shopId: number,
  {
    handle = `bundle-${nextNumber()}`,
    archivedAt = null as Date | null,
    ...overrides
  }: Partial<BundleConfiguration & { handle: string; archivedAt: Date | null }> = {},
) {
  const row = {
    shopId,
    handle,
    uniqueRef: randomUUID(),
    createdAt: NOW,
    updatedAt: NOW,
    updatedBy: "test",
    archivedAt,
  };
  const configuration = bundleDraft({ subscriptionBundlingEnabled: true, ...overrides });
  if (!overrides.frequencies) configuration.frequencies = [await insertSoldFrequency(shopId)];
  return { id: await insertBundle(db, row, configuration), handle };
}

type Frequency = BundleConfiguration["frequencies"][number];

/** A frequency with its selling plan: by default every month, 10 % off. */
export async function insertSoldFrequency(
  shopId: number,
  overrides: Partial<Frequency> = {},
): Promise<Frequency> {
  const frequency = { interval: "MONTH", intervalCount: 1, name: "", discount: "10", ...overrides } as const;
  const { interval, intervalCount, discount } = frequency;
  const plan = {
    billingInterval: interval,
    billingIntervalCount: intervalCount,
    deliveryInterval: interval,
    deliveryIntervalCount: intervalCount,
    discountPercentage: discount,
  };
  const { groups } = await insertCatalogue(shopId, { products: [], groups: [{ plans: [plan] }] });
  return { ...frequency, sellingPlanId: groups[0]?.planIds[0] ?? 0 };
}

/** Products of one variant each, at these prices. */
export async function insertPricedProducts(shopId: number, prices: string[]) {
  const { products } = await insertCatalogue(shopId, {
    products: prices.map((price) => ({ variants: [{ price }] })),
  });
  return products.map(({ id, variantIds }) => ({ productId: id, variantId: variantIds[0] ?? 0 }));
}
