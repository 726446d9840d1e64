import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { metrics } from "~/http/endpoint/metrics.server";
import type { TaskTable } from "~/jobs/task/task";
import { crontab, tasks } from "~/jobs/tasks/tasks.server";
import { type RunningWorker, startWorker } from "~/jobs/worker/worker.server";
import { logger } from "~/lib/logger.server";
import { enqueue } from "~/queue/enqueue.server";
import { TryLater } from "~/queue/try-later";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractCounts } from "~db/schema/contracts";
import { jobWorkers } from "~db/schema/jobs";
import { sessions } from "~db/schema/shops";
import { inDays } from "../support/data/days";
import { createTestShop, insertContract, insertStaff, signIn } from "../support/data/factories";
import { endPrograms } from "../support/processes/end-programs";
import { eventually } from "../support/processes/eventually";
import { resetDatabase } from "../support/setup/database";

const databaseUrl = () => process.env.DATABASE_URL ?? "";
const children: ChildProcess[] = [];
const workers: RunningWorker[] = [];
let folder: string;
let journal: string;

beforeEach(async () => {
  await resetDatabase();
  folder = mkdtempSync(path.join(tmpdir(), "perennial-worker-"));
  journal = path.join(folder, "began");
});

afterEach(async () => {
  await endPrograms(children);
  for (const worker of workers.splice(0)) await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startInHere(table: Partial<TaskTable>, tab = ""): Promise<RunningWorker> {
  const worker = await startWorker({ databaseUrl: databaseUrl(), tasks: table, crontab: tab });
  workers.push(worker);
  return worker;
}

async function startElsewhere(behaviour: "hang" | "end"): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["scripts/run.mjs", "test/support/programs/worker-process.ts", databaseUrl(), journal, behaviour],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  children.push(child);
  const others = await db.$count(jobWorkers);
  await eventually(async () => expect(await db.$count(jobWorkers)).toBe(others + 4));
  return child;
}

const listJobs = () =>
  db.execute<{ attempts: number; isLocked: boolean; lastError: string | null }>(sql`
    select attempts, locked_at is not null as "isLocked", last_error as "lastError" from graphile_worker.jobs`);

test("a job runs soon after its transaction has committed", async () => {
  const ran = vi.fn(async () => {});
  await startInHere({ "top-up-shops": ran });
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(ran).toHaveBeenCalledTimes(1));
  await eventually(async () => expect(await listJobs()).toHaveLength(0));
});

test("a job that fails waits for another try, and the queue keeps no value Postgres quoted", async () => {
  await startInHere({
    "top-up-shops": async () => {
      await db.execute(sql`select ${"ada@example.com"}::int`);
    },
  });
  await enqueue(db, "top-up-shops", {});
  await eventually(async () => expect(await listJobs()).toMatchObject([{ attempts: 1, isLocked: false }]));
  expect((await listJobs())[0]?.lastError).not.toContain("ada@example.com");
});

test("a job that has to wait is tried later under its key and loses no try; it is told, but not as an error", async () => {
  const lines: unknown[] = [];
  const failed = vi.spyOn(logger, "error").mockImplementation(() => {});
  const logged = vi.spyOn(logger, "info").mockImplementation((facts: unknown, text?: unknown) => {
    lines.push([text, Reflect.get(Object(facts), "reason")]);
  });
  onTestFinished(() => {
    failed.mockRestore();
    logged.mockRestore();
  });
  const countOf = async (outcome: string) =>
    (await metrics.jobs.get()).values.find(
      ({ labels, metricName }) =>
        metricName?.endsWith("_count") && labels.task === "top-up-shops" && labels.outcome === outcome,
    )?.value ?? 0;
  const before = [await countOf("waits"), await countOf("failed")];
  const ran = vi.fn(async () => {
    if (ran.mock.calls.length < 3)
      throw new TryLater("another process has it", ran.mock.calls.length === 1 ? 0 : 1);
  });
  await startInHere({ "top-up-shops": ran });
  await enqueue(db, "top-up-shops", {}, { jobKey: "once", maxAttempts: 1 });
  await eventually(() => expect(ran).toHaveBeenCalledTimes(3));
  await eventually(async () => expect(await listJobs()).toHaveLength(0));
  // Each run is reported once its job has been put back; the next run need not wait for that.
  const waits = ["job tried later", "another process has it"];
  const listLines = () => lines.filter((line) => String(line).startsWith("job")).sort();
  await eventually(() => expect(listLines()).toEqual([["job done", undefined], waits, waits]));
  expect([await countOf("waits"), await countOf("failed")]).toEqual([(before[0] ?? 0) + 2, before[1]]);
  expect(failed).not.toHaveBeenCalled();
});

