import { client } from "~db/client.server";
import { FACTS_VERSION } from "~db/schema/fact-enums";

const CONTRACTS_A_SHOP = 10;

/** Bytes of all tables with their indexes, by table, and how many rows were inserted. */
export type ShopCost = { bytes: Record<string, number>; rows: number };
export type ShopsFilled = { shops: number; empty: ShopCost; filled: ShopCost };

/**
 * Many shops of ten contracts each: each in one of 24 time zones, on the test gateway, with notices of upcoming orders and
 * the owner's weekly digest switched on. Each contract has a customer with a card, a line, a paid order and three planned
 * ones, none due or announced in the next days. All events have become notices, so that a worker finds nothing to do.
 *
 * @returns the bytes that shops take without contracts, and those that their contracts add
 */
export async function fillShops(contracts: number): Promise<ShopsFilled> {
  const shops = contracts / CONTRACTS_A_SHOP;
  const bare = await readBytes();
  const emptyRows = await insertAll(emptyShops(shops));
  const withShops = await readBytes();
  const filledRows = await insertAll(contents());
  const withContracts = await readBytes();
  return {
    shops,
    empty: { rows: emptyRows, bytes: subtract(withShops, bare) },
    filled: { rows: filledRows, bytes: subtract(withContracts, withShops) },
  };
}

async function insertAll(statements: readonly string[]): Promise<number> {
  let rows = 0;
  for (const text of statements) {
    rows += (await client.unsafe(text)).count;
    await client`analyze`;
  }
  await client`vacuum analyze`;
  return rows;
}

async function readBytes(): Promise<Record<string, number>> {
  const rows = await client<{ name: string; bytes: number }[]>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

const subtract = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, bytes]) => [name, bytes - (before[name] ?? 0)] as const)
      .filter(([, bytes]) => bytes > 0),
  );

/** What `createShop` writes; one person owns them all. */
const emptyShops = (shops: number): string[] => [
  `insert into staff_accounts (email, name, password_hash, created_at)
    values ('owner@bench.example', 'Owner', 'none', now())`,
  `insert into shops (store_domain, name, time_zone, gateway, created_at, updated_at)
    select 'bench-' || i || '.mystore.example', 'Bench ' || i, 'Etc/GMT' || (array['+', '-'])[1 + i % 2] || i % 12, 'test',
      now() - interval '60 days', now() - interval '60 days' from generate_series(1, ${shops}) i`,
  `insert into domains (host, shop_id) select store_domain, id from shops`,
  `insert into staff_roles (shop_id, staff_id, role) select s.id, a.id, 'owner' from shops s, staff_accounts a`,
  `insert into fact_states (shop_id, whole_from, recounted_at, version)
    select id, created_at::date, created_at, ${FACTS_VERSION} from shops`,
  `insert into api_keys (shop_id, name, scope, hint, hash, created_at, created_by)
    select id, 'First key', 'write', 'hint', md5(id::text) || md5(id::text), created_at, 'bench' from shops`,
  `insert into activity (shop_id, action, actor_type, actor_name, before, after, created_at)
    select id, 'shop.created', 'system', 'bench', '{}', '{"name": "Bench"}', created_at from shops`,
];

const contents = (): string[] => [
  `insert into digest_subscriptions (shop_id, staff_id, since, origin)
    select shop_id, staff_id, now(), 'https://bench.example' from staff_roles`,
  `insert into notice_settings (shop_id, mail_kinds, upcoming_days, updated_at)
    select id, '{upcoming_order,card_expiring}', 3, created_at from shops`,
  `insert into products (shop_id, id, title, handle, updated_at)
    select id, 7000000000 + p, 'Product ' || p, 'product-' || p, created_at from shops, generate_series(1, 3) p`,
  `insert into variants (shop_id, id, product_id, title, price, available, requires_shipping, taxable, position, updated_at)
    select shop_id, id - 3000000000, id, 'Default', 12.5, true, true, true, 0, updated_at from products`,
  `insert into customers (shop_id, id, first_name, last_name, email, tags, created_at, updated_at)
    select id, 6000000000 + i, 'Ada', 'Adler', 'ada.adler' || i || '@example.com', '{}', created_at, created_at
    from shops, generate_series(1, ${CONTRACTS_A_SHOP}) i`,
  `insert into payment_methods (shop_id, id, customer_id, last_digits, expiry_year, expiry_month)
    select shop_id, 'card-' || id, id, '4242', 2035, 12 from customers`,
  `insert into contracts (shop_id, status, currency_code, customer_id, customer_name, customer_email, payment_method_id,
      billing_interval, billing_interval_count, billing_anchors, delivery_interval, delivery_interval_count, created_at, updated_at,
      starts_at, activated_on, next_billing_date, schedule_anchor, delivery_method_type, delivery_price,
      allow_delivery_price_override, contract_amount, order_amount, last_payment_status, auto_charge, order_note_attributes)
    select shop_id, 'ACTIVE', 'USD', id, 'Ada Adler', email, 'card-' || id, 'MONTH', 1, '[]', 'MONTH', 1, created_at, created_at,
      created_at, created_at, d.date, d.date, 'NONE', 0, false, 12.5, 12.5, 'SUCCEEDED', true, '[]'
    from customers cross join lateral (select date_trunc('day', now()) + interval '8 days'
      + (hashint8extended(shop_id * 16 + id, 1) & 1073741823) % 20 * interval '1 day' as date) d`,
  `insert into contract_counts (shop_id, status, billing_interval, billing_interval_count, plan_type, delta)
    select shop_id, status, billing_interval, billing_interval_count, plan_type, count(*) from contracts group by 1, 2, 3, 4, 5`,
  `insert into contract_lines (shop_id, contract_id, id, position, product_id, variant_id, title, quantity, current_price, taxable,
      requires_shipping, custom_attributes)
    select shop_id, id, gen_random_uuid(), 0, 7000000001 + id % 3, 4000000001 + id % 3, 'Product', 1, 12.5, true, true, '[]' from contracts`,
  `insert into billing_attempts (shop_id, contract_id, status, billing_date, idempotency_key, attempt_count, completed_at,
      created_at, order_id, order_name, order_amount)
    select c.shop_id, c.id, case when m < 0 then 'SUCCESS' else 'QUEUED' end, c.next_billing_date + m * interval '1 month',
      gen_random_uuid(), (m < 0)::int, case when m < 0 then c.next_billing_date - interval '1 month' end, c.created_at,
      case when m < 0 then 8000000000 + c.id end, case when m < 0 then '#' || c.id end, case when m < 0 then 12.5 end
    from contracts c, generate_series(-1, 2) m`,
  `insert into activity (shop_id, contract_id, action, actor_type, actor_name, before, after, created_at)
    select shop_id, id, 'contract.created', 'system', 'bench', '{}', '{"status": "ACTIVE"}', created_at from contracts`,
  `insert into events (shop_id, type, contract_id, contract_version, changed_fields, created_at, position, sequence)
    select shop_id, 'created', id, 1, '{}', now(), row_number() over (partition by shop_id order by id), 1 from contracts`,
  `insert into event_sequences (shop_id, contract_id, last_sequence) select shop_id, contract_id, 1 from events`,
  `insert into event_streams (shop_id, last_position) select shop_id, max(position) from events group by shop_id`,
  `insert into notice_progress (shop_id, position, announced_until)
    select shop_id, last_position, now() + interval '5 days' from event_streams`,
];
