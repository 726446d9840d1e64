import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { saveBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { topUpShop } from "~/features/order-schedule/billing-attempts.service.server";
import { client, db } from "~db/client.server";

/** Orders planned by the app, and the same rows inserted by one statement without any rules. */
export type Planning = { rows: number; planSeconds: number; insertSeconds: number };

type Shop = { id: number; timeZone: string };

async function readShop(): Promise<Shop> {
  const [shop] = await client<Shop[]>`select id, time_zone as "timeZone" from shops`;
  if (!shop) throw new Error("the database has no shop");
  return shop;
}

/**
 * Every contract is active, with a card that pays and planned orders; this many have an order that is due now. The last
 * order of each contract is planned once more, and timed.
 */
export async function makeOrdersDue(orders: number): Promise<Planning> {
  const shop = await readShop();
  const { id: shopId } = shop;
  const now = new Date();
  await client`delete from billing_attempts where shop_id = ${shopId} and status = 'QUEUED'`;
  await client`update shops set gateway = 'test' where id = ${shopId}`;
  // Due at any time of day, whenever the bench runs.
  await saveBillingSettings(db, shopId, { ...DEFAULT_BILLING_SETTINGS, billingHour: 0 }, now);
  await client`insert into payment_methods (shop_id, id, customer_id, last_digits)
    select shop_id, 'card-' || id, customer_id, '4242' from contracts where shop_id = ${shopId}`;
  await client`
    update contracts c set status = 'ACTIVE', payment_method_id = 'card-' || c.id, max_cycles = null, paused_on = null,
      cancelled_on = null, next_billing_date = due.at, schedule_anchor = due.at
    from (select id, ${now.toISOString()}::timestamptz + case when row_number() over (order by id) > ${orders} then interval '5 days'
        else interval '0' end as at
      from contracts where shop_id = ${shopId}) due
    where c.shop_id = ${shopId} and c.id = due.id`;
  await client`delete from contract_counts where shop_id = ${shopId}`;
  await client`
    insert into contract_counts (shop_id, status, billing_interval, billing_interval_count, plan_type, delta)
    select shop_id, status, billing_interval, billing_interval_count, plan_type, count(*) from contracts
    where shop_id = ${shopId} group by 1, 2, 3, 4, 5`;
  await client`vacuum analyze contracts`;
  await topUpShop(shop, now);
  return measurePlanning(shop, now);
}

async function measurePlanning(shop: Shop, now: Date): Promise<Planning> {
  await client`
    create table bench_last as
    select distinct on (contract_id) * from billing_attempts
    where shop_id = ${shop.id} and status = 'QUEUED' order by contract_id, billing_date desc`;
  await dropLast();
  let started = performance.now();
  const planned = await topUpShop(shop, now);
  const planSeconds = (performance.now() - started) / 1000;
  await dropLast();
  started = performance.now();
  const { count: rows } = await client`
    insert into billing_attempts (shop_id, contract_id, status, billing_date, idempotency_key, created_at)
    select shop_id, contract_id, status, billing_date, idempotency_key, created_at from bench_last`;
  const insertSeconds = (performance.now() - started) / 1000;
  if (planned !== rows) throw new Error(`Not the same rows: ${planned} and ${rows}.`);
  await client`drop table bench_last`;
  await client`vacuum analyze`;
  await client`checkpoint`;
  return { rows, planSeconds, insertSeconds };
}

/** So that both start in the same state: no dead rows, nothing waiting to be written. */
async function dropLast(): Promise<void> {
  await client`
    delete from billing_attempts a using bench_last l
    where a.shop_id = l.shop_id and a.contract_id = l.contract_id and a.billing_date = l.billing_date`;
  await client`vacuum analyze billing_attempts`;
  await client`checkpoint`;
}
