import { type BoxProblem, toBoxSizes, toMostItems } from "~/features/bundles/rules/bundle-limits";
import type { BoxTexts } from "~/features/bundles/storefront/texts/box-texts";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import type { BoxGroup, ItemRange } from "./box-groups";
import type { PurchaseOption } from "./box-view";
import type { BoxWording, WrittenBox } from "./box-wording";

type ByCount = BoxTexts["items"];

const write = (text: ByCount, count: number, { format }: BoxWording): string =>
  text(count, format.number(count));

export const toItemsText = (count: number, wording: BoxWording): string =>
  write(wording.box.items, count, wording);

export const toAmount = (amount: string, { wording, currencyCode }: WrittenBox): string =>
  wording.format.money(amount, currencyCode);

/** The name of a way to buy: the merchant's, or one made from the interval. */
export function toWayName(
  frequency: PurchaseOption["frequency"],
  { texts, format, box }: BoxWording,
): string {
  if (!frequency) return box.often.once;
  const { name, interval, intervalCount } = frequency;
  return name || texts.every(interval, intervalCount, format.number(intervalCount));
}

export const toGroupTitle = ({ title, isRest }: BoxGroup, { box }: BoxWording): string | null =>
  isRest ? box.choose.others : title;

/** What the customer has to do before the box can be bought. */
export function toProblemText(problem: BoxProblem, view: WrittenBox): string {
  const { bundle, wording } = view;
  const { problem: texts, order } = wording.box;
  const { number, name } = wording.format;
  const inSection = (index: number, text: string) =>
    texts.section(name(bundle.sections[index]?.title ?? ""), text);
  switch (problem.code) {
    case "empty":
      return texts.empty;
    case "sold_out":
      return texts.soldOut;
    case "too_few":
      return texts.atLeast(write(order.add, problem.missing, wording), number(problem.least));
    case "too_few_different":
      return texts.atLeast(write(order.addDifferent, problem.missing, wording), number(problem.least));
    case "too_many":
      return texts.atMost(write(order.takeOut, problem.surplus, wording), number(problem.most));
    case "wrong_size":
      return texts.sizes(toSizes(problem.sizes, wording));
    case "below_minimum_amount":
      return texts.minimum(toAmount(problem.least, view));
    case "section_too_few":
      return inSection(problem.section, write(order.add, problem.missing, wording));
    case "section_too_many":
      return inSection(problem.section, write(order.takeOut, problem.surplus, wording));
  }
}

/** "6, 12 or 24". */
const toSizes = (sizes: readonly number[], { format }: BoxWording): string =>
  format.either(sizes.map((size) => format.number(size)));

/** "Choose 2 to 4 items"; null where there is no limit. */
export function toRangeText({ least, most }: ItemRange, wording: BoxWording): string | null {
  const { choose } = wording.box;
  if (most === null) return least > 0 ? write(choose.atLeast, least, wording) : null;
  if (least === most) return write(choose.exactly, most, wording);
  const { number } = wording.format;
  return least > 0 ? choose.between(number(least), number(most)) : write(choose.upTo, most, wording);
}

/** One line of instructions above the products. */
export function toInvitation({ bundle, wording }: Pick<WrittenBox, "bundle" | "wording">): string {
  const { choose } = wording.box;
  if (bundle.chooseProductsText) return bundle.chooseProductsText;
  if (bundle.selectionType === "FIXED") return choose.fixed;
  const sizes = toBoxSizes(bundle);
  if (sizes.length > 0) return choose.sizes(toSizes(sizes, wording));
  const range = { least: bundle.minProductCount ?? 0, most: toMostItems(bundle) };
  return toRangeText(range, wording) ?? choose.any;
}

/** How many of the items have to be different; null where that does not matter. */
export function toVarietyText({ bundle, wording }: Pick<WrittenBox, "bundle" | "wording">): string | null {
  const { selectionType, minUniqueProductCheck, minProductCount } = bundle;
  const counts = selectionType === "FLEXIBLE" && minUniqueProductCheck && minProductCount !== null;
  return counts && minProductCount > 1 ? write(wording.box.choose.different, minProductCount, wording) : null;
}

/** What more items would save; null when there is nothing to say. */
export function toEncouragement(
  { buildABoxType }: Pick<BundleConfiguration, "buildABoxType">,
  { nextTier }: PurchaseOption["price"],
  wording: BoxWording,
): string | null {
  if (!nextTier) return null;
  const { cheer, cheerDelivery } = wording.box.discount;
  const say = buildABoxType === "SHIPPING_DISCOUNT" ? cheerDelivery : cheer;
  return say(
    write(wording.box.order.add, nextTier.missing, wording),
    wording.format.percent(nextTier.discount),
  );
}
