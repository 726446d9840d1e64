import type { CustomerColumn } from "~/features/imports/records/import-files";
import type { importCustomers } from "~db/schema/imports";
import {
  parseCode,
  parseCountry,
  parseEmail,
  parseId,
  parseProvince,
  parseText,
  parseYesNo,
} from "./import-values";
import { createRowReader, type RowError } from "./row-reader";
import { toAddress } from "./staged-address";

type StagedCustomer = Omit<typeof importCustomers.$inferInsert, "shopId" | "importId">;

/** The row to stage; null if anything in it is wrong: the customer is then left out. */
export type CustomerRow = { staged: StagedCustomer | null; errors: RowError[] };

/** One row of customers.csv. @param find trimmed text of a column, "" also for a column the file does not have */
export function readCustomerRow(find: (column: CustomerColumn) => string, line: number): CustomerRow {
  const row = createRowReader(find);
  const customerId = row.required("Customer ID", parseId);
  const countryCode = row.optional("Default Address Country Code", parseCountry);
  const firstName = row.optional("First Name", parseText(255));
  const lastName = row.optional("Last Name", parseText(255));
  const address = {
    company: row.optional("Default Address Company", parseText(255)),
    address1: row.optional("Default Address Address1", parseText(500)),
    address2: row.optional("Default Address Address2", parseText(500)),
    city: row.optional("Default Address City", parseText(255)),
    provinceCode: row.optional("Default Address Province Code", parseProvince(countryCode)),
    countryCode,
    zip: row.optional("Default Address Zip", parseCode),
    phone: row.optional("Default Address Phone", parseCode),
  };
  const hasAddress = Object.values(address).some((part) => part !== null);
  const staged = {
    line,
    firstName,
    lastName,
    email: row.optional("Email", parseEmail),
    phone: row.optional("Phone", parseCode),
    acceptsEmailMarketing: row.optional("Accepts Email Marketing", parseYesNo) ?? false,
    acceptsSmsMarketing: row.optional("Accepts SMS Marketing", parseYesNo) ?? false,
    defaultAddress: hasAddress ? toAddress({ firstName, lastName, ...address }) : null,
    note: row.optional("Note", parseText(5000)),
    tags: toTags(row.optional("Tags", parseText(5000))),
  };
  if (customerId === null || row.errors.length > 0) return { staged: null, errors: row.errors };
  return { staged: { customerId, ...staged }, errors: [] };
}

const toTags = (text: string | null): string[] => [
  ...new Set(
    (text ?? "")
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];
