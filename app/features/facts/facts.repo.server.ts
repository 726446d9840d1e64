import { sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { FACTS_VERSION } from "~db/schema/fact-enums";
import { factStates, facts, NO_STATUS } from "~db/schema/facts";
import { rowInsert, rowsInsert } from "~db/statement.server";
import type { Fact } from "./contract-facts";
import { PARTS_OF_FACTS, WITH_MONTHS } from "./fact-parts.server";

const FIELDS = [
  "shopId",
  "day",
  "kind",
  "currencyCode",
  "fromStatus",
  "toStatus",
  "count",
  "amount",
  "subscribers",
  "startedOn",
  "reason",
  "offer",
  "productIds",
  "orderId",
] as const;
const insertFact = rowInsert(facts, ...FIELDS);
const insertFacts = rowsInsert(facts, ...FIELDS);

const FEW = 4;

/** Appends the facts of a change, in its own transaction. */
export async function appendFacts(on: Queryable, shopId: number, added: readonly Fact[]): Promise<void> {
  // The usual case: inserted one by one, they share a statement that is built once per process.
  if (added.length <= FEW)
    return void (await Promise.all(added.map((fact) => insertFact(on, { ...fact, shopId }))));
  await insertFacts(
    on,
    added.map((fact) => ({ ...fact, shopId })),
  );
}

/**
 * Stores which products contracts held that have just ended. Call it after the change and its history are written: the
 * ending is the contract's last change of status.
 *
 * @returns the products by contract; contracts without any are missing
 */
export async function keepEndedProducts(
  tx: Queryable,
  shopId: number,
  contractIds: readonly number[],
): Promise<Map<number, number[]>> {
  const ids = bigints(contractIds);
  const rows = await tx.execute<{ id: number; productIds: number[] }>(sql`
    with ended as (
      select contract_id, max(id) as entry_id from activity
      where shop_id = ${shopId}::bigint and contract_id = any(${ids}) and before ? 'status'
      group by contract_id),
    kept as (
      insert into ended_products (shop_id, contract_id, entry_id, product_id)
      select distinct ${shopId}::bigint, l.contract_id, e.entry_id, l.product_id
      from ended e join contract_lines l on l.shop_id = ${shopId}::bigint and l.contract_id = e.contract_id
      where l.product_id is not null
      returning contract_id, product_id)
    select contract_id as id, json_agg(product_id order by product_id) as "productIds" from kept group by contract_id`);
  return new Map(rows.map(({ id, productIds }) => [id, productIds]));
}

/**
 * How many of these customers have no running contract but the given ones: they become or cease to be subscribers. Each
 * customer is locked until the transaction ends, so that two changes of their contracts see each other. Call it after
 * the change is written.
 *
 * @param customerIds,contractIds of one change, or of many made together
 */
export async function countOnlyThese(
  tx: Queryable,
  shopId: number,
  { customerIds, contractIds }: { customerIds: readonly number[]; contractIds: readonly number[] },
): Promise<number> {
  await tx.execute(sql`
    select from customers where shop_id = ${shopId}::bigint and id = any(${bigints(customerIds)}) order by id
    for no key update`);
  // A separate statement: the one that waits for the lock would see the contracts as they were before.
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from unnest(${bigints(customerIds)}) as u (id)
    where not exists (
      select from contracts c
      where c.shop_id = ${shopId}::bigint and c.customer_id = u.id and c.status in ('ACTIVE', 'PAUSED')
        and c.id <> all(${bigints(contractIds)}))`);
  return row?.count ?? 0;
}

/** The amount of an order's first try; decimal string, null without a try. */
export async function findTriedAmount(
  tx: Queryable,
  shopId: number,
  attemptId: number,
): Promise<string | null> {
  const [row] = await tx.execute<{ amount: string }>(sql`
    select amount::text from billing_tries
    where shop_id = ${shopId}::bigint and attempt_id = ${attemptId}::bigint order by number limit 1`);
  return row?.amount ?? null;
}

/**
 * When a shop changes its time zone: orders that are skipped and lie ahead count on their days in the new one, as a
 * recount does, and as an unskip will take them back. In the transaction of the change.
 */
export async function moveSkippedFacts(
  tx: Queryable,
  shopId: number,
  zones: { before: string; after: string },
  now: Date,
): Promise<void> {
  const dayIn = (zone: string) => sql`(a.billing_date at time zone ${zone}::text)::date`;
  // An order paid with the former contract is no skip (docs/decisions/147).
  await tx.execute(sql`
    insert into facts (shop_id, day, kind, currency_code, from_status, to_status, count, amount, subscribers)
    select ${shopId}::bigint, d.day, 'SKIPPED', c.currency_code, ${NO_STATUS}::text, ${NO_STATUS}::text, sum(d.count)::int, 0, 0
    from billing_attempts a join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
      cross join lateral (values (${dayIn(zones.before)}, -1), (${dayIn(zones.after)}, 1)) d (day, count)
    where a.shop_id = ${shopId}::bigint and a.status = 'SKIPPED' and a.paid_with_id is null
      and a.billing_date >= ${now.toISOString()}::timestamptz
    group by d.day, c.currency_code having sum(d.count) <> 0`);
}

/**
 * Rolls up a shop's oldest facts into its days and deletes them. Short plain statements; facts appended meanwhile are left
 * for the next run, and two concurrent runs take different rows.
 *
 * @returns how many were rolled up; fewer than `most`: no more are left
 */
export async function rollUpFacts(tx: Queryable, shopId: number, most: number): Promise<number> {
  const rows = await tx.execute<{ id: number }>(sql`
    select id from facts where shop_id = ${shopId}::bigint order by id limit ${most}::int for update skip locked`);
  if (rows.length === 0) return 0;
  const these = sql`f.shop_id = ${shopId}::bigint
    and f.id = any(${bigints(rows.map(({ id }) => id))})`;
  await tx.execute(sql`
    insert into fact_days (shop_id, day, kind, currency_code, from_status, to_status, count, amount, subscribers)
    select f.shop_id, f.day, f.kind, f.currency_code, f.from_status, f.to_status, sum(f.count)::int, sum(f.amount),
      sum(f.subscribers)::int
    from facts f where ${these}
    group by f.shop_id, f.day, f.kind, f.currency_code, f.from_status, f.to_status
    order by f.day, f.kind, f.currency_code, f.from_status, f.to_status
    on conflict (shop_id, day, kind, currency_code, from_status, to_status) do update
    set count = fact_days.count + excluded.count, amount = fact_days.amount + excluded.amount,
      subscribers = fact_days.subscribers + excluded.subscribers`);
  await tx.execute(sql`
    insert into fact_parts (shop_id, topic, day, part, currency_code, count, units, amount)
    select ${shopId}::bigint, p.topic, p.day, p.part, p.currency_code, sum(p.count)::int, sum(p.units)::int, sum(p.amount)
    from (${WITH_MONTHS(PARTS_OF_FACTS(sql`select f.* from facts f where ${these}`, shopId))}) p
    group by p.topic, p.day, p.part, p.currency_code
    order by p.topic, p.day, p.part, p.currency_code
    on conflict (shop_id, topic, day, part, currency_code) do update
    set count = fact_parts.count + excluded.count, units = fact_parts.units + excluded.units,
      amount = fact_parts.amount + excluded.amount`);
  await tx.execute(sql`delete from facts f where ${these}`);
  return rows.length;
}

type FactState = { wholeFrom: string; recountedAt: Date; productsFrom: string | null };

/**
 * Stores the day from which a shop's numbers are complete, once, with its first facts. A concurrent recount of the
 * whole shop fails on this and is repeated (40001).
 */
export async function saveFactState(
  tx: Queryable,
  shopId: number,
  { wholeFrom, recountedAt, productsFrom }: FactState,
): Promise<void> {
  await tx
    .insert(factStates)
    .values({ shopId, wholeFrom, recountedAt, productsFrom, version: FACTS_VERSION })
    .onConflictDoUpdate({
      target: factStates.shopId,
      set: { recountedAt, productsFrom, version: FACTS_VERSION },
    });
}

/**
 * The `FACTS_VERSION` that the shop was counted with, and since when the products of its ended contracts are known;
 * null: not counted yet.
 */
export async function findCounted(
  tx: Queryable,
  shopId: number,
): Promise<{ version: number; productsFrom: string | null } | null> {
  const [row] = await tx.execute<{ version: number; productsFrom: string | null }>(sql`
    select version, products_from::text as "productsFrom" from fact_states where shop_id = ${shopId}::bigint`);
  return row ?? null;
}

/** Shops with facts to roll up, for the job; a query across shops, outside any shop's transaction. */
export function listShopsWithFacts(): Promise<{ id: number }[]> {
  return db.selectDistinct({ id: facts.shopId }).from(facts);
}
