import { PLAN_TYPE_LABELS } from "~/features/contracts/contract-labels";
import { roundMoney } from "~/lib/money";
import { BYTE_ORDER_MARK, type Cell, toCsv } from "~/lib/text/csv";
import type { ContractExportRow } from "./contract-list-row.server";

/** Columns of the export, in order. Merchants' spreadsheets rely on their names. */
const COLUMNS: [title: string, read: (row: ContractExportRow) => Cell][] = [
  ["Contract", (row) => row.id],
  ["Status", (row) => row.status],
  ["Customer", (row) => row.name],
  ["E-mail", (row) => row.email],
  ["Customer id", (row) => row.customerId],
  ["Products", (row) => row.products],
  ["Plan type", (row) => PLAN_TYPE_LABELS[row.planType]],
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
  // New columns go last: spreadsheets rely on positions, too.
  ["SKUs", (row) => row.skus],
  ["Delivery price", (row) => roundMoney(row.deliveryPrice, row.currency)],
  ["Delivery first name", ({ address }) => address?.firstName ?? null],
  ["Delivery last name", ({ address }) => address?.lastName ?? null],
  ["Delivery company", ({ address }) => address?.company ?? null],
  ["Delivery address 1", ({ address }) => address?.address1 ?? null],
  ["Delivery address 2", ({ address }) => address?.address2 ?? null],
  ["Delivery postcode", ({ address }) => address?.zip ?? null],
  ["Delivery city", ({ address }) => address?.city ?? null],
  ["Delivery province", ({ address }) => address?.provinceCode ?? address?.province ?? null],
  ["Delivery country", ({ address }) => address?.countryCode ?? null],
  ["Delivery phone", ({ address }) => address?.phone ?? null],
  ["Order note", (row) => row.orderNote],
  ["Attributes", (row) => row.attributes],
  ["Line attributes", (row) => row.lineAttributes],
];

export const toCsvHeader = (): string => BYTE_ORDER_MARK + toCsv([COLUMNS.map(([title]) => title)]);

/** Rows as CSV text, each ended by CRLF (RFC 4180). */
export const toCsvRows = (rows: ContractExportRow[]): string =>
  toCsv(rows.map((row) => COLUMNS.map(([, read]) => read(row))));
