import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { isPlannedInBatch } from "~/features/bulk-automations/kinds/batch-sql.server";
import type { Batch } from "~/features/bulk-automations/kinds/kind.server";
import { toIds, toInstant } from "~/features/bulk-automations/sql.server";
import type { ContractState } from "~/features/contracts/change/contract-change";
import type { Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { bulkAutomationItems } from "~db/schema/bulk-automations";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";

/** What of a contract a kind's rule looks at beside its row; the rest is empty in its state. */
export type Reads = { orders?: true; content?: true; payments?: true };

/** A locked contract of a batch with what is read of it, and the values it had and will get. */
export type PlannedContract = { state: ContractState; target: string; before: string };

/** Locks the contracts of the batch that have not changed since the plan, and reads what hangs on them. */
export async function lockPlannedContracts(
  tx: Queryable,
  batch: Batch,
  now: Date,
  { orders, content, payments }: Reads,
): Promise<PlannedContract[]> {
  const c = alias(contracts, "c");
  const i = alias(bulkAutomationItems, "i");
  const rows = await tx
    .select({ contract: c, target: i.after, before: i.before })
    .from(c)
    .innerJoin(i, isPlannedInBatch(batch))
    .orderBy(asc(c.id))
    .for("update", { of: c });
  const ids = toIds(rows.map(({ contract }) => contract.id));
  const isTheirs = (table: { shopId: PgColumn; contractId: PgColumn }): SQL =>
    sql`${table.shopId} = ${batch.shop.id}::bigint and ${table.contractId} = any(${ids})`;
  // Separate statements: a statement that has waited for a lock still sees other tables as they were before.
  const [attempts, lines, discounts, paid] = await Promise.all([
    orders ? readAttempts(tx, isTheirs(billingAttempts), now) : [],
    content
      ? tx
          .select()
          .from(contractLines)
          .where(isTheirs(contractLines))
          .orderBy(asc(contractLines.contractId), asc(contractLines.position), asc(contractLines.id))
      : [],
    content
      ? tx
          .select()
          .from(contractDiscounts)
          .where(isTheirs(contractDiscounts))
          .orderBy(asc(contractDiscounts.createdAt), asc(contractDiscounts.id))
      : [],
    payments ? readPaid(tx, isTheirs(billingAttempts)) : [],
  ]);
  const [attemptsOf, linesOf, discountsOf] = [toGroups(attempts), toGroups(lines), toGroups(discounts)];
  const paidOf = new Map(paid.map((each) => [each.contractId, each]));
  return rows.map(({ contract, target, before }) => {
    const made = paidOf.get(contract.id);
    const isBoughtWithOrder =
      contract.originOrderId !== null && !made?.orderIds.includes(contract.originOrderId);
    return {
      target: target ?? "",
      before: before ?? "",
      state: {
        contract,
        lines: linesOf(contract.id),
        discounts: discountsOf(contract.id),
        attempts: attemptsOf(contract.id),
        paidOrders: (made?.orders ?? 0) + (isBoughtWithOrder ? 1 : 0),
        lastPaidDate: made ? new Date(made.last) : null,
      },
    };
  });
}

const readAttempts = (tx: Queryable, isTheirs: SQL, now: Date) =>
  tx
    .select()
    .from(billingAttempts)
    .where(
      and(
        isTheirs,
        sql`(${billingAttempts.status} in ('QUEUED', 'PROCESSING', 'PARKED', 'UNKNOWN', 'ACTION_REQUIRED') or ${billingAttempts.billingDate} > ${toInstant(now)})`,
      ),
    )
    .orderBy(asc(billingAttempts.billingDate), asc(billingAttempts.id));

/** What was paid through each contract; none without a paid order. */
const readPaid = (tx: Queryable, isTheirs: SQL) =>
  tx
    .select({
      contractId: billingAttempts.contractId,
      orders: sql<number>`count(*)::int`,
      last: sql<string>`max(${billingAttempts.billingDate})`,
      orderIds: sql<
        number[]
      >`coalesce(json_agg(${billingAttempts.orderId}) filter (where ${billingAttempts.orderId} is not null), '[]')`,
    })
    .from(billingAttempts)
    .where(and(isTheirs, eq(billingAttempts.status, "SUCCESS")))
    .groupBy(billingAttempts.contractId);

function toGroups<T extends { contractId: number }>(rows: readonly T[]): (contractId: number) => T[] {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.contractId);
    if (group) group.push(row);
    else groups.set(row.contractId, [row]);
  }
  return (contractId) => groups.get(contractId) ?? [];
}
