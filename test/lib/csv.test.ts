import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv, toSafeCell } from "~/lib/text/csv";

const MARKS = ["=", "+", "-", "@", "\uff1d"];
const SEPARATORS = [";", "\t", "\n", "\r", '";', ';"', ';""'];

test.each(MARKS.flatMap((mark) => SEPARATORS.map((separator) => [`x${separator}${mark}1+1`, mark])))(
  "%j is no formula behind a separator",
  (text, mark) => {
    const cells = toSafeCell(text)
      .split(/[;\t\r\n]/)
      .map((cell) => cell.replace(/^"+/, ""));
    expect(cells.filter((cell) => cell.startsWith(mark))).toEqual([]);
  },
);

test.each(["Tea; 3 = 2 + 1", "a;-5;-1.50", "a-b;c=d", "x;y\tz", "10:30-11:00", "x,=1"])(
  "%j stays as it is: nothing in it is a formula",
  (text) => {
    expect(toSafeCell(text)).toBe(text);
  },
);

const PIECES = ["a", "=", "-", "1", ";", "\t", "\n", "\r", "\r\n", '"', ",", " ", "+", "@", "\u2028"];

test("a program that ends rows at any line break reads the cells that were written, apart from the apostrophes", () => {
  const cell = fc.string({ unit: fc.constantFrom(...PIECES), minLength: 1, maxLength: 12 });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(rows, (written) => {
      const read: string[][] = parse(toCsv(written), {
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
      });
      expect(read.map((row) => row.map((each) => each.replaceAll("'", "")))).toEqual(written);
    }),
  );
});

/** As a spreadsheet does whose list separator is a semicolon: it knows quotes only at the beginning of a cell. */
const splitBySemicolon = (csv: string): string[] =>
  parse(csv, {
    delimiter: ";",
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
  }).flat();

test("a file that is split at semicolons holds no formula", () => {
  const text = "x;=1+cmd|'/C calc'!A0";
  const cells = splitBySemicolon(toCsv([["Table", text, 'y,z;"=1+1', "l\n=2+2"]]));
  expect(cells.filter((cell) => /^["]*[=+\-@]/.test(cell))).toEqual([]);
});
