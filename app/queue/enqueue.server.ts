import { sql } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { type TaskName, type TaskPayload, taskPayloads } from "./task-payloads";
import { createTurns, findShopOf, LONG, LONG_TASKS, toShopFlag } from "./turns";

/**
 * Adds a job in the caller's transaction: no job without its change, no change without its job. A second one with the
 * same `jobKey` replaces the first while that waits; while the first runs, the second is a job of its own.
 *
 * @param options.maxAttempts tries before the queue gives up, with growing pauses between them; 25 by default
 */
export async function enqueue<N extends TaskName>(
  tx: Queryable,
  task: N,
  payload: TaskPayload<N>,
  options: { jobKey?: string; runAt?: Date; maxAttempts?: number } = {},
): Promise<void> {
  const parsed = taskPayloads[task].parse(payload);
  const text = JSON.stringify(parsed);
  const { priority, flags } = toPlace(task, parsed);
  await tx.execute(sql`
    select graphile_worker.add_job(${task}::text, payload => ${text}::json,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.jobKey ?? null}::text,
      priority => ${priority}::int, flags => ${flags}::text[])`);
}

const findTurn = createTurns();

/**
 * The worker limits long jobs (app/jobs/worker/long-jobs.ts); short ones have a priority by how many their shop has
 * waiting.
 */
function toPlace(task: TaskName, payload: unknown): { priority: number; flags: string | null } {
  const shopId = findShopOf(payload);
  if (LONG_TASKS.has(task))
    return { priority: 0, flags: `{${shopId === null ? LONG : `${LONG},${toShopFlag(shopId)}`}}` };
  return { priority: shopId === null ? 0 : findTurn(shopId, Date.now()), flags: null };
}

/** Whether a job of this key waits, runs, or will be tried again. */
export async function hasLiveJob(on: Queryable, jobKey: string): Promise<boolean> {
  const rows = await on.execute(sql`
    select from graphile_worker.jobs
    where key = ${jobKey}::text and (locked_at is not null or attempts < max_attempts)`);
  return rows.length > 0;
}

/** Removes a job whose work the caller has done itself, unless a worker has taken it. */
export async function removeJob(on: Queryable, jobKey: string): Promise<void> {
  await on.execute(sql`select graphile_worker.remove_job(${jobKey}::text)`);
}
