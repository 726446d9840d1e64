import postgres from "postgres";
import { DAY_MS } from "~/lib/days";

/**
 * One shop of any size, the same in every run: rows come from generate_series and hashes of their numbers. For every
 * filter there are needles, exactly NEEDLES contracts spread evenly over the shop, so that shops of different sizes can
 * be compared at equal numbers of matches.
 */
export const NEEDLES = 100;
const PRODUCTS = 200;
const VARIANTS_A_PRODUCT = 3;
const PLANS = 40;

/** Remainder of a needle's number: contracts i with i % (contracts / NEEDLES) = remainder. */
const NEEDLE = {
  customerName: 1,
  status: 2,
  interval: 3,
  intervalCount: 4,
  combination: 5,
  bounced: 6,
  paymentFailed: 7,
  originOrder: 8,
  pastOrder: 9,
  product: 10,
  variant: 11,
  sellingPlan: 12,
  deletedProduct: 13,
  deletedVariant: 14,
  nextDate: 15,
  shortName: 16,
  group: 17,
} as const;

const NEEDLE_PRODUCT = 7_000_000_901;
const NEEDLE_VARIANT = 4_000_009_911;
const NEEDLE_PLAN = 3_000_000_901;
const GROUP_PLAN = 3_000_000_902;
const GROUP_PRODUCT = 7_000_000_904;
const DELETED_PRODUCT = 7_000_000_902;
const DELETED_VARIANT = 4_000_009_913;

/** Queries that match exactly NEEDLES contracts (deleted products: twice as many), whatever the size of the shop. */
export function needleQueries(contracts: number): Record<string, string> {
  const middle = Math.floor(contracts / 2);
  return {
    status: "status=EXPIRED",
    billingPolicyInterval: "billingPolicyInterval=YEAR",
    billingPolicyIntervalCount: "billingPolicyIntervalCount=9",
    "planType and interval": "planType=PREPAID&billingPolicyInterval=WEEK",
    "created dates": `fromCreatedDate=${toCreatedAt(contracts, middle)}&toCreatedDate=${toCreatedAt(contracts, middle + NEEDLES - 1)}`,
    fromCreatedDate: `fromCreatedDate=${toCreatedAt(contracts, contracts - NEEDLES + 1)}`,
    toCreatedDate: `toCreatedDate=${toCreatedAt(contracts, NEEDLES)}`,
    "next dates": "fromNextDate=2031-01-01&toNextDate=2031-12-31",
    subscriptionContractId: `subscriptionContractId=${10_000_000_000 + middle}`,
    customerName: "customerName=quillfeath",
    "customerName, by e-mail": "customerName=quill.zephyrine",
    "customerName, two letters": "customerName=qx",
    "orderName, origin": "orderName=ORIG-Z",
    "orderName, past": "orderName=PAST-Z",
    "search, by name": "search=quillfeath",
    "search, by past order": "search=PAST-Z",
    productId: `productId=${NEEDLE_PRODUCT}`,
    variantId: `variantId=${NEEDLE_VARIANT}`,
    sellingPlanIds: `sellingPlanIds=${NEEDLE_PLAN}`,
    "productId of a group": `productId=${GROUP_PRODUCT}&recordType=SELLING_PLAN_GROUP`,
    havingProductsDeletedFromStore: "havingProductsDeletedFromStore=true",
    emailBouncedOrFailed: "emailBouncedOrFailed=true",
    lastPaymentStatus: "lastPaymentStatus=FAILED",
    "product and status": `productId=${NEEDLE_PRODUCT}&status=ACTIVE`,
    "name and status": "customerName=quillfeath&status=ACTIVE",
  };
}

const FIRST_DAY = Date.UTC(2022, 0, 1);
const SPAN_MS = 4 * 365 * DAY_MS;
const stepMs = (contracts: number): number => Math.floor(SPAN_MS / contracts);
const toCreatedAt = (contracts: number, number: number): string =>
  new Date(FIRST_DAY + number * stepMs(contracts)).toISOString();

/**
 * Fills a shop that has no contracts yet; `shopId` has to exist. A million contracts take two minutes on two cores:
 * rows are inserted without secondary indexes and foreign keys, which are built afterwards.
 */
export async function loadShop(url: string, shopId: number, contracts: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`set synchronous_commit = off`;
    await sql`set maintenance_work_mem = '512MB'`;
    const restore = await dropIndexesAndKeys(sql);
    for (const rows of [catalogueRows, customerRows, contractRows, lineRows, attemptRows]) {
      await sql.unsafe(rows(shopId, contracts));
      // The next rows are joined with these. With statistics of an empty table Postgres would do that row by row, for
      // minutes.
      await sql`analyze`;
    }
    await sql.unsafe(`insert into contract_counts (shop_id, status, billing_interval, billing_interval_count, plan_type, delta)
      select shop_id, status, billing_interval, billing_interval_count, plan_type, count(*) from contracts
      where shop_id = ${shopId} group by 1, 2, 3, 4, 5`);
    for (const statement of restore) await sql.unsafe(statement);
    // Visibility map and statistics, as autovacuum leaves them.
    await sql`vacuum analyze`;
  } finally {
    await sql.end();
  }
}

