import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { readMegabytes } from "../../scripts/stress/process-memory";
import { callApi, type LoadGenerator, type Measured, startApp, startWorker } from "../measure/servers";
import { type Latency, toLatency } from "../measure/statistics";
import { type BenchServer, cloneDatabase, requireAccess } from "../shop/databases";

const LIST_PAGE = "/api/external/v2/subscription-contract-details?size=50";
const LISTS_A_SECOND = 50;

export type BulkTimes = {
  changed: number;
  /** One plain UPDATE of the same columns of the same rows, before and after the tasks; the mean. */
  updateSeconds: number;
  /** From the call to the last outcome. */
  quietSeconds: number;
  loadedSeconds: number;
  ratio: number;
  /** Of the list, while a task runs. */
  list: Latency;
  workerPeakMegabytes: number;
};

/**
 * A change of the delivery price of all contracts of a shop, by a worker process, with outcomes, activity and events;
 * compared with one plain UPDATE of the same rows. On a copy of the database, which is deleted.
 */
export async function measureBulk(
  server: BenchServer,
  databaseUrl: string,
  load: LoadGenerator,
): Promise<BulkTimes> {
  const copy = await cloneDatabase(server, databaseUrl);
  const sql = postgres(copy.url, { max: 1, onnotice: () => {} });
  const access = await requireAccess(copy.url);
  const worker = startWorker(copy.url);
  const app = await startApp(copy.url, access);
  try {
    const first = await update(sql, access.shopId, "5.10");
    await settle(sql);
    const quiet = await runTask(sql, app, "5.20");
    const second = await update(sql, access.shopId, "5.30");
    if (quiet.changed !== first.rows)
      throw new Error(`Not the same rows: ${quiet.changed} and ${first.rows}.`);
    await settle(sql);
    const { port, headers } = app;
    const order = { port, path: LIST_PAGE, headers, connections: 20, perSecond: LISTS_A_SECOND };
    // Until the hot code is compiled.
    await load.run({ ...order, milliseconds: 3000 });
    const latencies: number[] = [];
    let isRunning = true;
    const asking = (async () => {
      while (isRunning) latencies.push(...(await load.run({ ...order, milliseconds: 1000 })).latencies);
    })();
    const loaded = await runTask(sql, app, "5.40");
    isRunning = false;
    await asking;
    const updateSeconds = (first.seconds + second.seconds) / 2;
    return {
      changed: quiet.changed,
      updateSeconds,
      quietSeconds: quiet.seconds,
      loadedSeconds: loaded.seconds,
      ratio: quiet.seconds / updateSeconds,
      list: toLatency(latencies),
      workerPeakMegabytes: readMegabytes(worker, "peak"),
    };
  } finally {
    await app.stop();
    worker.kill("SIGTERM");
    await once(worker, "exit");
    await sql.end();
    await copy.drop();
  }
}

async function update(
  sql: postgres.Sql,
  shopId: number,
  price: string,
): Promise<{ seconds: number; rows: number }> {
  await settle(sql);
  const started = performance.now();
  const { count } =
    await sql`update contracts set delivery_price = ${price}, order_amount = contract_amount + ${price},
      version = version + 1, updated_at = ${new Date()}
    where shop_id = ${shopId} and status not in ('CANCELLED', 'EXPIRED')`;
  return { seconds: (performance.now() - started) / 1000, rows: count };
}

/** So that each measurement starts in the same state: no dead rows, nothing waiting to be written. */
async function settle(sql: postgres.Sql): Promise<void> {
  await sql`vacuum analyze contracts`;
  await sql`checkpoint`;
}

/** Operation 6 for all contracts of the shop, from the call to the last outcome. */
export async function runTask(sql: postgres.Sql, app: Measured, price: string) {
  const started = performance.now();
  const path = `/bulk-automations/delivery-price?deliveryPrice=${price}&allSubscriptions=true`;
  const { id } = (await callApi(app, "PUT", path)) as { id: number };
  for (;;) {
    const [task] = await sql<{ status: string; changed: number }[]>`
      select a.status, (select coalesce(sum(b.succeeded), 0)::int from bulk_automation_batches b
        where b.automation_id = a.id) as changed
      from bulk_automations a where a.id = ${id}`;
    if (task?.status === "COMPLETED")
      return { seconds: (performance.now() - started) / 1000, changed: task.changed };
    if (task?.status === "FAILED") throw new Error("The bulk automation has failed.");
    await delay(100);
  }
}
