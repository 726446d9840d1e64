import { formatCount } from "~/lib/format";
import { compareMoney, roundMoney } from "~/lib/money";
import type { importProducts, StagedVariant } from "~db/schema/imports";
import {
  Invalid,
  type ParseValue,
  parseCount,
  parseId,
  parseMoney,
  parseText,
  parseYesNo,
  toDecimalsText,
} from "./import-values";
import { type RowError, toShownValue } from "./row-reader";

type StagedProduct = Omit<typeof importProducts.$inferInsert, "shopId" | "importId">;

/**
 * A product to stage. `staged` null: not even its id can be read. A bad product or variant is staged by its id only: it
 * is not imported, but does not count as absent. `variants`, `badVariants`: how many it has.
 */
export type ProductRow = {
  staged: StagedProduct | null;
  hasUnreadableIds: boolean;
  errors: RowError[];
  warnings: RowError[];
};

/** What the commerce platform allows. Whatever a file holds, one product is read in a moment: all shops wait for it. */
const MOST = { variants: 2_048, images: 250 };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Postgres cannot store text with U+0000 or half a surrogate pair, both of which JSON can express. */
const UNKEEPABLE = /[\0\p{Surrogate}]/u;

/** A JSON scalar as text for the value rules; objects and lists as JSON, for display. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value.trim();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Values of one object, their errors named by their path in the product. */
function createObjectReader(object: Json, path: string, errors: RowError[]) {
  function optional<T>(name: string, parse: ParseValue<T>): T | null {
    const text = toText(object[name]);
    if (text === "") return null;
    const isScalar = typeof object[name] !== "object";
    const value = !isScalar
      ? new Invalid("Expected a single value, not a list or an object.")
      : UNKEEPABLE.test(text)
        ? new Invalid("Contains a character that cannot be stored.")
        : parse(text);
    if (!(value instanceof Invalid)) return value;
    errors.push({ column: path + name, value: toShownValue(text), reason: value.reason });
    return null;
  }
  function required<T>(name: string, parse: ParseValue<T>): T | null {
    const isEmpty = toText(object[name]) === "";
    if (isEmpty) errors.push({ column: path + name, value: "", reason: "Is required." });
    return isEmpty ? null : optional(name, parse);
  }
  return { optional, required };
}

/**
 * One entry of `products` (wire.md §3): {id, title, handle, vendor?, product_type?, variants[], images[]}.
 *
 * @param currencyCode the shop's; prices are in it
 */
