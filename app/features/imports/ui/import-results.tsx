import type { FileOutcome } from "~/features/imports/import-progress";
import { formatCount } from "~/lib/format";
import { formatBytes } from "./import-labels";

const NOUNS: Record<string, string> = {
  PRODUCTS: "Products",
  CUSTOMERS: "Customers",
  CONTRACTS: "Contracts",
};

/** The result of each file: objects by outcome, only outcomes that occur (and always the new ones). */
export function ImportResults({ files }: { files: FileOutcome[] }) {
  return (
    <div className="pn-import-results">
      {files.map((file) => (
        <section key={file.file} className="pn-card" aria-labelledby={`file-${file.file}`}>
          <h2 id={`file-${file.file}`}>{NOUNS[file.file]}</h2>
          <p className="pn-card-text pn-dimmed">
            {file.name}, {formatBytes(file.bytesRead)}, {formatCount(file.rows)}{" "}
            {file.file === "PRODUCTS" ? "products" : "rows"}
          </p>
          <dl className="pn-import-verdicts">
            {toVerdicts(file).map(([label, count, tone]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="pn-number" data-tone={tone}>
                  {formatCount(count)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function toVerdicts(file: FileOutcome): [label: string, count: number, tone?: "bad" | "warn"][] {
  const others: [string, number, ("bad" | "warn")?][] = [
    ["Updated", file.updated],
    ["Unchanged", file.unchanged],
    ["Here already", file.skipped],
    ["Kept out", file.keptOut, "bad"],
    ["Marked as deleted", file.deleted],
    ["Warnings", file.warnings, "warn"],
  ];
  return [["New", file.created], ...others.filter(([, count]) => count > 0)];
}
