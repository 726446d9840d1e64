import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { readLedger } from "../measure/billing-ledger";
import type { LoadOrder } from "../measure/load-client";
import { type MemoryByTenths, watchMemory } from "../measure/memory-by-tenths";
import {
  forkScript,
  type LoadGenerator,
  nextMessage,
  startApp,
  startLoadGenerator,
} from "../measure/servers";
import { type Latency, toLatency } from "../measure/statistics";
import type { Planning } from "../shop/billing-data";
import { type BenchServer, cloneDatabase, makeOrdersDue, requireAccess } from "../shop/databases";
import { openVisits, toContractPage } from "./portal-cases";

const LIST_PAGE = "/api/external/v2/subscription-contract-details?size=50";
const LISTS_A_SECOND = 50;
const PORTAL_PAGES_A_SECOND = 10;
/** Maximum number of orders due on one day, also in a larger shop. */
const MOST_ORDERS = 100_000;
/** How long a large server takes to compile its hot code. */
const WARM_UP_MS = 10_000;
const REST_SLICES = 10;
/** Pages are requested in slices of this length, at rest as during the run. */
const SLICE_MS = 1000;
/** How often the remaining orders are counted. */
const POLL_MS = 200;
/** The number before a shop's first one, which is #1001. */
const BEFORE_THE_FIRST = 1000;

type Pages = { list: Latency; portal: Latency };

export type BillingTimes = {
  orders: number;
  /** The first half, without page requests, and the second half, with them. */
  quietPerSecond: number;
  loadedPerSecond: number;
  /** CPU time of the worker. */
  cpuMilliseconds: number;
  /** Of the worker. */
  megabytes: MemoryByTenths;
  atRest: Pages;
  during: Pages;
  planning: Planning;
};

/**
 * The due orders of a shop, charged by a worker process as every day, at a gateway that answers after 50 ms; latency of
 * pages meanwhile and before; and the gateway's ledger compared with the orders. On a copy of the database, which is
 * deleted.
 */
export async function measureBilling(
  server: BenchServer,
  databaseUrl: string,
  load: LoadGenerator,
  contracts: number,
): Promise<BillingTimes> {
  const orders = Math.min(contracts, MOST_ORDERS);
  const copy = await cloneDatabase(server, databaseUrl);
  const sql = postgres(copy.url, { max: 1, onnotice: () => {} });
  const portalLoad = startLoadGenerator();
  try {
    const planning = await makeOrdersDue(copy.url, orders);
    const access = await requireAccess(copy.url);
    const app = await startApp(copy.url, access);
    try {
      const { port, headers } = app;
      const paths = (await openVisits(app)).map(toContractPage);
      const list = { port, path: LIST_PAGE, headers, connections: 20, perSecond: LISTS_A_SECOND };
      const page = { port, path: "", paths, headers: {}, connections: 5, perSecond: PORTAL_PAGES_A_SECOND };
      const read = startReading([load, list], [portalLoad, page]);
      await read(WARM_UP_MS);
      const rest: Read = { list: [], portal: [] };
      for (let slice = 0; slice < REST_SLICES; slice++) add(rest, await read(SLICE_MS));
      const atRest = toPages(rest);
      const run = await charge(copy.url, sql, access.shopId, orders, () => read(SLICE_MS));
      return { orders, ...run, atRest, planning };
    } finally {
      await app.stop();
    }
  } finally {
    portalLoad.stop();
    await sql.end();
    await copy.drop();
  }
}

type Read = { list: number[]; portal: number[] };

function add(to: Read, { list, portal }: Read): void {
  to.list.push(...list);
  to.portal.push(...portal);
}

const toPages = ({ list, portal }: Read): Pages => ({ list: toLatency(list), portal: toLatency(portal) });

/** @returns requests both kinds of pages for a given time */
function startReading(
  [listLoad, list]: [LoadGenerator, Omit<LoadOrder, "milliseconds">],
  [portalLoad, page]: [LoadGenerator, Omit<LoadOrder, "milliseconds">],
): (milliseconds: number) => Promise<Read> {
  return async (milliseconds) => {
    const [lists, pages] = await Promise.all([
      listLoad.run({ ...list, milliseconds }),
      portalLoad.run({ ...page, milliseconds }),
    ]);
    return { list: lists.latencies, portal: pages.latencies };
  };
}

