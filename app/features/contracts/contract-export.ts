import { stringify } from "csv-stringify/sync";
import type { ContractExportRow } from "~/features/contracts/contract-list-row.server";
import { PLAN_TYPE_WORDS } from "~/features/contracts/contract-words";
import { roundMoney } from "~/lib/money";

/** What a cell may hold. Numbers and decimal strings stay numbers; null is an empty cell. */
type Cell = string | number | null;

/** Columns of the export, in order: their names are what other people's sheets rely on. */
const COLUMNS: [title: string, read: (row: ContractExportRow) => Cell][] = [
  ["Contract", (row) => row.id],
  ["Status", (row) => row.status],
  ["Customer", (row) => row.name],
  ["E-mail", (row) => row.email],
  ["Customer id", (row) => row.customerId],
  ["Products", (row) => row.products],
  ["Plan type", (row) => PLAN_TYPE_WORDS[row.planType]],
  ["Billed every", (row) => row.intervalCount],
  ["Billing interval", (row) => row.interval],
  ["Delivered every", (row) => row.deliveryIntervalCount],
  ["Delivery interval", (row) => row.deliveryInterval],
  ["Next order", (row) => row.nextDate],
  ["Amount", (row) => roundMoney(row.amount, row.currency)],
  ["Currency", (row) => row.currency],
  ["First order", (row) => row.orderName],
  ["Created", (row) => row.createdDate],
  ["Last payment", (row) => row.lastPayment],
  ["Imported as", (row) => row.importedId],
];

/** Spreadsheets know by it that the text is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";
const FORMULA_START = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * A spreadsheet runs a text that begins like a formula, whoever wrote it: an apostrophe makes it a text again. What is a
 * plain number is none, and stays one.
 */
export function toSafeCell(cell: Cell): string {
  if (cell === null) return "";
  const text = String(cell);
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

const toCsv = (records: string[][]): string => stringify(records, { record_delimiter: "windows" });

export const toCsvHead = (): string => BYTE_ORDER_MARK + toCsv([COLUMNS.map(([title]) => title)]);

/** Rows as CSV text, each ended by CRLF (RFC 4180). */
export const toCsvRows = (rows: ContractExportRow[]): string =>
  toCsv(rows.map((row) => COLUMNS.map(([, read]) => toSafeCell(read(row)))));
