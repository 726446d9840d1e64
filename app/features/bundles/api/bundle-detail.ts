import { z } from "zod";
import { toMostItems } from "~/features/bundles/rules/bundle-limits";
import { listSold, type SellingPlan, toPlansById } from "~/features/bundles/rules/bundle-plans";
import { sumUndiscounted } from "~/features/bundles/rules/bundle-price";
import { toFrequencyName } from "~/features/bundles/rules/frequency-name";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { INTERVALS } from "~db/schema/intervals";
import { bundleChoices } from "./bundling-record";

export const bundleDetail = z
  .object({
    bundle: z.object({
      id: z.int(),
      name: z.string(),
      handle: z.string(),
      description: z.string(),
      minProducts: z.int().nullable().meta({ description: "Null if there is no lower limit" }),
      maxProducts: z.int().nullable().meta({ description: "Null if there is no upper limit" }),
      totalPrice: z.string().meta({ description: "Total price of the products in their default quantities" }),
      currencyCode: z.string(),
    }),
    subscriptions: z.array(
      z.object({
        frequency: z.enum(INTERVALS),
        frequencyCount: z.int(),
        frequencyName: z.string(),
        discount: z.number(),
        discountType: z.literal("PERCENTAGE"),
      }),
    ),
    products: z.array(
      z.object({
        variantId: z.int(),
        productId: z.int(),
        title: z.string(),
        price: z.string(),
        image: z.string().nullable(),
        available: z.boolean(),
        ...bundleChoices,
      }),
    ),
  })
  .meta({ id: "BundleDetail" });

export type BundleDetail = z.output<typeof bundleDetail>;

type DetailBundle = Pick<
  BundleConfiguration,
  "name" | "description" | "minProductCount" | "maxProductCount" | "buildABoxType"
> & {
  id: number;
  handle: string;
  frequencies: BundleConfiguration["frequencies"];
  /** The selling plans of the bundle's frequencies. A frequency without one is not offered. */
  plans: readonly SellingPlan[];
  /** Members of a JSON array: the products still in the catalogue, in order. */
  products: string | null;
  prices: string[] | null;
  quantities: number[] | null;
};

/** The bundle detail result as JSON. */
export function toBundleDetailText(row: DetailBundle, currencyCode: string): string {
  const { id, name, handle, description, minProductCount, products, prices, quantities } = row;
  const lines = (prices ?? []).map((price, index) => ({ price, quantity: quantities?.[index] ?? 0 }));
  const bundle: BundleDetail["bundle"] = {
    id,
    name,
    handle,
    description,
    minProducts: minProductCount,
    maxProducts: toMostItems(row),
    totalPrice: sumUndiscounted(lines, currencyCode),
    currencyCode,
  };
  const sold = listSold(row.frequencies, toPlansById(row.plans));
  const subscriptions: BundleDetail["subscriptions"] = sold.map((frequency) => ({
    frequency: frequency.interval,
    frequencyCount: frequency.intervalCount,
    frequencyName: toFrequencyName(frequency),
    discount: Number(frequency.discount),
    discountType: "PERCENTAGE",
  }));
  return `{"bundle":${JSON.stringify(bundle)},"subscriptions":${JSON.stringify(subscriptions)},"products":[${products ?? ""}]}`;
}

export const BUNDLE_DETAIL_EXAMPLE: BundleDetail = {
  bundle: {
    id: 12,
    name: "Breakfast box",
    handle: "breakfast-box",
    description: "Coffee and tea for a month of mornings.",
    minProducts: 2,
    maxProducts: 6,
    totalPrice: "27.40",
    currencyCode: "EUR",
  },
  subscriptions: [
    {
      frequency: "MONTH",
      frequencyCount: 1,
      frequencyName: "Every month",
      discount: 10,
      discountType: "PERCENTAGE",
    },
  ],
  products: [
    {
      variantId: 4400000000101,
      productId: 7700000000001,
      title: "Morning Meadow Espresso",
      price: "9.50",
      image: "https://images.example/espresso.png",
      available: true,
      subProductIds: [7700000000009],
      subVariantIds: [],
    },
    {
      variantId: 4400000000205,
      productId: 7700000000009,
      title: "Earl Grey Bergamot",
      price: "17.90",
      image: null,
      available: true,
      subProductIds: [],
      subVariantIds: [],
    },
  ],
};
