import { compareMoney, fromMinorUnits, toMinorUnits } from "~/lib/money";
import type { BundleConfiguration, Tier } from "~db/schema/bundle-configuration";
import { usesPart } from "./box-types";

/** The fields of a bundle that decide what a box costs. */
export type PriceRules = Pick<
  BundleConfiguration,
  | "buildABoxType"
  | "appliesOn"
  | "productDiscountType"
  | "discount"
  | "discountCode"
  | "tieredDiscount"
  | "variants"
  | "discountedVariants"
>;

/** `price` is for one item, a decimal string. */
export type BoxLine = { productId: number; variantId: number; price: string; quantity: number };

/** `frequencyDiscount`: percent off for the chosen frequency; null for a one-time purchase. */
export type BoxChoice = { lines: readonly BoxLine[]; frequencyDiscount: string | null };

export type BoxPrice = {
  /**
   * In the given order. `total` is the line's price after all discounts; the lines add up to the box's total exactly.
   */
  lines: { variantId: number; quantity: number; subtotal: string; total: string }[];
  itemCount: number;
  /** total = subtotal - discount. */
  subtotal: string;
  discount: string;
  total: string;
  /** Percent off the delivery price; only for a shipping discount. */
  shippingDiscount: string;
  /** The platform's code for the bundle's own discount; null when nothing comes off, or comes off without a code. */
  code: string | null;
  /** The tier reached, and the next one that saves more, with the number of items missing, as encouragement. */
  tier: Tier | null;
  nextTier: (Tier & { missing: number }) | null;
};

/** Percentages have two decimals: 12.5 % = 1250 of 10,000 parts. */
const WHOLE = 10_000n;

/**
 * Sum of the lines before any discount, rounded to the currency: `totalPrice` of the bundle detail (wire.md §2
 * operation 3).
 */
export function sumUndiscounted(
  lines: readonly Pick<BoxLine, "price" | "quantity">[],
  currencyCode: string,
): string {
  const cents = lines.reduce(
    (sum, line) => sum + toMinorUnits(line.price, currencyCode) * BigInt(line.quantity),
    0n,
  );
  return fromMinorUnits(cents, currencyCode);
}

/**
 * What a box costs, in the same steps as the platform's cart. First the frequency's discount comes off each item's
 * price, rounded half up, as a selling plan does it. Then the bundle's own discount comes off the rest: the better of
 * the flat discount and the tier reached. It is computed exactly, rounded half up once at the end, and distributed over
 * the lines in whole cents: the lines add up to the total, and no line goes below zero or above its price.
 */
export function priceBox(
  given: PriceRules,
  { lines, frequencyDiscount }: BoxChoice,
  currencyCode: string,
): BoxPrice {
  // A tier discount left over from another box type does not count.
  const hasTiers = usesPart(given.buildABoxType, "tieredDiscount");
  const rules = { ...given, tieredDiscount: hasTiers ? given.tieredDiscount : [] };
  const left = WHOLE - toParts(frequencyDiscount ?? "0");
  const priced = lines.map((line) => {
    const full = toMinorUnits(line.price, currencyCode);
    const cents = (2n * full * left + WHOLE) / (2n * WHOLE);
    const quantity = BigInt(line.quantity);
    return { ...line, cents, subtotal: cents * quantity, before: full * quantity };
  });
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0);
  const isDiscounted = appliesTo(rules, frequencyDiscount !== null);
  // In fractions of a cent: 1 cent = WHOLE parts.
  const own = isDiscounted ? toOwnDiscounts(rules, priced, itemCount) : priced.map(() => 0n);
  const off = toWholeCents(own, WHOLE);
  const subtotal = priced.reduce((sum, line) => sum + line.before, 0n);
  const total = priced.reduce((sum, line, index) => sum + line.subtotal - (off[index] ?? 0n), 0n);
  const money = (cents: bigint) => fromMinorUnits(cents, currencyCode);
  const isShipping = isDiscounted && rules.buildABoxType === "SHIPPING_DISCOUNT";
  const shippingDiscount = isShipping ? toBest(rules, itemCount).discount : "0";
  const takesOff = own.some((parts) => parts > 0n) || compareMoney(shippingDiscount, "0") > 0;
  return {
    lines: priced.map((line, index) => ({
      variantId: line.variantId,
      quantity: line.quantity,
      subtotal: money(line.before),
      total: money(line.subtotal - (off[index] ?? 0n)),
    })),
    itemCount,
    subtotal: money(subtotal),
    discount: money(subtotal - total),
    total: money(total),
    shippingDiscount,
    code: takesOff ? toCode(rules, itemCount) : null,
    ...(isDiscounted && hasBoxTiers(rules)
      ? { tier: findTier(rules.tieredDiscount, itemCount), nextTier: findNextTier(rules, itemCount) }
      : { tier: null, nextTier: null }),
  };
}

