import { type SQL, sql } from "drizzle-orm";
import { BUNDLE_KEY, NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";

/** Parts of days and, except for cohorts, the same by months. @param parts as `PARTS_OF_FACTS` selects them */
export const WITH_MONTHS = (parts: SQL): SQL => sql`
  with d as (${parts})
  select d.topic, d.day, d.part, d.currency_code, d.count, d.units, d.amount from d
  union all
  select d.topic || '_months', date_trunc('month', d.day)::date, d.part, d.currency_code, d.count, d.units, d.amount
  from d where d.topic <> 'cohort'`;

const RUNS = (status: SQL): SQL => sql`(${status} in ('ACTIVE', 'PAUSED'))::int`;

/**
 * Facts by topic (fact-enums.ts): rows (topic, day, part, currency_code, count, units, amount), several for a fact. The
 * only definition, used by the job that rolls facts up and by readers of those that are not rolled up yet. What a paid order
 * sold is read from the order, which never changes.
 *
 * @param facts SQL that selects rows of `facts` of this shop
 */
export const PARTS_OF_FACTS = (facts: SQL, shopId: number): SQL => sql`
  with f as (${facts}),
    sold as (
      select f.day, f.currency_code, f.count, o.id, o.delivery_address, l.product_id, l.variant_id, l.title,
        l.selling_plan_name, l.custom_attributes, l.quantity, l.total
      from f
      join orders o on o.shop_id = ${shopId}::bigint and o.id = f.order_id
      join order_lines l on l.shop_id = ${shopId}::bigint and l.order_id = o.id
      where f.kind = 'PAID')
  select 'cohort' as topic, date_trunc('month', f.day)::date as day, date_trunc('month', f.started_on)::date::text as part,
    f.currency_code, f.count * (${RUNS(sql`f.to_status`)} - ${RUNS(sql`f.from_status`)}) as count, 0 as units, f.amount
  from f where f.started_on is not null
  union all
  select 'churned_reason', f.day, f.reason, f.currency_code, f.count, 0, -f.amount
  from f where f.kind = 'CHURNED' and f.reason is not null
  union all
  select 'churned_age', f.day, (extract(year from age(f.day, f.started_on)) * 12
      + extract(month from age(f.day, f.started_on)))::int::text, f.currency_code, f.count, 0, -f.amount
  from f where f.kind = 'CHURNED' and f.started_on is not null
  union all
  select 'churned_product', f.day, p.id::text, f.currency_code, f.count, 0, -f.amount
  from f, unnest(f.product_ids) as p (id) where f.kind = 'CHURNED'
  union all
  select 'sold_product', s.day, coalesce(s.product_id::text, ''), s.currency_code, s.count, s.count * sum(s.quantity)::int,
    s.count * sum(s.total)
  from sold s group by s.day, s.id, coalesce(s.product_id::text, ''), s.currency_code, s.count
  union all
  select 'sold_variant', s.day, coalesce(s.variant_id::text, ''), s.currency_code, s.count, s.count * sum(s.quantity)::int,
    s.count * sum(s.total)
  from sold s group by s.day, s.id, coalesce(s.variant_id::text, ''), s.currency_code, s.count
  union all
  select 'sold_plan', s.day, coalesce(s.selling_plan_name, ''), s.currency_code, s.count, s.count * sum(s.quantity)::int,
    s.count * sum(s.total)
  from sold s group by s.day, s.id, coalesce(s.selling_plan_name, ''), s.currency_code, s.count
  union all
  select 'sold_country', s.day, coalesce(s.delivery_address ->> 'countryCode', ''), s.currency_code, s.count,
    s.count * sum(s.quantity)::int, s.count * sum(s.total)
  from sold s group by s.day, s.id, coalesce(s.delivery_address ->> 'countryCode', ''), s.currency_code, s.count
  union all
  select 'sold_bundle', s.day, a.attribute ->> 'value', s.currency_code, s.count, s.count * sum(s.quantity)::int,
    s.count * sum(s.total)
  from sold s, jsonb_array_elements(s.custom_attributes) as a (attribute)
  where a.attribute ->> 'key' = ${BUNDLE_KEY}::text and a.attribute ->> 'value' <> ''
  group by s.day, s.id, a.attribute ->> 'value', s.currency_code, s.count
  union all
  select 'sold_code', f.day, d.code, f.currency_code, f.count, 0, f.count * sum(d.amount)
  from f
  join orders o on o.shop_id = ${shopId}::bigint and o.id = f.order_id
  cross join lateral (
    select case when e.discount ->> 'code' is null then ${NO_CODE}::text when c.origin = 'REFERRAL' then ${REFERRAL_CODES}::text
      else e.discount ->> 'code' end as code, (e.discount ->> 'amount')::numeric as amount
    from jsonb_array_elements(o.discounts) as e (discount)
    left join discount_codes c on c.shop_id = ${shopId}::bigint and c.code = e.discount ->> 'code') d
  where f.kind = 'PAID'
  group by f.day, o.id, d.code, f.currency_code, f.count
  union all
  select lower(f.kind) || '_code', f.day, f.reason, f.currency_code, f.count, 0, f.amount
  from f where f.kind in ('FAILED', 'RECOVERED', 'LOST') and f.reason is not null
  union all
  select 'saved_offer', f.day, f.offer, f.currency_code, f.count, 0, f.amount
  from f where f.kind = 'SAVED' and f.offer is not null
  union all
  select 'saved_reason', f.day, f.reason, f.currency_code, f.count, 0, f.amount
  from f where f.kind = 'SAVED' and f.reason is not null`;
