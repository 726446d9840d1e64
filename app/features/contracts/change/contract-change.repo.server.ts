import { and, asc, eq, or, type Placeholder, sql } from "drizzle-orm";
import { type Database, db, type Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { rowUpdate, sqlStatement, statement } from "~db/statement.server";
import type { ContractRow, ContractState, ContractWrites, RowChanges } from "./contract-change";

/** Which contract, by the wire's id. @field owner the customer it must belong to; null = any customer */
type Which = { shopId: number; contractId: number; owner: number | null };
type OfContract = { shopId: number; contractId: number };

const selectContract = statement<Which>()((on, value) => contractOf(on, value));
const lockContract = statement<Which>()((on, value) => contractOf(on, value).for("update"));

const contractOf = (on: Database, value: (name: keyof Which) => Placeholder) =>
  on
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.shopId, value("shopId")),
        eq(contracts.subscriptionContractId, value("contractId")),
        sql`(${value("owner")}::bigint is null or ${contracts.customerId} = ${value("owner")}::bigint)`,
      ),
    );

/**
 * Our id of the contract as a sub-query, so that its related rows can be queried before the contract's row has arrived.
 */
const idOf = (value: (name: keyof OfContract) => Placeholder) => sql`(
  select c.id from contracts c
  where c.shop_id = ${value("shopId")}::bigint and c.subscription_contract_id = ${value("contractId")}::bigint)`;

const selectLines = statement<OfContract>()((on, value) =>
  on
    .select()
    .from(contractLines)
    .where(and(eq(contractLines.shopId, value("shopId")), eq(contractLines.contractId, idOf(value))))
    .orderBy(asc(contractLines.position), asc(contractLines.id)),
);

const selectDiscounts = statement<OfContract>()((on, value) =>
  on
    .select()
    .from(contractDiscounts)
    .where(and(eq(contractDiscounts.shopId, value("shopId")), eq(contractDiscounts.contractId, idOf(value))))
    .orderBy(asc(contractDiscounts.createdAt), asc(contractDiscounts.id)),
);

/** Which orders belong to a contract's state. @param now of the clock that orders lie ahead of */
export const isOrderOfState = (now: Placeholder) => sql`(
  ${billingAttempts.status} in ('QUEUED', 'PROCESSING', 'PARKED', 'UNKNOWN', 'ACTION_REQUIRED')
  or ${billingAttempts.nextStep} is not null
  or ${billingAttempts.billingDate} >= ${now}::timestamptz
  or ${billingAttempts.slot} >= ${now}::timestamptz
  or ${billingAttempts.formerSlot} >= ${now}::timestamptz)`;

const selectAttempts = statement<OfContract & { now: string; attemptId: number }>()((on, value) =>
  on
    .select()
    .from(billingAttempts)
    .where(
      and(
        eq(billingAttempts.shopId, value("shopId")),
        eq(billingAttempts.contractId, idOf(value)),
        or(isOrderOfState(value("now")), sql`${billingAttempts.id} = ${value("attemptId")}::bigint`),
      ),
    )
    .orderBy(asc(billingAttempts.billingDate), asc(billingAttempts.id)),
);

/** Columns of the last of the paid attempts `a`; one paid before its day counts by when it was paid. */
export const LAST_PAID = sql.raw(`
  (array_agg(a.billing_date order by least(a.billing_date, a.completed_at) desc, a.id desc))[1] as "lastDate",
  (array_agg(a.slot order by least(a.billing_date, a.completed_at) desc, a.id desc))[1] as "lastSlot",
  (array_agg(a.completed_at order by least(a.billing_date, a.completed_at) desc, a.id desc))[1] as "lastPaidAt"`);
export type LastPaid = { lastDate: string | null; lastSlot: string | null; lastPaidAt: string | null };

export const toLastPaid = (row: LastPaid | undefined): ContractState["lastPaid"] =>
  row?.lastDate
    ? {
        billingDate: new Date(row.lastDate),
        slot: row.lastSlot === null ? null : new Date(row.lastSlot),
        completedAt: row.lastPaidAt === null ? null : new Date(row.lastPaidAt),
      }
    : null;

const selectPaid = sqlStatement<OfContract, LastPaid & { orders: number; hasOrigin: boolean }>()(
  (value) => sql`
    select count(*)::int as orders, ${LAST_PAID},
      coalesce(bool_or(a.order_id = c.origin_order_id), false) as "hasOrigin"
    from contracts c
    join billing_attempts a
      on a.shop_id = ${value("shopId")}::bigint and a.contract_id = c.id and a.status = 'SUCCESS'
    where c.shop_id = ${value("shopId")}::bigint and c.subscription_contract_id = ${value("contractId")}::bigint`,
);

