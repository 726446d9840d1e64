import { gte, sql } from "drizzle-orm";
import type { PrincipalShop } from "~/access/principal";
import { listShopSchedules } from "~/access/shops.repo.server";
import { isMove } from "~/features/activity/moves";
import { PARTS_OF_FACTS } from "~/features/facts/fact-parts.server";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { FACTS_VERSION } from "~db/schema/fact-enums";
import { factParts, factStates } from "~db/schema/facts";
import { shops } from "~db/schema/shops";
import { type DayRow, listParts, type PartRow, type ZoneHistory } from "./recount-orders.repo.server";
import type { ReplayedContract } from "./replay";

/**
 * Everything read from here on is of one moment, however long it takes. Must be the first statement of its transaction.
 */
export const holdMoment = (tx: Queryable) => tx.execute(sql`set transaction isolation level repeatable read`);

export async function listZones(tx: Queryable, shopId: number, timeZone: string): Promise<ZoneHistory> {
  const changes = await tx.execute<{ until: Date; timeZone: string }>(sql`
    select created_at as until, before ->> 'timeZone' as "timeZone" from activity
    where shop_id = ${shopId}::bigint and contract_id is null and before ->> 'timeZone' is not null
    order by created_at, id`);
  return [...changes.map((row) => ({ ...row, until: new Date(row.until) })), { until: null, timeZone }];
}

/** Totals of the facts, rolled up or not. */
export async function listFactTotals(
  tx: Queryable,
  shopId: number,
): Promise<{ days: DayRow[]; parts: PartRow[] }> {
  const days = await tx.execute<DayRow>(sql`
    select day::text, kind, currency_code as "currencyCode", from_status as "fromStatus", to_status as "toStatus",
      sum(count)::int as count, sum(amount)::text as amount, sum(subscribers)::int as subscribers
    from (
      select day, kind, currency_code, from_status, to_status, count, amount, subscribers
      from fact_days where shop_id = ${shopId}::bigint
      union all
      select day, kind, currency_code, from_status, to_status, count, amount, subscribers
      from facts where shop_id = ${shopId}::bigint) f
    group by 1, 2, 3, 4, 5`);
  const parts = await listParts(
    tx,
    sql`(
      select p.topic, p.day, p.part, p.currency_code, p.count, p.units, p.amount
      from fact_parts p where p.shop_id = ${shopId}::bigint and p.topic not like '%\\_months'
      union all
      select n.topic, n.day, n.part, n.currency_code, n.count::int, n.units::int, n.amount
      from (${PARTS_OF_FACTS(sql`select f.* from facts f where f.shop_id = ${shopId}::bigint`, shopId)}) n) p`,
  );
  return { days, parts };
}

export type Place = { customerId: number; id: number };
const FIELDS = [
  "status",
  "contractAmount",
  "billingInterval",
  "billingIntervalCount",
  "cancellationFeedback",
] as const;
const FIELD_LIST = sql`${`{${FIELDS.join(",")}}`}::text[]`;
type Before = ReplayedContract["history"][number]["before"];
type ContractRow = Omit<ReplayedContract, "hasBeginning" | "history">;
type EntryRow = {
  contractId: number;
  id: number;
  at: Date;
  isStart: boolean;
  before: Before | null;
};

const toDate = (instant: Date | null): Date | null => instant && new Date(instant);

