/** What a cell of COPY's text format may hold; an array is a Postgres array of text. */
export type CopyValue = string | number | boolean | null | undefined | Date | readonly string[];

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeText = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? "");

/** One line of `COPY … FROM STDIN` in the text format (PostgreSQL: COPY, "Text Format"). Text must not hold U+0000. */
export const toCopyLine = (values: readonly CopyValue[]): string => `${values.map(toCell).join("\t")}\n`;

function toCell(value: CopyValue): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value instanceof Date) return value.toISOString();
  return escapeText(toArrayLiteral(value));
}

const toArrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
