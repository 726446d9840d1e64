import { Logger, runOnce } from "graphile-worker";
import type { Task } from "~/jobs/task/task";
import { tasks } from "~/jobs/tasks/tasks.server";
import { type TaskName, taskPayloads } from "~/queue/task-payloads";
import { client } from "~db/client.server";

/** Runs all waiting jobs, and those they add, by the real queue. @returns failures that will be tried again */
export async function runJobs(now: () => Date = () => new Date()): Promise<string[]> {
  const failures: string[] = [];
  const taskList = Object.fromEntries(
    (Object.keys(tasks) as TaskName[]).map((name) => [
      name,
      async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        const task = tasks[name] as Task<TaskName>;
        try {
          const signal = abortSignal ?? new AbortController().signal;
          await task(taskPayloads[name].parse(payload), { clock: now, signal });
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
          throw error;
        }
      },
    ]),
  );
  await runOnce({
    connectionString: process.env.DATABASE_URL,
    taskList,
    noHandleSignals: true,
    maxPoolSize: 2,
    logger: new Logger(() => () => {}),
  });
  return failures;
}

/** A run of a periodic task at an instant. */
export const runTask = (name: TaskName, now: Date) =>
  (tasks[name] as Task<TaskName>)({}, { clock: () => now, signal: new AbortController().signal });

/** Ids of the shops with a job of this task that waits. */
export async function listShopsWithJob(task: TaskName): Promise<number[]> {
  const rows = await client<{ id: number }[]>`
    select distinct (j.payload ->> 'shopId')::bigint as id from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task} order by 1`;
  return rows.map(({ id }) => id);
}
