import type { Audit } from "~/features/activity/activity";
import type { AutomationRow } from "~/features/bulk-automations/tasks/automations.repo.server";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";

/** Workers that share a task at most. Its first lane makes the plan; the others come when there is enough to do. */
const LANES = 3;
const BATCHES_WORTH_SHARING = 4;
/** Each death of a worker and each outage is one; the queue takes no more than a smallint. */
const JOB_ATTEMPTS = 32_000;

type Target = Pick<AutomationRow, "shopId" | "id">;

export const toLaneKey = ({ shopId, id }: Target, lane: number): string =>
  `run-bulk-automation:${shopId}:${id}:${lane}`;

/** Leaves a task to a worker, from `runAt` on. */
export async function enqueueLane(
  tx: Queryable,
  task: Target,
  { lane = 0, runAt }: { lane?: number; runAt?: Date } = {},
): Promise<void> {
  const { shopId, id: automationId } = task;
  await enqueue(
    tx,
    "run-bulk-automation",
    { shopId, automationId, lane },
    { jobKey: toLaneKey(task, lane), runAt, maxAttempts: JOB_ATTEMPTS },
  );
}

/** Leaves it to as many workers as so many batches are worth. @param options.from 1 = somebody is at it already */
export async function enqueueLanes(
  tx: Queryable,
  task: Target,
  { batches, from = 0 }: { batches: number; from?: 0 | 1 },
): Promise<void> {
  const lanes = batches >= BATCHES_WORTH_SHARING ? LANES : 1;
  for (let lane: number = from; lane < lanes; lane++) await enqueueLane(tx, task, { lane });
}

/** Whoever made the task has done what it does. */
export const toAudit = (
  {
    id,
    actorType,
    actorName,
    requestId,
  }: Pick<AutomationRow, "id" | "actorType" | "actorName" | "requestId">,
  now: Date,
): Audit => ({ actor: { type: actorType, name: actorName }, requestId, now, bulkAutomationId: id });
