import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

const listJobs = () =>
  db.execute(
    sql`select task_identifier as task, key, max_attempts as "maxAttempts" from graphile_worker.jobs`,
  );

test("a job is there when its transaction commits, with key and number of tries", async () => {
  await db.transaction((tx) => enqueue(tx, "top-up-shops", {}, { jobKey: "k", maxAttempts: 3 }));
  expect([...(await listJobs())]).toEqual([{ task: "top-up-shops", key: "k", maxAttempts: 3 }]);
});

test("a job is not there when its transaction rolls back", async () => {
  const failure = new Error("no");
  await expect(
    db.transaction(async (tx) => {
      await enqueue(tx, "top-up-shops", {});
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect(await listJobs()).toHaveLength(0);
});

test("a second job with the same key replaces the first while that waits", async () => {
  await enqueue(db, "top-up-shops", {}, { jobKey: "k" });
  await enqueue(db, "top-up-shops", {}, { jobKey: "k", maxAttempts: 2 });
  expect([...(await listJobs())]).toEqual([{ task: "top-up-shops", key: "k", maxAttempts: 2 }]);
});
