import { type ParsedCronItem, parseCrontab } from "graphile-worker";
import type postgres from "postgres";

const MINUTE_MS = 60_000;
/** Minutes. After a longer pause, or after the clock was set, missed runs are dropped, except for items with `fill`. */
const MOST_MISSED = 5;

/**
 * Adds scheduled jobs. Every process checks the schedule, and the first one adds the job. It goes by the database's clock:
 * the queue's own timer goes by the machine's, and one machine whose clock was an hour ahead delayed everybody's jobs by
 * that hour. Source: docs/decisions/103-the-databases-clock.md.
 *
 * @returns a function to be called at least once a minute with the present time
 */
export function createCrontab(crontab: string): (sql: postgres.Sql, now: Date) => Promise<void> {
  const items = parseCrontab(crontab);
  let last: number | undefined;
  return async (sql, now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute === last) return;
    if (last === undefined) await fill(sql, items, minute);
    else {
      const isSteady = minute > last && minute - last <= MOST_MISSED;
      if (minute - last > MOST_MISSED) await fill(sql, items, minute);
      for (let each = isSteady ? last + 1 : minute; each <= minute; each++)
        for (const item of items) if (isDue(item, each)) await addOnce(sql, item, each);
    }
    last = minute;
  };
}

function isDue({ match }: ParsedCronItem, minute: number): boolean {
  const at = new Date(minute * MINUTE_MS);
  return match({
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  });
}

/**
 * Adds each item with `fill` once if it was missed while no worker ran, or while its machine slept, but not for a time
 * before the item was first known.
 */
async function fill(sql: postgres.Sql, items: readonly ParsedCronItem[], minute: number): Promise<void> {
  for (const item of items) {
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since)
      values (${item.identifier}, ${new Date(minute * MINUTE_MS)}) on conflict do nothing`;
    const first = minute - Math.floor(item.options.backfillPeriod / MINUTE_MS);
    let each = minute;
    while (each > first && !isDue(item, each)) each--;
    if (each > first) await addOnce(sql, item, each, true);
  }
}

/**
 * Adds a job unless one was added for this minute or a later one. A last run that is far ahead was recorded before the clock
 * was set back, or by a process with another clock; it is ignored.
 */
async function addOnce(
  sql: postgres.Sql,
  { identifier, task, payload, options }: ParsedCronItem,
  minute: number,
  isMissed = false,
): Promise<void> {
  const at = new Date(minute * MINUTE_MS);
  // One statement: a run that is recorded has its job.
  await sql`
    with taken as (
      update graphile_worker._private_known_crontabs set last_execution = ${at}
      where identifier = ${identifier} and (known_since <= ${at} or not ${isMissed}::boolean)
        and (last_execution is null or last_execution < ${at} or last_execution > ${at}::timestamptz + interval '2 minutes')
      returning 1)
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload ?? {})}::text::json, ${options.queueName ?? null},
      now(), ${options.maxAttempts ?? null}::int, ${options.jobKey ?? null}, ${options.priority ?? null}::int, null,
      ${options.jobKeyMode ?? null})
    from taken`;
}

/**
 * Call it when the database's clock was set back: jobs that were due would wait until their time comes again, so they are
 * made due now. Jobs that were not due yet keep their time.
 *
 * @param before the present time as it would be if the clock had not been set
 */
export async function bringJobsForward(sql: postgres.Sql, before: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now() and (run_at <= ${before} or attempts > 0)`;
}
