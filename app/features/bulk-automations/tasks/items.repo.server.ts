import { type SQL, sql } from "drizzle-orm";
import type { AutomationItem, ItemStatus } from "~/features/bulk-automations/automation";
import { isItemOf } from "~/features/bulk-automations/sql.server";
import { db } from "~db/client.server";

/** The column that counts a batch's items of each status. */
const COUNTED: Record<ItemStatus, string> = {
  PLANNED: "case when b.finished_at is null then b.planned - b.succeeded - b.changed else 0 end",
  SUCCEEDED: "b.succeeded",
  SKIPPED: "b.items - b.planned + b.changed",
  FAILED: "b.failed",
};

export type ItemRow = AutomationItem & { customerName: string; id: number };

const ITEM_COLUMNS = sql`i.contract_id as id, c.subscription_contract_id as "contractId", i.status, i.reason,
  i.before, case when i.status <> 'SKIPPED' then i.after end as after, c.customer_name as "customerName"`;

/** Items selected by `picked` (SQL over columns of `i`) with their contracts, ordered by contract id. */
const withContracts = (shopId: number, picked: SQL): SQL => sql`
  select ${ITEM_COLUMNS} from (${picked}) i
  join contracts c on c.shop_id = ${shopId}::bigint and c.id = i.contract_id order by i.contract_id`;

/**
 * A page of a task's items. The counts of the batches say where the page begins, so nothing before it is read: far
 * pages and the few failed items among a million are found at once.
 */
export async function findItemPage(
  shopId: number,
  automationId: number,
  { status, page, size }: { status?: ItemStatus; page: number; size: number },
): Promise<{ items: ItemRow[]; total: number }> {
  const counted = sql.raw(status ? COUNTED[status] : "b.items");
  const offset = page * size;
  const rows = await db.execute<{ total: number; first: number | null; passed: number | null }>(sql`
    select coalesce(max(w.upto), 0)::int as total,
      min(w.first_contract_id) filter (where w.upto > ${offset}::bigint) as first,
      min(w.upto - w.counted) filter (where w.upto > ${offset}::bigint) as passed
    from (select b.first_contract_id, ${counted} as counted, sum(${counted}) over (order by b.number) as upto
      from bulk_automation_batches b
      where b.shop_id = ${shopId}::bigint and b.automation_id = ${automationId}::bigint) w`);
  const { total = 0, first = null, passed = null } = rows[0] ?? {};
  if (first === null) return { items: [], total };
  const items = await db.execute<ItemRow>(
    withContracts(
      shopId,
      sql`select i.* from bulk_automation_items i
        where ${isItemOf(shopId, automationId)} and i.contract_id >= ${first}::bigint
          ${status ? sql`and i.status = ${status}::text` : sql``}
        order by i.contract_id limit ${size}::int offset ${offset - Number(passed)}::int`,
    ),
  );
  return { items: [...items], total };
}

/**
 * The first contracts that somebody else had changed: before the plan of an undo, or between a plan and its effect.
 * Reads only batches whose counts include some.
 */
export async function listLeftAlone(shopId: number, automationId: number, limit: number): Promise<ItemRow[]> {
  const rows = await db.execute<ItemRow>(
    withContracts(
      shopId,
      sql`select i.* from bulk_automation_batches b join bulk_automation_items i on ${isItemOf(shopId, automationId)}
          and i.contract_id between b.first_contract_id and b.last_contract_id and i.status = 'SKIPPED'
        where b.shop_id = ${shopId}::bigint and b.automation_id = ${automationId}::bigint
          and (b.changed > 0 and i.reason = 'CHANGED_MEANWHILE' or b.items > b.planned and i.reason = 'CONFLICT')
        order by i.contract_id limit ${limit}::int`,
    ),
  );
  return [...rows];
}

/** The next items after a contract, for reading all of them in pieces. */
export async function listItemsAfter(
  shopId: number,
  automationId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<ItemRow[]> {
  const rows = await db.execute<ItemRow>(
    withContracts(
      shopId,
      sql`select i.* from bulk_automation_items i
        where ${isItemOf(shopId, automationId)} and i.contract_id > ${afterId}::bigint
        order by i.contract_id limit ${limit}::int`,
    ),
  );
  return [...rows];
}
