import type { products, sellingPlanGroups, sellingPlans, variants } from "~db/schema/catalogue";
import type { Interval } from "~db/schema/intervals";
import { addDays } from "./demo-days";

/** What the demo shop sells. Images: public/demo, drawn by demo-images.ts. */
type DemoProduct = {
  handle: string;
  title: string;
  kind: "Coffee" | "Tea" | "Pantry";
  vendor: string;
  /** Variant title → price. */
  variants: [title: string, price: string][];
  isDeleted?: true;
  /** Title of a variant that is no longer sold. */
  deletedVariant?: string;
};

const product = (
  kind: DemoProduct["kind"],
  title: string,
  vendor: string,
  variantPrices: DemoProduct["variants"],
  more: Pick<DemoProduct, "isDeleted" | "deletedVariant"> = {},
): DemoProduct => ({
  kind,
  title,
  vendor,
  variants: variantPrices,
  handle: title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, ""),
  ...more,
});

const bag = (small: string, medium: string, large: string): DemoProduct["variants"] => [
  ["250 g, whole bean", small],
  ["250 g, ground", small],
  ["500 g, whole bean", medium],
  ["1 kg, whole bean", large],
];
const tin = (small: string, large: string): DemoProduct["variants"] => [
  ["100 g loose leaf", small],
  ["250 g loose leaf", large],
  ["20 pyramid bags", small],
];

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  product("Coffee", "Morning Meadow Espresso", "Fernhill Roastery", bag("9.50", "17.90", "33.00")),
  product("Coffee", "Harbour Light Roast", "Fernhill Roastery", bag("9.90", "18.50", "34.50")),
  product("Coffee", "Midnight Decaf", "Fernhill Roastery", bag("10.50", "19.50", "36.00")),
  product("Coffee", "Guji Highland Filter", "Fernhill Roastery", bag("12.50", "23.50", "44.00")),
  product("Coffee", "Huila Mountain Reserve", "Fernhill Roastery", bag("11.90", "22.50", "42.00")),
  product("Coffee", "Mandheling Dark", "Fernhill Roastery", bag("10.90", "20.50", "38.50"), {
    deletedVariant: "250 g, ground",
  }),
  product("Coffee", "Old Town House Blend", "Fernhill Roastery", bag("8.50", "15.90", "29.00")),
  product("Coffee", "Roaster's Choice", "Fernhill Roastery", bag("11.50", "21.50", "39.90")),
  product("Tea", "Earl Grey Bergamot", "Leaf & Ladle", tin("7.90", "16.50")),
  product("Tea", "Sencha Spring Harvest", "Leaf & Ladle", tin("11.50", "25.90")),
  product("Tea", "Darjeeling First Flush", "Leaf & Ladle", tin("13.90", "31.50")),
  product("Tea", "Chamomile Garden", "Leaf & Ladle", tin("6.90", "14.50")),
  product("Tea", "Rooibos Vanilla", "Leaf & Ladle", tin("6.90", "14.90")),
  product("Tea", "Peppermint Leaves", "Leaf & Ladle", tin("5.90", "12.50")),
  product("Tea", "Masala Chai", "Leaf & Ladle", tin("7.50", "15.90")),
  product("Tea", "Jasmine Pearls", "Leaf & Ladle", tin("14.90", "33.90")),
  product("Pantry", "Wildflower Honey", "Bramble Farm", [
    ["250 g", "6.50"],
    ["500 g", "11.50"],
  ]),
  product("Pantry", "Apricot Jam", "Bramble Farm", [
    ["210 g", "4.90"],
    ["3 × 210 g", "13.50"],
  ]),
  product("Pantry", "Early Harvest Olive Oil", "Bramble Farm", [
    ["500 ml", "14.90"],
    ["1 l", "26.90"],
    ["3 l tin", "69.00"],
  ]),
  product("Pantry", "Maple Pecan Granola", "Fernhill Kitchen", [
    ["375 g", "6.90"],
    ["1 kg", "15.90"],
  ]),
  product("Pantry", "Barista Oat Drink", "Fernhill Kitchen", [
    ["6 × 1 l", "13.80"],
    ["12 × 1 l", "25.90"],
  ]),
  product("Pantry", "Dark Chocolate 70 %", "Fernhill Kitchen", [
    ["80 g bar", "3.90"],
    ["5 × 80 g", "17.90"],
  ]),
  product("Pantry", "Oat & Ginger Biscuits", "Fernhill Kitchen", [
    ["200 g", "4.50"],
    ["4 × 200 g", "16.50"],
  ]),
  product("Pantry", "Paper Filters No. 4", "Fernhill Roastery", [
    ["100 pieces", "4.20"],
    ["3 × 100 pieces", "11.50"],
  ]),
  product("Coffee", "Winter Spice Roast", "Fernhill Roastery", bag("10.90", "20.50", "38.00"), {
    isDeleted: true,
  }),
  product("Pantry", "Blackberry Syrup", "Bramble Farm", [["330 ml", "7.90"]], { isDeleted: true }),
];

