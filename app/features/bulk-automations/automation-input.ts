import type { FieldError } from "~/http/problem";
import { parsePlatformId } from "~/lib/gid";
import { compareMoney, currencyDecimals } from "~/lib/money";

const HIGHEST_PRICE = "999999.99";
const PRICE_FORM = /^\d{1,9}(?:\.(\d{1,9}))?$/;

type Parsed<T> = { value: T; error: null } | { value: null; error: Pick<FieldError, "code" | "detail"> };

/**
 * A delivery price in the shop's currency: 0 to 999999.99, with at most the currency's decimals (wire.md §2 "6").
 * @returns it as a decimal string, or the first thing that is wrong with it
 */
export function parseDeliveryPrice(text: string | undefined, currencyCode: string): Parsed<string> {
  const fail = (code: string, detail: string) => ({ value: null, error: { code, detail } });
  const trimmed = text?.trim() ?? "";
  const decimals = currencyDecimals(currencyCode);
  if (trimmed === "") return fail("required", `Enter a price in ${currencyCode}.`);
  const form = PRICE_FORM.exec(trimmed);
  if (!form) {
    if (/^-\d/.test(trimmed)) return fail("out_of_range", `Use a price from 0 to ${HIGHEST_PRICE}.`);
    return fail("invalid_price", "Use a number such as 4.99: digits and a point.");
  }
  if ((form[1] ?? "").length > decimals)
    return fail(
      "too_many_decimals",
      decimals === 0
        ? `${currencyCode} has no decimals.`
        : `${currencyCode} has at most ${decimals} decimals.`,
    );
  if (compareMoney(trimmed, HIGHEST_PRICE) > 0)
    return fail("out_of_range", `Use a price from 0 to ${HIGHEST_PRICE}.`);
  return { value: trimmed, error: null };
}

/** What was wrong with an id, for people; long ones are cut. */
export const toShownId = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Ids of contracts in a text: numeric or in their gid form, blanks around them ignored, each counted once.
 * @param separator what stands between them
 */
export function parseContractIds(text: string, separator: RegExp): { ids: number[]; wrong: string[] } {
  const ids = new Set<number>();
  const wrong = new Set<string>();
  for (const part of text.split(separator)) {
    const trimmed = part.trim();
    if (trimmed === "") continue;
    const id = parsePlatformId(trimmed, "SubscriptionContract");
    if (id === null) wrong.add(trimmed);
    else ids.add(id);
  }
  return { ids: [...ids], wrong: [...wrong] };
}
