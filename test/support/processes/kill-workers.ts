import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";

/** A real worker, as `npm run worker` starts it. */
export function startWorkerProcess(
  databaseUrl: string,
  name = "worker",
  environment: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, ["scripts/run.mjs", "scripts/worker.ts"], {
    // As in production. At debug level, which programs of tests inherit, they would write a line for each message of the queue.
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: "info", PGAPPNAME: name, ...environment },
    // Because of the channel it ends together with us, also when a signal ends us.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

type Options = {
  databaseUrl: string;
  workers: number;
  automationId: number;
  /** How many are killed, at random moments, unless the task ends earlier. */
  kills: number;
  /** Longest pause between two kills. */
  pauseMs: number;
  /** After this many kills all connections of the database are cut, too. */
  cutEvery: number;
};

const POLL_EVERY_MS = 200;

type Done = {
  kills: number;
  /** Kills in the middle of a batch; the others hit a worker starting, taking over, or between two batches. */
  inABatch: number;
  cuts: number;
  /** Processes that ended without being killed: there should be none. */
  died: number;
};

/**
 * Lets workers run until the task is over; kills them in turn at random moments, during a batch if one is at any, and
 * replaces them. @returns how often that was done before it was over
 */
export async function runUnderKills(options: Options): Promise<Done> {
  const { databaseUrl, automationId } = options;
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const isOver = async () => {
    const [task] = await admin<{ status: string }[]>`
      select status from bulk_automations where id = ${automationId}`;
    return task?.status !== "PLANNING" && task?.status !== "RUNNING";
  };
  // A worker in the middle of a batch holds a shared advisory lock.
  const listBusy = async () => {
    const rows = await admin<{ name: string }[]>`
      select split_part(a.application_name, ' ', 1) as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.mode = 'ShareLock' and l.granted and a.datname = current_database()`;
    return new Set(rows.map(({ name }) => name));
  };
  const alive = new Map<string, ChildProcess>();
  const start = () => {
    const name = `worker-${++started}`;
    alive.set(name, startWorkerProcess(databaseUrl, name));
  };
  let started = 0;
  let [kills, inABatch, cuts, died] = [0, 0, 0, 0];
  for (let worker = 0; worker < options.workers; worker++) start();
  try {
    while (kills < options.kills) {
      await delay(Math.random() * options.pauseMs);
      if (await isOver()) break;
      const busy = await listBusy();
      const names = [...alive.keys()];
      const candidates = names.some((name) => busy.has(name))
        ? names.filter((name) => busy.has(name))
        : names;
      const name = candidates[Math.floor(Math.random() * candidates.length)] ?? "";
      const victim = alive.get(name);
      if (!victim) throw new Error("there is no worker to kill");
      if (hasEnded(victim)) died++;
      await kill(victim);
      alive.delete(name);
      if (busy.has(name)) inABatch++;
      kills++;
      if (kills % options.cutEvery === 0) {
        cuts++;
        await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
      }
      start();
    }
    while (!(await isOver())) await delay(POLL_EVERY_MS);
    for (const worker of alive.values()) if (hasEnded(worker)) died++;
    return { kills, inABatch, cuts, died };
  } finally {
    await Promise.all([...alive.values()].map(kill));
    await admin.end();
  }
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

export async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
