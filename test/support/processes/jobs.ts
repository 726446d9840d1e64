import { Logger, runOnce } from "graphile-worker";
import type { Task } from "~/jobs/task/task";
import { tasks } from "~/jobs/tasks/tasks.server";
import { type TaskName, taskPayloads } from "~/queue/task-payloads";

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
