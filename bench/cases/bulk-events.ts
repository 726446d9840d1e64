import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { startSoakReceiver } from "../../scripts/stress/soak-receiver";
import { type MemoryByTenths, watchMemory } from "../measure/memory-by-tenths";
import { callApi, startApp, startWorker } from "../measure/servers";
import { type BenchServer, cloneDatabase, requireAccess } from "../shop/databases";
import { runTask } from "./bulk";

const POLL_MS = 500;

export type BulkEventTimes = {
  changed: number;
  events: number;
  /** Messages beyond one per event. */
  twice: number;
  deliveriesPerMinute: number;
  /** Of the worker, from the end of the bulk change on. */
  megabytes: MemoryByTenths;
};

/**
 * The delivery price of all contracts of a shop, with one webhook endpoint that takes every event: from the end of the
 * bulk change to the last delivery, and what the worker holds in memory meanwhile. On a copy of the database.
 * @throws unless every event of the stream arrived
 */
export async function measureBulkEvents(server: BenchServer, databaseUrl: string): Promise<BulkEventTimes> {
  const copy = await cloneDatabase(server, databaseUrl);
  const sql = postgres(copy.url, { max: 1, onnotice: () => {} });
  const access = await requireAccess(copy.url);
  const receiver = await startSoakReceiver();
  const worker = startWorker(copy.url);
  const app = await startApp(copy.url, access);
  try {
    await callApi(app, "POST", "/webhook-endpoints", { url: receiver.url });
    const { changed } = await runTask(sql, app, "5.20");
    const [row] = await sql<{ events: number }[]>`
      select count(*)::int as events from events where shop_id = ${access.shopId}`;
    const events = row?.events ?? 0;
    const memory = watchMemory(worker, events);
    const received = receiver.received;
    const begun = received.size;
    const started = performance.now();
    while (received.size < events) {
      memory.sample(received.size);
      await delay(POLL_MS);
    }
    const minutes = (performance.now() - started) / 60_000;
    return {
      changed,
      events,
      twice: receiver.countTwice(),
      deliveriesPerMinute: (events - begun) / minutes,
      megabytes: memory.summarize(),
    };
  } finally {
    await app.stop();
    worker.kill("SIGTERM");
    if (worker.exitCode === null) await once(worker, "exit");
    receiver.stop();
    await sql.end();
    await copy.drop();
  }
}
