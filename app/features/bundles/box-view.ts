import { type BoxChoice, toBoxLines } from "~/features/bundles/box-choice";
import type { BoxSlot } from "~/features/bundles/box-slots";
import type { BundleConfiguration } from "~/features/bundles/bundle";
import { type BoxProblem, findBoxProblems } from "~/features/bundles/bundle-limits";
import { type BoxPrice, priceBox } from "~/features/bundles/bundle-price";

/** A bundle's page for one choice: what there is, what it costs, and why it cannot go on yet. */
export type BoxView = {
  bundle: BundleConfiguration;
  slots: BoxSlot[];
  choice: BoxChoice;
  price: BoxPrice;
  problems: BoxProblem[];
  currencyCode: string;
};

export function toBoxView(
  bundle: BundleConfiguration,
  slots: BoxSlot[],
  choice: BoxChoice,
  currencyCode: string,
): BoxView {
  const lines = toBoxLines(choice.rows);
  const frequencyDiscount = choice.frequency?.discount ?? null;
  const price = priceBox(bundle, { lines, frequencyDiscount }, currencyCode);
  const problems = findBoxProblems(bundle, lines, price.subtotal);
  const isIncomplete = bundle.selectionType === "FIXED" && choice.rows.some(({ quantity }) => quantity === 0);
  return {
    bundle,
    slots,
    choice,
    price,
    problems: isIncomplete && lines.length > 0 ? [{ code: "sold_out" }, ...problems] : problems,
    currencyCode,
  };
}

export type BoxGroup = { title: string | null; note: string | null; slots: BoxSlot[] };

/** Slots under the headings of sections or collections, in their order; what stands under none comes last. */
export function toBoxGroups({ bundle, slots }: Pick<BoxView, "bundle" | "slots">): BoxGroup[] {
  const groups =
    bundle.buildABoxType === "SECTIONED_BUNDLE"
      ? bundle.sections.map((section) => ({ ...section, note: toSectionNote(section) }))
      : bundle.productSelectionType === "COLLECTION"
        ? bundle.collectionData.map((collection) => ({ ...collection, note: null }))
        : [];
  const placed = new Set<number>();
  const named = groups.map(({ title, note, productIds }) => {
    const own = slots.filter(({ productId }) => productIds.includes(productId) && !placed.has(productId));
    for (const { productId } of own) placed.add(productId);
    return { title, note, slots: own };
  });
  const rest = slots.filter(({ productId }) => !placed.has(productId));
  const others = { title: named.length > 0 ? "More" : null, note: null, slots: rest };
  return [...named, others].filter((group) => group.slots.length > 0);
}

/** "Choose 2 to 4", "Choose at least 2", "Choose up to 4", "Choose 3". */
export function toRange(least: number, most: number | null): string | null {
  if (most === null) return least > 0 ? `Choose at least ${least}` : null;
  if (least === most) return `Choose ${least}`;
  return least > 0 ? `Choose ${least} to ${most}` : `Choose up to ${most}`;
}

const toSectionNote = ({ minProducts, maxProducts }: BundleConfiguration["sections"][number]) =>
  toRange(minProducts, maxProducts);
