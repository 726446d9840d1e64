import { type BoxProblem, toBoxSizes, toMostItems } from "~/features/bundles/rules/bundle-limits";
import { toRange } from "~/features/bundles/storefront/box-groups";
import type { BoxView } from "~/features/bundles/storefront/box-view";
import { formatMoney } from "~/lib/format";

const pieces = (count: number, word = "item"): string => `${count} ${word}${count === 1 ? "" : "s"}`;

export const toItemsText = (count: number): string => pieces(count);

/** What the customer has to do before the box can be bought. */
export function toProblemText(problem: BoxProblem, { bundle, currencyCode }: BoxView): string {
  switch (problem.code) {
    case "empty":
      return "Your box is still empty.";
    case "sold_out":
      return "Something in your box is sold out. Choose another option, or take it out.";
    case "too_few":
      return `Add ${pieces(problem.missing, "more item")}: your box needs at least ${problem.least}.`;
    case "too_few_different":
      return `Add ${problem.missing} more different ${problem.missing === 1 ? "product" : "products"}: your box needs at least ${problem.least}.`;
    case "too_many":
      return `Take out ${pieces(problem.surplus)}: your box holds at most ${problem.most}.`;
    case "wrong_size":
      return `Choose ${toList(problem.sizes)} items in all.`;
    case "below_minimum_amount":
      return `Boxes start at ${formatMoney(problem.least, currencyCode)} before discounts. Add a little more.`;
    case "section_too_few":
      return `${toTitle(bundle, problem.section)}: add ${pieces(problem.missing, "more item")}.`;
    case "section_too_many":
      return `${toTitle(bundle, problem.section)}: take out ${pieces(problem.surplus)}.`;
  }
}

const toTitle = ({ sections }: BoxView["bundle"], index: number): string =>
  sections[index]?.title ?? "Section";

const toList = (numbers: number[]): string =>
  numbers.length < 2 ? numbers.join() : `${numbers.slice(0, -1).join(", ")} or ${numbers.at(-1)}`;

/** One line of instructions above the products. */
export function toInvitation({ bundle }: Pick<BoxView, "bundle">): string {
  if (bundle.chooseProductsText) return bundle.chooseProductsText;
  if (bundle.selectionType === "FIXED") return "In this box";
  const sizes = toBoxSizes(bundle);
  if (sizes.length > 0) return `Choose ${toList(sizes)} items`;
  const range = toRange(bundle.minProductCount ?? 0, toMostItems(bundle));
  const different = bundle.minUniqueProductCheck && bundle.minProductCount ? "different items" : "items";
  return range ? `${range} ${different}` : "Choose your products";
}

/** What more items would save; null when there is nothing to say. */
export function toEncouragement(
  bundle: Pick<BoxView["bundle"], "buildABoxType">,
  price: BoxView["price"],
): string | null {
  if (!price.nextTier) return null;
  const { missing, discount } = price.nextTier;
  const off = bundle.buildABoxType === "SHIPPING_DISCOUNT" ? `${discount}% off delivery` : `${discount}% off`;
  return `Add ${pieces(missing, price.itemCount === 0 ? "item" : "more item")} for ${off}`;
}