test("a failed job that is tried again soon is a warning; an error if it goes on failing, or is given up", async () => {
  const lines: unknown[] = [];
  for (const level of ["warn", "error"] as const) {
    const logged = vi.spyOn(logger, level).mockImplementation((facts: unknown, text?: unknown) => {
      if (text === "job failed") lines.push([level, Reflect.get(Object(facts), "attempt")]);
    });
    onTestFinished(() => logged.mockRestore());
  }
  const failNow = async (earlierTries: number, maxAttempts: number) => {
    await enqueue(db, "top-up-shops", {}, { jobKey: "fails", maxAttempts, runAt: inDays(1) });
    await db.execute(
      sql`update graphile_worker._private_jobs set attempts = ${earlierTries}::int, run_at = now()`,
    );
    await eventually(async () =>
      expect(await listJobs()).toMatchObject([{ attempts: earlierTries + 1, isLocked: false }]),
    );
    return lines.splice(0);
  };
  await startInHere({ "top-up-shops": () => Promise.reject(new Error("not now")) });
  expect(await failNow(0, 25)).toEqual([["warn", 1]]);
  expect(await failNow(3, 25)).toEqual([["warn", 4]]);
  expect(await failNow(4, 25)).toEqual([["error", 5]]);
  expect(await failNow(2, 3)).toEqual([["error", 3]]);
});

test("when a worker process is killed, a running survivor takes its job over", async () => {
  const victim = await startElsewhere("hang");
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(existsSync(journal)).toBe(true));
  const ran = vi.fn(async () => {});
  await startInHere({ "top-up-shops": ran });
  await eventually(async () => expect(await db.select().from(jobWorkers)).toHaveLength(8));
  victim.kill("SIGKILL");
  await eventually(() => expect(ran).toHaveBeenCalledTimes(1));
  expect(await db.select().from(jobWorkers)).toHaveLength(4);
});

test("when the only worker process is killed, the next one takes its job over at its start", async () => {
  const victim = await startElsewhere("hang");
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(existsSync(journal)).toBe(true));
  victim.kill("SIGKILL");
  await once(victim, "exit");
  const ran = vi.fn(async () => {});
  await startInHere({ "top-up-shops": ran });
  await eventually(() => expect(ran).toHaveBeenCalledTimes(1));
});

test("a worker that beats keeps its job while another runs", async () => {
  await startElsewhere("hang");
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(existsSync(journal)).toBe(true));
  const worker = await startInHere({ "top-up-shops": async () => {} });
  // Stopping cancels a check that is due.
  await worker.stop();
  expect(await listJobs()).toMatchObject([{ isLocked: true }]);
});

test("a worker that holds its lock but has been silent for long loses its job", async () => {
  const victim = await startElsewhere("hang");
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(existsSync(journal)).toBe(true));
  victim.kill("SIGSTOP");
  await db.update(jobWorkers).set({ heartbeatAt: new Date(Date.now() - 31_000) });
  const ran = vi.fn(async () => {});
  await startInHere({ "top-up-shops": ran });
  await eventually(() => expect(ran).toHaveBeenCalledTimes(1));
});

