import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TaskTable } from "~/jobs/task/task";
import { createLongJobLimit } from "~/jobs/worker/long-jobs";
import { type RunningWorker, startWorker } from "~/jobs/worker/worker.server";
import { enqueue } from "~/queue/enqueue.server";
import { createTurns } from "~/queue/turns";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { createLatch } from "../support/calls/billing";
import { nextNumber } from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { resetDatabase } from "../support/setup/database";

let worker: RunningWorker | undefined;
beforeEach(resetDatabase);
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

async function start(tasks: Partial<TaskTable>): Promise<void> {
  worker = await startWorker({ databaseUrl: process.env.DATABASE_URL ?? "", tasks, crontab: "" });
}

/**
 * Jobs of the real queue, whose work is only recorded; all added at one instant: on a busy machine this takes seconds,
 * in which some would count as done.
 */
async function addMails(shopId: number, count: number): Promise<void> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  try {
    await inTransaction(async (tx) => {
      for (let mailId = 1; mailId <= count; mailId++) await enqueue(tx, "send-mail", { shopId, mailId });
    });
  } finally {
    clock.mockRestore();
  }
}
const addImport = (shopId: number) => enqueue(db, "run-import", { shopId, importId: nextNumber() });

describe("the worker", () => {
  test("does not let a shop's one job wait for hundreds that another shop has added before", async () => {
    const [busy, quiet] = [nextNumber(), nextNumber()];
    await addMails(busy, 400);
    await addMails(quiet, 1);
    const done: number[] = [];
    await start({ "send-mail": async ({ shopId }) => void done.push(shopId) });
    await eventually(() => expect(done).toHaveLength(401));
    expect(done.indexOf(quiet)).toBeLessThan(20);
  });

  test("lets two busy shops take turns", async () => {
    const [first, second] = [nextNumber(), nextNumber()];
    await addMails(first, 200);
    await addMails(second, 200);
    const done: number[] = [];
    await start({ "send-mail": async ({ shopId }) => void done.push(shopId) });
    await eventually(() => expect(done).toHaveLength(400));
    const half = done.slice(0, 200).filter((shopId) => shopId === first).length;
    expect(half).toBeGreaterThan(80);
    expect(half).toBeLessThan(120);
  });

  test("keeps room for a short job, and for another shop's long one, however many long jobs a shop has", async () => {
    const [busy, quiet] = [nextNumber(), nextNumber()];
    for (let count = 0; count < 2; count++) await addImport(busy);
    const latch = createLatch();
    const begun: number[] = [];
    let mails = 0;
    await start({
      "run-import": async ({ shopId }) => {
        begun.push(shopId);
        await latch.pass();
      },
      "send-mail": async () => void mails++,
    });
    await eventually(() => expect(begun).toHaveLength(2));
    for (let count = 0; count < 3; count++) await addImport(busy);
    await addImport(quiet);
    await eventually(() => expect(begun).toHaveLength(3));
    await addMails(busy, 5);
    await eventually(() => expect(mails).toBe(5));
    expect(begun).toEqual([busy, busy, quiet]);
    latch.open();
    await eventually(() => expect(begun).toHaveLength(6));
  });
});

describe("turns", () => {
  test("are the first for a few jobs, and later the more a shop has added; done jobs count no more", () => {
    const next = createTurns();
    const turns = Array.from({ length: 25 }, () => next(1, 0));
    expect([turns[0], turns[9], turns[10], turns[24]]).toEqual([0, 0, 1, 2]);
    expect(next(2, 0)).toBe(0);
    expect(next(1, 1000)).toBe(1);
    expect(next(1, 10_000)).toBe(0);
    expect(next(1, 5000)).toBe(0);
  });

  test("end at a last one, which a shop leaves again in time", () => {
    const next = createTurns();
    for (let job = 0; job < 20_000; job++) next(1, 0);
    expect(next(1, 0)).toBe(1000);
    expect(next(1, 1000_000)).toBe(0);
  });
});

test("of fetchers that ask at the same moment one may bring back a long job, as long as there is room for one", () => {
  const longJobs = createLongJobLimit<number>({ most: 2, perShop: 1 });
  const long = (shopId: number) => ({ task_identifier: "run-import", payload: { shopId } });
  expect([1, 2, 3].map(() => longJobs.listForbidden())).toEqual([[], ["long"], ["long"]]);
  for (const fetcher of [1, 2, 3]) longJobs.onFetch(fetcher);
  longJobs.onFetched(2, null);
  expect(longJobs.listForbidden()).toEqual(["long"]);
  longJobs.onFetch(2);
  longJobs.onFetched(2, null);
  longJobs.onFetched(1, long(7));
  longJobs.onFetched(3, { task_identifier: "send-mail", payload: { shopId: 7 } });
  expect(longJobs.listForbidden()).toEqual(["long:7"]);
  longJobs.onFetch(2);
  longJobs.onFetched(2, long(8));
  expect(longJobs.listForbidden()).toEqual(["long"]);
  longJobs.onFetch(3);
  longJobs.onFetched(3, null);
  longJobs.onOver(1);
  expect(longJobs.listForbidden()).toEqual(["long:8"]);
});
