import { Link } from "@remix-run/react";
import { AgoText } from "~/components/date-text";
import { ImportBadge } from "~/components/imports/import-badge";
import type { FileOutcome } from "~/features/imports/import-progress";
import { formatCount, type Instant } from "~/lib/format";

type Entry = {
  id: number;
  status: string;
  actorName: string;
  createdAt: Date;
  files: FileOutcome[];
};

/** Earlier imports, newest first. */
export function ImportList({ imports, now }: { imports: Entry[]; now: Instant }) {
  return (
    <section className="pn-card pn-card-flush" aria-label="Imports">
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Import</th>
            <th>Files</th>
            <th data-align="end">Contracts</th>
            <th data-align="end">Kept out</th>
            <th>Started</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {imports.map((entry) => (
            <tr key={entry.id}>
              <td className="pn-table-main">
                <Link to={`/admin/imports/${entry.id}`} className="pn-strong-link">
                  Import {entry.id}
                </Link>
              </td>
              <td data-label="Files">{entry.files.map((file) => file.fileName).join(", ") || "—"}</td>
              <td data-label="Contracts" data-align="end" className="pn-number">
                {formatCount(entry.files.find(({ file }) => file === "CONTRACTS")?.created ?? 0)}
              </td>
              <td data-label="Kept out" data-align="end" className="pn-number">
                {formatCount(entry.files.reduce((sum, file) => sum + file.keptOut, 0))}
              </td>
              <td data-label="Started">
                <AgoText at={entry.createdAt} now={now} />{" "}
                <span className="pn-dimmed">by {entry.actorName}</span>
              </td>
              <td data-label="State">
                <ImportBadge status={entry.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
