import { type SQL, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db } from "~db/client.server";

/**
 * Planned orders from an instant on, before another.
 *
 * @field days in order, each with the instant it begins at: looking a date up among them takes half the time of
 *   converting it to the time zone
 */
export type PlannedSpan = { from: Date; before: Date; days: readonly { date: string; start: Date }[] };

const toArray = (texts: readonly string[]): string => `{${texts.map((text) => `"${text}"`).join(",")}}`;

/** The date of the day whose number `planned` returns. */
const toDay = ({ days }: PlannedSpan, day: SQL): SQL =>
  sql`(${toArray(days.map(({ date }) => date))}::text[])[${day}]`;

/** The orders that the orders page lists as upcoming, read by the index of statuses and dates. */
const planned = (shopId: number, { from, before, days }: PlannedSpan): SQL => sql`
  select a.id, a.contract_id, a.billing_date,
    width_bucket(a.billing_date, ${toArray(days.map(({ start }) => start.toISOString()))}::timestamptz[]) as day
  from billing_attempts a
  where a.shop_id = ${shopId}::bigint and a.status = 'QUEUED'
    and a.billing_date >= ${from.toISOString()}::timestamptz and a.billing_date < ${before.toISOString()}::timestamptz`;

/** Lines may be skipped in the contract's next order only. */
const isNext = (shopId: number): SQL => sql`not exists (select from billing_attempts e
  where e.shop_id = ${shopId}::bigint and e.contract_id = a.contract_id and e.status = 'QUEUED'
    and e.billing_date < a.billing_date)`;

/** @field amount by the usual order amount of each contract, a decimal string */
type PlannedDay = { day: string; currencyCode: string; orders: number; amount: string };

export async function sumPlannedDays(shopId: number, span: PlannedSpan): Promise<PlannedDay[]> {
  return db.execute<PlannedDay>(sql`
    select ${toDay(span, sql`a.day`)} as day, c.currency_code as "currencyCode", count(*)::int as orders,
      sum(c.order_amount)::text as amount
    from (${planned(shopId, span)}) a
    join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
    group by a.day, c.currency_code`);
}

type UnusualOrder = {
  id: number;
  day: string;
  currencyCode: string;
  isCharged: boolean;
  usualAmount: string;
};

/**
 * Orders whose amount differs from their contract's: with one-time products, or with skipped lines. Two statements, so
 * that each starts from few rows: a single one would read all planned orders.
 */
export async function listUnusualOrders(shopId: number, span: PlannedSpan): Promise<UnusualOrder[]> {
  return db.execute<UnusualOrder>(sql`
    select a.id, ${toDay(span, sql`a.day`)} as day, c.currency_code as "currencyCode", c.auto_charge as "isCharged",
      c.order_amount::text as "usualAmount"
    from (
      select a.* from (${planned(shopId, span)}) a
      where a.id in (select o.billing_attempt_id from one_time_products o where o.shop_id = ${shopId}::bigint)
      union
      select a.* from (${planned(shopId, span)}) a
      where a.contract_id in (select l.contract_id from contract_lines l
        where l.shop_id = ${shopId}::bigint and l.skipped_next_order) and ${isNext(shopId)}
    ) a
    join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id`);
}

/** @field variantId null: products that are not in the shop's catalogue */
type PlannedUnits = { day: string; variantId: number | null; quantity: number };

/** The units needed for the orders of each day. */
export async function sumPlannedUnits(shopId: number, span: PlannedSpan): Promise<PlannedUnits[]> {
  return db.execute<PlannedUnits>(sql`
    select ${toDay(span, sql`u.day`)} as day, u.variant_id as "variantId", sum(u.quantity)::int as quantity
    from (
      select a.day, l.variant_id, sum(l.quantity) as quantity
      from (${planned(shopId, span)}) a
      join contract_lines l on l.shop_id = ${shopId}::bigint and l.contract_id = a.contract_id
      where not l.skipped_next_order
      group by a.day, l.variant_id
      union all
      select a.day, l.variant_id, sum(l.quantity)
      from (${planned(shopId, span)}) a
      join contract_lines l on l.shop_id = ${shopId}::bigint and l.contract_id = a.contract_id
      where l.skipped_next_order and not ${isNext(shopId)}
      group by a.day, l.variant_id
      union all
      select a.day, o.variant_id, sum(o.quantity)
      from (${planned(shopId, span)}) a
      join one_time_products o on o.shop_id = ${shopId}::bigint and o.billing_attempt_id = a.id
      group by a.day, o.variant_id
    ) u
    group by u.day, u.variant_id order by u.day, sum(u.quantity) desc, u.variant_id`);
}

/** Titles that contracts have for variants that are not in the catalogue (any more). */
export async function findLineTitles(shopId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.execute<{ id: number; title: string }>(sql`
    select v.id, l.title
    from unnest(${bigints(ids)}) v (id)
    cross join lateral (
      select concat_ws(' · ', l.title, nullif(l.variant_title, 'Default Title')) as title from contract_lines l
      where l.shop_id = ${shopId}::bigint and l.variant_id = v.id order by l.contract_id desc limit 1) l`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
