import { z } from "zod";
import { platformIdField } from "~/http/request/body-fields";
import { findWrongParts, withRules } from "~/http/request/field-rules";
import { MAX_INTERVAL_COUNT, MAX_QUANTITY } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { inParts } from "~/lib/schemas/in-parts";
import {
  APPLIES_ON,
  BOX_TYPES,
  BUNDLE_REDIRECTS,
  type BundleConfiguration,
  PRODUCT_DISCOUNT_TYPES,
  PRODUCT_SELECTION_TYPES,
  PRODUCT_VIEW_STYLES,
  SELECTION_TYPES,
} from "~db/schema/bundle-configuration";
import { INTERVALS } from "~db/schema/intervals";
import {
  count,
  oneOf,
  optionalAmount,
  optionalCount,
  optionalPlatformId,
  optionalText,
  percent,
  platformIdList,
  text,
  yesOrNo,
} from "./bundle-fields.schema";
import { BUNDLE_RULES, refuse } from "./bundle-rules";

const MAX_PRODUCTS = 250;
/** Maximum number of each kind of alternative per product. */
export const MAX_CHOICES = 250;
const MAX_HTML = 20_000;

const pieces = count(1, MAX_QUANTITY);
const variantId = platformIdField("ProductVariant");
const productIds = platformIdList("Product", MAX_PRODUCTS);
/** In the form the platform's checkout accepts: a comma would make it two codes. */
const discountCode = optionalText(255).refine((code) => code === null || /^[^\s,/?#\\]+$/.test(code), {
  error: "Write one code, without spaces, commas and slashes.",
});
/** Discounts must grow with the quantity, so both columns ascend. */
const tieredDiscount = z
  .array(
    z
      .object({ quantity: pieces, discount: percent, code: discountCode })
      .transform(({ code, ...tier }) => (code === null ? tier : { ...tier, code })),
  )
  .max(20, "At most 20 tiers.")
  .superRefine(
    (tiers, context) => {
      const wrong = findWrongParts(context.issues);
      if (wrong === null) return;
      for (const [index, tier] of tiers.entries()) {
        const before = tiers[index - 1];
        if (!before || wrong.has(index) || wrong.has(index - 1)) continue;
        if (tier.quantity <= before.quantity)
          context.addIssue(
            refuse(
              "not_ascending",
              [index, "quantity"],
              `Use more than ${before.quantity}, the tier before.`,
            ),
          );
        if (compareMoney(tier.discount, before.discount) < 0)
          context.addIssue(
            refuse(
              "not_ascending",
              [index, "discount"],
              `Use at least ${before.discount}%, as the tier before.`,
            ),
          );
      }
    },
    { when: () => true },
  );

const section = withRules(
  z.object({
    title: text(100).min(1, "Give the section a title."),
    minProducts: count(0, MAX_QUANTITY),
    maxProducts: optionalCount(1, MAX_QUANTITY),
    productIds,
  }),
  (rule) => [
    rule(["minProducts", "maxProducts"], ({ minProducts, maxProducts }) =>
      maxProducts !== null && maxProducts < minProducts
        ? [refuse("out_of_range", ["maxProducts"], `Use ${minProducts} or more, the least number.`)]
        : [],
    ),
  ],
);

/** Interval and discount: the fields that a frequency and its selling plan share. */
export const planTerms = withRules(
  z.object({
    interval: oneOf(INTERVALS),
    intervalCount: count(1, MAX_INTERVAL_COUNT.DAY),
    discount: percent,
  }),
  (rule) => [
    rule(["interval", "intervalCount"], ({ interval, intervalCount }) => {
      const most = MAX_INTERVAL_COUNT[interval];
      return intervalCount > most
        ? [refuse("out_of_range", ["intervalCount"], `Use a whole number from 1 to ${most}.`)]
        : [];
    }),
  ],
);

