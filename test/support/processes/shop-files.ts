import { stringify } from "csv-stringify/sync";
import {
  CONTRACT_COLUMNS,
  CUSTOMER_COLUMNS,
  OPTIONAL_CUSTOMER_COLUMNS,
} from "~/features/imports/records/import-files";

/** Small files in the platform's export formats, for tests. Missing values get valid defaults. */
type Cells = Record<string, string>;
type CsvForm = {
  bom?: boolean;
  lineEnd?: "\n" | "\r\n" | "\r";
  columns?: readonly string[];
  quoted?: boolean;
};

export function toCsvFile(
  columns: readonly string[],
  rows: readonly Cells[],
  { bom = false, lineEnd = "\n", columns: order = columns, quoted = false }: CsvForm = {},
): string {
  const records = [[...order], ...rows.map((row) => order.map((column) => row[column] ?? ""))];
  return (
    (bom ? "\ufeff" : "") + stringify(records, { record_delimiter: lineEnd, quoted, quoted_match: /[\r\n]/ })
  );
}

export const CUSTOMER_ID = "6300000000001";
export const VARIANT_ID = "41000000000001";
export const PRODUCT_ID = 7000000000001;

const HEAD: Cells = {
  upcoming_billing_date: "2030-03-10T12:00:00Z",
  customer_id: CUSTOMER_ID,
  currency_code: "USD",
  status: "ACTIVE",
  cadence_interval: "MONTH",
  cadence_interval_count: "1",
  customer_payment_method_id: "",
  delivery_price: "4.99",
  delivery_method_type: "SHIPPING",
  delivery_address_first_name: "Zoë",
  delivery_address_last_name: "Smith",
  delivery_address_address1: "C/ Mayor, 4",
  delivery_address_city: "Madrid",
  delivery_address_province_code: "M",
  delivery_address_country_code: "ES",
  delivery_address_zip: "28013",
};
const LINE: Cells = {
  line_variant_id: VARIANT_ID,
  line_quantity: "2",
  line_current_price: "10.50",
  line_selling_plan_id: "3607000000",
  line_selling_plan_name: "Monthly, save 10%",
};

/** The first row of a contract. */
export const headRow = (handle: string, cells: Cells = {}): Cells => ({ ...HEAD, ...LINE, handle, ...cells });
/** A further line item of it. */
export const lineRow = (handle: string, cells: Cells = {}): Cells => ({ ...LINE, handle, ...cells });

export const contractsCsv = (rows: readonly Cells[], form?: CsvForm): string =>
  toCsvFile(CONTRACT_COLUMNS, rows, form);

export const customerRow = (cells: Cells = {}): Cells => ({
  "Customer ID": `'${CUSTOMER_ID}`,
  "First Name": "Zoë",
  "Last Name": "Smith",
  Email: "zoe@example.com",
  "Accepts Email Marketing": "yes",
  "Accepts SMS Marketing": "no",
  "Default Address Address1": "1 Main St",
  "Default Address City": "Portland",
  "Default Address Province Code": "OR",
  "Default Address Country Code": "US",
  "Default Address Zip": "'97201",
  "Default Address Phone": "'+15551234567",
  Phone: "'+15551234567",
  Tags: "vip, wholesale",
  ...cells,
});

export const customersCsv = (rows: readonly Cells[], form?: CsvForm): string =>
  toCsvFile([...CUSTOMER_COLUMNS, ...OPTIONAL_CUSTOMER_COLUMNS], rows, form);

export const toProduct = (product: Record<string, unknown> = {}) => ({
  id: PRODUCT_ID,
  title: "Morning Roast",
  handle: "morning-roast",
  vendor: "Northwind",
  variants: [{ id: Number(VARIANT_ID), title: "250 g", sku: "SKU-1", price: "12.50", available: true }],
  images: [{ src: "https://cdn.example.com/roast.jpg", width: 800, height: 600, variant_ids: [] }],
  ...product,
});

export const productsJson = (...products: unknown[]): string =>
  JSON.stringify({ products: products.length > 0 ? products : [toProduct()] }, null, 1);

/** The product and the customer to which `headRow` and `lineRow` refer by default. */
export const catalogue = { products: productsJson(), customers: customersCsv([customerRow()]) };
