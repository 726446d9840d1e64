import type { FileOutcome } from "~/features/imports/import-progress";
import { formatCount, type Instant } from "~/lib/format";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { AgoText } from "~/ui/parts/date-text";
import { ImportBadge } from "./import-badge";
import type { ImportStatus } from "./import-labels";

type Entry = {
  id: number;
  status: ImportStatus;
  actorName: string;
  createdAt: Date;
  files: FileOutcome[];
};

const COLUMNS: Column<Entry, Instant>[] = [
  {
    title: "Import",
    isMain: true,
    cell: ({ id }) => <RowLink to={`/admin/imports/${id}`}>Import {id}</RowLink>,
  },
  { title: "Files", cell: ({ files }) => files.map((file) => file.fileName).join(", ") || "—" },
  {
    title: "Contracts",
    align: "end",
    isNumber: true,
    cell: ({ files }) => formatCount(files.find(({ file }) => file === "CONTRACTS")?.created ?? 0),
  },
  {
    title: "Kept out",
    align: "end",
    isNumber: true,
    cell: ({ files }) => formatCount(files.reduce((sum, file) => sum + file.keptOut, 0)),
  },
  {
    title: "Started",
    cell: ({ createdAt, actorName }, now) => (
      <>
        <AgoText at={createdAt} now={now} /> <span className="pn-dimmed">by {actorName}</span>
      </>
    ),
  },
  { title: "Status", cell: ({ status }) => <ImportBadge status={status} /> },
];

/** Earlier imports, newest first. */
export const ImportList = ({ imports, now }: { imports: Entry[]; now: Instant }) => (
  <ListCard label="Imports">
    <DataTable rows={imports} columns={COLUMNS} shared={now} />
  </ListCard>
);
