import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import {
  type ColumnPositions,
  type CsvFile,
  readHeader,
  toHeaderProblem,
  toSeparatorProblem,
  toSwappedProblem,
  UnreadableFile,
} from "~/features/imports/records/import-files";

/** One row: `find` gives the trimmed text of a column ("" when the file lacks it); `line` is where it begins. */
export type CsvRow = { find: (column: string) => string; line: number; widthError: string | null };

export type CsvHandlers = {
  /** Once, before the first row. */
  onHeader?(positions: ColumnPositions): void;
  onRow(row: CsvRow): void | Promise<void>;
};

/** A row longer than this is an unclosed quote, not a row. */
const MAX_ROW_BYTES = 1024 * 1024;

/**
 * Reads the rows of a CSV file, one at a time, in constant memory. Accepts a BOM, any line endings, line breaks in
 * quotes, columns in any order, unknown columns, and blank rows.
 * @throws UnreadableFile if it is not that CSV file, or not complete
 */
export async function readCsv(
  file: CsvFile,
  bytes: AsyncIterable<Buffer>,
  beginning: string,
  handlers: CsvHandlers,
): Promise<void> {
  const parser = parse({
    bom: true,
    // The parser passes blank lines on as rows: lines are counted by rows.
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    record_delimiter: ["\r\n", "\n", "\r"],
  });
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), parser, (records: AsyncIterable<string[]>) =>
      handRowsOn(file, records, beginning, handlers),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A JSON file given as CSV fails in the CSV parser first.
    throw toSwappedProblem(file, beginning) ?? toSeparatorProblem(beginning) ?? toCsvProblem(error);
  }
}

async function handRowsOn(
  file: CsvFile,
  records: AsyncIterable<string[]>,
  beginning: string,
  { onHeader, onRow }: CsvHandlers,
): Promise<void> {
  let line = 0;
  let nextLine = 1;
  let width = 0;
  let positions: ColumnPositions | undefined;
  let last: { cells: string[]; line: number } | undefined;

  for await (const record of records) {
    line = nextLine;
    nextLine += 1 + countLineBreaks(record);
    if (record.every(isBlank)) continue;
    if (!positions) {
      const header = readHeader(file, record);
      const problem = toHeaderProblem(file, header);
      if (problem) throw toSwappedProblem(file, beginning) ?? toSeparatorProblem(beginning) ?? problem;
      positions = header.positions;
      width = record.length;
      onHeader?.(positions);
      continue;
    }
    // Passed on one row late: a row that is too short is a bad row, but as the last one it means a truncated file.
    if (last) await onRow(toRow(last, positions, width));
    last = { cells: record, line };
  }
  if (!last || !positions) return;
  if (last.cells.length < width)
    throw new UnreadableFile(
      "file_cut",
      `The file ends in the middle of a row: line ${last.line} has ${last.cells.length} of ${width} columns.`,
      last.line,
    );
  await onRow(toRow(last, positions, width));
}

function toRow(
  { cells, line }: { cells: string[]; line: number },
  positions: ColumnPositions,
  width: number,
): CsvRow {
  return {
    line,
    widthError: cells.length === width ? null : `Has ${cells.length} columns; the header has ${width}.`,
    find: (column) => {
      const position = positions.get(column);
      return position === undefined ? "" : (cells[position]?.trim() ?? "");
    },
  };
}

const isBlank = (cell: string): boolean => cell === "" || cell.trim() === "";

/** Line breaks within quotes, of any of the three kinds, as editors count them. */
const countLineBreaks = (record: readonly string[]): number =>
  record.reduce((sum, cell) => (/[\r\n]/.test(cell) ? sum + cell.split(/\r\n|\r|\n/).length - 1 : sum), 0);

function toCsvProblem({ code, lines }: CsvError & { lines?: number }): UnreadableFile {
  const line = lines ?? null;
  const at = line === null ? "" : ` (line ${line})`;
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new UnreadableFile("file_cut", `The file ends inside a quoted value${at}: it is not whole.`, line);
  if (code === "CSV_MAX_RECORD_SIZE")
    return new UnreadableFile(
      "file_malformed",
      `A row is longer than 1 MB${at}: probably a quote is not closed.`,
      line,
    );
  return new UnreadableFile(
    "file_malformed",
    `This is not well-formed CSV: a quote stands in the wrong place${at}.`,
    line,
  );
}
