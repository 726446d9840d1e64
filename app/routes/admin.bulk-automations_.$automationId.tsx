import { Link, useLoaderData } from "@remix-run/react";
import { taskAction, taskLoader } from "~/features/bulk-automations/admin/automation-pages.endpoints.server";
import { isOver } from "~/features/bulk-automations/automation";
import bulkStyles from "~/features/bulk-automations/ui/bulk.css";
import { DraftActions } from "~/features/bulk-automations/ui/draft-actions";
import { ItemTable } from "~/features/bulk-automations/ui/item-table";
import { OutcomeCard } from "~/features/bulk-automations/ui/outcome-card";
import { PlanCard } from "~/features/bulk-automations/ui/plan-card";
import { ProgressCard } from "~/features/bulk-automations/ui/progress-card";
import { ScheduledCard } from "~/features/bulk-automations/ui/scheduled-card";
import { TaskBadge } from "~/features/bulk-automations/ui/task-badge";
import { TaskDialogs } from "~/features/bulk-automations/ui/task-dialogs";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useLive } from "~/ui/hooks/use-live";
import { AgoText } from "~/ui/parts/date-text";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { taskAction as action, taskLoader as loader };

export const links = styledBy(bulkStyles);
export const meta = titledBy<typeof taskLoader>(
  (data) => `${data.task.what}, bulk change ${data.task.id}`,
  "Bulk change",
);

const DONE = {
  applied: "Started",
  tried: "Trying it on the first 5",
  scheduled: "Scheduled",
  paused: "Paused",
  continued: "Continued",
  cancelled: "Cancelled",
  retried: "Trying the failed ones again",
};

export default function BulkAutomationPage() {
  const data = useLoaderData<typeof taskLoader>();
  const result = useAnswer<typeof taskAction>();
  const { shop } = useAdminShell();
  const { task, plan, sample, failures, leftAlone, mayChange, now } = data;
  const { status, hasNumbers } = task;
  const isPlanning = status === "PLANNING" || (status === "DRAFT" && plan === null);
  const isUnderWay = isPlanning || status === "RUNNING";
  const csvHref = `/admin/bulk-automations/${task.id}/plan.csv`;
  useLive("bulk-automations", { isUnderWay });
  return (
    <div className="pn-page">
      <PageHeader
        title={task.what}
        badge={<TaskBadge status={status} isFirstBatchDone={task.isFirstBatchDone} />}
        back={{ to: "/admin/bulk-automations", label: "Bulk changes" }}
        note={
          <>
            {task.filterHref ? <Link to={task.filterHref}>{task.whom}</Link> : task.whom}, bulk change{" "}
            {task.id}, made <AgoText at={task.createdAt} now={now} /> by {task.actor}
          </>
        }
      />
      <DoneNote messages={DONE} />
      <FormProblem result={result} labels={{ startsAt: "Start" }} />
      {task.failure && (
        <p role="alert" className="pn-problem pn-tone" data-tone="bad">
          {task.failure} {mayChange && <Link to="/admin/bulk-automations/new">New bulk change</Link>}
        </p>
      )}
      {(isUnderWay || status === "PAUSED") && (
        <ProgressCard
          task={task}
          plan={plan}
          perSecond={data.perSecond}
          secondsLeft={data.secondsLeft}
          mayChange={mayChange}
        />
      )}
      {status === "SCHEDULED" && task.startsAt && (
        <ScheduledCard
          startsAt={task.startsAt}
          isLate={data.isLate}
          runningId={data.runningId}
          mayChange={mayChange}
        />
      )}
      {isOver(status) && plan && (
        <OutcomeCard task={task} mayUndo={data.mayUndo} mayChange={mayChange} undoneBy={data.undoneBy} />
      )}
      {!isPlanning && plan && (
        <PlanCard plan={plan} csvHref={csvHref} isDone={status !== "DRAFT" && status !== "SCHEDULED"} />
      )}
      {status === "DRAFT" && plan && mayChange && (
        <DraftActions plan={plan} timeZone={shop.timeZone} runningId={data.runningId} result={result} />
      )}
      <ItemTable
        items={failures}
        hasNumbers={hasNumbers}
        label="Failed"
        title="Failed"
        tableLabel="Failed contracts"
      />
      <ItemTable
        items={leftAlone}
        hasNumbers={hasNumbers}
        label="Skipped"
        title="Skipped: changed since"
        note="Somebody else has changed these contracts, so they keep what they have now."
        tableLabel="Contracts that somebody has changed since"
      />
      {!isPlanning && (
        <ItemTable
          items={sample}
          hasNumbers={hasNumbers}
          label="Contracts"
          title={status === "DRAFT" ? "Examples" : "Contracts"}
          tableLabel="Some of the contracts"
        />
      )}
      <TaskDialogs task={task} plan={plan} mayUndo={data.mayUndo} />
    </div>
  );
}
