import { usesPart } from "~/features/bundles/rules/box-types";
import { compareMoney, fromMinorUnits, toMinorUnits } from "~/lib/money";
import type { BundleConfiguration, Tier } from "~db/schema/bundle-configuration";

/** The part of a bundle's configuration that decides what a box costs. */
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

/** `price`: of one piece, a decimal string. */
export type BoxLine = { productId: number; variantId: number; price: string; quantity: number };

/** `frequencyDiscount`: per cent that the chosen frequency saves; null for a one-time purchase. */
export type BoxChoice = { lines: readonly BoxLine[]; frequencyDiscount: string | null };

export type BoxPrice = {
  /** In the order given; `total` is what the line costs after all discounts. They add up to the box's total exactly. */
  lines: { variantId: number; quantity: number; subtotal: string; total: string }[];
  itemCount: number;
  /** Before, off, and after: total = subtotal - discount. */
  subtotal: string;
  discount: string;
  total: string;
  /** Per cent off the delivery price (shipping discount only). */
  shippingDiscount: string;
  /** The platform's code that takes the bundle's own discount off; null where nothing comes off, or no code does it. */
  code: string | null;
  /** The tier that holds, and the next one with how many items are missing; for a word of encouragement. */
  tier: Tier | null;
  nextTier: (Tier & { missing: number }) | null;
};

/** Percentages have two decimals: 12.5 % = 1250 of 10,000 parts. */
const WHOLE = 10_000n;

/** Lines before any discount: the bundle detail's `totalPrice` (wire.md §2 operation 3). Rounded to the currency. */
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
 * What a box costs, in the order of the platform's cart: the frequency's discount comes off the price of each piece,
 * rounded half up as its selling plan does it, then the bundle's own off the rest (the better of the flat one and the
 * tier that is reached). That is exact until the end, rounded once, half up, and handed out to the lines in whole cents,
 * so that lines add up and none costs less than nothing or more than before.
 */
export function priceBox(
  given: PriceRules,
  { lines, frequencyDiscount }: BoxChoice,
  currencyCode: string,
): BoxPrice {
  // What stands there from another box type does not count.
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
  // In parts of a cent: 1 cent = WHOLE parts.
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
      ? findTiers(rules.tieredDiscount, itemCount)
      : { tier: null, nextTier: null }),
  };
}

/** `appliesOn` may keep the bundle's own discount to one-time purchases or to subscriptions. */
const appliesTo = ({ appliesOn }: PriceRules, isSubscription: boolean): boolean =>
  appliesOn === "ONE_TIME" ? !isSubscription : appliesOn === "SUBSCRIPTION" ? isSubscription : true;

/** Tiers count the whole box, but for volume discounts that look at each product by itself, and fixed pairs. */
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

/** The better of the flat discount and the tier that so many items reach. */
function toBest(
  { discount, discountCode, tieredDiscount }: PriceRules,
  itemCount: number,
): { discount: string; code: string | null } {
  const { tier } = findTiers(tieredDiscount, itemCount);
  return tier && compareMoney(tier.discount, discount) > 0
    ? { discount: tier.discount, code: tier.code ?? null }
    : { discount, code: discountCode };
}

/** Of a tier of the whole box its own code, of everything else the bundle's. */
const toCode = (rules: PriceRules, itemCount: number): string | null =>
  hasBoxTiers(rules) ? toBest(rules, itemCount).code : rules.discountCode;

function findTiers(tiers: readonly Tier[], itemCount: number): Pick<BoxPrice, "tier" | "nextTier"> {
  const ascending = tiers.toSorted((a, b) => a.quantity - b.quantity);
  const next = ascending.find(({ quantity }) => quantity > itemCount);
  return {
    tier: ascending.findLast(({ quantity }) => quantity <= itemCount) ?? null,
    nextTier: next ? { ...next, missing: next.quantity - itemCount } : null,
  };
}

/**
 * Whoever takes all of X gets so many pieces of Y cheaper, and that as often as X is there. What counts as X cannot be
 * given as Y at the same time ("buy 2, get 1" of one product takes three); of all ways to count, the customer's best.
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

/** How many pieces of Y go cheaper when X is counted so often. */
const countGiven = ({ inBox, bought, quantity }: Gift, times: number): number =>
  Math.min(inBox - bought * times, quantity * times);

/**
 * How often X is best counted. What one Y saves grows with every time until the box has no more of it, and then falls
 * as X takes its pieces; so the best is where one of them turns, or the end: a customer's address may ask for thousands.
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

/** "12.5" → 1250n. Finer than two decimals is not a percentage of ours. */
const toParts = (percent: string): bigint => {
  const [whole = "0", fraction = ""] = percent.split(".");
  const parts = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, "0"));
  return parts > WHOLE ? WHOLE : parts;
};

/**
 * Whole cents that add up to the rounded sum: each is its exact value rounded down or up, up those that are nearest to
 * it, the first of equals first. So nothing without a fraction moves, and nothing passes a bound of whole cents.
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
