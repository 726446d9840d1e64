import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "~/features/imports/files/csv-rows.server";
import { requireText } from "~/features/imports/files/file-bytes.server";
import {
  CONTRACT_COLUMNS,
  CUSTOMER_COLUMNS,
  OPTIONAL_CUSTOMER_COLUMNS,
} from "~/features/imports/records/import-files";
import { toChunks } from "../support/calls/run-import";
import { contractsCsv, headRow, toCsvFile } from "../support/processes/shop-files";

/** Rows of a file's text, which comes in chunks of `size` bytes. */
async function readAll(file: "CONTRACTS" | "CUSTOMERS", text: string, size = 1000) {
  const bytes = Buffer.from(text);
  const rows: { cells: Record<string, string>; line: number; widthError: string | null }[] = [];
  const columns =
    file === "CONTRACTS" ? CONTRACT_COLUMNS : [...CUSTOMER_COLUMNS, ...OPTIONAL_CUSTOMER_COLUMNS];
  await readCsv(file, requireText(toChunks(bytes, size), { maxBytes: bytes.length }), text.slice(0, 2000), {
    onRow: ({ find, line, widthError }) => {
      rows.push({
        cells: Object.fromEntries(columns.map((column) => [column, find(column)])),
        line,
        widthError,
      });
    },
  });
  return rows;
}

const cell = fc.oneof(
  fc.constant(""),
  fc.constantFrom(
    "plain",
    'say "hi"',
    "a,b",
    "two\nlines",
    "two\r\nlines",
    "Łódź 😀",
    "'2026",
    "=1+1",
    "tab\there",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const cells = (columns: readonly string[]) =>
  fc
    .tuple(...columns.map(() => cell))
    .map((values) =>
      Object.fromEntries(
        columns.map((column, index) => [column, (values[index] ?? "").replaceAll("\0", "").trim()]),
      ),
    );

test("whatever the quoting, BOM, line ends, column order and extra columns: the same rows, at the same place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells(CONTRACT_COLUMNS), { minLength: 1, maxLength: 6 }),
      fc.record({
        bom: fc.boolean(),
        quoted: fc.boolean(),
        lineEnd: fc.constantFrom("\n", "\r\n", "\r") as fc.Arbitrary<"\n" | "\r\n" | "\r">,
        columns: fc.shuffledSubarray([...CONTRACT_COLUMNS, "extra one", "extra,two"], { minLength: 30 }),
      }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, form, chunkSize) => {
        const filled = rows.map((row, index) => ({ ...row, handle: `h${index}` }));
        const text = toCsvFile(form.columns, filled, form);
        const read = await readAll("CONTRACTS", text, chunkSize);
        expect(read.map((row) => row.cells)).toEqual(filled);
        expect(read.every((row) => row.widthError === null)).toBe(true);
        const lines = text.split(/\r\n|\r|\n/);
        for (const { line } of read) expect(lines[line - 1]).toBeDefined();
        expect(read.map((row) => row.line)).toEqual(toStartLines(filled, form.columns));
      },
    ),
    { numRuns: 60 },
  );
});

/** The line after those that the rows before it fill. */
function toStartLines(rows: Record<string, string>[], columns: readonly string[]): number[] {
  let next = 2;
  return rows.map((row) => {
    const line = next;
    next += 1 + columns.reduce((sum, column) => sum + (row[column] ?? "").split(/\r\n|\r|\n/).length - 1, 0);
    return line;
  });
}

test("blank lines and rows of nothing but commas are passed over, and lines still count right", async () => {
  const text = contractsCsv([headRow("a"), headRow("b")]);
  const [header, a, b] = text.trimEnd().split("\n");
  const rows = await readAll("CONTRACTS", `\n${header}\n\n${a}\n${",".repeat(27)}\n\n${b}\n\n`);
  expect(rows.map(({ cells, line }) => [cells.handle, line])).toEqual([
    ["a", 4],
    ["b", 7],
  ]);
});

test("a row with too few or too many cells in the middle is bad, not the file", async () => {
  const text = contractsCsv([headRow("a")]);
  const [header, a] = text.trimEnd().split("\n");
  const rows = await readAll("CONTRACTS", `${header}\nshort,row\n${a},more\n${a}\n`);
  expect(rows.map((row) => row.widthError)).toEqual([
    "Has 2 columns; the header has 28.",
    "Has 29 columns; the header has 28.",
    null,
  ]);
});