type DemoPlan = {
  name: string;
  billing: [Interval, number];
  delivery: [Interval, number];
  discountPercentage: string;
};

const plan = (name: string, billing: [Interval, number], discount: string, delivery = billing): DemoPlan => ({
  name: `${name}, save ${discount}%`,
  billing,
  delivery,
  discountPercentage: discount,
});

/** Every product of a kind is in the group of its kind. */
const DEMO_GROUPS: readonly { name: string; kind: DemoProduct["kind"]; plans: DemoPlan[] }[] = [
  {
    name: "Coffee subscription",
    kind: "Coffee",
    plans: [
      plan("Every week", ["WEEK", 1], "10"),
      plan("Every 2 weeks", ["WEEK", 2], "10"),
      plan("Every month", ["MONTH", 1], "8"),
      plan("Every 2 months", ["MONTH", 2], "5"),
      plan("Prepaid 3 months, monthly delivery", ["MONTH", 3], "15", ["MONTH", 1]),
      plan("Prepaid half year, delivery every 2 weeks", ["WEEK", 26], "18", ["WEEK", 2]),
    ],
  },
  {
    name: "Tea club",
    kind: "Tea",
    plans: [
      plan("Every month", ["MONTH", 1], "8"),
      plan("Every 6 weeks", ["WEEK", 6], "8"),
      plan("Every 3 months", ["MONTH", 3], "5"),
      plan("Prepaid year, monthly delivery", ["YEAR", 1], "20", ["MONTH", 1]),
    ],
  },
  {
    name: "Pantry refill",
    kind: "Pantry",
    plans: [
      plan("Every 10 days", ["DAY", 10], "5"),
      plan("Every month", ["MONTH", 1], "5"),
      plan("Every 2 months", ["MONTH", 2], "5"),
    ],
  },
];

const FIRST_PRODUCT_ID = 7_400_000_000_001;
const FIRST_VARIANT_ID = 41_800_000_000_001;
const FIRST_GROUP_ID = 2_100_000_001;
const FIRST_PLAN_ID = 3_700_000_001;
export const IMAGE_SIZE = 400;

type Rows<T extends { $inferInsert: object }> = T["$inferInsert"][];

/** The catalogue as rows of one shop. Deleted items were deleted three weeks before `now`. */
export function toCatalogueRows(shopId: number, openedAt: Date, now: Date) {
  const deletedAt = addDays(now, -21);
  const productRows: Rows<typeof products> = [];
  const variantRows: Rows<typeof variants> = [];
  const groupRows: Rows<typeof sellingPlanGroups> = [];
  const planRows: Rows<typeof sellingPlans> = [];
  const memberRows: { shopId: number; groupId: number; productId: number }[] = [];
  for (const [index, item] of DEMO_PRODUCTS.entries()) {
    const id = FIRST_PRODUCT_ID + index * 1024;
    productRows.push({
      shopId,
      id,
      title: item.title,
      handle: item.handle,
      vendor: item.vendor,
      productType: item.kind,
      imageUrl: `/demo/${item.handle}.svg`,
      imageWidth: IMAGE_SIZE,
      imageHeight: IMAGE_SIZE,
      updatedAt: openedAt,
      deletedAt: item.isDeleted ? deletedAt : null,
    });
    for (const [position, [title, price]] of item.variants.entries()) {
      variantRows.push({
        shopId,
        id: FIRST_VARIANT_ID + variantRows.length * 512,
        productId: id,
        title,
        sku: `${item.kind.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(2, "0")}${position + 1}`,
        price,
        available: !item.isDeleted && !(index === 10 && position === 1),
        requiresShipping: true,
        taxable: true,
        position,
        updatedAt: openedAt,
        deletedAt: item.isDeleted || item.deletedVariant === title ? deletedAt : null,
      });
    }
  }
  for (const [index, group] of DEMO_GROUPS.entries()) {
    const groupId = FIRST_GROUP_ID + index * 16;
    groupRows.push({ shopId, id: groupId, name: group.name, createdAt: openedAt });
    for (const row of productRows)
      if (row.productType === group.kind) memberRows.push({ shopId, groupId, productId: row.id });
    for (const item of group.plans)
      planRows.push({
        shopId,
        id: FIRST_PLAN_ID + planRows.length * 8,
        groupId,
        name: item.name,
        billingInterval: item.billing[0],
        billingIntervalCount: item.billing[1],
        deliveryInterval: item.delivery[0],
        deliveryIntervalCount: item.delivery[1],
        discountPercentage: item.discountPercentage,
      });
  }
  return { productRows, variantRows, groupRows, planRows, memberRows };
}

export type CatalogueRows = ReturnType<typeof toCatalogueRows>;
