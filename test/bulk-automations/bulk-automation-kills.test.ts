import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { db } from "~db/client.server";
import { createTestShop } from "../support/data/factories";
import { findTorn, insertManyContracts, readProgress, startPriceTask } from "../support/data/many/bulk";
import { slowDown } from "../support/faults/slow-down";
import { endPrograms } from "../support/processes/end-programs";
import { eventually } from "../support/processes/eventually";
import { runUnderKills, startWorkerProcess } from "../support/processes/kill-workers";
import { resetDatabase } from "../support/setup/database";

const databaseUrl = process.env.DATABASE_URL ?? "";
const children: ChildProcess[] = [];
let shopId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ id: shopId } = await createTestShop());
});
afterEach(() => endPrograms(children));

function start(): ChildProcess {
  const child = startWorkerProcess(databaseUrl);
  children.push(child);
  return child;
}
const readDone = (id: number) => readProgress(shopId, id);

// The long version, with a hundred thousand contracts: `npm run torture`.
test("workers killed at random moments, connections cut: every contract once, as planned, and the task ends", async () => {
  await insertManyContracts(shopId, 15_000);
  const id = await startPriceTask(shopId, "5");
  await slowDown("bulk_automation_batches", 0.5);
  const { kills, died } = await runUnderKills({
    databaseUrl,
    automationId: id,
    workers: 2,
    kills: 3,
    pauseMs: 1500,
    cutEvery: 2,
  });
  expect(kills).toBeGreaterThan(0);
  expect(died).toBe(0);
  expect(await readDone(id)).toMatchObject({
    status: "COMPLETED",
    total: 15_000,
    succeeded: 15_000,
    failed: 0,
  });
  expect(await findTorn(shopId, id)).toBe(0);
});

test("told to end in the middle, a worker ends clean, and another one does the rest", async () => {
  await insertManyContracts(shopId, 12_000);
  const id = await startPriceTask(shopId, "5");
  // Its jobs may run for two seconds before they are aborted.
  const quicken = await slowDown("bulk_automation_batches", 3);
  const stopped = start();
  await eventually(async () => expect((await readDone(id)).processed).toBeGreaterThan(0));
  // As if nine workers had died running it: the queue's own retry would then wait for hours.
  await db.execute(sql`update graphile_worker._private_jobs set attempts = 9`);
  stopped.kill("SIGTERM");
  expect(await once(stopped, "exit")).toEqual([0, null]);
  expect((await readDone(id)).status).toBe("RUNNING");
  expect(await db.execute(sql`select from graphile_worker.jobs where locked_at is not null`)).toHaveLength(0);
  expect(
    await db.execute(sql`select from graphile_worker.jobs where run_at > now() + interval '4 seconds'`),
  ).toHaveLength(0);
  await quicken();
  start();
  await eventually(async () => expect((await readDone(id)).status).toBe("COMPLETED"));
  expect(await readDone(id)).toMatchObject({ total: 12_000, succeeded: 12_000 });
  expect(await findTorn(shopId, id)).toBe(0);
});

test("cut off from the database again and again while it starts, a worker process lives on and does its work", async () => {
  await insertManyContracts(shopId, 10);
  const id = await startPriceTask(shopId, "5");
  // Not from the pool: its other connections are cut as well, and one that is closing may be the next to be asked.
  const cutter = postgres(databaseUrl, { max: 1 });
  onTestFinished(() => cutter.end());
  const child = start();
  let cuts = 0;
  while (cuts < 30) {
    const rows = await cutter`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    cuts += rows.length;
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} after ${cuts} cuts`);
  }
  await eventually(async () => expect((await readDone(id)).status).toBe("COMPLETED"));
  expect(child.exitCode).toBeNull();
});
