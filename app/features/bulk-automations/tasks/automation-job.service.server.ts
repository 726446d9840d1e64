import type { Audit } from "~/features/activity/activity";
import type { AutomationRow } from "~/features/bulk-automations/tasks/automations.repo.server";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";

/** Workers that share a task at most. Its first lane makes the plan; the others come when there is enough to do. */
const RUNNERS = 3;
const BATCHES_WORTH_SHARING = 4;
/** Each death of a worker and each outage is one; the queue takes no more than a smallint. */
const JOB_ATTEMPTS = 32_000;

type Target = Pick<AutomationRow, "shopId" | "id">;

export const toRunnerKey = ({ shopId, id }: Target, runner: number): string =>
  `run-bulk-automation:${shopId}:${id}:${runner}`;

/** Leaves a task to a worker, from `runAt` on. */
export async function enqueueRunner(
  tx: Queryable,
  task: Target,
  { lane: runner = 0, runAt }: { lane?: number; runAt?: Date } = {},
): Promise<void> {
  const { shopId, id: automationId } = task;
  await enqueue(
    tx,
    "run-bulk-automation",
    { shopId, automationId, lane: runner },
    { jobKey: toRunnerKey(task, runner), runAt, maxAttempts: JOB_ATTEMPTS },
  );
}

/** Leaves it to as many workers as so many batches are worth. @param options.from 1 = somebody is at it already */
export async function enqueueRunners(
  tx: Queryable,
  task: Target,
  { batches, from = 0 }: { batches: number; from?: 0 | 1 },
): Promise<void> {
  const count = batches >= BATCHES_WORTH_SHARING ? RUNNERS : 1;
  for (let runner: number = from; runner < count; runner++) await enqueueRunner(tx, task, { lane: runner });
}

/** Whoever made the task has done what it does. */
export const toStarterAudit = (
  {
    id,
    actorType,
    actorName,
    requestId,
  }: Pick<AutomationRow, "id" | "actorType" | "actorName" | "requestId">,
  now: Date,
): Audit => ({ actor: { type: actorType, name: actorName }, requestId, now, bulkAutomationId: id });
