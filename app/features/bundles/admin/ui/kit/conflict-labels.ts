import type { toPayload } from "~/features/bundles/configure/bundle-draft";
import { BOX_TYPE_INFO } from "~/features/bundles/rules/box-types";

type Payload = ReturnType<typeof toPayload>;
/** Titles of products and variants by id. */
export type Titles = { ofProduct: (id: number) => string; ofVariant: (id: number) => string };

type Describe = { [Name in keyof Payload]?: (value: Payload[Name], titles: Titles) => string[] };

const percent = (discount: string): string => `${discount || "0"}%`;
const toRange = (least: string, most: string): string => (most ? `${least} to ${most}` : `${least} or more`);
const namesOf = (ids: readonly number[], { ofProduct }: Titles): string =>
  ids.map(ofProduct).join(", ") || "–";

/** Fields that are lists, as one line per entry. */
const LISTS: Describe = {
  buildABoxType: (type) => [BOX_TYPE_INFO[type].label],
  products: (rows, titles) =>
    rows.map(({ variantId, quantity, subProductIds, subVariantIds }) => {
      const swaps = [...subProductIds.map(titles.ofProduct), ...subVariantIds.map(titles.ofVariant)];
      const instead = swaps.length > 0 ? ` (or ${swaps.join("; ")})` : "";
      return `${titles.ofVariant(variantId)} × ${quantity}${instead}`;
    }),
  tieredDiscount: (rows) =>
    rows.map(
      ({ quantity, discount, code }) =>
        `From ${quantity}: ${percent(discount)}${code ? `, code ${code}` : ""}`,
    ),
  sections: (rows, titles) =>
    rows.map(
      ({ title, minProducts, maxProducts, productIds }) =>
        `${title}, ${toRange(minProducts, maxProducts)}: ${namesOf(productIds, titles)}`,
    ),
  collectionData: (rows, titles) =>
    rows.map(({ title, productIds }) => `${title}: ${namesOf(productIds, titles)}`),
  variants: (rows, { ofVariant }) =>
    rows.map(({ variantId, quantity }) => `${ofVariant(variantId)} × ${quantity}`),
  discountedVariants: (rows, { ofVariant }) =>
    rows.map(
      ({ variantId, quantity, discount }) =>
        `${ofVariant(variantId)} × ${quantity}: ${percent(discount)} off`,
    ),
  frequencies: (rows) =>
    rows.map(({ interval, intervalCount, name, discount, sellingPlanId }) =>
      [
        `${intervalCount} ${interval}`,
        name,
        percent(discount),
        sellingPlanId === null ? "" : `plan ${sellingPlanId}`,
      ]
        .filter(Boolean)
        .join(", "),
    ),
  sellingPlanIds: (ids) => ids.map(String),
  singleProductSettings: ({ quantities }) => quantities,
};

const LONGEST = 80;

/**
 * One field of two versions as lines to read side by side. Of a list only the entries that differ, each with its place;
 * of a long text the part around the first difference.
 */
export function toConflictLines<Name extends keyof Payload>(
  name: Name,
  [mine, theirs]: [Payload[Name], Payload[Name]],
  titles: Titles,
): { yours: string[]; others: string[] } {
  const toLines = LISTS[name];
  if (!toLines || name === "buildABoxType") {
    const [a, b] = [
      toLines?.(mine, titles)[0] ?? toLabel(mine),
      toLines?.(theirs, titles)[0] ?? toLabel(theirs),
    ];
    return { yours: [toExcerpt(a, b)], others: [toExcerpt(b, a)] };
  }
  const number = (lines: string[]) => lines.map((line, index) => `${index + 1}. ${line}`);
  const [a, b] = [number(toLines(mine, titles)), number(toLines(theirs, titles))];
  const without = (lines: string[], other: string[]) => {
    const left = lines.filter((line) => !other.includes(line));
    return left.length > 0 ? left : ["–"];
  };
  return { yours: without(a, b), others: without(b, a) };
}

const toLabel = (value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "Yes"
      : "No"
    : value === null || value === ""
      ? "–"
      : typeof value === "string"
        ? value
        : JSON.stringify(value);

function toExcerpt(text: string, other: string): string {
  if (text.length <= LONGEST) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const start = Math.max(0, Math.min(same - 20, text.length - LONGEST));
  const part = text.slice(start, start + LONGEST);
  return `${start > 0 ? "…" : ""}${part}${start + LONGEST < text.length ? "…" : ""}`;
}
