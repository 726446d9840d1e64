import type { BoxLine } from "~/features/bundles/rules/bundle-price";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import type { BoxOption, BoxSlot } from "./box-slots";

type Frequency = BundleConfiguration["frequencies"][number];

/** A row of a box: one option of one slot, and its quantity. */
export type BoxRow = { productId: number; option: BoxOption; quantity: number };

/** What a customer has chosen so far. `frequency` null: a one-time purchase. */
export type BoxChoice = { rows: BoxRow[]; frequency: Frequency | null };

/**
 * Names of a choice in the page's address: `q.<product>.<variant>=<quantity>`, `v.<product>=<variant>`,
 * `every=MONTH-1`.
 */
export const quantityName = (productId: number, variantId: number): string => `q.${productId}.${variantId}`;
export const variantName = (productId: number): string => `v.${productId}`;
export const ONE_TIME = "once";
export const toFrequencyValue = ({ interval, intervalCount }: Frequency): string =>
  `${interval}-${intervalCount}`;

const MAX_PIECES = 999;

/** Reads a choice from any address: parameters that make no sense are ignored. */
export function readChoice(
  bundle: BundleConfiguration,
  slots: BoxSlot[],
  search: URLSearchParams,
): BoxChoice {
  const isNew = ![...search.keys()].some((name) => /^[qv]\./.test(name));
  const rows = slots.flatMap((slot) =>
    bundle.selectionType === "FIXED" ? readFixed(slot, search) : readFlexible(slot, search, isNew),
  );
  const canBeTaken = ({ option }: BoxRow) => option.available || !bundle.trackInventory;
  const kept = rows.map((row) => (canBeTaken(row) ? row : { ...row, quantity: 0 }));
  return { rows: kept, frequency: readFrequency(bundle, search) };
}

/** In a fixed box the quantity of each product is given; customers choose only the variant. */
function readFixed({ productId, quantity, options }: BoxSlot, search: URLSearchParams): BoxRow[] {
  const wanted = Number(search.get(variantName(productId)));
  const option = options.find(({ variantId }) => variantId === wanted) ?? options[0];
  return option ? [{ productId, option, quantity }] : [];
}

function readFlexible(
  { productId, quantity, options }: BoxSlot,
  search: URLSearchParams,
  isNew: boolean,
): BoxRow[] {
  return options.map((option, index) => {
    const text = search.get(quantityName(productId, option.variantId)) ?? "";
    const chosen = /^\d{1,6}$/.test(text) ? Math.min(Number(text), MAX_PIECES) : 0;
    return { productId, option, quantity: isNew && index === 0 ? quantity : chosen };
  });
}

/** The first frequency, unless the address names another one, or none where that is allowed. */
function readFrequency(
  { frequencies, allowOneTimePurchase }: BundleConfiguration,
  search: URLSearchParams,
): Frequency | null {
  const wanted = search.get("every");
  if (wanted === ONE_TIME && allowOneTimePurchase) return null;
  return frequencies.find((each) => toFrequencyValue(each) === wanted) ?? frequencies[0] ?? null;
}

/** One item more or less, as the buttons beside a quantity ask: `add` or `less` = `<product>.<variant>`. */
export function applyStep(choice: BoxChoice, search: URLSearchParams): BoxChoice | null {
  const add = search.get("add");
  const less = search.get("less");
  if (add === null && less === null) return null;
  const rows = choice.rows.map((row) => {
    const name = `${row.productId}.${row.option.variantId}`;
    const step = name === add ? 1 : name === less ? -1 : 0;
    return { ...row, quantity: Math.min(MAX_PIECES, Math.max(0, row.quantity + step)) };
  });
  return { ...choice, rows };
}

/** Rows as parameters of an address, as short as possible. */
export function toRowEntries(
  bundle: Pick<BundleConfiguration, "selectionType">,
  rows: readonly BoxRow[],
): [name: string, value: string][] {
  if (bundle.selectionType === "FIXED")
    return rows.map(({ productId, option }) => [variantName(productId), String(option.variantId)]);
  const chosen = rows.filter(({ quantity }) => quantity > 0);
  return chosen.map(({ productId, option, quantity }) => [
    quantityName(productId, option.variantId),
    String(quantity),
  ]);
}

/** The choice as a query string; `q.` alone means that nothing is chosen. @param step of a box of steps, from 1 */
export function toChoiceSearch(
  bundle: Pick<BundleConfiguration, "selectionType">,
  { rows, frequency }: BoxChoice,
  step: number | null,
): URLSearchParams {
  const search = new URLSearchParams(toRowEntries(bundle, rows));
  if (search.size === 0) search.set("q.", "");
  search.set("every", frequency ? toFrequencyValue(frequency) : ONE_TIME);
  if (step !== null) search.set("step", String(step));
  return search;
}

export const toBoxLines = (rows: readonly BoxRow[]): BoxLine[] =>
  rows
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, option: { variantId, price }, quantity }) => ({
      productId,
      variantId,
      price,
      quantity,
    }));
