import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isPlannedInBatch } from "~/features/bulk-automations/kinds/batch-sql.server";
import type { Batch } from "~/features/bulk-automations/kinds/kind.server";
import { toIds, toInstant } from "~/features/bulk-automations/sql.server";
import type {
  ContractAttempt,
  ContractRow,
  ContractState,
  ContractWrites,
} from "~/features/contracts/change/contract-change";
import type { Queryable } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { bulkAutomationItems } from "~db/schema/bulk-automations";
import { contracts } from "~db/schema/contracts";

/** A locked contract of a batch with its orders, and the value it will get. */
export type PlannedContract = { state: ContractState; target: string };

/**
 * Locks the contracts of the batch that have not changed since the plan. Lines, discounts and payments are not read.
 */
export async function lockPlannedContracts(
  tx: Queryable,
  batch: Batch,
  now: Date,
): Promise<PlannedContract[]> {
  const c = alias(contracts, "c");
  const i = alias(bulkAutomationItems, "i");
  const rows = await tx
    .select({ contract: c, target: i.after })
    .from(c)
    .innerJoin(i, isPlannedInBatch(batch))
    .orderBy(asc(c.id))
    .for("update", { of: c });
  // A separate statement: a statement that has waited for a lock still sees other tables as they were before.
  const attempts = await tx
    .select()
    .from(billingAttempts)
    .where(
      and(
        eq(billingAttempts.shopId, batch.shop.id),
        sql`${billingAttempts.contractId} = any(${toIds(rows.map(({ contract }) => contract.id))})`,
        sql`(${billingAttempts.status} in ('QUEUED', 'PROCESSING', 'PARKED', 'UNKNOWN', 'ACTION_REQUIRED') or ${billingAttempts.billingDate} > ${toInstant(now)})`,
      ),
    )
    .orderBy(asc(billingAttempts.billingDate), asc(billingAttempts.id));
  const byContract = new Map<number, ContractAttempt[]>(rows.map(({ contract }) => [contract.id, []]));
  for (const attempt of attempts) byContract.get(attempt.contractId)?.push(attempt);
  return rows.map(({ contract, target }) => ({
    target: target ?? "",
    state: {
      contract,
      lines: [],
      discounts: [],
      attempts: byContract.get(contract.id) ?? [],
      paidOrders: 0,
      lastPaidDate: null,
    },
  }));
}

/** Columns derived from lines, discounts or the payment method, which are not read here. */
const NOT_HERE: ReadonlySet<string> = new Set<keyof ContractRow>([
  "deliveryPrice",
  "contractAmount",
  "orderAmount",
  "paymentMethodId",
]);
const columns = getTableColumns(contracts);
const isColumn = (name: string): name is keyof typeof columns => Object.hasOwn(columns, name);

/** Columns that the changes set, without duplicates. */
function toColumnNames(changed: readonly { writes: ContractWrites }[]): (keyof typeof columns)[] {
  const names = [...new Set(changed.flatMap(({ writes }) => Object.keys(writes.contract)))].sort();
  return names.map((name) => {
    if (NOT_HERE.has(name) || !isColumn(name))
      throw new Error(`a change of many contracts cannot set ${name}`);
    return name;
  });
}

/** Writes contracts and orders as the changes say, and the next version of each contract. */
export async function writeContracts(
  tx: Queryable,
  shopId: number,
  changed: readonly { state: ContractState; writes: ContractWrites }[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const names = toColumnNames(changed);
  const sets = names.map((name) => `${columns[name].name} = w."${name}", `).join("");
  const record = names.map((name) => `, "${name}" ${columns[name].getSQLType()}`).join("");
  const rows = changed.map(({ state: { contract }, writes }) => {
    const after = { ...contract, ...writes.contract };
    return { id: contract.id, ...Object.fromEntries(names.map((name) => [name, after[name]])) };
  });
  await tx.execute(sql`
    update contracts c set ${sql.raw(sets)}version = c.version + 1,
      updated_at = greatest(c.updated_at, ${toInstant(now)})
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as w (id bigint${sql.raw(record)})
    where c.shop_id = ${shopId}::bigint and c.id = w.id`);
  await writeAttempts(
    tx,
    shopId,
    changed.flatMap(({ state, writes }) => writes.attempts.map((attempt) => toAttemptRow(state, attempt))),
  );
}

function toAttemptRow({ attempts }: ContractState, { id, fields }: ContractWrites["attempts"][number]) {
  const before = attempts.find((attempt) => attempt.id === id);
  return {
    id,
    status: fields.status ?? before?.status,
    billingDate: fields.billingDate ?? before?.billingDate,
    isMoved: fields.billingDate !== undefined,
  };
}

async function writeAttempts(
  tx: Queryable,
  shopId: number,
  rows: readonly ReturnType<typeof toAttemptRow>[],
): Promise<void> {
  if (rows.length === 0) return;
  const record = sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
    as w (id bigint, status text, "billingDate" timestamptz, "isMoved" boolean)`;
  // A contract has one order per slot, and a single statement may move an order onto a slot that another is about to
  // leave. So all orders that move leave their slots first.
  if (rows.some(({ isMoved }) => isMoved))
    await tx.execute(sql`
      update billing_attempts a set billing_date = a.billing_date - interval '1000 years'
      from ${record} where a.shop_id = ${shopId}::bigint and a.id = w.id and w."isMoved"`);
  await tx.execute(sql`
    update billing_attempts a set status = w.status, billing_date = w."billingDate"
    from ${record} where a.shop_id = ${shopId}::bigint and a.id = w.id`);
}
