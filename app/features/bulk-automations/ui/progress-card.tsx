import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PlanView, TaskView } from "~/features/bulk-automations/automation-page";
import { toContractsText, toDuration } from "~/features/bulk-automations/automation-page";
import { formatCount } from "~/lib/format";
import { Form } from "~/ui/form/form";
import { useSentIntent } from "~/ui/hooks/use-form-of";
import { ProgressBar } from "~/ui/parts/progress-bar";

type Props = {
  task: TaskView;
  plan: PlanView | null;
  perSecond: number | null;
  secondsLeft: number | null;
  mayChange: boolean;
};

const TITLES: Record<string, string> = {
  DRAFT: "Making the plan",
  PLANNING: "Making the plan",
  RUNNING: "Changing contracts",
  PAUSED: "Paused",
};

/** Progress of a bulk change with its buttons. Native elements, so that it is the same without scripts. */
export function ProgressCard({ task, plan, perSecond, secondsLeft, mayChange }: Props) {
  const title = task.isFirstBatchDone
    ? `The first ${toContractsText(task.succeeded + task.failed)} are done`
    : TITLES[task.status];
  const isKnown = plan !== null && task.status !== "DRAFT" && task.status !== "PLANNING";
  // Counts only contracts that are to change: those that the plan skips count as processed from the start.
  const done = isKnown ? Math.max(0, task.processed - plan.skipped) : null;
  const rate = [
    perSecond !== null && `${formatCount(Math.round(perSecond))} a second`,
    secondsLeft !== null && `about ${toDuration(secondsLeft)} left`,
  ].filter(Boolean);
  return (
    <section className="pn-card" aria-labelledby="progress-title">
      <h2 id="progress-title">{title}</h2>
      {task.isFirstBatchDone && (
        <p className="pn-card-text">Look at them below. Nothing else changes until you say so.</p>
      )}
      <ProgressBar labelledBy="progress-title" max={plan?.changing || 1} value={done} />
      <p className="pn-dimmed pn-number" role="status">
        {isKnown ? `${formatCount(done ?? 0)} of ${toContractsText(plan.changing)}` : "One moment …"}
        {rate.length > 0 && `, ${rate.join(", ")}`}
      </p>
      {mayChange && <Controls task={task} />}
      {task.status !== "PAUSED" && (
        <noscript>
          <meta httpEquiv="refresh" content="2" />
          <p className="pn-dimmed">This page reloads every two seconds.</p>
        </noscript>
      )}
    </section>
  );
}

function Controls({ task }: { task: TaskView }) {
  const sent = useSentIntent();
  const left = (task.total ?? 0) - task.processed;
  return (
    <div className="pn-actions">
      {task.status === "RUNNING" && (
        <Form method="post" action="?intent=pause">
          <Button type="submit" variant="default" loading={sent === "pause"}>
            Pause
          </Button>
        </Form>
      )}
      {task.status === "PAUSED" && (
        <Form method="post" action="?intent=continue">
          <Button type="submit" loading={sent === "continue"}>
            {task.isFirstBatchDone ? `Apply to the other ${formatCount(left)}` : "Continue"}
          </Button>
        </Form>
      )}
      {task.status !== "DRAFT" && (
        <Button component={Link} to="?confirm=cancel" preventScrollReset variant="default">
          Cancel this change
        </Button>
      )}
    </div>
  );
}