/** @returns the statements that restore them */
async function dropIndexesAndKeys(sql: postgres.Sql): Promise<string[]> {
  const tables = ["contracts", "contract_lines", "billing_attempts", "customers"];
  const indexes = await sql<{ drop: string; restore: string }[]>`
    select 'drop index ' || i.indexrelid::regclass as drop, pg_get_indexdef(i.indexrelid) as restore
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relname = any(${tables}) and t.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  const keys = await sql<{ drop: string; restore: string }[]>`
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as restore
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and t.relname = any(${tables}) and t.relnamespace = 'public'::regnamespace`;
  const all = [...indexes, ...keys];
  for (const { drop } of all) await sql.unsafe(drop);
  return all.map(({ restore }) => restore);
}

const isNeedle = (contracts: number, name: keyof typeof NEEDLE): string =>
  `i % ${contracts / NEEDLES} = ${NEEDLE[name]}`;
/** A pseudo-random number below `limit`, from the row number and a salt of its own. */
const random = (salt: number, limit: number): string =>
  `(hashint8extended(i, ${salt}) & 1073741823) % ${limit}`;
const pick = (salt: number, words: string[]): string =>
  `(array[${words.map((word) => `'${word}'`).join(",")}])[1 + ${random(salt, words.length)}]`;

const FIRST_NAMES =
  "Ada,Björn,Chiara,Dmitri,Elif,Fatima,Grace,Hiro,Ines,Jonas,Keiko,Łukasz,Maya,Noor,Olga,Priya,Rosa,Sven,Tala,Wei".split(
    ",",
  );
const LAST_NAMES =
  "Adler,Brandt,Castellanos,Dubois,Eriksen,Fontaine,Gonzalez,Hakimi,Iyer,Jensen,Kowalski,Larsson,Moreau,Nakamura,Okafor,Patel,Rossi,Santos,Tanaka,Ueda,Villanueva,Weber,Yilmaz,Zimmermann".split(
    ",",
  );

const catalogueRows = (shopId: number) => `
  insert into products (shop_id, id, title, handle, updated_at, deleted_at)
  select ${shopId}, 7000000000 + i, 'Product number ' || i, 'product-' || i, timestamptz '2025-01-01',
    case when 7000000000 + i = ${DELETED_PRODUCT} then timestamptz '2025-06-01' end
  from generate_series(1, ${PRODUCTS}) i union all
  select ${shopId}, i, 'Product number ' || i, 'product-' || i, timestamptz '2025-01-01',
    case when i = ${DELETED_PRODUCT} then timestamptz '2025-06-01' end
  from generate_series(7000000901, 7000000904) i;
  insert into variants (shop_id, id, product_id, title, sku, price, available, requires_shipping, taxable, position, updated_at, deleted_at)
  select ${shopId}, 4000000000 + i, 7000000000 + 1 + i / ${VARIANTS_A_PRODUCT}, 'Size ' || i % 3, 'SKU-' || i, 10 + i % 40, true, true, true,
    i % ${VARIANTS_A_PRODUCT}, timestamptz '2025-01-01', null::timestamptz
  from generate_series(0, ${PRODUCTS * VARIANTS_A_PRODUCT - 1}) i union all
  select ${shopId}, i, 7000000200, 'Odd ' || i, 'ODD-' || i, 12, true, true, true, 9, timestamptz '2025-01-01',
    case when i = ${DELETED_VARIANT} then timestamptz '2025-06-01' end
  from generate_series(4000009911, 4000009914) i;
  insert into selling_plan_groups (shop_id, id, name, created_at)
  select ${shopId}, 2000000000 + i, 'Group ' || i, '2022-01-01' from generate_series(0, 10) i;
  insert into selling_plans (shop_id, id, group_id, name)
  select ${shopId}, 3000000000 + i, 2000000000 + i / 4, 'Every ' || i || ' weeks' from generate_series(0, ${PLANS - 1}) i union all
  select ${shopId}, ${NEEDLE_PLAN}, 2000000009, 'Rare plan' union all
  select ${shopId}, ${GROUP_PLAN}, 2000000010, 'Rare group plan';
  insert into selling_plan_group_products (shop_id, group_id, product_id)
  select ${shopId}, 2000000000 + i % 10, 7000000000 + i from generate_series(1, ${PRODUCTS}) i union all
  select ${shopId}, 2000000010, ${GROUP_PRODUCT}`;

/** 0.7 customers per contract. Numbers 0 … NEEDLES-1 × 2 above them are the needles of the name searches. */
const customerRows = (shopId: number, contracts: number) => `
  insert into customers (shop_id, id, first_name, last_name, email, phone, tags, created_at, updated_at)
  select ${shopId}, 6000000000 + i, first, last, lower(translate(first || '.' || last, 'öŁ', 'ol')) || i || '@example.com',
    case when i % 3 = 0 then '+1555' || lpad(i::text, 7, '0') end, '{}'::text[], timestamptz '2022-01-01', timestamptz '2022-01-01'
  from (select i, ${pick(1, FIRST_NAMES)} as first, ${pick(2, LAST_NAMES)} as last
    from generate_series(0, ${Math.floor(contracts * 0.7) - 1}) i) c union all
  select ${shopId}, 6900000000 + i, 'Zephyrine', 'Quillfeather', 'quill.zephyrine' || i || '@example.com', null, '{}', timestamptz '2022-01-01', timestamptz '2022-01-01'
  from generate_series(0, ${NEEDLES - 1}) i union all
  select ${shopId}, 6910000000 + i, 'Bo', 'Aqx', 'bo.' || i || '@example.com', null, '{}', timestamptz '2022-01-01', timestamptz '2022-01-01'
  from generate_series(0, ${NEEDLES - 1}) i`;

const contractRows = (shopId: number, contracts: number) => `
  insert into contracts (shop_id, id, subscription_contract_id, status, currency_code, customer_id, customer_name, customer_email,
    billing_interval, billing_interval_count, billing_anchors, delivery_interval, delivery_interval_count, max_cycles,
    created_at, updated_at, starts_at, activated_on, paused_on, cancelled_on, next_billing_date, schedule_anchor,
    origin_order_id, origin_order_name, delivery_method_type, delivery_address, delivery_price, allow_delivery_price_override,
    contract_amount, order_amount, last_payment_status, auto_charge, created_email_status, email_bounced_or_failed,
    order_note, order_note_attributes)
  select ${shopId}, i, 10000000000 + i, s.status, 'USD', cu.id, cu.first_name || ' ' || cu.last_name, cu.email,
    f.unit, f.count, '[]', f.delivery_unit, f.delivery_count, case when ${random(3, 10)} = 0 then 12 end,
    t.created, t.created + interval '1 day' * (${random(4, 300)}), t.created, t.created,
    case when s.status = 'PAUSED' then t.created + interval '40 days' end, case when s.status = 'CANCELLED' then t.created + interval '90 days' end,
    n.date, n.date, 5000000000 + i,
    case when ${isNeedle(contracts, "originOrder")} then '#ORIG-Z' || i when ${random(5, 10)} > 0 then '#' || 1000 + i end,
    'SHIPPING', '{"city": "Springfield", "zip": "12345", "address1": "1 Main Street", "countryCode": "US", "firstName": null, "lastName": null,
      "company": null, "address2": null, "province": null, "provinceCode": null, "country": null, "phone": null}', 4.99, true,
    a.amount, a.amount + 4.99,
    case when ${isNeedle(contracts, "paymentFailed")} then 'FAILED' when ${random(6, 5)} > 0 then 'SUCCEEDED' end,
    true, 'SENT', ${isNeedle(contracts, "bounced")},
    case when ${random(7, 12)} = 0 then 'Please leave it at the door.' end,
    case when ${random(8, 12)} = 0 then '[{"key": "gift", "value": "yes"}]' else '[]' end::jsonb
  from generate_series(1, ${contracts}) i
  join lateral (select case
      when ${isNeedle(contracts, "customerName")} then 6900000000 + (i / ${contracts / NEEDLES})
      when ${isNeedle(contracts, "shortName")} then 6910000000 + (i / ${contracts / NEEDLES})
      else 6000000000 + ${random(9, Math.floor(contracts * 0.7))} end as id) x on true
  join customers cu on cu.shop_id = ${shopId} and cu.id = x.id
  join lateral (select case when ${isNeedle(contracts, "status")} then 'EXPIRED'
      when r < 80 or ${isNeedle(contracts, "nextDate")} then 'ACTIVE' when r < 88 then 'PAUSED' when r < 99 then 'CANCELLED' else 'FAILED' end as status
    from (select ${random(10, 100)} as r) r) s on true
  join lateral (select
      case when ${isNeedle(contracts, "interval")} then 'YEAR' when ${isNeedle(contracts, "combination")} then 'WEEK'
        when ${isNeedle(contracts, "intervalCount")} or r < 70 then 'MONTH' when r < 90 then 'WEEK' else 'DAY' end as unit,
      case when ${isNeedle(contracts, "intervalCount")} then 9 when ${isNeedle(contracts, "interval")} then 1
        when ${isNeedle(contracts, "combination")} then 4 when r < 50 then 1 when r < 60 then 2 when r < 70 then 3
        when r < 80 then 1 when r < 90 then 2 else 10 end as count,
      case when ${isNeedle(contracts, "interval")} then 'YEAR' when ${isNeedle(contracts, "combination")} then 'WEEK'
        when ${isNeedle(contracts, "intervalCount")} or r < 70 then 'MONTH' when r < 90 then 'WEEK' else 'DAY' end as delivery_unit,
      case when ${isNeedle(contracts, "intervalCount")} then 9 when ${isNeedle(contracts, "interval")} or ${isNeedle(contracts, "combination")} then 1
        when r < 50 then 1 when r < 60 then 2 when r < 70 then 1
        when r < 80 then 1 when r < 90 then 2 else 10 end as delivery_count
    from (select ${random(11, 100)} as r) r) f on true
  join lateral (select timestamptz '2022-01-01 00:00:00Z' + i * interval '${stepMs(contracts)} milliseconds' as created) t on true
  join lateral (select case when ${isNeedle(contracts, "nextDate")} then timestamptz '2031-06-01' + i * interval '1 second'
      when s.status = 'ACTIVE' then timestamptz '2026-03-01' + (${random(12, 30 * 24)}) * interval '1 hour' end as date) n on true
  join lateral (select (10 + ${random(13, 9000)} / 100.0)::numeric(14, 4) as amount) a on true`;

const lineRows = (shopId: number, contracts: number) => `
  insert into contract_lines (shop_id, contract_id, id, position, product_id, variant_id, title, variant_title, sku, quantity, current_price,
    base_price, selling_plan_id, selling_plan_name, taxable, requires_shipping, custom_attributes)
  select ${shopId}, i, md5(i || '/' || p)::uuid, p,
    case when p > 0 then v.product when ${isNeedle(contracts, "product")} then ${NEEDLE_PRODUCT}
      when ${isNeedle(contracts, "deletedProduct")} then ${DELETED_PRODUCT} else v.product end,
    case when p > 0 then v.id when ${isNeedle(contracts, "variant")} then ${NEEDLE_VARIANT}
      when ${isNeedle(contracts, "deletedVariant")} then ${DELETED_VARIANT} else v.id end,
    'Product number ' || v.product - 7000000000, 'Size ' || v.id % 3, 'SKU-' || v.id - 4000000000, 1 + ${random(14, 3)}, 12.50,
    15, case when ${isNeedle(contracts, "sellingPlan")} then ${NEEDLE_PLAN} when ${isNeedle(contracts, "group")} then ${GROUP_PLAN}
      else 3000000000 + ${random(15, PLANS - 4)} end,
    'Delivery every month, save 10%', true, true, '[]'
  from generate_series(1, ${contracts}) i
  cross join lateral generate_series(0, case when ${random(16, 10)} < 6 then 0 when ${random(16, 10)} < 9 then 1 else 3 end) p
  cross join lateral (select 4000000000 + r as id, 7000000001 + r / ${VARIANTS_A_PRODUCT} as product
    from (select (hashint8extended(i * 7 + p, 17) & 1073741823) % ${PRODUCTS * VARIANTS_A_PRODUCT} as r) r) v`;

/** Three queued orders of each active contract, and one or two past ones of every contract. */
const attemptRows = (shopId: number, contracts: number) => `
  insert into billing_attempts (shop_id, contract_id, status, billing_date, idempotency_key, attempt_count, attempt_time, completed_at,
    created_at, order_id, order_name, order_amount)
  select ${shopId}, i, 'QUEUED', c.next_billing_date + interval '30 days' * p, md5(i || '+' || p)::uuid, 0, null::timestamptz, null::timestamptz,
    c.created_at, null::bigint, null, null::numeric
  from (select id as i, * from contracts where shop_id = ${shopId} and next_billing_date is not null) c cross join generate_series(0, 2) p
  union all
  select ${shopId}, i, 'SUCCESS', c.created_at + interval '30 days' * (p + 1), md5(i || '-' || p)::uuid, 1, c.created_at, c.created_at,
    c.created_at, 8000000000 + i * 2 + p,
    case when ${isNeedle(contracts, "pastOrder")} then '#PAST-Z' || i || p else '#' || 20000000 + i * 2 + p end, c.order_amount
  from (select id as i, * from contracts where shop_id = ${shopId}) c cross join lateral generate_series(0, case when ${random(18, 10)} < 5 then 0 else 1 end) p`;