/** From the job's first second to the last order. @param read requests pages for a while */
async function charge(
  databaseUrl: string,
  sql: postgres.Sql,
  shopId: number,
  orders: number,
  read: () => Promise<Read>,
): Promise<Omit<BillingTimes, "orders" | "atRest" | "planning">> {
  const dueUpto = new Date();
  const readLastNumber = async () => {
    const [row] = await sql<{ last: string }[]>`select last from order_numbers where shop_id = ${shopId}`;
    return Number(row?.last ?? BEFORE_THE_FIRST);
  };
  const lastBefore = await readLastNumber();
  // Counting takes longer the larger the shop is, so progress is read from the order numbers until all have been given.
  const countLeft = async () => {
    const numbered = (await readLastNumber()) - lastBefore;
    if (numbered < orders) return orders - numbered;
    // Orders with a next step wait for another day: they have failed, which the comparison at the end shows.
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from billing_attempts
      where shop_id = ${shopId} and status in ('QUEUED', 'PROCESSING') and next_step is null
        and billing_date <= ${dueUpto}`;
    return row?.left ?? 0;
  };
  const folder = await mkdtemp(path.join(tmpdir(), "perennial-ledger-"));
  const ledgerFile = path.join(folder, "payments");
  const worker = forkScript("measure/billing-worker.ts", {
    DATABASE_URL: databaseUrl,
    LEDGER_FILE: ledgerFile,
    LOG_LEVEL: "error",
  });
  try {
    await nextMessage(worker);
    const memory = watchMemory(worker, orders);
    worker.send(shopId);
    const cpuBefore = await nextMessage<number>(worker);
    const started = performance.now();
    let left = orders;
    while (left > orders / 2) {
      await delay(POLL_MS);
      left = await countLeft();
      memory.sample(orders - left);
    }
    const turned = performance.now();
    const leftAtTurn = left;
    const seen: Read = { list: [], portal: [] };
    let isRunning = true;
    const reading = (async () => {
      while (isRunning) add(seen, await read());
    })();
    try {
      while (left > 0) {
        await delay(POLL_MS);
        left = await countLeft();
        memory.sample(orders - left);
      }
    } finally {
      isRunning = false;
    }
    const ended = performance.now();
    await reading;
    worker.send("cpu");
    const cpu = (await nextMessage<number>(worker)) - cpuBefore;
    worker.send("books");
    await nextMessage(worker);
    await compareBooks(sql, shopId, orders, await readLedger(ledgerFile));
    return {
      quietPerSecond: (orders - leftAtTurn) / ((turned - started) / 1000),
      loadedPerSecond: leftAtTurn / ((ended - turned) / 1000),
      cpuMilliseconds: (cpu * 1000) / orders,
      megabytes: memory.summarize(),
      during: toPages(seen),
    };
  } finally {
    if (worker.exitCode === null && worker.kill("SIGKILL")) await once(worker, "exit");
    await rm(folder, { recursive: true });
  }
}

/** @throws unless this many orders were made, and the gateway was paid once for each, with the same amount */
async function compareBooks(
  sql: postgres.Sql,
  shopId: number,
  orders: number,
  payments: { ref: string; amount: string }[],
): Promise<void> {
  const made = await sql<{ ref: string; total: string }[]>`
    select gateway_ref as ref, total::text from orders where shop_id = ${shopId} and gateway_ref is not null`;
  const paid = new Map(payments.map(({ ref, amount }) => [ref, amount]));
  const wrong = made.filter(({ ref, total }) => Number(paid.get(ref)) !== Number(total));
  if (made.length !== orders || payments.length !== orders || paid.size !== orders || wrong.length > 0)
    throw new Error(
      `${orders} orders were due, ${made.length} made, ${payments.length} payments taken for ${paid.size} of them, ${wrong.length} with another amount.`,
    );
}