const frequency = inParts(
  planTerms,
  z.object({ name: text(100), sellingPlanId: optionalPlatformId("SellingPlan") }),
);

const bundleProduct = z.object({
  productId: platformIdField("Product"),
  variantId,
  quantity: count(0, MAX_QUANTITY),
  subProductIds: platformIdList("Product", MAX_CHOICES),
  subVariantIds: platformIdList("ProductVariant", MAX_CHOICES),
});

/** An https address, or a path of the shop; never something that runs as a script. */
const redirectUrl = optionalText(2000).refine(
  (url) => url === null || /^\/(?![/\\])\S*$/.test(url) || isHttpsUrl(url),
  { error: "Write an https:// address, or a path of the shop such as /pages/thanks." },
);

function isHttpsUrl(text: string): boolean {
  try {
    return /^https:\/\/[^\s\\]+$/i.test(text) && new URL(text).protocol === "https:";
  } catch {
    return false;
  }
}

const fields = z.object({
  name: text(255).min(1, "Give the bundle a name."),
  description: text(2000),
  subscriptionBundlingEnabled: yesOrNo,
  buildABoxType: oneOf(BOX_TYPES),
  selectionType: oneOf(SELECTION_TYPES),
  appliesOn: oneOf(APPLIES_ON),
  productDiscountType: oneOf(PRODUCT_DISCOUNT_TYPES),
  productSelectionType: oneOf(PRODUCT_SELECTION_TYPES),
  productViewStyle: oneOf(PRODUCT_VIEW_STYLES),
  minProductCount: optionalCount(0, MAX_QUANTITY),
  maxProductCount: optionalCount(1, MAX_QUANTITY),
  minUniqueProductCheck: yesOrNo,
  discount: percent,
  discountCode,
  minOrderAmount: optionalAmount,
  tieredDiscount,
  singleProductSettings: z.object({ quantities: z.array(pieces).max(12, "At most 12 sizes.") }),
  sections: z.array(section).max(20, "At most 20 sections."),
  collectionData: z
    .array(
      z.object({
        title: text(100).min(1, "Give the collection a title."),
        collectionId: optionalPlatformId("Product"),
        productIds,
      }),
    )
    .max(50, "At most 50 collections."),
  variants: z.array(z.object({ variantId, quantity: pieces })).max(50, "At most 50."),
  discountedVariants: z
    .array(z.object({ variantId, quantity: pieces, discount: percent }))
    .max(MAX_PRODUCTS, `At most ${MAX_PRODUCTS}.`),
  frequencies: z.array(frequency).max(12, "At most 12 frequencies."),
  allowOneTimePurchase: yesOrNo,
  subscriptionId: optionalPlatformId("SellingPlanGroup"),
  sellingPlanIds: platformIdList("SellingPlan", 100),
  groupName: optionalText(255),
  trackInventory: yesOrNo,
  thirdPartyRule: yesOrNo,
  bundleRedirect: oneOf(BUNDLE_REDIRECTS),
  customRedirectURL: redirectUrl,
  bundleTopHtml: z.string().max(MAX_HTML, `At most ${MAX_HTML} characters.`),
  bundleBottomHtml: z.string().max(MAX_HTML, `At most ${MAX_HTML} characters.`),
  proceedToCheckoutButtonText: optionalText(60),
  chooseProductsText: optionalText(200),
  products: z.array(bundleProduct).max(MAX_PRODUCTS, `At most ${MAX_PRODUCTS} products.`),
});

/**
 * A whole bundle, as the editor sends it and the live preview reads it. All errors are reported at once.
 */
export const bundleSchema: z.ZodType<BundleConfiguration> = withRules(fields, () => BUNDLE_RULES);

export const handleSchema = z
  .string({ error: "Write a handle." })
  .trim()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Use lower-case letters, digits and single hyphens between them.")
  .max(100, "At most 100 characters.");

/** `Coffee & Tea Box` → `coffee-tea-box`. */
export const toHandle = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, "") || "bundle";