/** The next contracts after a position, those of one customer together, with their histories. */
export async function listContractsToReplay(
  tx: Queryable,
  shopId: number,
  after: Place,
  most: number,
): Promise<ReplayedContract[]> {
  const rows = await tx.execute<ContractRow>(sql`
    select id, customer_id as "customerId", status, currency_code as "currencyCode",
      contract_amount::text as "contractAmount", billing_interval as "billingInterval",
      billing_interval_count as "billingIntervalCount", cancellation_feedback as "cancellationFeedback",
      created_at as "createdAt", cancelled_on as "cancelledOn", paused_on as "pausedOn", ends_at as "endsAt"
    from contracts
    where shop_id = ${shopId}::bigint and (customer_id, id) > (${after.customerId}::bigint, ${after.id}::bigint)
    order by customer_id, id limit ${most}::int`);
  const entries = await tx.execute<EntryRow>(sql`
    select contract_id as "contractId", id, created_at as at,
      action in ('contract.created', 'contract.imported') as "isStart",
      case when before ?| ${FIELD_LIST} then before end as before
    from activity
    where shop_id = ${shopId}::bigint and contract_id = any(${bigints(rows.map(({ id }) => id))})
      and (action in ('contract.created', 'contract.imported') or before ?| ${FIELD_LIST})
    order by contract_id, id`);
  const byContract = new Map<number, EntryRow[]>();
  for (const entry of entries) {
    const known = byContract.get(entry.contractId);
    if (known) known.push(entry);
    else byContract.set(entry.contractId, [entry]);
  }
  return rows.map((row) => {
    const own = byContract.get(row.id) ?? [];
    return {
      ...row,
      createdAt: new Date(row.createdAt),
      cancelledOn: toDate(row.cancelledOn),
      pausedOn: toDate(row.pausedOn),
      endsAt: toDate(row.endsAt),
      hasBeginning: own.some(({ isStart }) => isStart),
      history: own.flatMap(({ id, at, before }) =>
        before ? [{ id, at: new Date(at), before: pickFields(before) }] : [],
      ),
    };
  });
}

/** History entries have more fields than facts need. */
const pickFields = (before: Before): Before =>
  Object.fromEntries(FIELDS.filter((name) => before[name] !== undefined).map((name) => [name, before[name]]));

/**
 * Sets when the payment of orders was given up, for orders from before that was stored; those held for a person were
 * not.
 */
export async function fillGivenUp(tx: Queryable, shopId: number): Promise<void> {
  await tx.execute(sql`
    update billing_attempts set given_up_at = coalesce(attempt_time, completed_at, first_failed_at)
    where shop_id = ${shopId}::bigint and given_up_at is null and first_failed_at is not null
      and status in ('FAILURE', 'SKIPPED') and next_step is null
      and (status = 'SKIPPED' or error_class is distinct from 'merchant')`);
}

/** Sets the code of orders' first failure, from before that was stored: that of the first try with a code. */
export async function fillFirstErrors(tx: Queryable, shopId: number): Promise<void> {
  await tx.execute(sql`
    update billing_attempts a set first_error_code = coalesce((
      select t.error_code from billing_tries t
      where t.shop_id = ${shopId}::bigint and t.attempt_id = a.id and t.error_code is not null
      order by t.number limit 1), a.error_code)
    where a.shop_id = ${shopId}::bigint and a.first_failed_at is not null and a.first_error_code is null`);
}

/**
 * Fills in the products of contracts that ended before these were stored, and have not been reactivated: those that
 * they hold now. The entry is that of their last ending; if the history is younger than the contract it may have none.
 */
export async function fillEndedProducts(tx: Queryable, shopId: number): Promise<void> {
  await tx.execute(sql`
    insert into ended_products (shop_id, contract_id, entry_id, product_id)
    select distinct ${shopId}::bigint, c.id, coalesce(e.id, 0), l.product_id
    from contracts c
    join contract_lines l on l.shop_id = ${shopId}::bigint and l.contract_id = c.id and l.product_id is not null
    left join lateral (
      select y.id from activity y
      where y.shop_id = ${shopId}::bigint and y.contract_id = c.id and ${sql.raw(isMove("ENDED"))}
      order by y.id desc limit 1) e on true
    where c.shop_id = ${shopId}::bigint and c.status not in ('ACTIVE', 'PAUSED')
      and (e.id is not null or not exists (
        select from activity s
        where s.shop_id = ${shopId}::bigint and s.contract_id = c.id
          and s.action in ('contract.created', 'contract.imported')))
      and not exists (
        select from ended_products p where p.shop_id = ${shopId}::bigint and p.contract_id = c.id)`);
}

/** The products that these contracts held when they ended, by contract and entry of the history (`toEndingKey`). */
export async function listEndedProducts(
  tx: Queryable,
  shopId: number,
  contractIds: readonly number[],
): Promise<Map<string, number[]>> {
  const rows = await tx.execute<{ id: number; entryId: number; productIds: number[] }>(sql`
    select contract_id as id, entry_id as "entryId", json_agg(product_id order by product_id) as "productIds"
    from ended_products where shop_id = ${shopId}::bigint and contract_id = any(${bigints(contractIds)})
    group by contract_id, entry_id`);
  return new Map(rows.map(({ id, entryId, productIds }) => [toEndingKey(id, entryId), productIds]));
}

