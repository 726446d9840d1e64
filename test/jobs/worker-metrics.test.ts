import { request } from "node:http";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startMetricsServer } from "~/jobs/metrics/metrics-server.server";
import { type RunningWorker, startWorker } from "~/jobs/worker/worker.server";
import { env } from "~/lib/env.server";
import { logger } from "~/lib/logger.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { appendChange } from "../support/data/events";
import { createTestShop, insertContract } from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { resetDatabase } from "../support/setup/database";

let server: Awaited<ReturnType<typeof startMetricsServer>>;
let worker: RunningWorker | undefined;
beforeEach(async () => {
  await resetDatabase();
  server = await startMetricsServer({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  env.METRICS_TOKEN = undefined;
  await worker?.stop();
  worker = undefined;
  await server.stop();
});

const ask = (path = "/metrics", headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: server.port, path, headers, method },
      async (response) => {
        let text = "";
        for await (const part of response) text += part;
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    sent.on("error", reject).end();
  });
const read = async (name: string): Promise<number> => {
  const { text } = await ask();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
};

test("reports the queue over all workers, and the work of this one by task and outcome", async () => {
  const { id: shopId } = await createTestShop();
  const contract = await insertContract(shopId);
  await appendChange(shopId, contract.id, { at: new Date(Date.now() - 90_000) });
  await enqueue(db, "top-up-shops", {}, { runAt: new Date(Date.now() - 120_000) });
  await enqueue(db, "fold-facts", {}, { runAt: new Date(Date.now() + 3_600_000) });
  expect(await read("perennial_jobs_due")).toBe(1);
  expect(await read("perennial_oldest_due_job_age_seconds")).toBeGreaterThanOrEqual(120);
  expect(await read("perennial_events_waiting")).toBe(1);
  expect(await read("perennial_event_stream_lag_seconds")).toBeGreaterThanOrEqual(90);
  const count = (outcome: string) =>
    read(`perennial_job_duration_seconds_count{task="top-up-shops",outcome="${outcome}"}`);
  const before = (await count("done")) || 0;
  worker = await startWorker({
    databaseUrl: process.env.DATABASE_URL ?? "",
    crontab: "",
    tasks: { "top-up-shops": async () => {} },
  });
  await eventually(async () => expect(await count("done")).toBe(before + 1));
  await eventually(async () => expect(await read("perennial_jobs_due")).toBe(0));
  expect(await read("perennial_oldest_due_job_age_seconds")).toBe(0);
});

test("says how old the oldest transaction is that keeps Postgres from removing rows", async () => {
  const own = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  try {
    await own.begin(async (tx) => {
      const [row] = await tx<{ age: number }[]>`
        select pg_current_xact_id()::text, extract(epoch from clock_timestamp() - now())::float8 as age`;
      expect(await read("perennial_oldest_transaction_age_seconds")).toBeGreaterThan(row?.age ?? Number.NaN);
    });
  } finally {
    await own.end();
  }
});

test("counts the log lines that are errors, and no others", async () => {
  const before = await read("perennial_errors_logged_total");
  expect(before).toBeGreaterThanOrEqual(0);
  logger.warn("a warning of this test");
  logger.error("an error of this test");
  logger.fatal("a fatal error of this test");
  expect(await read("perennial_errors_logged_total")).toBe(before + 2);
});

test("answers callers on this machine and holders of the token; through a proxy only the latter", async () => {
  expect((await ask()).status).toBe(200);
  expect((await ask("/metrics", { host: "evil.example" })).status).toBe(401);
  const proxied = { "x-forwarded-for": "192.0.2.7" };
  expect((await ask("/metrics", proxied)).status).toBe(401);
  env.METRICS_TOKEN = "metrics-token-of-this-test";
  const withToken = (token: string) => ask("/metrics", { ...proxied, authorization: `Bearer ${token}` });
  expect((await withToken("metrics-token-of-another")).status).toBe(401);
  expect((await withToken(env.METRICS_TOKEN)).status).toBe(200);
});

test("serves nothing else", async () => {
  expect((await ask("/")).status).toBe(404);
  expect((await ask("/metrics", {}, "POST")).status).toBe(405);
});
