import type { BundleConfiguration } from "~db/schema/bundle-configuration";

type Keyed = { key: string };

/** A bundle as the editor's fields hold it: numbers as typed text, rows with a key each. */
export type BundleDraft = Omit<
  BundleConfiguration,
  | "minProductCount"
  | "maxProductCount"
  | "minOrderAmount"
  | "tieredDiscount"
  | "singleProductSettings"
  | "sections"
  | "collectionData"
  | "variants"
  | "discountedVariants"
  | "frequencies"
  | "discountCode"
  | "groupName"
  | "customRedirectURL"
  | "proceedToCheckoutButtonText"
  | "chooseProductsText"
  | "products"
> & {
  minProductCount: string;
  maxProductCount: string;
  minOrderAmount: string;
  discountCode: string;
  tieredDiscount: (Keyed & { quantity: string; discount: string; code: string })[];
  /** Pack sizes as one text, "6, 12". */
  sizes: string;
  sections: (Keyed & { title: string; minProducts: string; maxProducts: string; productIds: number[] })[];
  collectionData: (Keyed & { title: string; collectionId: number | null; productIds: number[] })[];
  variants: (Keyed & { variantId: number; quantity: string })[];
  discountedVariants: (Keyed & { variantId: number; quantity: string; discount: string })[];
  frequencies: (Keyed &
    Omit<BundleConfiguration["frequencies"][number], "intervalCount"> & { intervalCount: string })[];
  groupName: string;
  customRedirectURL: string;
  proceedToCheckoutButtonText: string;
  chooseProductsText: string;
  products: (Omit<BundleConfiguration["products"][number], "quantity"> & { quantity: string })[];
};

const text = (value: number | string | null): string => (value === null ? "" : String(value));

/** Saved rows have their index as key; rows added in the editor have a key of another form. */
const keyed = <T, R>(rows: readonly T[], toRow: (row: T) => R): (R & Keyed)[] =>
  rows.map((row, index) => ({ ...toRow(row), key: String(index) }));

export function toDraft({ singleProductSettings, ...bundle }: BundleConfiguration): BundleDraft {
  return {
    ...bundle,
    minProductCount: text(bundle.minProductCount),
    maxProductCount: text(bundle.maxProductCount),
    minOrderAmount: text(bundle.minOrderAmount),
    discount: bundle.discount === "0" ? "" : bundle.discount,
    sizes: singleProductSettings.quantities.join(", "),
    discountCode: text(bundle.discountCode),
    tieredDiscount: keyed(bundle.tieredDiscount, ({ quantity, discount, code }) => ({
      quantity: text(quantity),
      discount,
      code: code ?? "",
    })),
    sections: keyed(bundle.sections, (section) => ({
      ...section,
      minProducts: text(section.minProducts),
      maxProducts: text(section.maxProducts),
    })),
    collectionData: keyed(bundle.collectionData, (collection) => collection),
    variants: keyed(bundle.variants, (row) => ({ ...row, quantity: text(row.quantity) })),
    discountedVariants: keyed(bundle.discountedVariants, (row) => ({ ...row, quantity: text(row.quantity) })),
    frequencies: keyed(bundle.frequencies, (row) => ({ ...row, intervalCount: text(row.intervalCount) })),
    groupName: text(bundle.groupName),
    customRedirectURL: text(bundle.customRedirectURL),
    proceedToCheckoutButtonText: text(bundle.proceedToCheckoutButtonText),
    chooseProductsText: text(bundle.chooseProductsText),
    products: bundle.products.map((product) => ({ ...product, quantity: text(product.quantity) })),
  };
}

/** The request body: the schema reads numbers from text. */
export const toPayload = ({ sizes, ...draft }: BundleDraft) => ({
  ...draft,
  singleProductSettings: { quantities: sizes.split(/[\s,;]+/).filter((size) => size !== "") },
});

/** Whether two drafts would save the same values; the keys of rows do not count. */
export const isSameDraft = (a: BundleDraft, b: BundleDraft): boolean => toComparable(a) === toComparable(b);

const toComparable = (draft: BundleDraft): string =>
  JSON.stringify(draft, (name, value: unknown) => {
    if (name === "key") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
