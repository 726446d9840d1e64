import type { IMPORT_FILES } from "~db/schema/imports";

export type ImportFile = (typeof IMPORT_FILES)[number];
export type CsvFile = Exclude<ImportFile, "PRODUCTS">;

/** The platform's names of its exports; also names of the form's fields and the command's options. */
export const FILE_NAMES: Record<ImportFile, string> = {
  PRODUCTS: "products.json",
  CUSTOMERS: "customers.csv",
  CONTRACTS: "contracts.csv",
};

export const FILE_FIELDS = { products: "PRODUCTS", customers: "CUSTOMERS", contracts: "CONTRACTS" } as const;

/**
 * The 28 columns of contracts.csv (wire.md §3). All are required, even those that may be empty: later imports never
 * change a contract, so data missing because its column was missing could not be added later.
 */
export const CONTRACT_COLUMNS = [
  "handle",
  "upcoming_billing_date",
  "customer_id",
  "currency_code",
  "status",
  "cadence_interval",
  "cadence_interval_count",
  "customer_payment_method_id",
  "delivery_price",
  "delivery_method_type",
  "delivery_address_first_name",
  "delivery_address_last_name",
  "delivery_address_address1",
  "delivery_address_address2",
  "delivery_address_city",
  "delivery_address_province_code",
  "delivery_address_country_code",
  "delivery_address_company",
  "delivery_address_zip",
  "delivery_address_phone",
  "delivery_local_delivery_phone",
  "delivery_local_delivery_instructions",
  "delivery_pickup_method_location_id",
  "line_variant_id",
  "line_quantity",
  "line_current_price",
  "line_selling_plan_id",
  "line_selling_plan_name",
] as const;
export type ContractColumn = (typeof CONTRACT_COLUMNS)[number];

export const CUSTOMER_COLUMNS = ["Customer ID", "First Name", "Last Name", "Email"] as const;

/** Columns of customers.csv that older exports lack. A missing column leaves the shop's values as they are. */
export const OPTIONAL_CUSTOMER_COLUMNS = [
  "Accepts Email Marketing",
  "Default Address Company",
  "Default Address Address1",
  "Default Address Address2",
  "Default Address City",
  "Default Address Province Code",
  "Default Address Country Code",
  "Default Address Zip",
  "Default Address Phone",
  "Phone",
  "Accepts SMS Marketing",
  "Note",
  "Tags",
] as const;
export type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number] | (typeof OPTIONAL_CUSTOMER_COLUMNS)[number];

const REQUIRED: Record<CsvFile, readonly string[]> = {
  CONTRACTS: CONTRACT_COLUMNS,
  CUSTOMERS: CUSTOMER_COLUMNS,
};

/** The index of each known column in a row. */
export type ColumnPositions = ReadonlyMap<string, number>;

/** Reads a header's columns by their trimmed names; also the required ones it lacks, and the ones it has twice. */
export function readHeader(
  file: CsvFile,
  header: readonly string[],
): { positions: ColumnPositions; missing: string[]; repeated: string[] } {
  const required = REQUIRED[file];
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, cell] of header.entries()) {
    const name = cell.trim();
    if (!positions.has(name)) positions.set(name, index);
    else if (required.includes(name)) repeated.add(name);
  }
  return { positions, missing: required.filter((name) => !positions.has(name)), repeated: [...repeated] };
}

/** Which export the beginning of a file looks like; null for none of them. */
function recogniseFile(beginning: string): ImportFile | null {
  const text = beginning.replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("{")) return /"products"\s*:/.test(text) ? "PRODUCTS" : null;
  const header = new Set(
    (text.split(/[\r\n]/, 1)[0] ?? "").split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, "")),
  );
  if (header.has("handle") && header.has("line_variant_id")) return "CONTRACTS";
  return header.has("Customer ID") && header.has("Email") ? "CUSTOMERS" : null;
}

/** What is wrong with a whole file; nothing of the import is then applied. */
export type FileProblemCode =
  | "file_empty"
  | "file_not_text"
  | "file_swapped"
  | "file_missing_columns"
  | "file_malformed"
  | "file_cut"
  | "file_too_large";

/** A file that cannot be read to its end. */
export class UnreadableFile extends Error {
  constructor(
    readonly code: FileProblemCode,
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;
const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** The problem of bytes that are not UTF-8 text. */
export function toNotTextProblem(beginning: Uint8Array): UnreadableFile {
  if (isZip(beginning))
    return new UnreadableFile(
      "file_not_text",
      "This is a zip archive or an Excel workbook. Upload the file exactly as the platform exports it.",
    );
  if (isUtf16(beginning))
    return new UnreadableFile("file_not_text", "This text is in UTF-16. Save it as UTF-8.");
  return new UnreadableFile("file_not_text", "This is not a text file in UTF-8.");
}

/** The problem of a file whose beginning belongs to another kind of file. */
export function toSwappedProblem(file: ImportFile, beginning: string): UnreadableFile | null {
  const found = recogniseFile(beginning);
  if (found === null || found === file) return null;
  return new UnreadableFile(
    "file_swapped",
    `This looks like ${FILE_NAMES[found]}, not like ${FILE_NAMES[file]}.`,
  );
}

/** The problem of a CSV file whose first line has other separators than commas. */
export function toSeparatorProblem(beginning: string): UnreadableFile | null {
  const [header = ""] = beginning.split(/[\r\n]/, 1);
  if (header.includes(",") || !/[;\t]/.test(header)) return null;
  const reason = "The columns are not separated by commas. Export the file with commas.";
  return new UnreadableFile("file_malformed", reason, 1);
}

export function toHeaderProblem(
  file: CsvFile,
  { missing, repeated }: { missing: string[]; repeated: string[] },
): UnreadableFile | null {
  if (repeated.length > 0)
    return new UnreadableFile(
      "file_missing_columns",
      `The header has columns twice: ${repeated.join(", ")}.`,
      1,
    );
  if (missing.length === 0) return null;
  const none = missing.length === REQUIRED[file].length;
  return new UnreadableFile(
    "file_missing_columns",
    none
      ? `This is not ${FILE_NAMES[file]}: its first line has none of the columns ${missing.slice(0, 6).join(", ")}${missing.length > 6 ? ", …" : ""}.`
      : `Missing columns: ${missing.join(", ")}.`,
    1,
  );
}
