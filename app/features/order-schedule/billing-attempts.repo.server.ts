import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { COUNTED_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";
import type { Anchor } from "~db/schema/contracts";
import type { Interval } from "~db/schema/intervals";
import { sqlStatement } from "~db/statement.server";
import type { ContractToTopUp } from "./upcoming-attempts";

/** Contracts of one shop: these ids, or a range of ids. */
export type ContractSelection = { ids: readonly number[] } | { afterId: number; uptoId: number };

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
const toBigintArray = (ids: readonly number[]): string => `{${ids.join(",")}}`;
const toArray = (values: readonly string[]): string => `{${values.join(",")}}`;
const toDate = (value: number | null): Date | null => (value === null ? null : new Date(value));

type RowToTopUp = {
  id: number;
  billingInterval: Interval;
  billingIntervalCount: number;
  billingAnchors: Anchor[];
  nextBillingDate: number;
  scheduleAnchor: number;
  endsAt: number | null;
  cyclesLeft: number | null;
  queuedAhead: number;
  lastPlanned: number | null;
  taken: [instant: number, slot: number | null, status: string][];
};
type TopUpValues = { shopId: number; at: string; wanted: number };

const toTopUpSql = (value: (name: keyof TopUpValues) => Placeholder, selected: SQL): SQL => sql`
    select c.id, c.billing_interval as "billingInterval", c.billing_interval_count as "billingIntervalCount",
      c.billing_anchors as "billingAnchors", ${ms("c.next_billing_date")} as "nextBillingDate",
      ${ms("coalesce(c.schedule_anchor, c.next_billing_date)")} as "scheduleAnchor",
      ${ms("c.ends_at")} as "endsAt", c.max_cycles - used.cycles as "cyclesLeft",
      ahead.queued as "queuedAhead", ${ms("ahead.last")} as "lastPlanned",
      ahead.taken
    from contracts c
    cross join lateral (
      select max(greatest(a.billing_date, a.slot)) filter (where a.status not in ('SKIPPED', 'CANCELLED', 'SUCCESS')) as last,
        coalesce(json_agg(json_build_array(${ms("a.billing_date")}, ${ms("a.slot")}, a.status)), '[]') as taken,
        count(*) filter (where a.status = 'QUEUED' and a.billing_date > ${value("at")}::timestamptz) as queued
      from (
        select b.status, b.billing_date, b.slot from billing_attempts b
        where b.shop_id = ${value("shopId")}::bigint and b.contract_id = c.id
          and b.billing_date >= least(c.next_billing_date, ${value("at")}::timestamptz)
        union all
        select m.status, m.billing_date, m.slot from billing_attempts m
        where m.shop_id = ${value("shopId")}::bigint and m.contract_id = c.id
          and m.slot >= least(c.next_billing_date, ${value("at")}::timestamptz)
          and m.billing_date < least(c.next_billing_date, ${value("at")}::timestamptz)
      ) a
    ) ahead
    cross join lateral (
      select count(*) + (c.origin_order_id is not null
          and not coalesce(bool_or(a.order_id = c.origin_order_id), false))::int as cycles
      from billing_attempts a
      where c.max_cycles is not null and a.shop_id = ${value("shopId")}::bigint and a.contract_id = c.id
        and a.status in (${sql.raw(toSqlList(COUNTED_STATUSES))})
    ) used
    where c.shop_id = ${value("shopId")}::bigint and ${selected}
      and c.status = 'ACTIVE' and c.next_billing_date is not null
      and ahead.queued < ${value("wanted")}::int
      and (c.max_cycles is null or c.max_cycles > used.cycles)
    order by c.id
    for share of c`;

const lockGiven = sqlStatement<TopUpValues & { ids: string }, RowToTopUp>()((value) =>
  toTopUpSql(value, sql`c.id = any(${value("ids")}::bigint[])`),
);
const lockRange = sqlStatement<TopUpValues & { afterId: number; uptoId: number }, RowToTopUp>()((value) =>
  toTopUpSql(value, sql`c.id > ${value("afterId")}::bigint and c.id <= ${value("uptoId")}::bigint`),
);

/**
 * The selected contracts with fewer than `wanted` QUEUED attempts later than `now`. Locked against a change of status
 * until the transaction ends: a contract paused meanwhile would keep newly planned orders beside the parked ones. A
 * cycle is an order made or about to be made, including the one the contract was bought with.
 *
 * @param isLocked the caller's transaction has locked them
 */
export async function lockContractsToTopUp(
  on: Queryable,
  shopId: number,
  selection: ContractSelection,
  { now, wanted, isLocked }: { now: Date; wanted: number; isLocked: boolean },
): Promise<ContractToTopUp[]> {
  const values = { shopId, at: now.toISOString(), wanted };
  const found =
    "ids" in selection
      ? await lockGiven(on, { ...values, ids: toBigintArray(selection.ids) })
      : await lockRange(on, { ...values, ...selection });
  // A statement that has waited for a contract sees its row as it is now, but its orders as they were before the wait.
  const rows =
    isLocked || found.length === 0
      ? found
      : await lockGiven(on, { ...values, ids: toBigintArray(found.map(({ id }) => id)) });
  return rows.map((row) => ({
    ...row,
    nextBillingDate: new Date(row.nextBillingDate),
    scheduleAnchor: new Date(row.scheduleAnchor),
    endsAt: toDate(row.endsAt),
    lastPlanned: toDate(row.lastPlanned),
    taken: row.taken.map(([instant, slot, status]) => ({
      billingDate: new Date(instant),
      slot: toDate(slot),
      status,
    })),
  }));
}

export type NewQueuedAttempt = { contractId: number; billingDate: Date; idempotencyKey: string };

/** Plans orders. A slot that has an attempt already, in any status, keeps it. @returns how many were new */
export async function insertQueuedAttempts(
  on: Queryable,
  shopId: number,
  attempts: readonly NewQueuedAttempt[],
  now: Date,
): Promise<number> {
  if (attempts.length === 0) return 0;
  // Arrays in one statement, not a list of VALUES: those soon exceed 65,535 parameters, and the statement's text stays
  // the same. The shop is a column of the rows, because a distributed table accepts INSERT … SELECT only by its column.
  const result = await insertPlanned(on, {
    now: now.toISOString(),
    shopIds: toBigintArray(attempts.map(() => shopId)),
    contractIds: toBigintArray(attempts.map((attempt) => attempt.contractId)),
    dates: toArray(attempts.map((attempt) => attempt.billingDate.toISOString())),
    keys: toArray(attempts.map((attempt) => attempt.idempotencyKey)),
  });
  return result.count;
}

const insertOne = sqlStatement<
  {
    now: string;
    shopId: number;
    contractId: number;
    status: string;
    date: string;
    slot: string | null;
    paidWithId: number | null;
    key: string;
  },
  object
>()(
  (value) => sql`
    insert into billing_attempts
      (shop_id, contract_id, status, billing_date, slot, paid_with_id, idempotency_key, created_at)
    values (${value("shopId")}::bigint, ${value("contractId")}::bigint, ${value("status")}::text,
      ${value("date")}::timestamptz, ${value("slot")}::timestamptz, ${value("paidWithId")}::bigint,
      ${value("key")}::uuid, ${value("now")}::timestamptz)
    on conflict (shop_id, contract_id, billing_date) do nothing`,
);

type NewFewAttempt = NewQueuedAttempt & {
  status?: "QUEUED" | "SKIPPED" | "PARKED";
  slot?: Date | null;
  paidWithId?: number | null;
};

/** The same for the few attempts of one contract, whose row the caller has locked. They may have another status. */
export async function insertFewAttempts(
  on: Queryable,
  shopId: number,
  attempts: readonly NewFewAttempt[],
  now: Date,
): Promise<void> {
  await Promise.all(
    attempts.map(
      ({ contractId, billingDate, idempotencyKey: key, status = "QUEUED", slot, paidWithId = null }) =>
        insertOne(on, {
          shopId,
          contractId,
          status,
          date: billingDate.toISOString(),
          slot: slot?.toISOString() ?? null,
          paidWithId,
          key,
          now: now.toISOString(),
        }),
    ),
  );
}

const insertPlanned = sqlStatement<
  { now: string; shopIds: string; contractIds: string; dates: string; keys: string },
  object
>()(
  (value) => sql`
    insert into billing_attempts (shop_id, contract_id, status, billing_date, idempotency_key, created_at)
    select planned.shop_id, planned.contract_id, 'QUEUED', planned.billing_date, planned.idempotency_key,
      ${value("now")}::timestamptz
    from unnest(${value("shopIds")}::bigint[], ${value("contractIds")}::bigint[], ${value("dates")}::timestamptz[],
      ${value("keys")}::uuid[]) as planned (shop_id, contract_id, billing_date, idempotency_key)
    on conflict (shop_id, contract_id, billing_date) do nothing`,
);

const selectPlace = sqlStatement<
  { shopId: number; attemptId: number; owner: number | null },
  { subscriptionContractId: number }
>()(
  (value) => sql`
    select c.subscription_contract_id as "subscriptionContractId"
    from billing_attempts a
    join contracts c on c.shop_id = ${value("shopId")}::bigint and c.id = a.contract_id
    where a.shop_id = ${value("shopId")}::bigint and a.id = ${value("attemptId")}::bigint
      and (${value("owner")}::bigint is null or c.customer_id = ${value("owner")}::bigint)`,
);

/** The wire id of the contract that an attempt belongs to. @param owner as in `lockContractState` */
export async function findAttemptPlace(
  shopId: number,
  attemptId: number,
  owner: number | null,
): Promise<{ subscriptionContractId: number } | null> {
  const rows = await selectPlace(db, { shopId, attemptId, owner });
  return rows[0] ?? null;
}

/** Deletes a planned order to which nothing is attached: no note, no product of its own, no try. */
export async function deleteEmptyAttempt(on: Queryable, shopId: number, attemptId: number): Promise<void> {
  await on.execute(sql`
    delete from billing_attempts a
    where a.shop_id = ${shopId}::bigint and a.id = ${attemptId}::bigint and a.status = 'QUEUED'
      and a.order_note is null and a.attempt_count = 0 and a.next_step is null
      and not exists (select from billing_tries t
        where t.shop_id = ${shopId}::bigint and t.attempt_id = a.id)
      and not exists (select from one_time_products o
        where o.shop_id = ${shopId}::bigint and o.billing_attempt_id = a.id)`);
}

/** The soonest planned order (QUEUED; PARKED in a paused contract), or the soonest after an instant. */
export async function findNextPlanned(
  on: Queryable,
  shopId: number,
  contractId: number,
  after: Date | null,
): Promise<number | null> {
  const rows = await on.execute<{ id: number }>(sql`
    select id from billing_attempts
    where shop_id = ${shopId}::bigint and contract_id = ${contractId}::bigint
      and status in ('QUEUED', 'PARKED')
      and billing_date > coalesce(${after?.toISOString() ?? null}::timestamptz, '-infinity')
    order by billing_date limit 1`);
  return rows[0]?.id ?? null;
}
