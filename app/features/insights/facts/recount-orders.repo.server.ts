import { type SQL, sql } from "drizzle-orm";
import { PARTS_OF_FACTS } from "~/features/facts/fact-parts.server";
import { NO_CURRENCY } from "~/features/facts/referral-facts";
import { isOfStatus } from "~/features/order-schedule/own-orders";
import type { Queryable } from "~db/client.server";
import type { FactTopic } from "~db/schema/fact-enums";
import type { factDays } from "~db/schema/facts";

/** The time zones a shop has had: each until an instant, the present one until null. Oldest first. */
export type ZoneHistory = readonly { until: Date | null; timeZone: string }[];
export type DayRow = Omit<typeof factDays.$inferSelect, "shopId">;
export type PartRow = {
  topic: FactTopic;
  day: string;
  part: string;
  currencyCode: string;
  count: number;
  units: number;
  amount: string;
};

/** The shop's day of an instant in SQL, by the time zone it had then. */
function dayOf(instant: SQL, zones: ZoneHistory): SQL {
  return zones.reduceRight<SQL>(
    (later, { until, timeZone }) =>
      until === null
        ? sql`(${instant} at time zone ${timeZone}::text)::date`
        : sql`case when ${instant} < ${until.toISOString()}::timestamptz
            then (${instant} at time zone ${timeZone}::text)::date else ${later} end`,
    sql`null::date`,
  );
}

const toDayRows = (
  kind: string,
  day: SQL,
  amount: SQL,
  from: SQL,
  currencyCode = sql`c.currency_code`,
): SQL => sql`
  select ${day} as day, ${kind}::text as kind, ${currencyCode} as currency_code, count(*)::int as count,
    sum(${amount}) as amount
  from ${from} group by 1, 2, 3`;

const attemptsThat = (shopId: number, condition: SQL): SQL => sql`
  billing_attempts a join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
  where a.shop_id = ${shopId}::bigint and ${condition}`;
const triedAmount = (shopId: number): SQL => sql`coalesce((select t.amount from billing_tries t
  where t.shop_id = ${shopId}::bigint and t.attempt_id = a.id order by t.number limit 1), 0)`;
const PAID_AT = sql`coalesce(a.completed_at, a.billing_date)`;
const PAID_AMOUNT = sql`coalesce(a.order_amount, 0)`;
const IS_RECOVERED = sql`a.status = 'SUCCESS' and a.first_failed_at is not null`;
const keptOf = (shopId: number): SQL => sql`
  activity k join contracts c on c.shop_id = ${shopId}::bigint and c.id = k.contract_id
  where k.shop_id = ${shopId}::bigint and k.action = 'contract.kept'`;
const KEPT_MRR = sql`(k.after ->> 'mrr')::numeric`;