export const toEndingKey = (contractId: number, entryId: number): string => `${contractId} ${entryId}`;

/**
 * Whether the shop's facts go back to its beginning: it has some, and they were counted, or recorded from its first day
 * on.
 */
export async function hasCountedFacts(tx: Queryable, shopId: number): Promise<boolean> {
  const [row] = await tx.execute<{ some: boolean }>(sql`
    select exists (select from fact_states where shop_id = ${shopId}::bigint)
      and (exists (select from fact_days where shop_id = ${shopId}::bigint)
        or exists (select from facts where shop_id = ${shopId}::bigint)) as some`);
  return row?.some ?? false;
}

export async function findShopStart(tx: Queryable, shopId: number): Promise<Date> {
  const [row] = await tx
    .select({ createdAt: shops.createdAt })
    .from(shops)
    .where(sql`${shops.id} = ${shopId}`);
  if (!row) throw new Error(`there is no shop ${shopId}`);
  return row.createdAt;
}

/** Adds to parts only; the facts they belong to exist already. */
export async function addParts(tx: Queryable, shopId: number, parts: readonly PartRow[]): Promise<void> {
  for (let from = 0; from < parts.length; from += 2000)
    await tx
      .insert(factParts)
      .values(parts.slice(from, from + 2000).map((part) => ({ ...part, shopId })))
      .onConflictDoUpdate({
        target: [factParts.shopId, factParts.topic, factParts.day, factParts.part, factParts.currencyCode],
        set: {
          count: sql`${factParts.count} + excluded.count`,
          units: sql`${factParts.units} + excluded.units`,
          amount: sql`${factParts.amount} + excluded.amount`,
        },
      });
}

/** Months that are not the sum of their days: what has to be added to correct them. */
export function listWrongMonths(tx: Queryable, shopId: number): Promise<PartRow[]> {
  return tx.execute<PartRow>(sql`
    select p.topic || '_months' as topic, p.month::text as day, p.part, p.currency_code as "currencyCode",
      p.count - coalesce(m.count, 0) as count, p.units - coalesce(m.units, 0) as units,
      (p.amount - coalesce(m.amount, 0))::text as amount
    from (${sumOfDays(shopId)}) p
    left join fact_parts m on m.shop_id = ${shopId}::bigint and m.topic = p.topic || '_months' and m.day = p.month
      and m.part = p.part and m.currency_code = p.currency_code
    where p.count <> coalesce(m.count, 0) or p.units <> coalesce(m.units, 0) or p.amount <> coalesce(m.amount, 0)`);
}

/** Makes every month the sum of its days. */
export async function rebuildMonths(tx: Queryable, shopId: number): Promise<void> {
  await tx.execute(sql`
    insert into fact_parts (shop_id, topic, day, part, currency_code, count, units, amount)
    select ${shopId}::bigint, p.topic || '_months', p.month, p.part, p.currency_code, p.count, p.units, p.amount
    from (${sumOfDays(shopId)}) p
    on conflict (shop_id, topic, day, part, currency_code) do update
    set count = excluded.count, units = excluded.units, amount = excluded.amount`);
}

const sumOfDays = (shopId: number) => sql`
  select d.topic, date_trunc('month', d.day)::date as month, d.part, d.currency_code, sum(d.count)::int as count,
    sum(d.units)::int as units, sum(d.amount) as amount
  from fact_parts d
  where d.shop_id = ${shopId}::bigint and d.topic not like '%\\_months' and d.topic <> 'cohort'
  group by 1, 2, 3, 4`;

/**
 * Shops that are older than facts, or than some kinds of them, and have not been counted yet; two queries across shops,
 * since Citus refuses a query of shops with a sub-query about each.
 */
export async function listUncountedShops(): Promise<Pick<PrincipalShop, "id" | "timeZone" | "gateway">[]> {
  const rows = await db
    .select({ shopId: factStates.shopId })
    .from(factStates)
    .where(gte(factStates.version, FACTS_VERSION));
  const counted = new Set(rows.map(({ shopId }) => shopId));
  return (await listShopSchedules()).filter(({ id }) => !counted.has(id));
}
