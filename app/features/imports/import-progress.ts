import { FILE_NAMES, type ImportFile } from "~/features/imports/records/import-files";
import type { ImportFileRow, ImportRow } from "~/features/imports/records/imports.repo.server";

/** Outcome of one file, as the page and the command line show it. Counts contracts, customers or products, except `rows`. */
export type FileOutcome = {
  file: ImportFile;
  fileName: string;
  /** The merchant's name for the file. */
  name: string;
  sizeBytes: number | null;
  bytesRead: number;
  rows: number;
  badRows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  keptOut: number;
  deleted: number;
  warnings: number;
  errors: number;
};

export function toFileOutcome(row: ImportFileRow): FileOutcome {
  return {
    file: row.file,
    fileName: FILE_NAMES[row.file],
    name: row.name,
    sizeBytes: row.sizeBytes,
    bytesRead: row.bytesRead,
    rows: row.rowsRead,
    badRows: row.badRows,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    skipped: row.skipped,
    keptOut: row.keptOut,
    deleted: row.deleted,
    warnings: row.warnings,
    errors: row.errors,
  };
}

/** All errors and warnings of the files, stored or not. */
export const countErrors = (files: readonly Pick<ImportFileRow, "errors" | "warnings">[]): number =>
  files.reduce((sum, { errors, warnings }) => sum + errors + warnings, 0);

/** Progress of an import from 0 to 1; null if it cannot be computed (while receiving files of unknown size). */
export function toProgress(
  status: ImportRow["status"],
  files: readonly Pick<ImportFileRow, "sizeBytes" | "bytesRead" | "rowsStaged" | "rowsDone">[],
): number | null {
  if (status === "COMPLETED" || status === "FAILED") return 1;
  if (status === "RECEIVING") {
    const size = files.reduce((sum, file) => sum + (file.sizeBytes ?? Number.NaN), 0);
    const read = files.reduce((sum, file) => sum + file.bytesRead, 0);
    return size > 0 ? Math.min(1, read / size) : null;
  }
  const staged = files.reduce((sum, file) => sum + file.rowsStaged, 0);
  const done = files.reduce((sum, file) => sum + file.rowsDone, 0);
  return staged > 0 ? Math.min(1, done / staged) : 0;
}
