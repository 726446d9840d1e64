/**
 * A date in words. French counts the first day of a month ("1er octobre"), which Intl does not know.
 * @param writer has the month's name, not its number
 */
export function writeDate(writer: Intl.DateTimeFormat, language: string, instant: Date): string {
  if (!language.startsWith("fr")) return writer.format(instant);
  return writer
    .formatToParts(instant)
    .map(({ type, value }) => (type === "day" && value === "1" ? "1er" : value))
    .join("");
}
