type Named = { firstName: string | null; lastName: string | null };

const join = (parts: (string | null)[], between: string): string =>
  parts
    .map((part) => part?.trim() ?? "")
    .filter((part) => part !== "")
    .join(between);

/** The name a contract shows and is sorted by: first and last name; empty when the customer has neither. */
export const toCustomerName = ({ firstName, lastName }: Named): string => join([firstName, lastName], " ");

/** Languages with the family name first, and what goes between the names. */
const FAMILY_FIRST: Record<string, string> = { ja: " ", ko: "", "zh-Hans": "", "zh-Hant": "" };
/** Not Katakana: it writes foreign names, which keep their order. */
const OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

/**
 * A customer's name in a text for them: the family name first in languages with that order, if it is written in their
 * script; empty when the customer has neither.
 */
export function toNameIn(language: string, { firstName, lastName }: Named): string {
  const between = FAMILY_FIRST[language];
  return between !== undefined && OWN_SCRIPT.test(lastName ?? "")
    ? join([lastName, firstName], between)
    : toCustomerName({ firstName, lastName });
}
