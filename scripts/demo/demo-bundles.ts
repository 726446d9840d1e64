import type { Audit } from "~/features/activity/activity";
import { addBundle } from "~/features/bundles/configure/bundles.service.server";
import { toPlanName } from "~/features/bundles/rules/bundle-plans";
import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";
import type { Queryable } from "~db/client.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";
import type { CatalogueRows } from "./demo-catalogue";

type BundleProduct = BundleConfiguration["products"][number];

/** Bundles of several box types, one of them not yet open, created by the product's own service. */
export async function fillBundles(
  tx: Queryable,
  shopId: number,
  catalogue: CatalogueRows,
  audit: Audit,
): Promise<void> {
  await tx.insert(sellingPlanGroups).values({ ...BOXES, shopId, createdAt: audit.now });
  await tx.insert(sellingPlans).values(
    FREQUENCIES.map(({ interval, intervalCount, discount, sellingPlanId }) => ({
      shopId,
      id: sellingPlanId,
      groupId: BOXES.id,
      name: toPlanName({ interval, intervalCount, discount }),
      billingInterval: interval,
      billingIntervalCount: intervalCount,
      deliveryInterval: interval,
      deliveryIntervalCount: intervalCount,
      discountPercentage: discount,
    })),
  );
  for (const bundle of listBundles(catalogue)) await addBundle(tx, shopId, { bundle, handle: null }, audit);
}

/** The group that all boxes are sold under, and how often they come. */
const BOXES = { id: 2_100_000_101, name: "Boxes" };
const FREQUENCIES = [
  { interval: "MONTH" as const, intervalCount: 1, name: "", discount: "10", sellingPlanId: 3_700_001_001 },
  { interval: "WEEK" as const, intervalCount: 2, name: "", discount: "12", sellingPlanId: 3_700_001_009 },
];

