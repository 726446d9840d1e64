import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { logger } from "~/lib/logger.server";
import { KEEP_ALIVE } from "~db/client.server";
import { databaseNow, leaveDatabaseClock, readDatabaseClock } from "~db/clock.server";

/** Separates our advisory locks from others' (db/migrate.ts has a number of its own). */
const LOCK_CLASS = 7_205_115;
const HEARTBEAT_MS = 2000;
/** A process that holds its lock without a heartbeat for this long hangs, or its machine is gone. */
const SILENT_AFTER_MS = 30_000;
/** From this difference on, the database's clock has been set; smaller ones are drift. */
const IS_SET_MS = 5_000;

export type WorkerLease = {
  /** Called before a worker takes its first job. */
  register(workerId: string): Promise<void>;
  /** Gives back all jobs that our workers still hold, at once. */
  release(): Promise<void>;
};

/**
 * The queue keeps a dead worker's jobs locked for four hours. So each process holds a session lock, which Postgres
 * releases when its connection ends, and writes a heartbeat; all watch each other and give back the jobs of dead ones.
 * A process that has only lost its connection goes on until it notices: see task.ts. With each heartbeat it reads the
 * database's clock.
 *
 * @param onBeat called after each heartbeat; `setByMs`: by how much the database's clock was set since the last one
 */
export async function openWorkerLease(
  databaseUrl: string,
  onBeat: (sql: postgres.Sql, setByMs: number) => Promise<void>,
): Promise<WorkerLease> {
  const lockKey = randomInt(2 ** 31 - 1);
  const workerIds = new Set<string>();
  const sql = postgres(databaseUrl, {
    max: 1,
    connect_timeout: 5,
    // The default closes connections after half an hour or so, and with them our lock is released.
    max_lifetime: null,
    onnotice: () => {},
    connection: KEEP_ALIVE,
  });

  /** Monotonic time before which missing heartbeats are ignored: the stored ones were written before the clock was set. */
  let judgesFrom = 0;

  async function beat(): Promise<void> {
    const difference = await readDatabaseClock(sql);
    const setByMs = Math.abs(difference) > IS_SET_MS ? difference : 0;
    if (setByMs !== 0) judgesFrom = performance.now() + SILENT_AFTER_MS;
    // Taken again on every heartbeat: after a lost connection this is another session. Another process that tests the
    // lock right now may hold it for a moment; then the next heartbeat gets it.
    await sql`select pg_try_advisory_lock(${LOCK_CLASS}, ${lockKey})`;
    for (const workerId of workerIds) {
      await sql`insert into job_workers (worker_id, lock_key, heartbeat_at)
        values (${workerId}, ${lockKey}, clock_timestamp())
        on conflict (worker_id) do update set heartbeat_at = excluded.heartbeat_at`;
    }
    await takeOverFromTheDead(sql, lockKey, performance.now() >= judgesFrom);
    await onBeat(sql, setByMs);
  }

  try {
    await beat();
  } catch (error) {
    leaveDatabaseClock();
    await sql.end({ timeout: 0 });
    throw error;
  }
  const stopping = new AbortController();
  const beating = (async () => {
    while (!stopping.signal.aborted) {
      await delay(HEARTBEAT_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      await beat().catch((error: unknown) => logger.warn({ err: error }, "worker heartbeat failed"));
    }
  })();

  return {
    async register(workerId) {
      workerIds.add(workerId);
      await beat();
    },
    async release() {
      stopping.abort();
      await beating;
      leaveDatabaseClock();
      const ids = [...workerIds];
      try {
        await sql.begin(async (tx) => {
          await tx`select graphile_worker.force_unlock_workers(${ids})`;
          await tx`delete from job_workers where worker_id = any(${ids})`;
        });
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
  };
}

/** @param judgesSilence whether a process counts as dead if its heartbeats are missing while it holds its lock */
async function takeOverFromTheDead(
  sql: postgres.Sql,
  ownLockKey: number,
  judgesSilence: boolean,
): Promise<void> {
  const now = databaseNow().getTime();
  const longAgo = new Date(now - SILENT_AFTER_MS);
  // A heartbeat after this instant was written before the clock was set back, and none has been written since.
  const farAhead = new Date(now + SILENT_AFTER_MS);
  const others = await sql<{ lockKey: number; workerIds: string[]; isSilent: boolean }[]>`
    select lock_key as "lockKey", array_agg(worker_id) as "workerIds",
      max(heartbeat_at) not between ${longAgo} and ${farAhead} as "isSilent"
    from job_workers where lock_key <> ${ownLockKey} group by lock_key`;
  for (const { lockKey, workerIds, isSilent } of others) {
    await sql.begin(async (tx) => {
      const [lock] = await tx<{ isFree: boolean }[]>`
        select pg_try_advisory_xact_lock(${LOCK_CLASS}, ${lockKey}) as "isFree"`;
      if (!lock?.isFree && !(isSilent && judgesSilence)) return;
      await tx`select graphile_worker.force_unlock_workers(${workerIds})`;
      await tx`delete from job_workers where worker_id = any(${workerIds})`;
      logger.warn({ workers: workerIds.length, isSilent }, "took over the jobs of a dead worker process");
    });
  }
}
