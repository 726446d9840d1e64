import { Button } from "@mantine/core";
import { formatCount } from "~/lib/format";

type ImportError = {
  id: number;
  severity: "ERROR" | "WARNING";
  fileName: string;
  line: number | null;
  column: string | null;
  value: string | null;
  reason: string;
};

type Props = { importId: number; errors: ImportError[]; errorCount: number; keptCount: number };

/** The first things wrong in the files, and the way to all that is kept of them. */
export function ImportErrors({ importId, errors, errorCount, keptCount }: Props) {
  if (errorCount === 0) return null;
  return (
    <section className="pn-card pn-card-flush" aria-labelledby="errors-title">
      <div className="pn-card-head pn-import-errors-head">
        <h2 id="errors-title">Errors and warnings</h2>
        <Button
          component="a"
          href={`/admin/imports/${importId}/errors.csv`}
          download
          variant="default"
          size="xs"
        >
          Download {keptCount < errorCount ? "the first" : "all"} {formatCount(keptCount)} as CSV
        </Button>
      </div>
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Reason</th>
            <th>File</th>
            <th data-align="end">Line</th>
            <th>Column</th>
            <th>Value</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={error.id}>
              <td className="pn-table-main pn-import-reason">
                {error.severity === "WARNING" && <span className="pn-dimmed">Warning: </span>}
                {error.reason}
              </td>
              <td data-label="File">{error.fileName}</td>
              <td data-label="Line" data-align="end" className="pn-number">
                {error.line ?? "—"}
              </td>
              <td data-label="Column">{error.column ? <code>{error.column}</code> : "—"}</td>
              <td data-label="Value" className="pn-import-value">
                {error.value || "—"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {errorCount > errors.length && (
        <p className="pn-import-more pn-dimmed">
          The first {formatCount(errors.length)} of {formatCount(errorCount)};{" "}
          {keptCount < errorCount
            ? `the download has ${formatCount(keptCount)}, the rest were only counted.`
            : "the rest is in the download."}
        </p>
      )}
    </section>
  );
}
