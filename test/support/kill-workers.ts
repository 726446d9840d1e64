import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";

/** A real worker, as `npm run worker` starts it. */
export function startWorkerProcess(databaseUrl: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "scripts/worker.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

type Options = {
  databaseUrl: string;
  workers: number;
  automationId: number;
  /** As many are killed, at random moments, unless the task is over before. */
  kills: number;
  /** Longest pause between two kills. */
  pauseMs: number;
  /** After every so many kills all connections of the database are cut, too. */
  cutEvery: number;
};

const LOOK_EVERY_MS = 200;

/**
 * Lets workers run until the task is over; kills one after the other in the middle of whatever it does, and starts another in
 * its place. @returns how often that was done before it was over
 */
export async function runUnderKills(options: Options): Promise<{ kills: number; cuts: number }> {
  const { databaseUrl, automationId } = options;
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const isOver = async () => {
    const [task] = await admin<{ status: string }[]>`
      select status from bulk_automations where id = ${automationId}`;
    return task?.status !== "PLANNING" && task?.status !== "RUNNING";
  };
  const alive = Array.from({ length: options.workers }, () => startWorkerProcess(databaseUrl));
  let [kills, cuts] = [0, 0];
  try {
    while (kills < options.kills) {
      await delay(Math.random() * options.pauseMs);
      if (await isOver()) break;
      const [victim] = alive.splice(Math.floor(Math.random() * alive.length), 1);
      if (victim) await kill(victim);
      kills++;
      if (kills % options.cutEvery === 0) {
        cuts++;
        await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
      }
      alive.push(startWorkerProcess(databaseUrl));
    }
    while (!(await isOver())) await delay(LOOK_EVERY_MS);
    return { kills, cuts };
  } finally {
    await Promise.all(alive.map(kill));
    await admin.end();
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
