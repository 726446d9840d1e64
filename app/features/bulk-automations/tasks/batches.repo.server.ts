import { type SQL, sql } from "drizzle-orm";
import type { Batch } from "~/features/bulk-automations/kinds/kind.server";
import { isItemOf, toInstant } from "~/features/bulk-automations/sql.server";
import type { RealTime } from "~/lib/clocks";
import { announce } from "~db/announcements.server";
import { bigints } from "~db/array-parameters.server";
import type { Queryable } from "~db/client.server";

const isBatchOf = (shopId: number, automationId: number): SQL =>
  sql`b.shop_id = ${shopId}::bigint and b.automation_id = ${automationId}::bigint`;
const isUnfinished = ({ isFirstBatchOnly }: { isFirstBatchOnly: boolean }): SQL =>
  isFirstBatchOnly ? sql`b.finished_at is null and b.number = 0` : sql`b.finished_at is null`;

/**
 * First statement of a worker's transaction. A process that hangs must not hold its locks forever, neither between
 * statements nor within one (the driver asks Postgres to describe a statement before running it, which Postgres does
 * not count as idle). Nor may a contract locked by somebody else delay a pause. What was begun is rolled back and tried
 * again.
 */
export async function limitHanging(tx: Queryable): Promise<void> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '8s'`);
  await tx.execute(sql`set local statement_timeout = '30s'`);
  await tx.execute(sql`set local lock_timeout = '4s'`);
}

export type ClaimedBatch = Pick<Batch, "number" | "firstContractId" | "lastContractId">;

/** Locks the next free batch until the transaction ends. Null when there is none. */
export async function claimBatch(
  tx: Queryable,
  shopId: number,
  automationId: number,
  options: { isFirstBatchOnly: boolean },
): Promise<ClaimedBatch | null> {
  const rows = await tx.execute<ClaimedBatch>(sql`
    select b.number, b.first_contract_id as "firstContractId", b.last_contract_id as "lastContractId"
    from bulk_automation_batches b where ${isBatchOf(shopId, automationId)} and ${isUnfinished(options)}
    order by b.number limit 1 for update skip locked`);
  return rows[0] ?? null;
}

/** Whether any batch is unfinished, even one another worker holds. */
export async function hasUnfinishedBatch(
  tx: Queryable,
  shopId: number,
  automationId: number,
  options: { isFirstBatchOnly: boolean },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from bulk_automation_batches b where ${isBatchOf(shopId, automationId)} and ${isUnfinished(options)} limit 1`);
  return rows.length > 0;
}

const isPlannedItem = ({ shop, automationId, firstContractId, lastContractId }: Batch): SQL => sql`
  ${isItemOf(shop.id, automationId)} and i.status = 'PLANNED'
  and i.contract_id between ${firstContractId}::bigint and ${lastContractId}::bigint`;

/**
 * Records the outcomes of a range: changed, or skipped because somebody else changed the contract first. @returns how
 * many were skipped
 */
export async function setOutcomes(
  tx: Queryable,
  batch: Batch,
  changedIds: readonly number[],
): Promise<number> {
  const isChanged = sql`i.contract_id = any(${bigints(changedIds)})`;
  const result = await tx.execute(sql`
    update bulk_automation_items i set status = case when ${isChanged} then 'SUCCEEDED' else 'SKIPPED' end,
      reason = case when not ${isChanged} then 'CHANGED_MEANWHILE' end
    where ${isPlannedItem(batch)}`);
  return result.count - changedIds.length;
}

/** Records the contracts that rules refuse, each with its reason. */
export async function setRefusedOutcomes(
  tx: Queryable,
  batch: Batch,
  refused: readonly { contractId: number; reason: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.execute(sql`
    update bulk_automation_items i set status = 'FAILED', reason = r.reason
    from json_to_recordset(${JSON.stringify(refused)}::text::json) as r ("contractId" bigint, reason text)
    where ${isPlannedItem(batch)} and i.contract_id = r."contractId"`);
}

/** Records a contract that Postgres refuses; `batch` is a range of one. */
export async function setFailedOutcome(tx: Queryable, batch: Batch, reason: string): Promise<void> {
  await tx.execute(sql`
    update bulk_automation_items i set status = 'FAILED', reason = ${reason}::text where ${isPlannedItem(batch)}`);
}

/** Halves a range by its planned items; null when there is at most one. */
export async function splitRange(tx: Queryable, batch: Batch): Promise<[Batch, Batch] | null> {
  const rows = await tx.execute<{ middle: number | null; next: number | null }>(sql`
    select max(r.contract_id) filter (where r.position <= r.items / 2) as middle,
      min(r.contract_id) filter (where r.position > r.items / 2) as next
    from (select i.contract_id, row_number() over (order by i.contract_id) as position, count(*) over () as items
      from bulk_automation_items i where ${isPlannedItem(batch)}) r`);
  const { middle, next } = rows[0] ?? {};
  if (!middle || !next) return null;
  return [
    { ...batch, lastContractId: middle },
    { ...batch, firstContractId: next },
  ];
}

export type BatchOutcome = { succeeded: number; changed: number; failed: number };

export async function finishBatch(
  tx: Queryable,
  { shop, automationId, number }: Batch,
  outcome: BatchOutcome,
  now: RealTime,
): Promise<void> {
  await tx.execute(sql`
    update bulk_automation_batches b set finished_at = ${toInstant(now)},
      succeeded = b.succeeded + ${outcome.succeeded}::int, changed = b.changed + ${outcome.changed}::int,
      failed = ${outcome.failed}::int
    where ${isBatchOf(shop.id, automationId)} and b.number = ${number}::int`);
  announce(tx, shop.id, "bulk-automations");
}

/** Plans failed contracts again. @returns how many */
export async function replanFailed(tx: Queryable, shopId: number, automationId: number): Promise<number> {
  const result = await tx.execute(sql`
    update bulk_automation_items i set status = 'PLANNED', reason = null
    from bulk_automation_batches b
    where ${isBatchOf(shopId, automationId)} and b.failed > 0 and ${isItemOf(shopId, automationId)}
      and i.contract_id between b.first_contract_id and b.last_contract_id and i.status = 'FAILED'`);
  await tx.execute(sql`
    update bulk_automation_batches b set finished_at = null, failed = 0
    where ${isBatchOf(shopId, automationId)} and b.failed > 0`);
  return result.count;
}
