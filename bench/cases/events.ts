import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { readMegabytes } from "../../scripts/stress/process-memory";
import { callApi, type LoadGenerator, type Measured, startApp, startWorker } from "../measure/servers";
import { type Latency, median, toLatency } from "../measure/statistics";
import { type BenchServer, cloneDatabase, requireAccess, requireContracts } from "../shop/databases";
import { createEdits } from "./contract-cases";

const MERCHANT = "/api/external/v2";
const ENDPOINTS = 3;
const EDITED = 500;
/** Rate of edits in a busy shop: each gives 3 deliveries, 9,000 a minute. */
const EDITS_A_SECOND = 50;
const ROUNDS = 6;
const ROUND_MS = 2000;
const DELIVERED = 5000;
const STREAM = 1_000_000;
const PAGE = 1000;

export type EventTimes = {
  /** Of an edit, 50 a second, without endpoints and with three that receive it meanwhile; `ratio`: median of rounds. */
  edit: { without: Latency; with: Latency; ratio: number };
  /** Of one endpoint at a receiver that answers at once. */
  deliveriesPerMinute: number;
  workerMegabytes: { start: number; peak: number };
  /** A page of 1,000 of the stream at its beginning and after a million events. */
  page: { first: Latency; far: Latency };
};

/**
 * Outgoing events: their cost for an edit, their delivery rate, and a page far into the stream. On a copy of the
 * database.
 */
export async function measureEvents(
  server: BenchServer,
  databaseUrl: string,
  load: LoadGenerator,
): Promise<EventTimes> {
  const copy = await cloneDatabase(server, databaseUrl);
  const sql = postgres(copy.url, { max: 1, onnotice: () => {} });
  const access = await requireAccess(copy.url);
  const contracts = await requireContracts(copy.url, EDITED);
  const receiver = await startReceiver();
  const worker = startWorker(copy.url);
  const app = await startApp(copy.url, access);
  try {
    const edit = await compareEdits(load, app, contracts, receiver.url);
    const [first = 0, ...others] = await listEndpoints(app);
    for (const id of others) await callApi(app, "DELETE", `/webhook-endpoints/${id}`);
    await receiver.waitUntilQuiet();
    const start = readMegabytes(worker, "now");
    const deliveriesPerMinute = await measureDeliveries(sql, app, access.shopId, first, receiver);
    const workerMegabytes = { start, peak: readMegabytes(worker, "peak") };
    await callApi(app, "DELETE", `/webhook-endpoints/${first}`);
    const page = await measurePages(sql, load, app, access.shopId);
    return { edit, deliveriesPerMinute, workerMegabytes, page };
  } finally {
    await app.stop();
    worker.kill("SIGTERM");
    await once(worker, "exit");
    receiver.stop();
    await sql.end();
    await copy.drop();
  }
}

/** Rounds without and with endpoints in turn: other load of the machine then affects both. */
async function compareEdits(
  load: LoadGenerator,
  app: Measured,
  contracts: readonly number[],
  url: string,
): Promise<EventTimes["edit"]> {
  const toEdits = createEdits(contracts);
  const measure = async () => {
    const order = {
      port: app.port,
      path: "",
      paths: toEdits(),
      method: "PUT" as const,
      headers: app.headers,
    };
    const pace = { connections: 4, perSecond: EDITS_A_SECOND, milliseconds: ROUND_MS };
    return (await load.run({ ...order, ...pace })).latencies;
  };
  for (let made = 0; made < ENDPOINTS; made++) await callApi(app, "POST", "/webhook-endpoints", { url });
  await measure();
  const samples = { without: [] as number[], with: [] as number[] };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const medians = { without: 0, with: 0 };
    const order = round % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const);
    for (const name of order) {
      await switchEndpoints(app, name === "with" ? "ACTIVE" : "DISABLED");
      const latencies = await measure();
      medians[name] = median(latencies);
      samples[name].push(...latencies);
    }
    ratios.push(medians.with / medians.without);
  }
  return { without: toLatency(samples.without), with: toLatency(samples.with), ratio: median(ratios) };
}

/** From the first of these events to the last delivery. They are written before the endpoint is switched on. */
async function measureDeliveries(
  sql: postgres.Sql,
  app: Measured,
  shopId: number,
  endpoint: number,
  receiver: Receiver,
): Promise<number> {
  await callApi(app, "PUT", `/webhook-endpoints/${endpoint}`, { status: "DISABLED" });
  const [before] = await sql<{ last: number }[]>`
    select last_position::float8 as last from event_streams where shop_id = ${shopId}`;
  await sql`
    insert into events (shop_id, type, contract_id, contract_version, changed_fields, created_at)
    select shop_id, 'updated', id, version, '{"nextBillingDate"}', now()
    from contracts where shop_id = ${shopId} order by id limit ${DELIVERED}`;
  const isPlaced = async () => {
    const [row] = await sql<{ last: number }[]>`
      select last_position::float8 as last from event_streams where shop_id = ${shopId}`;
    return (row?.last ?? 0) >= (before?.last ?? 0) + DELIVERED;
  };
  // Reading the stream gives them their positions.
  while (!(await isPlaced())) await callApi(app, "GET", `/events?after=${before?.last ?? 0}&size=1`);
  const begun = receiver.count();
  const started = performance.now();
  await callApi(app, "PUT", `/webhook-endpoints/${endpoint}`, { status: "ACTIVE" });
  while (receiver.count() < begun + DELIVERED) await delay(20);
  return (DELIVERED * 60_000) / (performance.now() - started);
}

/** A stream of a million events: its first page, and one at its end. */
async function measurePages(
  sql: postgres.Sql,
  load: LoadGenerator,
  { port, headers }: Measured,
  shopId: number,
): Promise<EventTimes["page"]> {
  const [stream] = await sql<{ last: number }[]>`
    select last_position::float8 as last from event_streams where shop_id = ${shopId}`;
  const last = stream?.last ?? 0;
  await sql`
    insert into events (shop_id, type, contract_id, contract_version, changed_fields, position, sequence, body, created_at)
    select ${shopId}, 'updated', n % 500, 1, '{}', ${last} + n, n / 500 + 1, '{"a": 1}', now()
    from generate_series(1, ${STREAM}) n`;
  await sql`update event_streams set last_position = ${last + STREAM} where shop_id = ${shopId}`;
  await sql`vacuum analyze events`;
  const measure = async (after: number) => {
    const path = `${MERCHANT}/events?after=${after}&size=${PAGE}`;
    const order = { port, path, headers, connections: 1, milliseconds: ROUND_MS };
    await load.run(order);
    return (await load.run(order)).latencies;
  };
  const first = await measure(last);
  const far = await measure(last + STREAM - PAGE);
  return { first: toLatency(first), far: toLatency(far) };
}

const listEndpoints = async (app: Measured): Promise<number[]> =>
  ((await callApi(app, "GET", "/webhook-endpoints")) as { id: number }[]).map(({ id }) => id);

async function switchEndpoints(app: Measured, status: "ACTIVE" | "DISABLED"): Promise<void> {
  for (const id of await listEndpoints(app))
    await callApi(app, "PUT", `/webhook-endpoints/${id}`, { status });
}

type Receiver = { url: string; count(): number; waitUntilQuiet(): Promise<void>; stop(): void };

/** Answers every message at once. */
async function startReceiver(): Promise<Receiver> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      count++;
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    async waitUntilQuiet() {
      for (let seen = -1; seen !== count; await delay(2000)) seen = count;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
