import type { ListedTask } from "~/features/bulk-automations/automation-page";
import { formatCount, type Instant } from "~/lib/format";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { AgoText } from "~/ui/parts/date-text";
import { TaskBadge } from "./task-badge";

type Shared = { now: Instant; mayChange: boolean };

const COLUMNS: Column<ListedTask, Shared>[] = [
  {
    title: "Change",
    isMain: true,
    cell: ({ id, what }) => (
      <>
        <RowLink to={`/admin/bulk-automations/${id}`}>{what}</RowLink>
        <span className="pn-second">Bulk change {id}</span>
      </>
    ),
  },
  {
    title: "Contracts",
    cell: ({ filterHref, whom }) => (filterHref ? <a href={filterHref}>{whom}</a> : whom),
  },
  { title: "Changed", align: "end", isNumber: true, cell: ({ succeeded }) => formatCount(succeeded) },
  { title: "Skipped", align: "end", isNumber: true, cell: ({ skipped }) => formatCount(skipped) },
  { title: "Failed", align: "end", isNumber: true, cell: ({ failed }) => formatCount(failed) },
  {
    title: "Created",
    cell: ({ createdAt, actor }, { now }) => (
      <>
        <AgoText at={createdAt} now={now} /> <span className="pn-dimmed">by {actor}</span>
      </>
    ),
  },
  {
    title: "Status",
    cell: (task, { mayChange }) => (
      <>
        <TaskBadge status={task.status} isFirstBatchDone={task.isFirstBatchDone} />
        {toUndo(task, mayChange)}
      </>
    ),
  },
];

function toUndo({ id, undoneBy, mayUndo }: ListedTask, mayChange: boolean) {
  if (undoneBy !== null)
    return (
      <a href={`/admin/bulk-automations/${undoneBy}`} className="pn-task-undo">
        Undone by bulk change {undoneBy}
      </a>
    );
  if (!mayUndo || !mayChange) return null;
  return (
    <a href={`/admin/bulk-automations/${id}?confirm=undo`} className="pn-task-undo">
      Undo<span className="pn-hidden"> bulk change {id}</span>
    </a>
  );
}

/** Bulk changes, newest first: who, when, and the outcome. */
export const TaskList = ({ tasks, ...shared }: Shared & { tasks: ListedTask[] }) => (
  <ListCard label="Bulk changes">
    <DataTable rows={tasks} columns={COLUMNS} shared={shared} />
  </ListCard>
);