/**
 * A contract with its related rows, its own row locked until the transaction ends. The statements are sent together but
 * stay separate: a single statement that has waited for the lock sees the locked row as it is now and everything else
 * as it was before the wait, while statements behind it start after the wait.
 *
 * @param attemptId an order to include among the attempts, however old
 * @param known the contract as read before; what cannot have changed since is not read again
 */
export const lockContractState = (
  tx: Queryable,
  which: Which,
  now: Date,
  attemptId?: number,
  known?: ContractState,
): Promise<ContractState | null> =>
  known ? rereadState(tx, which, now, known, attemptId) : readState(tx, lockContract, which, now, attemptId);

/**
 * Reads only the contract and its orders while the version is the same: every change of lines, discounts and paid
 * orders gives the contract a new version, but the billing engine dates orders without one.
 */
async function rereadState(
  tx: Queryable,
  which: Which,
  now: Date,
  known: ContractState,
  attemptId = 0,
): Promise<ContractState | null> {
  const { shopId, contractId } = which;
  const [[contract], attempts] = await Promise.all([
    lockContract(tx, which),
    selectAttempts(tx, { shopId, contractId, now: now.toISOString(), attemptId }),
  ]);
  if (!contract) return null;
  if (contract.id !== known.contract.id || contract.version !== known.contract.version)
    return readState(tx, selectContract, which, now, attemptId);
  return { ...known, contract, attempts };
}

/**
 * A contract as a change would find it, but not locked: for previews. The related rows are as new as the contract or
 * newer, never older: if the version were read after them, it would vouch for rows that have changed since.
 *
 * @param attemptId as above
 */
export async function findContractState(
  shopId: number,
  contractId: number,
  now: Date,
  attemptId?: number,
  on: Queryable = db,
): Promise<ContractState | null> {
  const which = { shopId, contractId, owner: null };
  // Sent together, the statements would use several connections and be answered in any order.
  const found = await selectContract(on, which);
  return found.length === 0 ? null : readState(on, async () => found, which, now, attemptId);
}

async function readState(
  on: Queryable,
  readContract: typeof selectContract,
  which: Which,
  now: Date,
  attemptId = 0,
): Promise<ContractState | null> {
  const { owner: _, ...ofContract } = which;
  const [[contract], lines, discounts, attempts, [paid]] = await Promise.all([
    readContract(on, which),
    selectLines(on, ofContract),
    selectDiscounts(on, ofContract),
    selectAttempts(on, { ...ofContract, now: now.toISOString(), attemptId }),
    selectPaid(on, ofContract),
  ]);
  if (!contract) return null;
  const isBoughtWithOrder = contract.originOrderId !== null && !paid?.hasOrigin;
  return {
    contract,
    lines,
    discounts,
    attempts,
    paidOrders: (paid?.orders ?? 0) + (isBoughtWithOrder ? 1 : 0),
    lastPaid: toLastPaid(paid),
  };
}

const updateContract = rowUpdate(
  contracts,
  (value: (name: "shopId" | "id") => Placeholder) =>
    and(eq(contracts.shopId, value("shopId")), eq(contracts.id, value("id"))),
  { planType: contracts.planType },
);

const updateAttempt = rowUpdate(
  billingAttempts,
  (value: (name: "shopId" | "contractId" | "id") => Placeholder) =>
    and(
      eq(billingAttempts.shopId, value("shopId")),
      eq(billingAttempts.contractId, value("contractId")),
      eq(billingAttempts.id, value("id")),
    ),
);

/**
 * Write what differs, and the contract's next version.
 *
 * @returns the plan type, which Postgres derives from the intervals
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
    updateContract(tx, { shopId, id }, { ...writes.contract, ...stamp }),
    ...rewriteRows(tx, contractLines, contract, writes.lines),
    ...(lines.length > 0 ? [tx.insert(contractLines).values(lines).execute()] : []),
    ...rewriteRows(tx, contractDiscounts, contract, writes.discounts),
    ...(discounts.length > 0 ? [tx.insert(contractDiscounts).values(discounts).execute()] : []),
    // One by one and in this order, because slots are unique per contract.
    ...writes.attempts.map((attempt) => updateAttempt(tx, { ...added, id: attempt.id }, attempt.fields)),
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

/**
 * The currency a contract is billed in; null when there is no such contract.
 *
 * @param owner the customer it must belong to; null = any customer
 */
export async function findContractCurrency(
  shopId: number,
  subscriptionContractId: number,
  owner: number | null,
): Promise<string | null> {
  const rows = await db.execute<{ currencyCode: string }>(sql`
    select c.currency_code as "currencyCode" from contracts c
    where c.shop_id = ${shopId}::bigint and c.subscription_contract_id = ${subscriptionContractId}::bigint
      and (${owner}::bigint is null or c.customer_id = ${owner}::bigint)`);
  return rows[0]?.currencyCode ?? null;
}
