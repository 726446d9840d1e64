import { Link } from "@remix-run/react";
import { TaskBadge } from "~/components/bulk/task-badge";
import { AgoText } from "~/components/date-text";
import type { ListedTask } from "~/features/bulk-automations/automation-page";
import { formatCount, type Instant } from "~/lib/format";

/** Bulk changes with who, when and what came of them, newest first. */
export function TaskList({
  tasks,
  now,
  mayChange,
}: {
  tasks: ListedTask[];
  now: Instant;
  mayChange: boolean;
}) {
  return (
    <section className="pn-card pn-card-flush" aria-label="Bulk changes">
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Change</th>
            <th>Contracts</th>
            <th data-align="end">Changed</th>
            <th data-align="end">Skipped</th>
            <th data-align="end">Failed</th>
            <th>Made</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.id}>
              <td className="pn-table-main">
                <Link to={`/admin/bulk-automations/${task.id}`} className="pn-strong-link">
                  {task.what}
                </Link>
                <span className="pn-task-id">Bulk change {task.id}</span>
              </td>
              <td data-label="Contracts">
                {task.filterHref ? <Link to={task.filterHref}>{task.whom}</Link> : task.whom}
              </td>
              <Count label="Changed" count={task.succeeded} />
              <Count label="Skipped" count={task.skipped} />
              <Count label="Failed" count={task.failed} />
              <td data-label="Made">
                <AgoText at={task.createdAt} now={now} /> <span className="pn-dimmed">by {task.actor}</span>
              </td>
              <td data-label="State">
                <TaskBadge status={task.status} isTried={task.isTried} />
                <Undo task={task} mayChange={mayChange} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Undo({ task: { id, undoneBy, mayUndo }, mayChange }: { task: ListedTask; mayChange: boolean }) {
  if (undoneBy !== null)
    return (
      <Link to={`/admin/bulk-automations/${undoneBy}`} className="pn-task-undo">
        Undone by bulk change {undoneBy}
      </Link>
    );
  if (!mayUndo || !mayChange) return null;
  return (
    <Link to={`/admin/bulk-automations/${id}?confirm=undo`} className="pn-task-undo">
      Undo<span className="pn-hidden"> bulk change {id}</span>
    </Link>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <td data-label={label} data-align="end" className="pn-number">
      {formatCount(count)}
    </td>
  );
}
