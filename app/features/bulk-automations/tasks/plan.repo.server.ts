import { type SQL, sql } from "drizzle-orm";
import type { AutomationKind, AutomationShop } from "~/features/bulk-automations/kinds/kind.server";
import { isItemOf, toInstant, toSql } from "~/features/bulk-automations/sql.server";
import { type ResolvedFilters, toWhere } from "~/features/contracts/list/contract-filters.server";
import { createBinder } from "~/features/contracts/list/contract-lookups.server";
import type { RealTime, ShopTime } from "~/lib/clocks";
import type { Queryable } from "~db/client.server";
import type { PlanSummary } from "~db/schema/bulk-automations";
import type { AutomationRow } from "./automations.repo.server";

/** So many contracts are changed first, if somebody wants to see those before the others. */
const FIRST_BATCH_SIZE = 5;
/**
 * Contracts per batch: a customer who edits one of them waits for the whole batch. With several times as many, the data
 * read also outlives the process's young memory and is copied repeatedly.
 */
const BATCH_SIZE = 500;

type Target = Pick<AutomationRow, "shopId" | "id" | "selectionType" | "undoOf">;

/**
 * FROM and WHERE over `c` of the contracts of a task; for an undo with `o`, the item it undoes. @param join placed
 * between both
 */
function toSource({ shopId, id, selectionType, undoOf }: Target, filters: ResolvedFilters, join: SQL): SQL {
  if (selectionType === "FILTER") {
    const { values, bind } = createBinder(shopId);
    const where = toWhere(filters, bind, "gather");
    return sql`contracts c ${join} where ${toSql(where, values)}`;
  }
  const ofShop = sql`c.shop_id = ${shopId}::bigint`;
  if (selectionType === "ALL") return sql`contracts c ${join} where ${ofShop}`;
  if (selectionType === "IDS")
    return sql`contracts c ${join} where ${ofShop} and c.id in (
      select unnest(a.selection_ids) from bulk_automations a where a.shop_id = ${shopId}::bigint and a.id = ${id}::bigint)`;
  return sql`bulk_automation_items o join contracts c on ${ofShop} and c.id = o.contract_id ${join}
    where o.shop_id = ${shopId}::bigint and o.automation_id = ${undoOf}::bigint and o.status = 'SUCCEEDED'`;
}

/** A task's kind and its parameters. */
export type PlannedKind = { kind: AutomationKind; parameters: Record<string, unknown> };

/**
 * First statement of a plan's transaction, so that others can make the plan: it ends the session of a worker that hangs
 * between statements, and that of a dead worker in the middle of one, which would otherwise run on for many seconds.
 */
