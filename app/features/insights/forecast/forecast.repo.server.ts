import { type SQL, sql } from "drizzle-orm";
import type { PlannedSpan } from "~/features/insights/calendar/calendar.repo.server";
import type { DayRange } from "~/features/insights/definitions/day-range";
import { db } from "~db/client.server";
import { COUNTED_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";
import type { AlikeContracts } from "./later-orders";

/** @field orders as in the list of upcoming orders @field charged those that are charged at all */
export type PlannedSums = {
  day: string;
  currencyCode: string;
  orders: number;
  charged: number;
  amount: number;
  squares: number;
};

const isCharged = sql`c.auto_charge`;

/** Planned orders by day and currency: how many, and the amount of those that are charged, by their contracts. */
export async function sumPlannedOrders(
  shopId: number,
  { from, before, days }: PlannedSpan,
): Promise<PlannedSums[]> {
  const starts = `{${days.map(({ start }) => `"${start.toISOString()}"`).join(",")}}`;
  const names = `{${days.map(({ date }) => date).join(",")}}`;
  return db.execute<PlannedSums>(sql`
    select (${names}::text[])[p.day] as day, p.currency_code as "currencyCode", p.orders, p.charged, p.amount, p.squares
    from (
      select width_bucket(a.billing_date, ${starts}::timestamptz[]) as day, c.currency_code, count(*)::int as orders,
        count(*) filter (where ${isCharged})::int as charged,
        coalesce(sum(c.order_amount::float8) filter (where ${isCharged}), 0) as amount,
        coalesce(sum(c.order_amount::float8 * c.order_amount::float8) filter (where ${isCharged}), 0) as squares
      from billing_attempts a
      join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
      where a.shop_id = ${shopId}::bigint and a.status = 'QUEUED'
        and a.billing_date >= ${from.toISOString()}::timestamptz and a.billing_date < ${before.toISOString()}::timestamptz
      group by 1, 2) p`);
}

/** Equal schedules have the same days: grouped by their position within a period, and by their day of the month. */
const PHASE: SQL = sql`case s.billing_interval
  when 'DAY' then (s.anchor - date '2000-01-03') % s.billing_interval_count
  when 'WEEK' then (s.anchor - date '2000-01-03') % (7 * s.billing_interval_count)
  when 'MONTH' then (extract(year from s.anchor) * 12 + extract(month from s.anchor))::int % s.billing_interval_count * 100
    + extract(day from s.anchor)::int
  else extract(year from s.anchor)::int % s.billing_interval_count * 10000 + extract(month from s.anchor)::int * 100
    + extract(day from s.anchor)::int end`;

/**
 * What orders cost once every limited discount of a contract has ended and the later prices of its plans have begun,
 * after `orders` more of them; only contracts whose prices no other discount reduces.
 */
const changedAmounts = (shopId: number): SQL => sql`
  select x.contract_id, max(x.orders)::int as orders, (
      select c.delivery_price + sum(l.quantity * coalesce(l.later_price, l.current_price))
      from contract_lines l where l.shop_id = ${shopId}::bigint and l.contract_id = x.contract_id)::float8 as amount
  from (
    select d.contract_id, d.recurring_cycle_limit - d.usage_count as orders
    from contract_discounts d where d.shop_id = ${shopId}::bigint and d.recurring_cycle_limit > d.usage_count
    union all
    select l.contract_id, l.later_after_cycle - (
      select count(*)::int + (c.origin_order_id is not null
          and not coalesce(bool_or(a.order_id = c.origin_order_id), false))::int
      from billing_attempts a
      where a.shop_id = ${shopId}::bigint and a.contract_id = c.id and a.status = 'SUCCESS')
    from contract_lines l
    join contracts c on c.shop_id = ${shopId}::bigint and c.id = l.contract_id and c.status = 'ACTIVE'
    where l.shop_id = ${shopId}::bigint and l.later_price is not null) x
  join contracts c on c.shop_id = ${shopId}::bigint and c.id = x.contract_id
  where c.status = 'ACTIVE' and not exists (select from contract_discounts d
    where d.shop_id = ${shopId}::bigint and d.contract_id = x.contract_id and d.recurring_cycle_limit is null)
  group by x.contract_id, c.delivery_price`;

/**
 * Active contracts whose orders after the planned ones may fall before an instant, equal ones as one row
 * (later-orders.ts). Days are computed as if all orders were at the contract's time of day. Contracts without a planned
 * order have reached their end; those that are not charged are omitted. As in the plan (order-slots.ts), skipped and made
 * orders take the days of their date and slot, called-off ones only their instant.
 *
 * @param from the beginning of the first day
 */
export async function listAlikeContracts(
  shopId: number,
  timeZone: string,
  { from, before }: { from: Date; before: Date },
): Promise<AlikeContracts[]> {
  const local = (instant: SQL): SQL => sql`(${instant} at time zone ${timeZone}::text)`;
  const anchor = sql`coalesce(c.schedule_anchor, c.next_billing_date)`;
  return db.execute<AlikeContracts>(sql`
    with planned as materialized (
      select a.contract_id, max(greatest(a.billing_date, a.slot)) as last, count(*)::int as orders
      from billing_attempts a where a.shop_id = ${shopId}::bigint and a.status = 'QUEUED'
      group by a.contract_id having max(greatest(a.billing_date, a.slot)) < ${before.toISOString()}::timestamptz),
    taken as materialized (
      select a.contract_id, array_agg(distinct ${local(sql`d.instant`)}::date::text) as days
      from billing_attempts a
      join planned p on p.contract_id = a.contract_id and p.last < greatest(a.billing_date, a.slot)
      join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
      cross join lateral (values (a.billing_date), (a.slot)) d (instant)
      where a.shop_id = ${shopId}::bigint and d.instant > p.last
        and (a.status in ('SKIPPED', 'SUCCESS')
          or a.status = 'CANCELLED' and d.instant = a.billing_date
            and ${local(sql`d.instant`)}::time = ${local(anchor)}::time)
        and a.billing_date >= ${from.toISOString()}::timestamptz and d.instant < ${before.toISOString()}::timestamptz
      group by a.contract_id),
    changed as materialized (${changedAmounts(shopId)}),
    s as (
      select c.billing_interval, c.billing_interval_count, c.billing_anchors, c.currency_code,
        c.order_amount::float8 as amount, ${local(anchor)}::date as anchor,
        (${local(sql`p.last`)} - ${local(anchor)}::time)::date as last_planned,
        (${local(sql`c.ends_at`)} - ${local(anchor)}::time)::date as ends_on,
        c.max_cycles - (
          select count(*)::int + (c.origin_order_id is not null
              and not coalesce(bool_or(u.order_id = c.origin_order_id), false))::int
          from billing_attempts u
          where c.max_cycles is not null and u.shop_id = ${shopId}::bigint and u.contract_id = c.id
            and u.status in (${sql.raw(toSqlList(COUNTED_STATUSES))})) as cycles_left,
        t.days as taken, case when g.orders is not null then greatest(0, g.orders - p.orders) end as changes_after,
        coalesce(g.amount, c.order_amount::float8) as changed_amount
      from planned p
      join contracts c on c.shop_id = ${shopId}::bigint and c.id = p.contract_id
      left join taken t on t.contract_id = p.contract_id
      left join changed g on g.contract_id = p.contract_id
      where c.status = 'ACTIVE' and ${isCharged} and ${anchor} is not null)
    select s.billing_interval as interval, s.billing_interval_count as "intervalCount", s.billing_anchors as anchors,
      (${PHASE})::text as phase, min(s.anchor)::text as anchor, s.last_planned::text as "lastPlanned",
      s.ends_on::text as "endsOn", s.cycles_left as left, s.taken, s.currency_code as "currencyCode",
      count(*)::int as contracts, sum(s.amount) as amount, sum(s.amount * s.amount) as squares,
      s.changes_after as "changesAfter", sum(s.changed_amount) as "changedAmount",
      sum(s.changed_amount * s.changed_amount) as "changedSquares"
    from s
    where s.cycles_left is null or s.cycles_left > 0
    group by s.billing_interval, s.billing_interval_count, s.billing_anchors, ${PHASE}, s.last_planned, s.ends_on,
      s.cycles_left, s.taken, s.changes_after, s.currency_code`);
}

type OutcomeSum = { currencyCode: string; kind: "PAID" | "LOST" | "SKIPPED"; count: number };

/**
 * Outcomes of the orders of some days, by currency. Orders that were skipped because their payment was given up count
 * as lost, not also as skipped.
 */
export async function sumOutcomes(shopId: number, { from, to }: DayRange, span: { start: Date; end: Date }) {
  return db.execute<OutcomeSum>(sql`
    select f.currency_code as "currencyCode", f.kind, sum(f.count)::int as count
    from (
      select d.day, d.kind, d.currency_code, d.count from fact_days d where d.shop_id = ${shopId}::bigint
      union all
      select f.day, f.kind, f.currency_code, f.count from facts f where f.shop_id = ${shopId}::bigint) f
    where f.kind in ('PAID', 'LOST', 'SKIPPED') and f.day between ${from}::date and ${to}::date
    group by 1, 2
    union all
    select c.currency_code, 'SKIPPED', -count(*)::int
    from billing_attempts a join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
    where a.shop_id = ${shopId}::bigint and a.status = 'SKIPPED' and a.given_up_at is not null
      and a.billing_date >= ${span.start.toISOString()}::timestamptz and a.billing_date < ${span.end.toISOString()}::timestamptz
    group by 1`);
}