/** Days of orders, refunds, offers taken and referrals, computed from the tables (docs/insights.md). */
export async function countOrderDays(tx: Queryable, shopId: number, zones: ZoneHistory): Promise<DayRow[]> {
  const attempts = (condition: SQL) => attemptsThat(shopId, condition);
  const tried = triedAmount(shopId);
  const paidOn = dayOf(PAID_AT, zones);
  const referral = (kind: string, at: SQL, condition: SQL) =>
    toDayRows(
      kind,
      dayOf(at, zones),
      sql`0`,
      sql`referrals r where r.shop_id = ${shopId}::bigint and ${at} is not null and ${condition}`,
      sql`${NO_CURRENCY}::text`,
    );
  return tx.execute<DayRow>(sql`
    select day::text, kind, currency_code as "currencyCode", '' as "fromStatus", '' as "toStatus", count,
      amount::text, 0 as subscribers
    from (
      ${toDayRows("PAID", paidOn, PAID_AMOUNT, attempts(sql`a.status = 'SUCCESS'`))}
      union all
      ${toDayRows("RECOVERED", paidOn, PAID_AMOUNT, attempts(IS_RECOVERED))}
      union all
      ${toDayRows("FAILED", dayOf(sql`a.first_failed_at`, zones), tried, attempts(sql`a.first_failed_at is not null`))}
      union all
      ${toDayRows("LOST", dayOf(sql`a.given_up_at`, zones), tried, attempts(sql`a.given_up_at is not null`))}
      union all
      ${toDayRows("SKIPPED", dayOf(sql`a.billing_date`, zones), sql`0`, attempts(sql.raw(isOfStatus("SKIPPED"))))}
      union all
      ${toDayRows("SAVED", dayOf(sql`k.created_at`, zones), KEPT_MRR, keptOf(shopId))}
      union all
      ${referral("FRIEND_INVITED", sql`r.invited_at`, sql`true`)}
      union all
      ${referral("FRIEND_ACCEPTED", sql`r.accepted_at`, sql`r.is_claimed`)}
      union all
      ${referral("FRIEND_JOINED", sql`r.used_at`, sql`r.is_claimed`)}
      union all
      ${referral("REWARD_GIVEN", sql`r.closed_at`, sql`r.status = 'REWARDED'`)}
      union all
      ${referral("REWARD_REFUSED", sql`r.closed_at`, sql`r.status = 'REFUSED' and r.is_claimed`)}
      union all
      ${toDayRows(
        "REFUNDED",
        dayOf(sql`r.finished_at`, zones),
        sql`r.amount`,
        sql`order_refunds r join orders c on c.shop_id = ${shopId}::bigint and c.id = r.order_id
          where r.shop_id = ${shopId}::bigint and r.state = 'DONE'`,
      )}) counted`);
}

/** What the paid orders sold, the failure codes of others, and offers, by topic. */
export function countOrderParts(tx: Queryable, shopId: number, zones: ZoneHistory): Promise<PartRow[]> {
  const toFacts = (
    kind: string,
    at: SQL,
    columns: { amount: SQL; reason?: SQL; offer?: SQL; orderId?: SQL },
    from: SQL,
  ) => sql`
    select ${dayOf(at, zones)} as day, ${kind}::text as kind, c.currency_code, '' as from_status, '' as to_status, 1 as count,
      ${columns.amount}::numeric as amount, null::date as started_on, ${columns.reason ?? sql`null`}::text as reason,
      ${columns.offer ?? sql`null`}::text as offer, null::bigint[] as product_ids, ${columns.orderId ?? sql`null`}::bigint as order_id
    from ${from}`;
  const reason = sql`coalesce(a.first_error_code, '')`;
  const tried = { amount: triedAmount(shopId), reason };
  const attempts = (condition: SQL) => attemptsThat(shopId, condition);
  const facts = sql`
    ${toFacts("PAID", PAID_AT, { amount: sql`0`, orderId: sql`a.order_id` }, attempts(sql`a.status = 'SUCCESS'`))}
    union all
    ${toFacts("RECOVERED", PAID_AT, { amount: PAID_AMOUNT, reason }, attempts(IS_RECOVERED))}
    union all
    ${toFacts("FAILED", sql`a.first_failed_at`, tried, attempts(sql`a.first_failed_at is not null`))}
    union all
    ${toFacts("LOST", sql`a.given_up_at`, tried, attempts(sql`a.given_up_at is not null`))}
    union all
    ${toFacts(
      "SAVED",
      sql`k.created_at`,
      { amount: KEPT_MRR, reason: sql`k.after ->> 'reason'`, offer: sql`k.after ->> 'offer'` },
      keptOf(shopId),
    )}`;
  return listParts(tx, sql`(${PARTS_OF_FACTS(facts, shopId)}) p`);
}

export const listParts = (tx: Queryable, from: SQL): Promise<PartRow[]> =>
  tx.execute<PartRow>(sql`
    select p.topic, p.day::text, p.part, p.currency_code as "currencyCode", sum(p.count)::int as count,
      sum(p.units)::int as units, sum(p.amount)::text as amount
    from ${from} group by p.topic, p.day, p.part, p.currency_code`);