export async function limitWaiting(tx: Queryable): Promise<void> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '30s'`);
  // Postgres supports this setting on Linux and macOS, and refuses it elsewhere.
  await tx.execute(sql`
    select set_config('client_connection_check_interval', '1s', true) where version() ~ '(linux|darwin)'`);
}

/**
 * Freezes the plan of a task in one statement, and so in one snapshot: each contract with its value before and after,
 * or why it will be skipped. An undo swaps the two values if the contract still has the value that was set.
 */
export async function insertPlanItems(
  tx: Queryable,
  task: Target,
  { kind, parameters }: PlannedKind,
  { shop, filters, shopNow }: { shop: AutomationShop; filters: ResolvedFilters; shopNow: ShopTime },
): Promise<void> {
  const isUndo = task.selectionType === "UNDO";
  const context = { shop, isUndo, shopNow };
  const own = sql`case when c.erased_at is not null then 'CUSTOMER_ERASED'
    else (${kind.toSkipReason(sql`x.after`, shop, context)}) end`;
  const compared = (value: SQL) => kind.toComparable?.(value) ?? value;
  const reason = isUndo
    ? sql`case when ${compared(sql`x.before`)} is distinct from ${compared(sql`o.after`)} then 'CONFLICT' else (${own}) end`
    : own;
  const after = isUndo ? sql`o.before` : kind.toTarget(parameters, shop);
  // "offset 0": otherwise Postgres would compute both values again wherever the reason uses them.
  const join = sql`${kind.join?.(parameters, context)}
    cross join lateral (select ${kind.current} as before, ${after} as after offset 0) x`;
  await tx.execute(sql`
    insert into bulk_automation_items (shop_id, automation_id, contract_id, version, status, reason, before, after)
    select p.shop_id, ${task.id}::bigint, p.id, p.version, case when p.reason is null then 'PLANNED' else 'SKIPPED' end,
      p.reason, p.before, case when p.reason is null then p.after end
    from (select c.shop_id, c.id, c.version, ${reason} as reason, x.before, x.after
      from ${toSource(task, filters, join)}) p
    order by p.id`);
  // Without statistics the planner would assume an empty table and read every contract of the shop for each batch
  // (design.md). The columns of values are left out: they are long, and no search uses them.
  await tx.execute(sql`analyze bulk_automation_items (shop_id, automation_id, contract_id, status)`);
}

export async function deletePlan(tx: Queryable, shopId: number, id: number): Promise<void> {
  await tx.execute(sql`delete from bulk_automation_items i where ${isItemOf(shopId, id)}`);
  await tx.execute(
    sql`delete from bulk_automation_batches b where b.shop_id = ${shopId}::bigint and b.automation_id = ${id}::bigint`,
  );
}

/**
 * Cuts the items into ranges with equally many contracts to change; the first is small. A range without any is
 * finished at once. @returns how many ranges and items there are
 */
export async function insertBatches(
  tx: Queryable,
  { shopId, id }: Target,
  now: RealTime,
): Promise<{ batches: number; total: number }> {
  await tx.execute(sql`
    insert into bulk_automation_batches (shop_id, automation_id, number, first_contract_id, last_contract_id, items,
      planned, finished_at)
    select n.shop_id, n.automation_id, n.number, min(n.contract_id), max(n.contract_id), count(*), count(n.planned),
      case when count(n.planned) = 0 then ${toInstant(now)} end
    from (
      select w.*, case when w.position <= ${FIRST_BATCH_SIZE}::int then 0
        else 1 + (w.position - ${FIRST_BATCH_SIZE + 1}::int) / ${BATCH_SIZE}::int end as number
      from (select i.shop_id, i.automation_id, i.contract_id, case when i.status = 'PLANNED' then 1 end as planned,
          count(*) filter (where i.status = 'PLANNED') over (order by i.contract_id rows unbounded preceding) as position
        from bulk_automation_items i where ${isItemOf(shopId, id)}) w
    ) n
    group by n.shop_id, n.automation_id, n.number`);
  const rows = await tx.execute<{ batches: number; total: number }>(sql`
    select count(*)::int as batches, coalesce(sum(b.items), 0)::int as total from bulk_automation_batches b
    where b.shop_id = ${shopId}::bigint and b.automation_id = ${id}::bigint`);
  return rows[0] ?? { batches: 0, total: 0 };
}

export async function summarizePlan(
  tx: Queryable,
  { shopId, id }: Target,
  { values }: Pick<AutomationKind, "values">,
): Promise<PlanSummary> {
  const reasons = await tx.execute<{ reason: string; items: number }>(sql`
    select i.reason, count(*)::int as items from bulk_automation_items i
    where ${isItemOf(shopId, id)} and i.status = 'SKIPPED' group by i.reason order by i.reason`);
  const summary: PlanSummary = {
    reasons: Object.fromEntries(reasons.map(({ reason, items }) => [reason, items])),
  };
  const toAmount = values.isMoney ? (value: SQL) => sql`${value}::numeric` : values.sum?.toAmount;
  if (!toAmount) return summary;
  const sums = await tx.execute<{ before: string; after: string }>(sql`
    select coalesce(sum(${toAmount(sql`i.before`)}), 0)::text as before,
      coalesce(sum(${toAmount(sql`i.after`)}), 0)::text as after
    from bulk_automation_items i where ${isItemOf(shopId, id)} and i.status = 'PLANNED'`);
  return { ...summary, ...sums[0] };
}
