import { type SQL, sql } from "drizzle-orm";
import { PARTS_OF_FACTS } from "~/features/facts/fact-parts.server";
import { findCounted } from "~/features/facts/facts.repo.server";
import {
  type DayRange,
  type IntervalOfTime,
  splitMonths,
  toPreviousRange,
} from "~/features/insights/definitions/day-range";
import type { FactSum } from "~/features/insights/definitions/fact-tally";
import { bigints } from "~db/array-parameters.server";
import { db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { bundles } from "~db/schema/bundles";
import { FACTS_VERSION, type FactTopic, toMonthTopic } from "~db/schema/fact-enums";

/** Facts rolled up or not together: consistent, because it is one statement. */
const allDays = (shopId: number): SQL => sql`(
  select d.day, d.kind, d.currency_code, d.from_status, d.to_status, d.count, d.amount, d.subscribers
  from fact_days d where d.shop_id = ${shopId}::bigint
  union all
  select f.day, f.kind, f.currency_code, f.from_status, f.to_status, f.count, f.amount, f.subscribers
  from facts f where f.shop_id = ${shopId}::bigint) f`;

const SUMS = sql`f.kind, f.currency_code as "currencyCode", f.from_status as "fromStatus", f.to_status as "toStatus",
  sum(f.count)::int as count, sum(f.amount)::text as amount, sum(f.subscribers)::int as subscribers`;

/**
 * All facts of a shop up to the end of a range, summed for the range, the days it is compared with, and what came
 * before.
 */
export async function sumFacts(
  shopId: number,
  range: DayRange,
  previous: DayRange,
): Promise<(FactSum & { period: "opening" | "previous" | "within" })[]> {
  return db.execute<FactSum & { period: "opening" | "previous" | "within" }>(sql`
    select case when f.day >= ${range.from}::date then 'within' when f.day >= ${previous.from}::date then 'previous'
      else 'opening' end as period, ${SUMS}
    from ${allDays(shopId)} where f.day <= ${range.to}::date
    group by 1, 2, 3, 4, 5`);
}

/**
 * Facts of a range by its intervals; earlier ones under the date null. `date` is the first day.
 *
 * @param previous the days directly before the range, by intervals of their own, or, with the interval null, as one
 */
export async function sumFactsByInterval(
  shopId: number,
  { from, to }: DayRange,
  interval: IntervalOfTime,
  previous: { from: string; interval: IntervalOfTime | null } | null = null,
): Promise<(FactSum & { date: string | null })[]> {
  const dateOf = (unit: IntervalOfTime | null, first: string) =>
    unit === null
      ? sql`${first}::text`
      : sql`greatest(date_trunc(${unit.toLowerCase()}, f.day)::date, ${first}::date)::text`;
  const before = previous
    ? sql`when f.day < ${previous.from}::date then null
      when f.day < ${from}::date then ${dateOf(previous.interval, previous.from)}`
    : sql`when f.day < ${from}::date then null`;
  return db.execute<FactSum & { date: string | null }>(sql`
    select case ${before} else ${dateOf(interval, from)} end as date, ${SUMS}
    from ${allDays(shopId)} where f.day <= ${to}::date
    group by 1, 2, 3, 4, 5`);
}

/** @field previousCount,previousAmount over the same number of days directly before */
export type PartSum = {
  part: string;
  count: number;
  units: number;
  amount: string;
  previousCount: number;
  previousAmount: string;
};

/**
 * Rows (part, within, count, units, amount) of one topic in one currency, for a range and the same number of days
 * before it. Whole months are read from monthly sums, once a shop has them.
 */
async function toPartRows(
  shopId: number,
  topic: FactTopic,
  range: DayRange,
  currencyCode: string,
): Promise<SQL> {
  const previous = toPreviousRange(range);
  const hasMonths = (await findCounted(db, shopId))?.version === FACTS_VERSION;
  const rolledUp = [range, previous].flatMap((each) => {
    const isWithin = each === range;
    const { months, days } = hasMonths ? splitMonths(each) : { months: null, days: [each] };
    const read = (name: string, { from, to }: DayRange) => sql`
      select p.part, ${isWithin}::boolean as within, p.count, p.units, p.amount from fact_parts p
      where p.shop_id = ${shopId}::bigint and p.topic = ${name}::text and p.day between ${from}::date and ${to}::date
        and p.currency_code = ${currencyCode}`;
    return [...(months ? [read(toMonthTopic(topic), months)] : []), ...days.map((edge) => read(topic, edge))];
  });
  const others = sql`
    select n.part, n.day >= ${range.from}::date, n.count::int, n.units::int, n.amount
    from (${PARTS_OF_FACTS(sql`select f.* from facts f where f.shop_id = ${shopId}::bigint`, shopId)}) n
    where n.topic = ${topic}::text and n.day between ${previous.from}::date and ${range.to}::date
      and n.currency_code = ${currencyCode}`;
  return sql.join([...rolledUp, others], sql` union all `);
}

/** The parts of one topic in one currency over a range, largest amounts first. */
export async function sumParts(
  shopId: number,
  topic: FactTopic,
  range: DayRange,
  currencyCode: string,
  most: number,
): Promise<PartSum[]> {
  return db.execute<PartSum>(sql`
    select q.part, q.count::int, q.units::int, q.amount::text, q."previousCount"::int, q."previousAmount"::text
    from (
      select p.part,
        coalesce(sum(p.count) filter (where p.within), 0) as count,
        coalesce(sum(p.units) filter (where p.within), 0) as units,
        coalesce(sum(p.amount) filter (where p.within), 0) as amount,
        coalesce(sum(p.count) filter (where not p.within), 0) as "previousCount",
        coalesce(sum(p.amount) filter (where not p.within), 0) as "previousAmount"
      from (${await toPartRows(shopId, topic, range, currencyCode)}) p
      group by p.part) q
    where q.count <> 0 or q.amount <> 0
    order by q.amount desc, q.count desc, q.part limit ${most}::int`);
}

/** Paid orders of some days. @field known those whose lines are known */
export type KnownOrders = { paid: number; known: number };

/**
 * How many orders were paid in one currency, and for how many it is known what they sold: each of these has a country.
 */
export async function countKnownOrders(
  shopId: number,
  range: DayRange,
  currencyCode: string,
): Promise<{ within: KnownOrders; previous: KnownOrders }> {
  const rows = await db.execute<KnownOrders & { within: boolean }>(sql`
    select k.within, sum(k.paid)::int as paid, sum(k.known)::int as known
    from (
      select p.within, 0 as paid, p.count as known
      from (${await toPartRows(shopId, "sold_country", range, currencyCode)}) p
      union all
      select f.day >= ${range.from}::date, f.count, 0 from ${allDays(shopId)}
      where f.kind = 'PAID' and f.currency_code = ${currencyCode}
        and f.day between ${toPreviousRange(range).from}::date and ${range.to}::date) k
    group by k.within`);
  const of = (isWithin: boolean): KnownOrders => {
    const { paid = 0, known = 0 } = rows.find(({ within }) => within === isWithin) ?? {};
    return { paid, known };
  };
  return { within: of(true), previous: of(false) };
}

/** Changes of contracts by the month they started in: by month, in one currency, up to a month. */
export async function listCohortChanges(
  shopId: number,
  months: DayRange,
  currencyCode: string,
): Promise<{ cohort: string; month: string; count: number; amount: string }[]> {
  return db.execute<{ cohort: string; month: string; count: number; amount: string }>(sql`
    select p.part as cohort, p.day::text as month, sum(p.count)::int as count, sum(p.amount)::text as amount
    from (
      select p.day, p.part, p.currency_code, p.count, p.amount from fact_parts p
      where p.shop_id = ${shopId}::bigint and p.topic = 'cohort'
      union all
      select n.day, n.part, n.currency_code, n.count::int, n.amount
      from (${PARTS_OF_FACTS(sql`select f.* from facts f where f.shop_id = ${shopId}::bigint`, shopId)}) n
      where n.topic = 'cohort') p
    where p.currency_code = ${currencyCode} and p.part >= ${months.from} and p.part <= ${months.to}
      and p.day <= ${months.to}::date
    group by p.part, p.day order by p.part, p.day`);
}

/** Contracts by the month they were created, if running then, with their MRR. */
export async function listStarts(
  shopId: number,
  { from, to }: DayRange,
  currencyCode: string,
): Promise<{ month: string; count: number; amount: string }[]> {
  return db.execute<{ month: string; count: number; amount: string }>(sql`
    select date_trunc('month', f.day)::date::text as month, sum(f.count)::int as count, sum(f.amount)::text as amount
    from ${allDays(shopId)}
    where f.kind = 'NEW' and f.to_status in ('ACTIVE', 'PAUSED') and f.currency_code = ${currencyCode}
      and f.day between ${from}::date and ${to}::date
    group by 1`);
}

/** Titles of products and variants; those that the shop has never had are missing. */
export async function findTitles(
  shopId: number,
  ids: { products: readonly number[]; variants: readonly number[] },
): Promise<{ products: Map<number, string>; variants: Map<number, string> }> {
  const rows = await db.execute<{ what: "product" | "variant"; id: number; title: string }>(sql`
    select 'product' as what, p.id, p.title from products p
    where p.shop_id = ${shopId}::bigint and p.id = any(${bigints(ids.products)})
    union all
    select 'variant', v.id, concat_ws(' · ', p.title, nullif(v.title, 'Default Title')) from variants v
    join products p on p.shop_id = ${shopId}::bigint and p.id = v.product_id
    where v.shop_id = ${shopId}::bigint and v.id = any(${bigints(ids.variants)})`);
  const toMap = (what: "product" | "variant") =>
    new Map(rows.filter((row) => row.what === what).map(({ id, title }) => [id, title]));
  return { products: toMap("product"), variants: toMap("variant") };
}

/** Names of bundles, by handle. */
export async function findBundleNames(
  shopId: number,
  handles: readonly string[],
): Promise<Map<string, string>> {
  if (handles.length === 0) return new Map();
  const rows = await db
    .select({ handle: bundles.handle, name: bundles.name })
    .from(bundles)
    .where(isRow(bundles, { shopId, handle: [...handles] }));
  return new Map(rows.map(({ handle, name }) => [handle, name]));
}

/** The first day from which the numbers are complete; null while the shop's tables have not been counted yet. */
export async function findWholeFrom(shopId: number): Promise<string | null> {
  const [row] = await db.execute<{ day: string }>(sql`
    select whole_from::text as day from fact_states where shop_id = ${shopId}::bigint`);
  return row?.day ?? null;
}
