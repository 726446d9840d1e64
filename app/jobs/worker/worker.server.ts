import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Job, Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { metrics } from "~/http/endpoint/metrics.server";
import type { Task, TaskTable } from "~/jobs/task/task";
import { logger, toSafeError } from "~/lib/logger.server";
import { redactSecrets } from "~/lib/redact";
import { enqueue } from "~/queue/enqueue.server";
import { type TaskName, taskPayloads } from "~/queue/task-payloads";
import { TryLater } from "~/queue/try-later";
import { db } from "~db/client.server";
import { databaseNow } from "~db/clock.server";
import { bringJobsForward, createCrontab } from "./crontab.server";
import { createLongJobLimit } from "./long-jobs";
import { openWorkerLease } from "./worker-lease.server";

/** Jobs that a process runs at once. */
const CONCURRENCY = 4;
/**
 * How many of them may be long, and long ones of one shop: the rest is for the jobs of every minute, and for other
 * shops.
 */
const LONG_JOBS = { most: 3, perShop: 2 };
/** When a worker has to end: how long its jobs may continue before they are aborted, and before they are abandoned. */
const ASK_AFTER_MS = 2000;
const LEAVE_AFTER_MS = 6000;

/** Earlier failures of a job are warnings: with the queue's pauses, this one comes a minute and a half after the first. */
const ATTEMPTS_BEFORE_ALARM = 5;

/** Failed fetches in a row, over all of the process's fetchers. */
const MOST_FAILURES_IN_A_ROW = 2 * CONCURRENCY;

const NEVER_ABORTED = new AbortController().signal;

export type RunningWorker = {
  /** Ends within ten seconds; unfinished jobs are then given back to the queue. */
  stop(): Promise<void>;
  /** Rejects when the worker breaks down by itself. */
  ended: Promise<void>;
};

export type WorkerOptions = { databaseUrl: string; tasks: Partial<TaskTable>; crontab: string };

/** Takes jobs from the queue and runs them, until stopped. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const addByClock = createCrontab(options.crontab);
  const lease = await openWorkerLease(options.databaseUrl, async (sql, setByMs) => {
    const now = databaseNow();
    if (setByMs !== 0) logger.error({ setByMs: Math.round(setByMs) }, "the database's clock was set");
    if (setByMs < 0) await bringJobsForward(sql, new Date(now.getTime() - setByMs));
    await addByClock(sql, now);
  });
  const longJobs = createLongJobLimit<object>(LONG_JOBS);
  try {
    const runner = await run({
      connectionString: options.databaseUrl,
      concurrency: CONCURRENCY,
      maxPoolSize: CONCURRENCY + 2,
      pollInterval: 2000,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: ASK_AFTER_MS,
      taskList: toTaskList(options.tasks),
      crontab: "",
      forbiddenFlags: longJobs.listForbidden,
      events: listenFor(longJobs),
      logger: queueLogger,
      preset: {
        plugins: [
          {
            name: "PerennialLeasePlugin",
            version: "1.0.0",
            worker: { hooks: { startWorker: (_context, { worker }) => lease.register(worker.workerId) } },
          },
        ],
      },
    });
    const broken = new Promise<never>((_, reject) => {
      runner.events.on("worker:fatalError", ({ error }) => reject(error));
      // If its first query for its tasks fails, the queue's library keeps that failure and never takes a job again.
      let failuresInARow = 0;
      runner.events.on("worker:getJob:error", ({ error }) => {
        failuresInARow += 1;
        if (failuresInARow === MOST_FAILURES_IN_A_ROW) reject(error);
      });
      for (const event of ["worker:getJob:empty", "job:start"] as const)
        runner.events.on(event, () => {
          failuresInARow = 0;
        });
    });
    let isStopping = false;
    const ended = Promise.race([runner.promise, broken]);
    // Without a handler, a caller that does not await `ended` would crash.
    ended.catch(() => {});
    return {
      ended,
      async stop() {
        if (isStopping) return;
        isStopping = true;
        const left = new AbortController();
        try {
          await Promise.race([runner.stop(), delay(LEAVE_AFTER_MS, undefined, { signal: left.signal })]);
        } finally {
          left.abort();
          // Also for a runner that had stopped by itself: as long as the lease is held, nobody else gets its jobs.
          await lease.release();
        }
      },
    };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** Events for the limit of long jobs; used from the first fetch on. */
function listenFor(longJobs: ReturnType<typeof createLongJobLimit<object>>): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:getJob:start", ({ worker }) => longJobs.onFetch(worker));
  events.on("worker:getJob:empty", ({ worker }) => longJobs.onFetched(worker, null));
  events.on("worker:getJob:error", ({ worker }) => longJobs.onFetched(worker, null));
  events.on("job:start", ({ worker, job }) => longJobs.onFetched(worker, job));
  events.on("job:complete", ({ worker }) => longJobs.onOver(worker));
  return events;
}

function toTaskList(tasks: Partial<TaskTable>): TaskList {
  const list: TaskList = {};
  for (const name of Object.keys(tasks) as TaskName[]) {
    const task = tasks[name] as Task<TaskName> | undefined;
    if (!task) continue;
    list[name] = async (payload, { abortSignal = NEVER_ABORTED, job }) => {
      const startedAt = performance.now();
      const facts = { task: name, jobId: job.id, attempt: job.attempts };
      try {
        const parsed = taskPayloads[name].parse(payload);
        await task(parsed, { clock: databaseNow, signal: abortSignal });
      } catch (error) {
        const observe = (outcome: string) =>
          metrics.jobs.observe({ task: name, outcome }, (performance.now() - startedAt) / 1000);
        if (error instanceof TryLater) {
          await queueAgain(name, payload, job, error);
          observe("waits");
          logger.info({ ...facts, reason: error.message, waitMs: error.waitMs }, "job tried later");
          return;
        }
        observe(abortSignal.aborted ? "put back" : "failed");
        if (abortSignal.aborted) logger.info(facts, "job put back for another worker");
        else
          logger[mayPass(job) ? "warn" : "error"](
            { ...facts, lastAttempt: job.max_attempts, err: error },
            "job failed",
          );
        // The queue stores the message: values that Postgres quotes must not be in it.
        throw new Error(String(toSafeError(error).message ?? "failed; the log says why"));
      }
      const seconds = Math.round(performance.now() - startedAt) / 1000;
      metrics.jobs.observe({ task: name, outcome: "done" }, seconds);
      logger.info({ ...facts, seconds }, "job done");
    };
  }
  return list;
}

/** Whether a failure may be gone at the next try: it is neither the last one nor has it lasted for minutes. */
const mayPass = ({ attempts, max_attempts }: Job): boolean =>
  attempts < Math.min(max_attempts, ATTEMPTS_BEFORE_ALARM);

/** A new job instead of the failed one: the queue's pause grows with every failure, up to hours. */
const queueAgain = (name: TaskName, payload: unknown, { key, max_attempts }: Job, { waitMs }: TryLater) =>
  enqueue(db, name, taskPayloads[name].parse(payload), {
    jobKey: key ?? undefined,
    runAt: new Date(databaseNow().getTime() + waitMs),
    maxAttempts: max_attempts,
  });

/** Log messages of the queue itself. Failures of jobs are logged above, without the values they quote. */
const queueLogger = new Logger(() => (level, message) => {
  if (level !== "error" && level !== "warning") logger.debug({ queue: redactSecrets(message) });
  else if (!message.startsWith("Failed task")) logger.warn({ queue: redactSecrets(message) }, "job queue");
});