test("a worker whose connections the database has cut takes them up again, holds its lock, and runs jobs", async () => {
  const child = await startElsewhere("end");
  await eventually(async () => expect(await db.select().from(jobWorkers)).toHaveLength(4));
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const locks = sql`select from pg_locks l join job_workers w on l.objid = w.lock_key
    where l.locktype = 'advisory' and l.granted`;
  await eventually(async () => expect((await db.execute(locks)).length).toBe(4));
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(existsSync(journal)).toBe(true));
  expect(child.exitCode).toBeNull();
});

test("a worker whose first look for its tasks fails breaks down, instead of never taking a job", async () => {
  await db.execute(sql`alter table graphile_worker._private_tasks rename to tasks_away`);
  onTestFinished(async () => {
    await db.execute(sql`alter table if exists graphile_worker.tasks_away rename to _private_tasks`);
  });
  const ran = vi.fn(async () => {});
  const deaf = await startInHere({ "top-up-shops": ran });
  await expect(deaf.ended).rejects.toThrow("_private_tasks");
  await db.execute(sql`alter table graphile_worker.tasks_away rename to _private_tasks`);
  await enqueue(db, "top-up-shops", {});
  await startInHere({ "top-up-shops": ran });
  await eventually(() => expect(ran).toHaveBeenCalledTimes(1));
});

test("told to end, an idle worker process ends at once and leaves nothing behind", async () => {
  const child = await startElsewhere("end");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await db.select().from(jobWorkers)).toHaveLength(0);
});

test("told to end in a job that does not listen, it ends all the same and gives the job back", async () => {
  const child = await startElsewhere("hang");
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(existsSync(journal)).toBe(true));
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await listJobs()).toMatchObject([{ isLocked: false }]);
  expect(readFileSync(journal, "utf8").trim().split("\n")).toHaveLength(1);
});

test("told to end in a job that listens, it puts the job back with its error and ends", async () => {
  let hasBegun = false;
  const worker = await startInHere({
    "top-up-shops": async (_payload, { signal }) => {
      hasBegun = true;
      await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  await enqueue(db, "top-up-shops", {});
  await eventually(() => expect(hasBegun).toBe(true));
  await worker.stop();
  expect(await listJobs()).toMatchObject([{ attempts: 1, isLocked: false }]);
});

test("the product's own tasks top up, roll up and clean up; the crontab names nothing else", async () => {
  const { id: shopId, staff } = await createTestShop();
  const soon = inDays(1);
  const contract = await insertContract(shopId, { nextBillingDate: soon });
  const group = {
    shopId,
    status: "ACTIVE",
    billingInterval: "MONTH",
    billingIntervalCount: 1,
    planType: "PAY_AS_YOU_GO",
  } as const;
  for (const delta of [2, -1]) {
    await db.insert(contractCounts).values(Array.from({ length: 150 }, () => ({ ...group, delta })));
  }
  await signIn(shopId, staff.id);
  await signIn(shopId, (await insertStaff(shopId, "viewer")).id);
  await db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.staffId, staff.id));
  await startInHere(tasks, crontab);
  await enqueue(db, "top-up-shops", {});
  await enqueue(db, "compact-contract-counts", {});
  await enqueue(db, "delete-expired-sessions", {});
  await eventually(async () => expect(await listJobs()).toHaveLength(0));
  const attempts = await db.select().from(billingAttempts).where(eq(billingAttempts.contractId, contract.id));
  expect(attempts).toHaveLength(3);
  expect(await db.select().from(contractCounts)).toMatchObject([{ ...group, delta: 151 }]);
  expect(await db.select().from(sessions)).toHaveLength(1);
  const named = [...crontab.matchAll(/^\S+ \S+ \S+ \S+ \S+ (\S+)/gm)].map((match) => match[1]);
  expect(Object.keys(tasks)).toEqual(expect.arrayContaining(named));
});
