import { Button } from "@mantine/core";
import { formatCount } from "~/lib/format";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";

type ImportError = {
  id: number;
  severity: "ERROR" | "WARNING";
  fileName: string;
  line: number | null;
  column: string | null;
  value: string | null;
  reason: string;
};

const COLUMNS: Column<ImportError>[] = [
  {
    title: "Reason",
    isMain: true,
    className: "pn-import-reason",
    cell: ({ severity, reason }) => (
      <>
        {severity === "WARNING" && <span className="pn-dimmed">Warning: </span>}
        {reason}
      </>
    ),
  },
  { title: "File", cell: ({ fileName }) => fileName },
  { title: "Line", align: "end", isNumber: true, cell: ({ line }) => line ?? "—" },
  { title: "Column", cell: ({ column }) => (column ? <code>{column}</code> : "—") },
  { title: "Value", className: "pn-import-value", cell: ({ value }) => value || "—" },
];

type Props = { importId: number; errors: ImportError[]; errorCount: number; keptCount: number };

/** The first errors in the files, and a link to all that are stored. */
export function ImportErrors({ importId, errors, errorCount, keptCount }: Props) {
  const mark = useShopMark();
  if (errorCount === 0) return null;
  return (
    <ListCard
      label="Errors and warnings"
      title="Errors and warnings"
      head={
        <Button
          component="a"
          href={mark(`/admin/imports/${importId}/errors.csv`)}
          download
          variant="default"
          size="xs"
        >
          Download {keptCount < errorCount ? "the first" : "all"} {formatCount(keptCount)} as CSV
        </Button>
      }
    >
      <DataTable rows={errors} columns={COLUMNS} shared={null} />
      {errorCount > errors.length && (
        <p className="pn-list-end pn-dimmed">
          The first {formatCount(errors.length)} of {formatCount(errorCount)};{" "}
          {keptCount < errorCount
            ? `the download has ${formatCount(keptCount)}, the rest were only counted.`
            : "the rest is in the download."}
        </p>
      )}
    </ListCard>
  );
}
