import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { readMegabytes } from "../../scripts/soak/process-memory";
import { startSoakReceiver } from "../../scripts/soak/soak-receiver";
import { callApi, startApp, startWorker } from "../measure/servers";
import { type BenchServer, cloneDatabase, requireAccess } from "../shop/databases";
import { runTask } from "./bulk";

const POLL_MS = 500;
/** Memory is told for each tenth of the deliveries: a trend shows between them. */
const PARTS = 10;

export type BulkEventTimes = {
  changed: number;
  events: number;
  /** Messages beyond one an event. */
  twice: number;
  deliveriesPerMinute: number;
  /** Of the worker: at the end of the bulk change, then the mean of each tenth of the deliveries, and the most ever. */
  megabytes: { atStart: number; tenths: number[]; peak: number };
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
    const atStart = readMegabytes(worker, "now");
    const received = receiver.received;
    const begun = received.size;
    const started = performance.now();
    const samples: number[][] = Array.from({ length: PARTS }, () => []);
    while (received.size < events) {
      if (worker.exitCode !== null) throw new Error(`The worker ended with ${worker.exitCode}.`);
      samples[Math.floor((received.size * PARTS) / events)]?.push(readMegabytes(worker, "now"));
      await delay(POLL_MS);
    }
    const minutes = (performance.now() - started) / 60_000;
    const tenths = samples.map((part) => part.reduce((sum, sample) => sum + sample, 0) / part.length);
    return {
      changed,
      events,
      twice: receiver.countTwice(),
      deliveriesPerMinute: (events - begun) / minutes,
      megabytes: { atStart, tenths, peak: readMegabytes(worker, "peak") },
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
