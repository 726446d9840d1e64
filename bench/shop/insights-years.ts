import postgres from "postgres";

/** How many parts each topic has per day: a catalogue of 300 variants, with codes and reasons as in large shops. */
const PARTS: Record<string, number> = {
  churned_reason: 40,
  churned_age: 48,
  churned_product: 100,
  sold_product: 100,
  sold_variant: 300,
  sold_plan: 20,
  sold_country: 30,
  sold_bundle: 10,
  sold_code: 60,
  failed_code: 12,
  recovered_code: 12,
  lost_code: 12,
  saved_offer: 3,
  saved_reason: 10,
};

/** Three years of facts, rolled up, and two thousand that are not, unless an earlier run has left them. */
export async function fillThreeYears(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client.begin(insertThreeYears);
    await client`
      insert into fact_parts (shop_id, topic, day, part, currency_code, count, units, amount)
      select shop_id, topic || '_months', date_trunc('month', day)::date, part, currency_code, sum(count), sum(units), sum(amount)
      from fact_parts where topic not like '%\\_months' and topic <> 'cohort'
      group by 1, 2, 3, 4, 5 on conflict do nothing`;
    await client`analyze fact_parts, fact_days, facts`;
  } finally {
    await client.end();
  }
}

async function insertThreeYears(sql: postgres.TransactionSql): Promise<void> {
  const [shop] = await sql<{ id: number; currency: string }[]>`
      select id::int as id, currency_code as currency from shops order by id limit 1`;
  if (!shop) throw new Error("the bench has no shop");
  const { id, currency } = shop;
  const [filled] = await sql`select from fact_days where shop_id = ${id} and kind = 'SAVED' limit 1`;
  if (filled) return;
  for (const [topic, parts] of Object.entries(PARTS))
    await sql`
        insert into fact_parts (shop_id, topic, day, part, currency_code, count, units, amount)
        select ${id}, ${topic}, current_date - ago, part::text, ${currency}, 1 + (ago * part) % 90, 5, 20 + (ago * part) % 900
        from generate_series(0, 1095) as a (ago), generate_series(1, ${parts}::int) as p (part)
        order by ago desc
        on conflict do nothing`;
  await sql`
      insert into fact_parts (shop_id, topic, day, part, currency_code, count, units, amount)
      select ${id}, 'cohort', m::date, c::date::text, ${currency}, case when m = c then 9000 else -200 end, 0,
        case when m = c then 180000 else -3000 end
      from generate_series(date_trunc('month', now()) - interval '36 months', date_trunc('month', now()), '1 month') as c,
        generate_series(c, date_trunc('month', now()), '1 month') as m
      on conflict do nothing`;
  await sql`
      insert into fact_days (shop_id, day, kind, currency_code, from_status, to_status, count, amount, subscribers)
      select ${id}, current_date - ago, k.kind, ${currency}, k.was, k.became, 50 + ago % 40, k.sign * (900 + ago % 700), k.sign * 40
      from generate_series(0, 1095) as a (ago), (values ('NEW', '', 'ACTIVE', 1), ('EXPANSION', 'ACTIVE', 'ACTIVE', 1),
        ('EXPANSION', 'PAUSED', 'ACTIVE', 1), ('CONTRACTION', 'ACTIVE', 'ACTIVE', -1), ('CONTRACTION', 'ACTIVE', 'PAUSED', -1),
        ('CHURNED', 'ACTIVE', 'CANCELLED', -1), ('CHURNED', 'PAUSED', 'CANCELLED', 0), ('CHURNED', 'ACTIVE', 'EXPIRED', -1),
        ('REACTIVATED', 'CANCELLED', 'ACTIVE', 1), ('MOVED', 'FAILED', 'CANCELLED', 0), ('PAID', '', '', 1),
        ('FAILED', '', '', 1), ('RECOVERED', '', '', 1), ('LOST', '', '', 1), ('SKIPPED', '', '', 0), ('REFUNDED', '', '', 1),
        ('SAVED', '', '', 1), ('FRIEND_ACCEPTED', '', '', 0), ('FRIEND_JOINED', '', '', 0), ('REWARD_GIVEN', '', '', 0))
        as k (kind, was, became, sign)
      on conflict do nothing`;
  await sql`
      insert into facts (shop_id, day, kind, currency_code, from_status, to_status, count, amount, subscribers, started_on)
      select ${id}, current_date, 'EXPANSION', ${currency}, 'ACTIVE', 'ACTIVE', 1, 2, 0, current_date - n
      from generate_series(1, 2000) as g (n)`;
}
