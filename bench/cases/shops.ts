import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { readMegabytes } from "../../scripts/stress/process-memory";
import { startWorker } from "../measure/servers";
import { type BenchServer, createDatabase, fillShops, measureTasks } from "../shop/databases";
import type { TaskCost } from "../shop/shops-at-rest";
import type { ShopsFilled } from "../shop/shops-data";

/** Long enough for several runs of the tasks of every minute. */
const REST_MS = 120_000;
/** What a worker does at its start: modules, and tasks that were missed. */
const START_MS = 45_000;
const TICKS_A_SECOND = 100;

/** CPU seconds an hour, of the worker and of the whole Postgres server. */
type RestCost = { worker: number; database: number; transactions: number; megabytes: number };
export type ManyShops = ShopsFilled & { tasks: TaskCost[]; rest: RestCost };

/** Many small shops at rest: what they take in the database, what each periodic task costs, and a worker for minutes. */
export async function measureShops(server: BenchServer, contracts: number): Promise<ManyShops> {
  const database = await createDatabase(server, "bench_shops");
  try {
    const filled = await fillShops(database.url, contracts);
    const tasks = await measureTasks(database.url);
    return { ...filled, tasks, rest: await measureRest(database.url) };
  } finally {
    await database.drop();
  }
}

async function measureRest(url: string): Promise<RestCost> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const worker = startWorker(url);
  try {
    await delay(START_MS);
    const read = async () => {
      const [row] = await sql<{ pid: number; transactions: number }[]>`
        select pg_backend_pid() as pid, xact_commit::float8 as transactions from pg_stat_database
        where datname = current_database()`;
      const postmaster = Number(readStat(row?.pid ?? 0)[1]);
      return {
        transactions: row?.transactions ?? 0,
        worker: toSeconds(readStat(worker.pid ?? 0)),
        database: readServerCpu(postmaster),
      };
    };
    const before = await read();
    await delay(REST_MS);
    const after = await read();
    const anHour = (name: keyof typeof before) => ((after[name] - before[name]) * 3_600_000) / REST_MS;
    return {
      worker: anHour("worker"),
      database: anHour("database"),
      transactions: anHour("transactions"),
      megabytes: readMegabytes(worker, "peak"),
    };
  } finally {
    worker.kill("SIGTERM");
    await once(worker, "exit");
    await sql.end();
  }
}

/** The fields of /proc/<pid>/stat after the name, which may contain blanks: state, parent, … */
const readStat = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");

/** User and system time; `ofEnded`: of its children that have ended. */
const toSeconds = (stat: string[], { ofEnded = false } = {}): number =>
  (Number(stat[ofEnded ? 13 : 11]) + Number(stat[ofEnded ? 14 : 12])) / TICKS_A_SECOND;

/** CPU seconds of all processes of a Postgres server so far, ended ones included. */
function readServerCpu(postmaster: number): number {
  const own = readStat(postmaster);
  let seconds = toSeconds(own) + toSeconds(own, { ofEnded: true });
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readStat(Number(name));
      if (Number(stat[1]) === postmaster) seconds += toSeconds(stat);
    } catch {
      // It has just ended.
    }
  }
  return seconds;
}
