import type { Audit } from "~/features/activity/activity";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";
import type { AutomationRow } from "./automations.repo.server";

/**
 * Maximum number of workers that share a task. The first makes the plan; the others join when there is enough to do.
 */
const RUNNERS = 3;
const BATCHES_WORTH_SHARING = 16;
/** Each death of a worker and each outage uses one; the queue stores a smallint. */
const JOB_ATTEMPTS = 32_000;

type Target = Pick<AutomationRow, "shopId" | "id">;

export const toRunnerKey = ({ shopId, id }: Target, runner: number): string =>
  `run-bulk-automation:${shopId}:${id}:${runner}`;

/** Queues a task for a worker, to run from `runAt` on. */
export async function enqueueRunner(
  tx: Queryable,
  task: Target,
  { runner = 0, runAt }: { runner?: number; runAt?: Date } = {},
): Promise<void> {
  const { shopId, id: automationId } = task;
  await enqueue(
    tx,
    "run-bulk-automation",
    { shopId, automationId, lane: runner },
    { jobKey: toRunnerKey(task, runner), runAt, maxAttempts: JOB_ATTEMPTS },
  );
}

/** Queues as many workers as the number of batches justifies. @param options.from 1 when one worker already runs */
export async function enqueueRunners(
  tx: Queryable,
  task: Target,
  { batches, from = 0 }: { batches: number; from?: 0 | 1 },
): Promise<void> {
  const count = batches >= BATCHES_WORTH_SHARING ? RUNNERS : 1;
  for (let runner: number = from; runner < count; runner++) await enqueueRunner(tx, task, { runner });
}

/** Changes are attributed to whoever started the task. */
export const toStarterAudit = <Time extends Date>(
  {
    id,
    actorType,
    actorName,
    requestId,
  }: Pick<AutomationRow, "id" | "actorType" | "actorName" | "requestId">,
  now: Time,
): Audit<Time> => ({ actor: { type: actorType, name: actorName }, requestId, now, bulkAutomationId: id });
