import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsvHeader, toCsvRows } from "~/features/contracts/list-page/contract-export";
import type { ContractExportRow } from "~/features/contracts/list-page/contract-list-row.server";
import { toSafeCell } from "~/lib/text/csv";

const ROW: ContractExportRow = {
  id: 10_000_000_001,
  status: "ACTIVE",
  name: "Ada Lovelace",
  email: "ada@example.com",
  customerId: 7,
  products: "1 × Roast",
  planType: "PREPAID",
  interval: "MONTH",
  intervalCount: 3,
  deliveryInterval: "MONTH",
  deliveryIntervalCount: 1,
  nextDate: "2026-03-02 12:00",
  amount: "1234.5000",
  currency: "USD",
  orderName: "#1001",
  createdDate: "2026-01-02 03:04",
  lastPayment: null,
  importedId: null,
  skus: "",
  deliveryPrice: "4.9000",
  address: null,
  orderNote: null,
  attributes: "",
  lineAttributes: "",
};

const read = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, bom: true, relax_column_count: false });

describe("a cell", () => {
  const start = fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "＝");
  const anyText = fc.string({ unit: "binary", maxLength: 20 });

  test("never begins like a formula, unless it is a plain number", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.tuple(start, anyText).map((parts) => parts.join("")),
        ),
        (text) => {
          const cell = toSafeCell(text);
          const isNumber = /^-?\d+(\.\d+)?$/.test(cell);
          expect(isNumber || !/^[=+\-@\t\r\n＝]/.test(cell)).toBe(true);
          // The cell shows what was written, but for apostrophes at beginnings.
          const toBare = (shown: string) => shown.replaceAll(/(^|[;\t\r\n]"*)'/g, "$1");
          expect(toBare(cell)).toBe(toBare(text));
          expect(cell.length).toBeGreaterThanOrEqual(text.length);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1 555 0100", "'+1 555 0100"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["-12.50", "-12.50"],
    [-5, "-5"],
    ["12.50", "12.50"],
    ["#1001", "#1001"],
    ["O'Brien", "O'Brien"],
    [null, ""],
  ])("%j is written %j", (given, written) => {
    expect(toSafeCell(given)).toBe(written);
  });
});

test("any text survives the way into the file and out again, in its own column", () => {
  const text = fc.string({ unit: "binary", maxLength: 30 }).filter((given) => !/[\r\n]$/.test(given));
  fc.assert(
    fc.property(text, text, (name, products) => {
      const [row] = read(toCsvHeader() + toCsvRows([{ ...ROW, name, products }]));
      expect(row?.Customer).toBe(toSafeCell(name));
      expect(row?.Products).toBe(toSafeCell(products));
      expect(row?.Created).toBe("2026-01-02 03:04");
    }),
  );
});

test("the columns stay what they are: other people's sheets rely on them", () => {
  const file = toCsvHeader() + toCsvRows([ROW]);
  expect(file.startsWith("\ufeff")).toBe(true);
  expect(read(file)).toEqual([
    {
      Contract: "10000000001",
      Status: "ACTIVE",
      Customer: "Ada Lovelace",
      "E-mail": "ada@example.com",
      "Customer id": "7",
      Products: "1 × Roast",
      "Plan type": "Prepaid",
      "Billed every": "3",
      "Billing interval": "MONTH",
      "Delivered every": "1",
      "Delivery interval": "MONTH",
      "Next order": "2026-03-02 12:00",
      Amount: "1234.50",
      Currency: "USD",
      "First order": "#1001",
      Created: "2026-01-02 03:04",
      "Last payment": "",
      "Imported as": "",
      SKUs: "",
      "Delivery price": "4.90",
      "Delivery first name": "",
      "Delivery last name": "",
      "Delivery company": "",
      "Delivery address 1": "",
      "Delivery address 2": "",
      "Delivery postcode": "",
      "Delivery city": "",
      "Delivery province": "",
      "Delivery country": "",
      "Delivery phone": "",
      "Order note": "",
      Attributes: "",
      "Line attributes": "",
    },
  ]);
});
