import { stringify } from "csv-stringify/sync";

/** What a cell may hold. Numbers and decimal strings stay numbers; null is an empty cell. */
export type Cell = string | number | null;

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";
const FORMULA_START = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/**
 * Where the list separator is a semicolon or a tab, a spreadsheet begins a cell there and in a new line, also within our
 * quotes: it knows quotes only at the beginning of a cell.
 */
const FORMULA_INSIDE = /([;\t\r\n]"*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])(?!-?\d+(?:\.\d+)?(?:[;\t\r\n]|$))/g;

/**
 * A spreadsheet runs a text that begins like a formula, whoever wrote it: an apostrophe before it prevents that. Plain
 * numbers stay as they are.
 */
export function toSafeCell(cell: Cell): string {
  if (cell === null) return "";
  const text = String(cell);
  const safe = text.replace(FORMULA_INSIDE, "$1'");
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${safe}` : safe;
}

/** Rows as CSV text for spreadsheets, each ended by CRLF (RFC 4180). */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(toSafeCell)),
    // With a delimiter of its own, the library leaves cells with a lone line feed unquoted unless told otherwise.
    { record_delimiter: "windows", quote_record_delimiter: true },
  );
