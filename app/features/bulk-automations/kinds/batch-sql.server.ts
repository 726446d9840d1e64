import { type SQL, sql } from "drizzle-orm";
import type { ActivityAction, Audit } from "~/features/activity/activity";
import { isItemOf, toInstant } from "~/features/bulk-automations/sql.server";
import { bigints } from "~db/array-parameters.server";
import type { Transaction } from "~db/transaction.server";
import type { Batch } from "./kind.server";

const isInRange = (column: SQL, { firstContractId, lastContractId }: Batch): SQL =>
  sql`${column} between ${firstContractId}::bigint and ${lastContractId}::bigint`;

/**
 * Joins contracts `c` to items `i` of the batch that are still planned and unchanged since. The range is given for both
 * tables: the planner does not infer it, and would read all contracts of the shop for each batch.
 */
export const isPlannedInBatch = (batch: Batch): SQL => sql`
  c.shop_id = ${batch.shop.id}::bigint and ${isInRange(sql`c.id`, batch)}
  and ${isItemOf(batch.shop.id, batch.automationId)} and ${isInRange(sql`i.contract_id`, batch)}
  and i.contract_id = c.id and i.status = 'PLANNED' and i.version = c.version`;

/** Items `i` of the batch among the contracts given. */
const isAmong = (batch: Batch, contractIds: readonly number[]): SQL => sql`
  ${isItemOf(batch.shop.id, batch.automationId)} and ${isInRange(sql`i.contract_id`, batch)}
  and i.contract_id = any(${bigints(contractIds)})`;

/**
 * One activity row and one thin event per changed contract of a batch; `before` and `after` are SQL over the item `i`.
 */
export async function appendBatchHistory(
  tx: Transaction,
  batch: Batch,
  { actor, requestId, now }: Audit,
  contractIds: readonly number[],
  history: {
    action: ActivityAction;
    before: SQL;
    after: SQL;
    eventType: SQL;
    changedFields: readonly string[];
  },
): Promise<void> {
  if (contractIds.length === 0) return;
  await tx.execute(sql`
    insert into activity (shop_id, contract_id, actor_type, actor_name, action, before, after, request_id,
      bulk_automation_id, created_at)
    select i.shop_id, i.contract_id, ${actor.type}::text, ${actor.name}::text, ${history.action}::text,
      ${history.before}, ${history.after}, ${requestId}::text,
      i.automation_id, ${toInstant(now)}
    from bulk_automation_items i where ${isAmong(batch, contractIds)} order by i.contract_id`);
  await tx.execute(sql`
    insert into events (shop_id, type, contract_id, contract_version, changed_fields, created_at)
    select i.shop_id, ${history.eventType}, i.contract_id, i.version + 1,
      ${`{${history.changedFields.join(",")}}`}::text[], ${toInstant(now)}
    from bulk_automation_items i where ${isAmong(batch, contractIds)} order by i.contract_id`);
}
