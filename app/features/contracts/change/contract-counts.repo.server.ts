import { sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { contractCounts, type contracts } from "~db/schema/contracts";
import { rowsInsert } from "~db/statement.server";

/** The fields by which the counters group contracts. A row of contracts fits. */
export type CountedFields = Pick<
  typeof contracts.$inferSelect,
  "status" | "billingInterval" | "billingIntervalCount" | "planType"
>;

const isSameGroup = (a: CountedFields, b: CountedFields): boolean =>
  a.status === b.status &&
  a.billingInterval === b.billingInterval &&
  a.billingIntervalCount === b.billingIntervalCount &&
  a.planType === b.planType;

const insertCounts = rowsInsert(
  contractCounts,
  "shopId",
  "status",
  "billingInterval",
  "billingIntervalCount",
  "planType",
  "delta",
);

/**
 * Adds a change to the counters, in the change's own transaction: `before` null = created, `after` null = deleted. Rows
 * are appended, never updated, so edits within one shop do not wait for each other.
 */
export async function appendCountDelta(
  on: Queryable,
  shopId: number,
  before: CountedFields | null,
  after: CountedFields | null,
): Promise<void> {
  if (before && after && isSameGroup(before, after)) return;
  const toRow = (
    { status, billingInterval, billingIntervalCount, planType }: CountedFields,
    delta: number,
  ) => ({
    shopId,
    status,
    billingInterval,
    billingIntervalCount,
    planType,
    delta,
  });
  const rows = [...(before ? [toRow(before, -1)] : []), ...(after ? [toRow(after, 1)] : [])];
  await insertCounts(on, rows);
}

/** Adds many contracts created in one transaction to the counters: one row per group. */
export async function appendNewCounts(
  on: Queryable,
  shopId: number,
  made: readonly CountedFields[],
): Promise<void> {
  const groups = new Map<string, CountedFields & { shopId: number; delta: number }>();
  for (const { status, billingInterval, billingIntervalCount, planType } of made) {
    const key = [status, billingInterval, billingIntervalCount, planType].join();
    const group = groups.get(key);
    if (group) group.delta++;
    else groups.set(key, { shopId, status, billingInterval, billingIntervalCount, planType, delta: 1 });
  }
  await insertCounts(on, [...groups.values()]);
}

/** Adds many changes made in one transaction to the counters: one row per group whose count changes. */
export async function appendCountDeltas(
  on: Queryable,
  shopId: number,
  changes: readonly { before: CountedFields; after: CountedFields }[],
): Promise<void> {
  const groups = new Map<string, CountedFields & { shopId: number; delta: number }>();
  const add = (fields: CountedFields, delta: number) => {
    const { status, billingInterval, billingIntervalCount, planType } = fields;
    const key = [status, billingInterval, billingIntervalCount, planType].join();
    const group = groups.get(key);
    if (group) group.delta += delta;
    else groups.set(key, { shopId, status, billingInterval, billingIntervalCount, planType, delta });
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  await insertCounts(
    on,
    [...groups.values()].filter(({ delta }) => delta !== 0),
  );
}

/**
 * Sums a shop's deltas into one row per group. Readers see either the old rows or the new ones; deltas appended
 * meanwhile are left for the next run.
 */
export async function compactContractCounts(on: Queryable, shopId: number): Promise<void> {
  const rows = await on.delete(contractCounts).where(sql`${contractCounts.shopId} = ${shopId}`).returning();
  const sums = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const group = [row.status, row.billingInterval, row.billingIntervalCount, row.planType].join();
    const sum = sums.get(group);
    if (sum) sum.delta += row.delta;
    else sums.set(group, { ...row });
  }
  await insertCounts(
    on,
    [...sums.values()].filter((row) => row.delta !== 0),
  );
}

/**
 * Shops with more than `least` counter rows, for the job that compacts them; a query across shops, outside any shop's
 * transaction.
 */
export function listShopsWithManyDeltas(least: number): Promise<{ id: number }[]> {
  return db
    .select({ id: contractCounts.shopId })
    .from(contractCounts)
    .groupBy(contractCounts.shopId)
    .having(sql`count(*) > ${least}`);
}
