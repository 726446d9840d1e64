import { randomUUID } from "node:crypto";
import {
  type ImportFile,
  OPTIONAL_CUSTOMER_COLUMNS,
  UnreadableFile,
} from "~/features/imports/records/import-files";
import type { NewImportError } from "~/features/imports/records/imports.repo.server";
import type { StagingTable } from "~/features/imports/records/staged-range.repo.server";
import { openCopy } from "~db/copy.server";
import { importContractRows, importCustomers, importProducts } from "~db/schema/imports";
import type { Transaction } from "~db/transaction.server";
import { readContractRow } from "./contract-rows";
import { type CsvRow, readCsv } from "./csv-rows.server";
import { readCustomerRow } from "./customer-rows";
import { readBeginning, requireText } from "./file-bytes.server";
import { readProductList } from "./product-list.server";
import { readProduct } from "./product-rows";
import { groupRepeated, type RowError } from "./row-reader";

/** A file that is received only as fast as it is read. */
export type IncomingFile = {
  file: ImportFile;
  /** The merchant's name for the file. */
  name: string;
  sizeBytes: number | null;
  bytes: AsyncIterable<Uint8Array>;
};

/** How far a file has been read; updated while reading. */
export type StagedCounts = {
  bytesRead: number;
  /** Data rows of a CSV file, products of a product list. */
  rowsRead: number;
  badRows: number;
  rowsStaged: number;
  /** Products and customers left out; contracts are judged later, by the job. */
  keptOut: number;
  errors: number;
  warnings: number;
  columns: string[];
  hasUnreadableIds: boolean;
};

export const newStagedCounts = (): StagedCounts => ({
  bytesRead: 0,
  rowsRead: 0,
  badRows: 0,
  rowsStaged: 0,
  keptOut: 0,
  errors: 0,
  warnings: 0,
  columns: [],
  hasUnreadableIds: false,
});

export type StagingTarget = {
  tx: Transaction;
  shopId: number;
  importId: number;
  currencyCode: string;
  maxBytes: number;
  counts: StagedCounts;
  /** Receives errors of single rows; resolves when it can take more. */
  report(errors: NewImportError[]): void | Promise<void>;
};

/**
 * Reads one file to its end into its staging table, in constant memory. Bad rows are reported, not thrown.
 *
 * @throws UnreadableFile if the file is of another kind, or incomplete; the transaction can then continue
 */
export async function stageFile(incoming: IncomingFile, target: StagingTarget): Promise<void> {
  const { beginning, bytes } = await readBeginning(incoming.bytes);
  const text = requireText(bytes, {
    maxBytes: target.maxBytes,
    onBytes: (total) => {
      target.counts.bytesRead = total;
    },
  });
  await STAGE[incoming.file](text, beginning.toString("utf8"), target);
}

const STAGE: Record<
  ImportFile,
  (text: AsyncIterable<Buffer>, beginning: string, target: StagingTarget) => Promise<void>
> = { PRODUCTS: stageProducts, CUSTOMERS: stageCustomers, CONTRACTS: stageContracts };

async function stageProducts(text: AsyncIterable<Buffer>, beginning: string, target: StagingTarget) {
  await withCopy(target, importProducts, async (write) => {
    for await (const { value, line } of readProductList(text, beginning)) {
      const { staged, hasUnreadableIds, errors, warnings } = readProduct(value, line, target.currencyCode);
      target.counts.hasUnreadableIds ||= hasUnreadableIds;
      if (!staged || staged.isBad) target.counts.keptOut++;
      await note(target, "PRODUCTS", line, { errors, warnings });
      if (staged) await write({ ...staged, ...toIds(target) });
    }
  });
}

async function stageCustomers(text: AsyncIterable<Buffer>, beginning: string, target: StagingTarget) {
  await withCopy(target, importCustomers, (write) =>
    readCsv("CUSTOMERS", text, beginning, {
      onHeader: (positions) => {
        target.counts.columns = OPTIONAL_CUSTOMER_COLUMNS.filter((column) => positions.has(column));
      },
      onRow: async (row) => {
        const { staged, errors } = readCustomerRow(row.find, row.line);
        const allErrors = withWidthError(row, errors);
        if (allErrors.length > 0) target.counts.keptOut++;
        await note(target, "CUSTOMERS", row.line, { errors: allErrors });
        if (staged && allErrors.length === 0) await write({ ...staged, ...toIds(target) });
      },
    }),
  );
}

async function stageContracts(text: AsyncIterable<Buffer>, beginning: string, target: StagingTarget) {
  await withCopy(target, importContractRows, (write) =>
    readCsv("CONTRACTS", text, beginning, {
      onRow: async (row) => {
        const { staged, errors } = readContractRow(row.find, row.line, randomUUID());
        const allErrors = withWidthError(row, errors);
        if (allErrors.length > 0) await note(target, "CONTRACTS", row.line, { errors: allErrors });
        else target.counts.rowsRead++;
        if (staged) await write({ ...staged, ...toIds(target), isBad: allErrors.length > 0 });
      },
    }),
  );
}

/** In a row with too few or too many cells every other error may be about a neighbouring cell. */
const withWidthError = ({ widthError }: CsvRow, errors: RowError[]): RowError[] =>
  widthError === null ? errors : [{ column: "", value: "", reason: widthError }];

async function note(
  { counts, report }: StagingTarget,
  file: ImportFile,
  line: number,
  { errors, warnings = [] }: { errors: RowError[]; warnings?: RowError[] },
): Promise<void> {
  counts.rowsRead++;
  if (errors.length > 0) counts.badRows++;
  if (errors.length + warnings.length === 0) return;
  const row = file === "PRODUCTS" ? "product" : "row";
  const found = [
    ...groupRepeated(errors, row).map((error) => ({ severity: "ERROR" as const, ...toStored(error) })),
    ...groupRepeated(warnings, row).map((error) => ({ severity: "WARNING" as const, ...toStored(error) })),
  ];
  for (const { severity } of found) counts[severity === "ERROR" ? "errors" : "warnings"]++;
  await report(found.map((error) => ({ file, line, ...error })));
}

const toStored = ({ column, value, reason }: RowError) => ({
  column: column === "" ? null : column,
  value,
  reason,
});

const toIds = ({ shopId, importId }: StagingTarget) => ({ shopId, importId });

/** The COPY of an unreadable file is still ended properly: the other files are read for their errors, too. */
async function withCopy<T extends StagingTable>(
  { tx, counts }: StagingTarget,
  table: T,
  read: (write: (row: T["$inferInsert"]) => Promise<void> | undefined) => Promise<void>,
): Promise<void> {
  const copy = await openCopy(tx, table);
  try {
    await read((row) => {
      counts.rowsStaged++;
      return copy.write(row);
    });
  } catch (error) {
    if (error instanceof UnreadableFile) await copy.end();
    else await copy.abort();
    throw error;
  }
  await copy.end();
}
