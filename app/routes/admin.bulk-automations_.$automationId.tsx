import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { DraftActions } from "~/components/bulk/draft-actions";
import { ItemTable } from "~/components/bulk/item-table";
import { OutcomeCard } from "~/components/bulk/outcome-card";
import { PlanCard } from "~/components/bulk/plan-card";
import { ProgressCard } from "~/components/bulk/progress-card";
import { ScheduledCard } from "~/components/bulk/scheduled-card";
import { TaskBadge } from "~/components/bulk/task-badge";
import { TaskDialogs } from "~/components/bulk/task-dialogs";
import { AgoText } from "~/components/date-text";
import { DoneNote } from "~/components/done-note";
import { FormProblem } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { useAdminShell } from "~/components/use-admin-shell";
import { useLookingAgain } from "~/components/use-looking-again";
import { isOver } from "~/features/bulk-automations/automation";
import { taskAction, taskLoader } from "~/features/bulk-automations/automation-pages.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { taskAction as action, taskLoader as loader };

export const meta: MetaFunction<typeof taskLoader> = ({ data }) => [
  { title: pageTitle(data ? `${data.task.what}, bulk change ${data.task.id}` : "Bulk change") },
];

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
  const result = useActionData<typeof taskAction>();
  const { shop } = useAdminShell();
  const { task, plan, sample, failures, leftAlone, mayChange, now } = data;
  const { status } = task;
  const isPlanning = status === "PLANNING" || (status === "DRAFT" && plan === null);
  const isUnderWay = isPlanning || status === "RUNNING";
  const csvHref = `/admin/bulk-automations/${task.id}/plan.csv`;
  useLookingAgain(isUnderWay);
  return (
    <div className="pn-page">
      <PageHeader
        title={task.what}
        badge={<TaskBadge status={status} isTried={task.isTried} />}
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
          {task.failure}
        </p>
      )}
      {(isUnderWay || status === "PAUSED") && (
        <ProgressCard
          task={task}
          perSecond={data.perSecond}
          secondsLeft={data.secondsLeft}
          mayChange={mayChange}
        />
      )}
      {status === "SCHEDULED" && task.startsAt && (
        <ScheduledCard startsAt={task.startsAt} mayChange={mayChange} />
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
      <ItemTable items={failures} label="Failed" title="Failed" tableLabel="Failed contracts" />
      <ItemTable
        items={leftAlone}
        label="Skipped"
        title="Skipped: changed since"
        note="Somebody else has changed these contracts, so they keep what they have now."
        tableLabel="Contracts that somebody has changed since"
      />
      {!isPlanning && (
        <ItemTable
          items={sample}
          label="Contracts"
          title={status === "DRAFT" ? "Examples" : "Contracts"}
          tableLabel="Some of the contracts"
        />
      )}
      <TaskDialogs task={task} plan={plan} mayUndo={data.mayUndo} />
    </div>
  );
}
