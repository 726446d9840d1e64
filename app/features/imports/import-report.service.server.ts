import { FILE_NAMES } from "~/features/imports/records/import-files";
import { listImportErrors, listImportFiles } from "~/features/imports/records/imports.repo.server";
import { formatCount } from "~/lib/format";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/text/csv";
import { countErrors } from "./import-progress";

const ERRORS_A_PIECE = 2000;

/** The stored errors and warnings of an import as CSV, piece by piece; the last line says how many more there were. */
export async function* exportImportErrors(shopId: number, importId: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([["File", "Line", "Column", "Value", "Reason", "Severity"]]);
  let listed = 0;
  for (let afterId = 0; ; ) {
    const errors = await listImportErrors(shopId, importId, { limit: ERRORS_A_PIECE, afterId });
    const last = errors.at(-1);
    if (!last) break;
    listed += errors.length;
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
  const more = countErrors(await listImportFiles(shopId, [importId])) - listed;
  if (more > 0)
    yield toCsv([["", "", "", "", `${formatCount(more)} more were counted and are not listed.`, ""]]);
}