export function readProduct(value: unknown, line: number, currencyCode: string): ProductRow {
  const errors: RowError[] = [];
  const warnings: RowError[] = [];
  if (!isObject(value)) {
    const error = { column: "", value: toShownValue(toText(value)), reason: "Expected an object." };
    return { staged: null, hasUnreadableIds: true, errors: [error], warnings };
  }
  const own = createObjectReader(value, "", errors);
  const productId = own.required("id", parseId);
  const title = own.required("title", parseText(500));
  const handle = own.required("handle", parseText(500));
  const vendor = own.optional("vendor", parseText(255));
  const productType = own.optional("product_type", parseText(255));
  if (!Array.isArray(value.variants))
    errors.push({
      column: "variants",
      value: toShownValue(toText(value.variants)),
      reason: "Expected a list.",
    });
  const tooManyVariants = listTooMany(value, "variants");
  errors.push(...tooManyVariants);
  warnings.push(...listTooMany(value, "images"));
  const isBad = errors.length > 0;
  const isRead = tooManyVariants.length === 0;
  const images = isRead ? readImages(value, warnings) : [];
  const variants = isRead ? readVariants(value, productId, images, errors) : [];
  warnings.push(...listUnevenPrices(variants, currencyCode));
  if (productId === null) return { staged: null, hasUnreadableIds: true, errors, warnings };
  const image = images[0];
  const staged: StagedProduct = {
    productId,
    line,
    isBad,
    title,
    handle,
    vendor,
    productType,
    imageUrl: image?.url ?? null,
    imageWidth: image?.width ?? null,
    imageHeight: image?.height ?? null,
    variants: variants.filter((variant) => variant !== null),
  };
  return { staged, hasUnreadableIds: !isRead || variants.includes(null), errors, warnings };
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function listTooMany(product: Json, column: keyof typeof MOST): RowError[] {
  const { length } = toList(product[column]);
  if (length <= MOST[column]) return [];
  const most = `A product has at most ${formatCount(MOST[column])}`;
  const reason = column === "images" ? `${most}; it is imported with the first ones.` : `${most}.`;
  return [{ column, value: formatCount(length), reason }];
}

function listUnevenPrices(variants: readonly (StagedVariant | null)[], currencyCode: string): RowError[] {
  return variants.flatMap((variant, index) => {
    const price = variant?.price;
    if (price === undefined || compareMoney(price, roundMoney(price, currencyCode)) === 0) return [];
    const reason = `${toDecimalsText(currencyCode)}: orders are rounded.`;
    return [{ column: `variants[${index}].price`, value: price, reason }];
  });
}

/** A variant without a readable id is null. */
function readVariants(
  product: Json,
  productId: number | null,
  images: Image[],
  errors: RowError[],
): (StagedVariant | null)[] {
  const imageOf = toImagesOfVariants(images);
  return toList(product.variants).map((value, index) => {
    const path = `variants[${index}].`;
    const found: RowError[] = [];
    const variant = isObject(value) ? value : {};
    const own = createObjectReader(variant, path, found);
    const id = own.required("id", parseId);
    const owner = own.optional("product_id", parseId);
    if (owner !== null && productId !== null && owner !== productId)
      found.push({ column: `${path}product_id`, value: String(owner), reason: `Expected ${productId}.` });
    const staged = {
      title: own.required("title", parseText(500)) ?? "",
      sku: own.optional("sku", parseText(255)),
      price: own.required("price", parseMoney) ?? "0",
      available: own.optional("available", parseYesNo) ?? true,
      requiresShipping: own.optional("requires_shipping", parseYesNo) ?? true,
      taxable: own.optional("taxable", parseYesNo) ?? true,
      position: own.optional("position", parseCount(1_000_000)) ?? index + 1,
    };
    errors.push(...found);
    if (id === null) return null;
    if (found.length > 0) return { id, isBad: true };
    const image = imageOf.get(id);
    return {
      id,
      isBad: false,
      ...staged,
      imageUrl: image?.url ?? null,
      imageWidth: image?.width ?? null,
      imageHeight: image?.height ?? null,
    };
  });
}

type Image = { url: string; width: number | null; height: number | null; variantIds: number[] };

/** The first picture of each variant. Not searched for each variant: that would be a billion steps. */
function toImagesOfVariants(images: readonly Image[]): Map<number, Image> {
  const found = new Map<number, Image>();
  for (const image of images) for (const id of image.variantIds) if (!found.has(id)) found.set(id, image);
  return found;
}

/** A picture that cannot be used is only a warning: the product is still imported. */
function readImages(product: Json, warnings: RowError[]): Image[] {
  const images = toList(product.images)
    .slice(0, MOST.images)
    .map((value, index): Image | null => {
      const image = isObject(value) ? value : {};
      const own = createObjectReader(image, `images[${index}].`, warnings);
      const url = own.required("src", parseImageUrl);
      const width = own.optional("width", parseCount(100_000));
      const height = own.optional("height", parseCount(100_000));
      return url === null
        ? null
        : { url, width, height, variantIds: toList(image.variant_ids).slice(0, MOST.variants).map(Number) };
    });
  return images.filter((image) => image !== null);
}

const parseImageUrl: ParseValue<string> = (text) => {
  const url = text.startsWith("//") ? `https:${text}` : text;
  return url.length <= 2000 && /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")
    ? url
    : new Invalid("Expected the address of a picture, https://…; the product is imported without it.");
};
