import { z } from "zod";
import type { FieldError } from "~/http/problem";
import { formatMoney } from "~/lib/format";
import { MAX_PRICE } from "~/lib/limits";
import { compareMoney, currencyDecimals, subtractMoney } from "~/lib/money";

/** Of a delivery price, in the shop's currency. */
/** Per cent; a price cannot be cut by more than itself. */
const HIGHEST_RAISE = "1000";
const HIGHEST_CUT = "100";
const PERCENT_DECIMALS = 2;
const PRICE_FORM = /^\d{1,9}(?:\.(\d{1,9}))?$/;

/** To a price, or up or down from what each contract has now. */
export const PRICE_CHANGES = ["SET", "RAISE_AMOUNT", "RAISE_PERCENT", "CUT_AMOUNT", "CUT_PERCENT"] as const;
export type PriceChange = (typeof PRICE_CHANGES)[number];

/** As a task keeps it: the price, or what is added to each contract's own, negative for a cut; decimal strings. */
export const priceParameters = z.union([
  z.object({ deliveryPrice: z.string() }),
  z.object({ amount: z.string() }),
  z.object({ percent: z.string() }),
]);
export type PriceParameters = z.output<typeof priceParameters>;

type Parsed<T> = { value: T; error: null } | { value: null; error: Pick<FieldError, "code" | "detail"> };
const fail = (code: string, detail: string) => ({ value: null, error: { code, detail } });

/** Digits and a point, with at most so many decimals; blanks around it are ignored. */
function parseNumber(text: string | undefined, decimals: number, words: { missing: string; fine: string }) {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return fail("required", words.missing);
  const form = PRICE_FORM.exec(trimmed);
  if (!form) return fail("invalid_price", "Use a number such as 4.99: digits and a point.");
  if ((form[1] ?? "").length > decimals) return fail("too_many_decimals", words.fine);
  return { value: trimmed, error: null };
}

const toDecimalWords = (currencyCode: string, decimals: number): string =>
  decimals === 0 ? `${currencyCode} has no decimals.` : `${currencyCode} has at most ${decimals} decimals.`;

/**
 * A delivery price in the shop's currency: 0 to 999999.99, with at most the currency's decimals (wire.md §2 "6").
 * @returns it as a decimal string, or the first thing that is wrong with it
 */
export function parseDeliveryPrice(text: string | undefined, currencyCode: string): Parsed<string> {
  const decimals = currencyDecimals(currencyCode);
  const outOfRange = fail("out_of_range", `Use a price from 0 to ${MAX_PRICE}.`);
  if (/^\s*-\d/.test(text ?? "")) return outOfRange;
  const number = parseNumber(text, decimals, {
    missing: `Give a price in ${currencyCode}.`,
    fine: toDecimalWords(currencyCode, decimals),
  });
  if (number.error) return number;
  return compareMoney(number.value, MAX_PRICE) > 0 ? outOfRange : number;
}

/**
 * What is to happen to delivery prices, as a form says it.
 * @param text a price or an amount in the shop's currency, or per cent with at most two decimals; above 0 but for a price
 * @returns what a task keeps, or the first thing that is wrong
 */
export function parsePriceChange(
  change: PriceChange,
  text: string | undefined,
  currencyCode: string,
): Parsed<PriceParameters> {
  if (change === "SET") {
    const price = parseDeliveryPrice(text, currencyCode);
    return price.error ? price : { value: { deliveryPrice: price.value }, error: null };
  }
  const isCut = change.startsWith("CUT");
  const isPercent = change.endsWith("PERCENT");
  const decimals = isPercent ? PERCENT_DECIMALS : currencyDecimals(currencyCode);
  const number = parseNumber(text, decimals, {
    missing: isPercent ? "Give a number of per cent." : `Give an amount in ${currencyCode}.`,
    fine: isPercent ? `Use at most ${decimals} decimals.` : toDecimalWords(currencyCode, decimals),
  });
  if (number.error) return number;
  if (compareMoney(number.value, "0") === 0) return fail("out_of_range", "Use a number above 0.");
  const percentLimit = isCut ? HIGHEST_CUT : HIGHEST_RAISE;
  const highest = isPercent ? percentLimit : MAX_PRICE;
  if (compareMoney(number.value, highest) > 0)
    return fail("out_of_range", `Use at most ${highest}${isPercent ? " per cent" : ""}.`);
  const signed = isCut ? subtractMoney("0", number.value) : number.value;
  return { value: isPercent ? { percent: signed } : { amount: signed }, error: null };
}

/** "Set delivery price to €4.99", "Cut delivery price by 10%". */
export function toPriceWords(parameters: PriceParameters, currencyCode: string): string {
  if ("deliveryPrice" in parameters)
    return `Set delivery price to ${formatMoney(parameters.deliveryPrice, currencyCode)}`;
  const by = "amount" in parameters ? parameters.amount : parameters.percent;
  const size = by.replace(/^-/, "");
  const words = "amount" in parameters ? formatMoney(size, currencyCode) : `${size}%`;
  return `${by.startsWith("-") ? "Cut" : "Raise"} delivery price by ${words}`;
}