/** `appliesOn` may limit the bundle's own discount to one-time purchases or to subscriptions. */
const appliesTo = ({ appliesOn }: PriceRules, isSubscription: boolean): boolean =>
  appliesOn === "ONE_TIME" ? !isSubscription : appliesOn === "SUBSCRIPTION" ? isSubscription : true;

/** Tiers count the items of the whole box, except for volume discounts per product and fixed pairs. */
export const hasBoxTiers = ({
  buildABoxType,
  productDiscountType,
}: Pick<PriceRules, "buildABoxType" | "productDiscountType">): boolean =>
  buildABoxType === "VOLUME_DISCOUNT"
    ? productDiscountType === "SELECTED_PRODUCT"
    : buildABoxType !== "BUY_X_GET_Y" && buildABoxType !== "DISCOUNTED_PRICING";

type PricedLine = BoxLine & { cents: bigint; subtotal: bigint };

function toOwnDiscounts(rules: PriceRules, lines: PricedLine[], itemCount: number): bigint[] {
  switch (rules.buildABoxType) {
    case "SHIPPING_DISCOUNT":
      return lines.map(() => 0n);
    case "DISCOUNTED_PRICING": {
      const byVariant = new Map(
        rules.discountedVariants.map(({ variantId, discount }) => [variantId, discount]),
      );
      return lines.map((line) => line.subtotal * toParts(byVariant.get(line.variantId) ?? "0"));
    }
    case "BUY_X_GET_Y":
      return toBuyXGetY(rules, lines);
    case "VOLUME_DISCOUNT":
      if (rules.productDiscountType === "EACH_PRODUCT")
        return lines.map((line) => {
          const ofProduct = lines.filter(({ productId }) => productId === line.productId);
          const pieces = ofProduct.reduce((sum, { quantity }) => sum + quantity, 0);
          return line.subtotal * toParts(toBest(rules, pieces).discount);
        });
  }
  const parts = toParts(toBest(rules, itemCount).discount);
  return lines.map((line) => line.subtotal * parts);
}

/** The better of the flat discount and the tier reached with this many items. */
function toBest(
  { discount, discountCode, tieredDiscount }: PriceRules,
  itemCount: number,
): { discount: string; code: string | null } {
  const tier = findTier(tieredDiscount, itemCount);
  return tier && compareMoney(tier.discount, discount) > 0
    ? { discount: tier.discount, code: tier.code ?? null }
    : { discount, code: discountCode };
}

/** A tier of the whole box has its own code; everything else uses the bundle's. */
const toCode = (rules: PriceRules, itemCount: number): string | null =>
  hasBoxTiers(rules) ? toBest(rules, itemCount).code : rules.discountCode;

const inOrder = (tiers: readonly Tier[]): Tier[] => tiers.toSorted((a, b) => a.quantity - b.quantity);

const findTier = (tiers: readonly Tier[], itemCount: number): Tier | null =>
  inOrder(tiers).findLast(({ quantity }) => quantity <= itemCount) ?? null;

function findNextTier(rules: PriceRules, itemCount: number): BoxPrice["nextTier"] {
  const present = toBest(rules, itemCount).discount;
  const next = inOrder(rules.tieredDiscount).find(
    ({ quantity, discount }) => quantity > itemCount && compareMoney(discount, present) > 0,
  );
  return next ? { ...next, missing: next.quantity - itemCount } : null;
}

