import { type ParsedCronItem, parseCrontab } from "graphile-worker";
import type postgres from "postgres";

const MINUTE_MS = 60_000;
/** After a longer pause, or a clock that was set, what was missed is left out, but for items with `fill`. */
const MOST_MISSED = 5;

/**
 * Adds the jobs that run by the clock. Each process looks, and the first one adds. By the database's clock: the queue's
 * own timer goes by the machine's, and one machine with its clock an hour ahead put off the jobs of all for that hour.
 * Source: docs/decisions/103-the-databases-clock.md.
 *
 * @returns to be called at least once a minute, with the present
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

/** What was missed while no worker was there, once; an item has missed nothing from before it was known. */
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
 * Unless it was added for this minute or a later one. One that is far ahead was added before the clock was set back, or by
 * a process that went by another clock: then everything begins anew from here.
 */
async function addOnce(
  sql: postgres.Sql,
  { identifier, task, payload, options }: ParsedCronItem,
  minute: number,
  isMissed = false,
): Promise<void> {
  const at = new Date(minute * MINUTE_MS);
  const taken = await sql`
    update graphile_worker._private_known_crontabs set last_execution = ${at}
    where identifier = ${identifier} and (known_since <= ${at} or not ${isMissed}::boolean)
      and (last_execution is null or last_execution < ${at} or last_execution > ${at}::timestamptz + interval '2 minutes')`;
  if (taken.count === 0) return;
  await sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload ?? {})}::text::json, ${options.queueName ?? null},
      now(), ${options.maxAttempts ?? null}::int, ${options.jobKey ?? null}, ${options.priority ?? null}::int, null,
      ${options.jobKeyMode ?? null})`;
}

/**
 * The database's clock was set back: what was due before would wait until that instant comes again. Jobs that were not
 * due yet keep their instant.
 *
 * @param before the present as it would be had the clock not been set
 */
export async function bringJobsForward(sql: postgres.Sql, before: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now() and (run_at <= ${before} or attempts > 0)`;
}
