/** How languages that count the first day of a month write it, which Intl does not know. Portugal writes "1 de outubro". */
const FIRST_DAYS: [RegExp, string][] = [
  [/^fr\b/, "1er"],
  [/^it\b/, "1º"],
  [/^pt-BR\b/, "1º"],
];

/**
 * A date in words, with the first day of a month as the language writes it: "1er octobre".
 * @param writer has the month's name, not its number
 */
export function writeDate(writer: Intl.DateTimeFormat, language: string, instant: Date): string {
  const firstDay = FIRST_DAYS.find(([tag]) => tag.test(language))?.[1];
  if (firstDay === undefined) return writer.format(instant);
  return writer
    .formatToParts(instant)
    .map(({ type, value }) => (type === "day" && value === "1" ? firstDay : value))
    .join("");
}
