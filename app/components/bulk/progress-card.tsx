import { Button } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import type { TaskView } from "~/features/bulk-automations/automation-page";
import { toDuration } from "~/features/bulk-automations/automation-page";
import { formatCount } from "~/lib/format";

type Props = {
  task: TaskView;
  perSecond: number | null;
  secondsLeft: number | null;
  mayChange: boolean;
};

const TITLES: Record<string, string> = {
  DRAFT: "Preparing the plan",
  PLANNING: "Preparing the plan",
  RUNNING: "Changing contracts",
  PAUSED: "Paused",
};

/** How far a task is, and what stops it. Native elements: the same with and without scripts. */
export function ProgressCard({ task, perSecond, secondsLeft, mayChange }: Props) {
  const { total, processed } = task;
  const title = task.isTried ? `The first ${task.succeeded + task.failed} are done` : TITLES[task.status];
  const isKnown = total !== null && task.status !== "DRAFT" && task.status !== "PLANNING";
  const rate = [
    perSecond !== null && `${formatCount(Math.round(perSecond))} a second`,
    secondsLeft !== null && `about ${toDuration(secondsLeft)} left`,
  ].filter(Boolean);
  return (
    <section className="pn-card" aria-labelledby="progress-title">
      <h2 id="progress-title">{title}</h2>
      {task.isTried && (
        <p className="pn-card-text">
          Check them below or in the contract list. Nothing else changes until you continue.
        </p>
      )}
      <progress
        className="pn-progress"
        aria-labelledby="progress-title"
        max={Math.max(1, total ?? 1)}
        value={isKnown ? processed : undefined}
      />
      <p className="pn-dimmed pn-number" role="status">
        {isKnown ? `${formatCount(processed)} of ${formatCount(total)} contracts` : "Just a moment…"}
        {rate.length > 0 && `, ${rate.join(", ")}`}
      </p>
      {mayChange && <Controls task={task} />}
      {task.status !== "PAUSED" && (
        <noscript>
          <meta httpEquiv="refresh" content="2" />
          <p className="pn-dimmed">This page refreshes every two seconds.</p>
        </noscript>
      )}
    </section>
  );
}

function Controls({ task }: { task: TaskView }) {
  const formAction = useNavigation().formAction ?? "";
  const left = (task.total ?? 0) - task.processed;
  return (
    <div className="pn-actions">
      {task.status === "RUNNING" && (
        <Form method="post" action="?intent=pause">
          <Button type="submit" variant="default" loading={formAction.includes("intent=pause")}>
            Pause
          </Button>
        </Form>
      )}
      {task.status === "PAUSED" && (
        <Form method="post" action="?intent=continue">
          <Button type="submit" loading={formAction.includes("intent=continue")}>
            {task.isTried ? `Apply to the other ${formatCount(left)}` : "Continue"}
          </Button>
        </Form>
      )}
      {task.status !== "DRAFT" && (
        <Button component={Link} to="?confirm=cancel" preventScrollReset variant="default">
          Cancel the task
        </Button>
      )}
    </div>
  );
}