/**
 * Buy X, get Y: each complete set of X makes a number of items of Y cheaper. An item counts either as X or as Y ("buy
 * 2, get 1" of one product takes three). Of all ways to count, the one that saves the customer most is used.
 */
function toBuyXGetY({ variants: buy, discountedVariants: get }: PriceRules, lines: PricedLine[]): bigint[] {
  const quantities = new Map<number, number>();
  for (const { variantId, quantity } of lines)
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  const bought = new Map<number, number>();
  for (const { variantId, quantity } of buy) bought.set(variantId, (bought.get(variantId) ?? 0) + quantity);
  const times = [...bought].map(([id, quantity]) => Math.floor((quantities.get(id) ?? 0) / quantity));
  const most = times.length > 0 ? Math.min(...times) : 0;
  const centsOf = new Map(lines.map(({ variantId, cents }) => [variantId, cents]));
  const gifts = get.map(({ variantId, quantity, discount }) => ({
    variantId,
    quantity,
    parts: toParts(discount),
    cents: centsOf.get(variantId) ?? 0n,
    inBox: quantities.get(variantId) ?? 0,
    bought: bought.get(variantId) ?? 0,
  }));
  const best = findBestTimes(gifts, most);
  const given = new Map(gifts.map((gift) => [gift.variantId, countGiven(gift, best)]));
  const partsOf = new Map(gifts.map(({ variantId, parts }) => [variantId, parts]));
  return lines.map(({ variantId, quantity, cents }) => {
    const left = given.get(variantId) ?? 0;
    const pieces = Math.min(quantity, left);
    given.set(variantId, left - pieces);
    return cents * BigInt(pieces) * (partsOf.get(variantId) ?? 0n);
  });
}

type Gift = { quantity: number; parts: bigint; cents: bigint; inBox: number; bought: number };

/** How many items of Y are discounted when X counts `times` times. */
const countGiven = ({ inBox, bought, quantity }: Gift, times: number): number =>
  Math.min(inBox - bought * times, quantity * times);

/**
 * How many times X should count to save most. The saving of each Y rises each time until the box has no more of it,
 * then falls as X takes its items. So the maximum is at one of these turning points or at the end; only those are
 * tried, since an address may ask for thousands of items.
 */
function findBestTimes(gifts: readonly Gift[], most: number): number {
  const turns = gifts.flatMap(({ inBox, bought, quantity }) => {
    const turn = inBox / (bought + quantity);
    return [Math.floor(turn), Math.ceil(turn)];
  });
  let best = { times: 0, sum: 0n };
  for (const times of new Set([...turns.filter((turn) => turn < most), most])) {
    const sum = gifts.reduce(
      (total, gift) => total + BigInt(countGiven(gift, times)) * gift.cents * gift.parts,
      0n,
    );
    if (sum > best.sum) best = { times, sum };
  }
  return best.times;
}

/** "12.5" → 1250n. Our percentages have at most two decimals. */
const toParts = (percent: string): bigint => {
  const [whole = "0", fraction = ""] = percent.split(".");
  const parts = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, "0"));
  return parts > WHOLE ? WHOLE : parts;
};

/**
 * Whole cents that add up to the rounded sum: each exact value is rounded down or up; up are those closest to the next
 * cent, earlier ones first among equals. So whole values never change, and no value passes a bound in whole cents.
 */
function toWholeCents(exact: readonly bigint[], unit: bigint): bigint[] {
  const sum = exact.reduce((total, part) => total + part, 0n);
  const rounded = (2n * sum + unit) / (2n * unit);
  const cents = exact.map((part) => part / unit);
  let missing = rounded - cents.reduce((total, part) => total + part, 0n);
  const byFraction = exact
    .map((part, index) => ({ index, fraction: part % unit }))
    .sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1));
  for (const { index } of byFraction) {
    if (missing === 0n) break;
    cents[index] = (cents[index] ?? 0n) + 1n;
    missing -= 1n;
  }
  return cents;
}
