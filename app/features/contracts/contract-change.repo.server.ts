import { and, asc, eq, sql } from "drizzle-orm";
import type {
  ContractRow,
  ContractState,
  ContractWrites,
  RowChanges,
} from "~/features/contracts/contract-change";
import { db, type Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";

/**
 * The contract's row, held until the transaction ends. What hangs on it is read by the next statement, never by this
 * one: a statement that has waited for a lock sees the row as it is now, and everything else as it was before.
 *
 * @param owner the customer who must have it; null = whoever has it
 */
export async function lockContract(
  tx: Queryable,
  shopId: number,
  subscriptionContractId: number,
  owner: number | null,
): Promise<ContractRow | null> {
  const rows = await tx
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.shopId, shopId),
        eq(contracts.subscriptionContractId, subscriptionContractId),
        owner === null ? undefined : eq(contracts.customerId, owner),
      ),
    )
    .for("update");
  return rows[0] ?? null;
}

/** A contract as a change would find it, not locked: for saying what would happen. @param attemptId as below */
export async function findContractState(
  shopId: number,
  subscriptionContractId: number,
  now: Date,
  attemptId?: number,
): Promise<ContractState | null> {
  const rows = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), eq(contracts.subscriptionContractId, subscriptionContractId)));
  return rows[0] ? loadContractState(db, rows[0], now, attemptId) : null;
}

/** What hangs on a locked contract. @param attemptId of an order to be among its attempts, however old */
export async function loadContractState(
  tx: Queryable,
  contract: ContractRow,
  now: Date,
  attemptId = 0,
): Promise<ContractState> {
  const { shopId, id } = contract;
  const [lines, discounts, attempts, [paid]] = await Promise.all([
    tx
      .select()
      .from(contractLines)
      .where(and(eq(contractLines.shopId, shopId), eq(contractLines.contractId, id)))
      .orderBy(asc(contractLines.position), asc(contractLines.id)),
    tx
      .select()
      .from(contractDiscounts)
      .where(and(eq(contractDiscounts.shopId, shopId), eq(contractDiscounts.contractId, id)))
      .orderBy(asc(contractDiscounts.createdAt), asc(contractDiscounts.id)),
    tx
      .select()
      .from(billingAttempts)
      .where(
        and(
          eq(billingAttempts.shopId, shopId),
          eq(billingAttempts.contractId, id),
          sql`(${billingAttempts.status} in ('QUEUED', 'PROCESSING', 'PARKED')
            or ${billingAttempts.billingDate} > ${now.toISOString()}::timestamptz
            or ${billingAttempts.id} = ${attemptId}::bigint)`,
        ),
      )
      .orderBy(asc(billingAttempts.billingDate), asc(billingAttempts.id)),
    tx.execute<{ orders: number; last: string | null; hasOrigin: boolean }>(sql`
      select count(*)::int as orders, max(billing_date) as last,
        coalesce(bool_or(order_id = ${contract.originOrderId}::bigint), false) as "hasOrigin"
      from billing_attempts
      where shop_id = ${shopId}::bigint and contract_id = ${id}::bigint and status = 'SUCCESS'`),
  ]);
  const isBoughtWithOrder = contract.originOrderId !== null && !paid?.hasOrigin;
  return {
    contract,
    lines,
    discounts,
    attempts,
    paidOrders: (paid?.orders ?? 0) + (isBoughtWithOrder ? 1 : 0),
    lastPaidDate: paid?.last ? new Date(paid.last) : null,
  };
}

/**
 * Write what differs, and the contract's next version.
 *
 * @returns the plan type, which Postgres makes of the intervals
 */
export async function writeContract(
  tx: Queryable,
  contract: Pick<ContractRow, "shopId" | "id">,
  writes: ContractWrites,
  stamp: Pick<ContractRow, "version" | "updatedAt">,
): Promise<ContractRow["planType"]> {
  const { shopId, id } = contract;
  const added = { shopId, contractId: id };
  const lines = writes.lines.added.map((line) => ({ ...line, ...added }));
  const discounts = writes.discounts.added.map((discount) => ({ ...discount, ...added }));
  const [rows] = await Promise.all([
    tx
      .update(contracts)
      .set({ ...writes.contract, ...stamp })
      .where(and(eq(contracts.shopId, shopId), eq(contracts.id, id)))
      .returning({ planType: contracts.planType }),
    ...rewriteRows(tx, contractLines, contract, writes.lines),
    ...(lines.length > 0 ? [tx.insert(contractLines).values(lines).execute()] : []),
    ...rewriteRows(tx, contractDiscounts, contract, writes.discounts),
    ...(discounts.length > 0 ? [tx.insert(contractDiscounts).values(discounts).execute()] : []),
    // One by one and in this order: a slot exists once a contract.
    ...writes.attempts.map((attempt) =>
      tx
        .update(billingAttempts)
        .set(attempt.fields)
        .where(
          and(
            eq(billingAttempts.shopId, shopId),
            eq(billingAttempts.contractId, id),
            eq(billingAttempts.id, attempt.id),
          ),
        ),
    ),
  ]);
  if (!rows[0]) throw new Error("a contract vanished under its lock");
  return rows[0].planType;
}

function* rewriteRows(
  tx: Queryable,
  table: typeof contractLines | typeof contractDiscounts,
  { shopId, id }: Pick<ContractRow, "shopId" | "id">,
  { changed, removed }: Pick<RowChanges<{ id: string }>, "changed" | "removed">,
): Generator<Promise<unknown>> {
  const rowOf = (rowId: string) =>
    and(eq(table.shopId, shopId), eq(table.contractId, id), eq(table.id, rowId));
  for (const row of removed) yield tx.delete(table).where(rowOf(row.id)).execute();
  for (const row of changed) yield tx.update(table).set(row.fields).where(rowOf(row.id)).execute();
}
