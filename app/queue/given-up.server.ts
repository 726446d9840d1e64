import { sql } from "drizzle-orm";
import { toEmailKey } from "~/lib/email/email-address.server";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import type { TaskName } from "./task-payloads";

type GivenUp<N extends TaskName> = { jobId: string; task: N; payload: unknown };

/** Jobs of these tasks that are not tried again: the oldest, at most `limit`. */
export async function listGivenUpJobs<N extends TaskName>(
  tasks: readonly N[],
  limit: number,
): Promise<GivenUp<N>[]> {
  const names = sql.join(
    tasks.map((name) => sql`${name}`),
    sql`, `,
  );
  return db.execute<GivenUp<N>>(sql`
    select j.id::text as "jobId", t.identifier as task, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier in (${names})
    order by j.id limit ${limit}::int`);
}

/** Deletes a job, if it is still given up. */
export async function deleteGivenUpJob(jobId: string): Promise<void> {
  await db.execute(sql`
    delete from graphile_worker._private_jobs
    where id = ${jobId}::bigint and attempts >= max_attempts and locked_at is null`);
}

/** Deletes all jobs that were given up before an instant: their payloads may hold addresses. */
export async function deleteGivenUpJobs(before: Date): Promise<void> {
  await db.execute(sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and run_at < ${before.toISOString()}::timestamptz`);
}

/**
 * Deletes a shop's jobs that were given up and have one of these e-mails in their payload, however it was typed.
 *
 * @param emailKeys as `toEmailKey` makes them
 */
export async function deleteGivenUpJobsOf(
  tx: Queryable,
  shopId: number,
  emailKeys: readonly string[],
): Promise<void> {
  const jobs = await tx.execute<{ id: number; email: string }>(sql`
    select id::float8 as id, coalesce(payload ->> 'email', payload -> 'to' ->> 'email') as email
    from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and (payload ->> 'shopId')::bigint = ${shopId}::bigint
      and coalesce(payload ->> 'email', payload -> 'to' ->> 'email') is not null`);
  const theirs = jobs.filter(({ email }) => emailKeys.includes(toEmailKey(email)));
  if (theirs.length === 0) return;
  await tx.execute(sql`
    delete from graphile_worker._private_jobs
    where id = any(${bigints(theirs.map(({ id }) => id))}) and attempts >= max_attempts and locked_at is null`);
}
