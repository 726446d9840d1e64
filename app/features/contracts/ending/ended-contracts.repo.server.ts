import { type SQL, sql } from "drizzle-orm";
import { bigints, instants } from "~db/array-parameters.server";
import { db } from "~db/client.server";
import { UNDECIDED_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";

const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** Whether an order of the contract is still to be made or paid; the rule is `hasOpenOrder`. */
const hasOpen = (shopId: number): SQL => sql`exists (
  select from billing_attempts a
  where a.shop_id = ${shopId}::bigint and a.contract_id = c.id
    and (a.status in (${sql.raw(toSqlList(["QUEUED", ...UNDECIDED_STATUSES]))}) or a.next_step is not null))`;

const isRunning = (shopId: number): SQL =>
  sql`c.shop_id = ${shopId}::bigint and c.status in ('ACTIVE', 'PAUSED') and c.erased_at is null`;

/**
 * Running contracts whose end date has passed and that have no order open, by their ids.
 *
 * @param page those with ids above `after`, at most `limit`
 */
export async function listPastEnd(
  shopId: number,
  now: Date,
  page: { after: number; limit: number },
): Promise<{ id: number; contractId: number }[]> {
  return db.execute<{ id: number; contractId: number }>(sql`
    select c.id, c.subscription_contract_id as "contractId"
    from contracts c
    where ${isRunning(shopId)} and c.ends_at <= ${at(now)} and c.id > ${page.after}::bigint
      and not ${hasOpen(shopId)}
    order by c.id limit ${page.limit}::int`);
}

/** Those of these shops that have running contracts whose end date has passed: a query across shops, for the job. */
export async function listShopsPastEnd(shops: readonly { id: number; now: Date }[]): Promise<Set<number>> {
  const rows = await db.execute<{ id: number }>(sql`
    select distinct c.shop_id as id
    from unnest(${bigints(shops.map(({ id }) => id))}, ${instants(shops.map(({ now }) => now))}) s (id, now)
    join contracts c on c.shop_id = s.id and c.status in ('ACTIVE', 'PAUSED') and c.erased_at is null
      and c.ends_at <= s.now`);
  return new Set(rows.map(({ id }) => id));
}

/** The next end date of a running contract after an instant; null = there is none. */
export async function findNextEnd(shopId: number, after: Date): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select min(c.ends_at) as at from contracts c where ${isRunning(shopId)} and c.ends_at > ${at(after)}`);
  return row?.at ? new Date(row.at) : null;
}
