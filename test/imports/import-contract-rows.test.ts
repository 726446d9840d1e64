import { beforeEach, expect, test } from "vitest";
import { CONTRACT_COLUMNS } from "~/features/imports/records/import-files";
import { db } from "~db/client.server";
import { contractLines } from "~db/schema/contracts";
import { importFiles, readContracts } from "../support/calls/run-import";
import { createTestShop } from "../support/data/factories";
import {
  catalogue,
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

let shopId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ id: shopId } = await createTestShop());
});

const handles = async () => (await readContracts(shopId)).map(({ importedId }) => importedId).sort();

/** The file with another number of cells in one of its lines, counted from 1. */
function withLine(file: string, line: number, change: (text: string) => string): string {
  return file
    .split("\n")
    .map((text, index) => (index === line - 1 ? change(text) : text))
    .join("\n");
}

test.each([
  ["a cell too many", (text: string) => `${text},`, CONTRACT_COLUMNS.length + 1],
  ["a cell too few", (text: string) => text.slice(0, text.lastIndexOf(",")), CONTRACT_COLUMNS.length - 1],
])("a row with %s keeps its contract out, with that as its one error", async (_what, change, cells) => {
  const file = contractsCsv([
    headRow("good"),
    headRow("bad"),
    lineRow("bad", { line_selling_plan_name: "Monthly" }),
    lineRow("good"),
  ]);
  const { contracts, errors } = await importFiles(shopId, {
    ...catalogue,
    contracts: withLine(file, 4, change),
  });
  expect(errors).toEqual([
    {
      severity: "ERROR",
      file: "CONTRACTS",
      line: 4,
      column: null,
      value: "",
      reason: `Has ${cells} columns; the header has ${CONTRACT_COLUMNS.length}.`,
    },
  ]);
  expect(contracts).toMatchObject({ rowsRead: 4, badRows: 1, created: 1, keptOut: 1, errors: 1 });
  expect(await handles()).toEqual(["good"]);
});

test("a row of customers.csv with a cell too many keeps its customer out", async () => {
  const file = customersCsv([customerRow(), customerRow({ "Customer ID": "77" })]);
  const { customers, errors } = await importFiles(shopId, {
    customers: withLine(file, 2, (text) => `${text},`),
  });
  expect(customers).toMatchObject({ created: 1, keptOut: 1, badRows: 1 });
  expect(errors).toMatchObject([{ line: 2, column: null }]);
});

test("a contract of exactly 500 rows goes in with all of them", async () => {
  const rows = [headRow("long"), ...Array.from({ length: 499 }, () => lineRow("long"))];
  const { contracts, errors } = await importFiles(shopId, { ...catalogue, contracts: contractsCsv(rows) });
  expect(errors).toEqual([]);
  expect(contracts).toMatchObject({ created: 1, keptOut: 0 });
  expect(await db.$count(contractLines)).toBe(500);
});

test.each([
  ["upcoming_billing_date", "2030-03-10T12:00:01Z"],
  ["customer_id", "77"],
  ["currency_code", "EUR"],
  ["status", "PAUSED"],
  ["cadence_interval", "WEEK"],
  ["cadence_interval_count", "2"],
  ["customer_payment_method_id", "pm-2"],
  ["delivery_price", "5"],
  ["delivery_method_type", "PICK_UP"],
  ["delivery_address_city", "Toledo"],
  ["delivery_local_delivery_instructions", "Ring"],
  ["delivery_pickup_method_location_id", "72"],
])(
  "a second row with the contract's columns that differs in %s alone keeps it out",
  async (column, value) => {
    const customers = customersCsv([customerRow(), customerRow({ "Customer ID": "77" })]);
    const { errors } = await importFiles(shopId, {
      ...catalogue,
      customers,
      contracts: contractsCsv([
        headRow("same"),
        headRow("two"),
        headRow("same"),
        headRow("two", { [column]: value }),
      ]),
    });
    expect(errors).toMatchObject([
      { line: 5, reason: "Carries the contract's columns again, with other values than line 3." },
    ]);
    expect(await handles()).toEqual(["same"]);
  },
);

test("a bad row is reported with its error, and not also as a missing variant", async () => {
  const { errors, contracts } = await importFiles(shopId, {
    ...catalogue,
    contracts: contractsCsv([
      headRow("a"),
      lineRow("a", { line_quantity: "none" }),
      lineRow("a", { line_variant_id: "88" }),
    ]),
  });
  expect(errors.map(({ line, column, value }) => [line, column, value])).toEqual([
    [3, "line_quantity", "none"],
    [4, "line_variant_id", "88"],
  ]);
  expect(contracts).toMatchObject({ errors: 2, keptOut: 1 });
});
