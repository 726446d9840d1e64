import { sql } from "drizzle-orm";
import { type Person, texts } from "~/features/customers/privacy/tables/table-rule.server";
import type { Queryable } from "~db/client.server";
import { NO_REASON } from "~db/schema/fact-enums";

/** Kinds of facts and topics of their parts that hold reasons for leaving or staying. */
const KINDS = sql`('CHURNED', 'SAVED')`;
const TOPICS = sql`('churned_reason', 'churned_reason_months', 'saved_reason', 'saved_reason_months')`;
const toName = (text: string) => sql.raw(`left(btrim(split_part(${text}, ': ', 1)), 100)`);

/**
 * Cancellation reasons that only this customer gave and that are in no list: their own words.
 *
 * @param listed reasons that the shop offers
 */
export async function listOwnReasons(
  tx: Queryable,
  { shopId, customerId }: Pick<Person, "shopId" | "customerId">,
  listed: readonly string[],
): Promise<string[]> {
  const rows = await tx.execute<{ reason: string }>(sql`
    with own as materialized (
      select id, cancellation_feedback from contracts
      where shop_id = ${shopId}::bigint and customer_id = ${customerId}::bigint),
    kept as (
      select ${toName("a.after ->> 'reason'")} as reason, count(*) as count from own o
      join activity a on a.shop_id = ${shopId}::bigint and a.contract_id = o.id and a.action = 'contract.kept'
      group by 1),
    given as (
      select ${toName("o.cancellation_feedback")} as reason from own o
      union select ${toName("a.before ->> 'cancellationFeedback'")} from own o
        join activity a on a.shop_id = ${shopId}::bigint and a.contract_id = o.id
      union select ${toName("a.after ->> 'cancellationFeedback'")} from own o
        join activity a on a.shop_id = ${shopId}::bigint and a.contract_id = o.id
      union select k.reason from kept k)
    select t.reason from given t
    where t.reason <> '' and not t.reason = any(${texts([NO_REASON, ...listed])})
      and not exists (
        select from contracts c
        where c.shop_id = ${shopId}::bigint and c.customer_id <> ${customerId}::bigint
          and ${toName("c.cancellation_feedback")} = t.reason)
      and (select coalesce(sum(p.count), 0) from fact_parts p
          where p.shop_id = ${shopId}::bigint and p.topic = 'saved_reason' and p.part = t.reason)
        + (select coalesce(sum(f.count), 0) from facts f
          where f.shop_id = ${shopId}::bigint and f.kind = 'SAVED' and f.reason = t.reason)
        <= coalesce((select k.count from kept k where k.reason = t.reason), 0)`);
  return rows.map(({ reason }) => reason);
}

/**
 * Moves the counts under these reasons to "no reason", so that sums do not change. Facts are updated before their
 * parts: a concurrent roll-up is waited for, and its parts are then there.
 */
export async function countAsNoReason(tx: Queryable, { shopId, knownAs }: Person): Promise<void> {
  if (knownAs.reasons.length === 0) return;
  const own = texts(knownAs.reasons);
  await tx.execute(sql`
    update facts f set reason = ${NO_REASON}::text
    where f.shop_id = ${shopId}::bigint and f.kind in ${KINDS} and f.reason = any(${own})`);
  await tx.execute(sql`
    insert into fact_parts (shop_id, topic, day, part, currency_code, count, units, amount)
    select p.shop_id, p.topic, p.day, ${NO_REASON}::text, p.currency_code, sum(p.count)::int, sum(p.units)::int, sum(p.amount)
    from fact_parts p
    where p.shop_id = ${shopId}::bigint and p.topic in ${TOPICS} and p.part = any(${own})
    group by p.shop_id, p.topic, p.day, p.currency_code
    order by p.topic, p.day, p.currency_code
    on conflict (shop_id, topic, day, part, currency_code) do update
    set count = fact_parts.count + excluded.count, units = fact_parts.units + excluded.units,
      amount = fact_parts.amount + excluded.amount`);
  await tx.execute(sql`
    delete from fact_parts p
    where p.shop_id = ${shopId}::bigint and p.topic in ${TOPICS} and p.part = any(${own})`);
}
