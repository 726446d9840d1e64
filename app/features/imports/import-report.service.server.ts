import { FILE_NAMES } from "~/features/imports/import-files";
import { listImportErrors } from "~/features/imports/imports.repo.server";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/csv";

const ERRORS_A_PIECE = 2000;

/** Everything an import has found wrong, as CSV, piece by piece: there may be as many errors as rows. */
export async function* exportImportErrors(shopId: number, importId: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([["File", "Line", "Column", "Value", "Reason", "Severity"]]);
  for (let afterId = 0; ; ) {
    const errors = await listImportErrors(shopId, importId, { limit: ERRORS_A_PIECE, afterId });
    const last = errors.at(-1);
    if (!last) return;
    yield toCsv(
      errors.map(({ file, line, column, value, reason, severity }) => [
        FILE_NAMES[file],
        line,
        column,
        value,
        reason,
        severity,
      ]),
    );
    afterId = last.id;
  }
}