function listBundles({ productRows, variantRows }: CatalogueRows): BundleConfiguration[] {
  const find = (handle: string) => {
    const product = productRows.find((row) => row.handle === handle);
    if (!product) throw new Error(`the demo shop sells no ${handle}`);
    const variants = variantRows.filter((row) => row.productId === product.id && row.deletedAt === null);
    return { id: product.id, variantIds: variants.map(({ id }) => id) };
  };
  const place = (handle: string, more: Partial<BundleProduct> = {}): BundleProduct => {
    const { id, variantIds } = find(handle);
    const [variantId = 0] = variantIds;
    return { productId: id, variantId, quantity: 0, subProductIds: [], subVariantIds: [], ...more };
  };
  const idsOf = (...handles: string[]) => handles.map((handle) => find(handle).id);
  const variantsOf = (handle: string) => find(handle).variantIds;
  const open = {
    ...NEW_BUNDLE,
    subscriptionBundlingEnabled: true,
    frequencies: FREQUENCIES,
    subscriptionId: BOXES.id,
    sellingPlanIds: FREQUENCIES.map(({ sellingPlanId }) => sellingPlanId),
  };
  return [
    {
      ...open,
      name: "Coffee Explorer Box",
      description: "Fill a box with roasts you know and one you do not. Change it before every delivery.",
      minProductCount: 2,
      maxProductCount: 8,
      tieredDiscount: [
        { quantity: 3, discount: "5", code: "BOX5" },
        { quantity: 5, discount: "10", code: "BOX10" },
        { quantity: 8, discount: "15", code: "BOX15" },
      ],
      bundleTopHtml:
        "<p>Roasted on the day it leaves. <strong>Whole bean or ground</strong>, as you like it.</p>",
      bundleBottomHtml:
        "<h3>Good to know</h3><ul><li>Delivered within three days of roasting</li><li>Pause or skip at any time</li></ul>",
      bundleRedirect: "CHECKOUT",
      products: [
        place("morning-meadow-espresso", {
          quantity: 1,
          subVariantIds: variantsOf("morning-meadow-espresso").slice(1),
        }),
        place("harbour-light-roast"),
        place("guji-highland-filter", { quantity: 1 }),
        place("huila-mountain-reserve"),
        place("mandheling-dark"),
        place("midnight-decaf"),
      ],
    },
    {
      ...open,
      name: "Sunday Breakfast",
      description: "Everything for a slow morning, one of each. Swap the coffee and the spread.",
      buildABoxType: "CUSTOMIZE_BUNDLE",
      selectionType: "FIXED",
      discount: "12",
      discountCode: "SUNDAY12",
      productViewStyle: "VIEW_DETAILS",
      products: [
        place("old-town-house-blend", {
          quantity: 1,
          subProductIds: idsOf("midnight-decaf", "harbour-light-roast"),
        }),
        place("maple-pecan-granola", { quantity: 1 }),
        place("wildflower-honey", { quantity: 1, subProductIds: idsOf("apricot-jam") }),
        place("barista-oat-drink", { quantity: 1 }),
      ],
    },
    {
      ...open,
      name: "Tea Tasting in Three Steps",
      description: "A black tea, a green or white one, and something without caffeine.",
      buildABoxType: "SECTIONED_BUNDLE",
      discount: "8",
      discountCode: "TEATASTING8",
      sections: [
        {
          title: "Black",
          minProducts: 1,
          maxProducts: 2,
          productIds: idsOf("earl-grey-bergamot", "darjeeling-first-flush", "masala-chai"),
        },
        {
          title: "Green",
          minProducts: 1,
          maxProducts: 2,
          productIds: idsOf("sencha-spring-harvest", "jasmine-pearls"),
        },
        {
          title: "Herbal",
          minProducts: 1,
          maxProducts: 3,
          productIds: idsOf("chamomile-garden", "rooibos-vanilla", "peppermint-leaves"),
        },
      ],
      products: [
        "earl-grey-bergamot",
        "darjeeling-first-flush",
        "masala-chai",
        "sencha-spring-harvest",
        "jasmine-pearls",
        "chamomile-garden",
        "rooibos-vanilla",
        "peppermint-leaves",
      ].map((handle) => place(handle)),
    },
    {
      ...open,
      name: "Buy Two Roasts, Filters Free",
      description: "Two bags of house blend, and the paper filters are on us.",
      buildABoxType: "BUY_X_GET_Y",
      discountCode: "FILTERSFREE",
      variants: [{ variantId: variantsOf("old-town-house-blend")[0] ?? 0, quantity: 2 }],
      discountedVariants: [
        { variantId: variantsOf("paper-filters-no-4")[0] ?? 0, quantity: 1, discount: "100" },
      ],
      products: [
        place("old-town-house-blend", { quantity: 2 }),
        place("paper-filters-no-4", { quantity: 1 }),
      ],
    },
    {
      ...open,
      name: "Chocolate by the Stack",
      description: "The more bars, the less each of them costs.",
      buildABoxType: "VOLUME_DISCOUNT",
      productDiscountType: "EACH_PRODUCT",
      discountCode: "STACKS",
      tieredDiscount: [
        { quantity: 5, discount: "10" },
        { quantity: 10, discount: "18" },
      ],
      products: [place("dark-chocolate-70", { quantity: 5 }), place("oat-ginger-biscuits")],
    },
    {
      ...open,
      name: "Oat Drink Crates",
      description: "Six, twelve or twenty-four litres at a time.",
      buildABoxType: "SINGLE_PRODUCT_BUILD_A_BOX",
      singleProductSettings: { quantities: [1, 2, 4] },
      tieredDiscount: [
        { quantity: 2, discount: "6", code: "OAT6" },
        { quantity: 4, discount: "12", code: "OAT12" },
      ],
      products: [
        place("barista-oat-drink", { quantity: 1, subVariantIds: variantsOf("barista-oat-drink").slice(1) }),
      ],
    },
    {
      ...NEW_BUNDLE,
      name: "Winter Gift Box",
      description: "A draft for the cold season.",
      buildABoxType: "CLASSIC",
      selectionType: "FIXED",
      discount: "10",
      products: [place("masala-chai", { quantity: 1 }), place("wildflower-honey", { quantity: 2 })],
    },
  ];
}
