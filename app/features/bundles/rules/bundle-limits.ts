import { compareMoney } from "~/lib/money";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { usesPart } from "./box-types";
import type { BoxLine } from "./bundle-price";

/** The fields of a bundle that decide which boxes may be bought. */
export type LimitRules = Pick<
  BundleConfiguration,
  | "buildABoxType"
  | "selectionType"
  | "minProductCount"
  | "maxProductCount"
  | "minUniqueProductCheck"
  | "minOrderAmount"
  | "singleProductSettings"
  | "sections"
>;

/** Why a box cannot be bought yet. `section` is the index of a section, where the problem belongs to one. */
export type BoxProblem =
  | { code: "empty" }
  | { code: "sold_out" }
  | { code: "too_few"; least: number; missing: number }
  | { code: "too_few_different"; least: number; missing: number }
  | { code: "too_many"; most: number; surplus: number }
  | { code: "wrong_size"; sizes: number[] }
  | { code: "below_minimum_amount"; least: string }
  | SectionProblem;
type SectionProblem =
  | { code: "section_too_few"; section: number; least: number; missing: number }
  | { code: "section_too_many"; section: number; most: number; surplus: number };

/**
 * Everything that keeps a box from being bought, in the order customers see it; empty when it may be bought.
 * @param lines what is in the box; `productId` is the bundle's product that the item replaces
 * @param subtotal price of the box before discounts, which the minimum order amount is compared with
 */
export function findBoxProblems(
  rules: LimitRules,
  lines: readonly BoxLine[],
  subtotal: string,
): BoxProblem[] {
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const items = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  if (items === 0) return [{ code: "empty" }];
  const problems: BoxProblem[] = [];
  if (rules.selectionType === "FLEXIBLE") problems.push(...findCountProblems(rules, chosen, items));
  if (rules.minOrderAmount !== null && compareMoney(subtotal, rules.minOrderAmount) < 0)
    problems.push({ code: "below_minimum_amount", least: rules.minOrderAmount });
  return problems;
}

function findCountProblems(rules: LimitRules, chosen: readonly BoxLine[], items: number): BoxProblem[] {
  const problems: BoxProblem[] = [];
  const least = rules.minProductCount ?? 0;
  const different = new Set(chosen.map(({ variantId }) => variantId)).size;
  if (rules.minUniqueProductCheck) {
    if (different < least) problems.push({ code: "too_few_different", least, missing: least - different });
  } else if (items < least) problems.push({ code: "too_few", least, missing: least - items });
  const most = toMostItems(rules);
  if (most !== null && items > most) problems.push({ code: "too_many", most, surplus: items - most });
  const sizes = toBoxSizes(rules);
  if (sizes.length > 0 && !sizes.includes(items)) problems.push({ code: "wrong_size", sizes });
  if (rules.buildABoxType === "SECTIONED_BUNDLE") problems.push(...findSectionProblems(rules, chosen));
  return problems;
}

/** An infinite box has no upper limit, even if one is still stored. */
export const toMostItems = ({
  buildABoxType,
  maxProductCount,
}: Pick<LimitRules, "buildABoxType" | "maxProductCount">): number | null =>
  buildABoxType === "INFINITE" ? null : maxProductCount;

/** Box sizes, ascending; only single-product boxes have them. */
export const toBoxSizes = ({
  buildABoxType,
  singleProductSettings,
}: Pick<LimitRules, "buildABoxType" | "singleProductSettings">): number[] =>
  usesPart(buildABoxType, "sizes") ? singleProductSettings.quantities.toSorted((a, b) => a - b) : [];

/** Sections with too few or too many items, in order. */
export function findSectionProblems(
  { sections }: Pick<LimitRules, "sections">,
  chosen: readonly BoxLine[],
): SectionProblem[] {
  return sections.flatMap(({ productIds, minProducts, maxProducts }, section): SectionProblem[] => {
    const items = chosen
      .filter(({ productId }) => productIds.includes(productId))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (items < minProducts)
      return [{ code: "section_too_few", section, least: minProducts, missing: minProducts - items }];
    if (maxProducts !== null && items > maxProducts)
      return [{ code: "section_too_many", section, most: maxProducts, surplus: items - maxProducts }];
    return [];
  });
}
