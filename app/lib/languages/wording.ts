/** Tools for the texts of every language: built on demand, plurals and case as the language has them. */

/** Builds on the first call and keeps the result: a process holds only the texts of languages it has needed. */
export function once<T extends object>(build: () => T): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= build();
    return kept;
  };
}

/**
 * One text by number. `1` and `2` are the numbers themselves and take precedence over the categories of CLDR: "every
 * month", or Arabic's "every two months", say no number at all. `{n}` stands for the number.
 */
type Counted = { 1?: string; 2?: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const rules = new Map<string, Intl.PluralRules>();

function categoryOf(language: string, count: number): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
}

/** `number`: the count as the locale writes it. */
export const counted =
  (language: string, forms: Counted) =>
  (count: number, number: string): string => {
    const form =
      (count === 1 && forms[1]) ||
      (count === 2 && forms[2]) ||
      forms[categoryOf(language, count)] ||
      forms.other;
    return form.replaceAll("{n}", number);
  };

/** A standalone text, for use within a sentence: its first letter becomes lower case by the language's rules. */
export const within = (language: string, text: string): string =>
  text.charAt(0).toLocaleLowerCase(language) + text.slice(1);

const COLONS: Record<string, string> = { fr: "\u00a0: ", ja: "：", "zh-Hans": "：", "zh-Hant": "：" };

/** The colon between a label and its value, with the spaces that the language puts around it. */
export const colonIn = (language: string): string => COLONS[language] ?? ": ";

/**
 * Text isolated from its surroundings in writing direction: `<bdi>` where there is no markup. Source: UAX #9, FSI and
 * PDI.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
