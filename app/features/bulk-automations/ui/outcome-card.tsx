import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { TaskView } from "~/features/bulk-automations/automation-page";
import { formatCount } from "~/lib/format";
import { Form } from "~/ui/form/form";

type Props = { task: TaskView; mayUndo: boolean; mayChange: boolean; undoneBy: number | null };

/** The outcome of a finished bulk change, and what can be done about it. */
export function OutcomeCard({ task, mayUndo, mayChange, undoneBy }: Props) {
  const left = (task.total ?? 0) - task.processed;
  // After a fault, the contracts that were not reached are the ones that need attention.
  const facts: [label: string, count: number, tone?: "bad"][] = [
    ["Changed", task.succeeded],
    ["Not reached", left, task.status === "FAILED" ? "bad" : undefined],
    ["Skipped", task.skipped],
    ["Failed", task.failed, task.failed > 0 ? "bad" : undefined],
  ];
  return (
    <section className="pn-card" aria-labelledby="outcome-title">
      <h2 id="outcome-title">Outcome</h2>
      <dl className="pn-facts">
        {facts
          .filter(([label, count]) => count > 0 || label !== "Not reached")
          .map(([label, count, tone]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="pn-number" data-tone={tone}>
                {formatCount(count)}
              </dd>
            </div>
          ))}
      </dl>
      {undoneBy !== null && (
        <p className="pn-card-text pn-flat">
          Undone by <Link to={`/admin/bulk-automations/${undoneBy}`}>bulk change {undoneBy}</Link>.
        </p>
      )}
      {mayChange && (mayUndo || task.failed > 0) && (
        <div className="pn-actions">
          {task.failed > 0 && task.status === "COMPLETED" && (
            <Form method="post" action="?intent=retry">
              <Button type="submit">
                Try the failed {task.failed === 1 ? "one" : formatCount(task.failed)} again
              </Button>
            </Form>
          )}
          {mayUndo && (
            <Button component={Link} to="?confirm=undo" preventScrollReset variant="default">
              Undo
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
