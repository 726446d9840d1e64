import { z } from "zod";
import { amount, count, DAYS_EXAMPLE, days, previousAmount } from "./record-parts";

/** Amounts are the lines after discounts, without delivery. */
const sold = {
  orders: count,
  units: count,
  amount,
  previousAmount: previousAmount.nullable().meta({
    description:
      "For the preceding period of equal length; null if it is not known what the orders of that period sold",
  }),
};
const knownOrders = z.object({
  paid: count,
  known: count.meta({ description: "Orders whose lines are known; others were imported without lines" }),
});
export const productsRecord = z
  .object({
    ...days,
    orders: knownOrders.meta({ description: "Paid orders in this currency" }),
    previousOrders: knownOrders.meta({ description: "For the preceding period of equal length" }),
    // Of each the 100 with the largest amount. An order may not know its product, plan or variant, or have no country.
    products: z.array(z.object({ productId: z.int().nullable(), title: z.string().nullable(), ...sold })),
    variants: z.array(z.object({ variantId: z.int().nullable(), title: z.string().nullable(), ...sold })),
    plans: z.array(z.object({ plan: z.string().nullable(), ...sold })),
    countries: z.array(z.object({ countryCode: z.string().nullable(), ...sold })),
    bundles: z.array(z.object({ handle: z.string(), title: z.string().nullable(), ...sold })),
  })
  .meta({ id: "AnalyticsProducts", description: "Products sold" });
export type SoldProducts = z.output<typeof productsRecord>;

const SOLD = { orders: 300, units: 420, amount: 8400, previousAmount: 7920.5 };
export const PRODUCTS_EXAMPLE: SoldProducts = {
  ...DAYS_EXAMPLE,
  orders: { paid: 300, known: 300 },
  previousOrders: { paid: 284, known: 284 },
  products: [{ productId: 7_000_000_301, title: "House Blend", ...SOLD }],
  variants: [{ variantId: 42_000_000_007, title: "House Blend · 250 g", ...SOLD }],
  plans: [{ plan: "Every month", ...SOLD }],
  countries: [{ countryCode: "DE", ...SOLD }],
  bundles: [{ handle: "breakfast-box", title: "Breakfast box", ...SOLD }],
};
