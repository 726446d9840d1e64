import { sql } from "drizzle-orm";
import {
  createBinder,
  isCountable,
  toCountsWhere,
  toWhere,
} from "~/features/contracts/contract-filters.server";
import type { ContractFilters } from "~/features/contracts/contract-list.schema";
import { client, db, type Queryable } from "~db/client.server";
import { CONTRACT_STATUSES } from "~db/schema/contract-words";
import { contractCounts, type contracts } from "~db/schema/contracts";

type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** What the counters tell contracts apart by. A row of contracts fits. */
export type CountedFields = Pick<
  typeof contracts.$inferSelect,
  "status" | "billingInterval" | "billingIntervalCount" | "planType"
>;

/** Beyond this many matches a filter that the counters do not know is estimated (issue "How good"). */
export const EXACT_UP_TO = 10_000;

/** `exact`, or `estimate` beyond 10,000 matches of filters that the counters do not know. */
export type Total = { count: number; precision: "exact" | "estimate" };

const isSameGroup = (a: CountedFields, b: CountedFields): boolean =>
  a.status === b.status &&
  a.billingInterval === b.billingInterval &&
  a.billingIntervalCount === b.billingIntervalCount &&
  a.planType === b.planType;

/**
 * Tell the counters of a change, in its own transaction: `before` null = made, `after` null = deleted. Rows are
 * appended, never updated, so edits of one shop do not wait for each other.
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
  if (rows.length > 0) await on.insert(contractCounts).values(rows);
}

/**
 * Put the deltas of a shop together, one row a group. Readers see either the old rows or the new ones; deltas appended
 * meanwhile are left for the next time.
 */
export async function foldContractCounts(on: Queryable, shopId: number): Promise<void> {
  const rows = await on.delete(contractCounts).where(sql`${contractCounts.shopId} = ${shopId}`).returning();
  const sums = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const group = [row.status, row.billingInterval, row.billingIntervalCount, row.planType].join();
    const sum = sums.get(group);
    if (sum) sum.delta += row.delta;
    else sums.set(group, { ...row });
  }
  const values = [...sums.values()].filter((row) => row.delta !== 0).map(({ id: _, ...row }) => row);
  if (values.length > 0) await on.insert(contractCounts).values(values);
}

/** Shops with more than `least` counter rows, for the job that folds them; a look across shops, outside any shop's transaction. */
export function listShopsWithManyDeltas(least: number): Promise<{ id: number }[]> {
  return db
    .select({ id: contractCounts.shopId })
    .from(contractCounts)
    .groupBy(contractCounts.shopId)
    .having(sql`count(*) > ${least}`);
}

/** SQL of the exact total under countable filters, as a scalar sub-query. */
export const toCountedTotal = (filters: ContractFilters, bind: (value: string | number) => string): string =>
  `(select coalesce(sum(c.delta), 0)::int from contract_counts c where ${toCountsWhere(filters, bind)})`;

/** How many contracts match, when more than 10,000 do: what the planner expects, which costs no reading. */
export async function estimateTotal(shopId: number, filters: ContractFilters): Promise<number> {
  const { values, bind } = createBinder(shopId);
  const where = toWhere(filters, bind);
  const rows = await client.unsafe<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>(
    `explain (format json) select from contracts c where ${where}`,
    values,
  );
  return Math.max(rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0, EXACT_UP_TO + 1);
}

/**
 * How many contracts of each status the other filters match, for the tabs of the list. Exact from the counters, else
 * counted up to 10,000 each: `exact` is false for a status that has more.
 */
export async function countByStatus(
  shopId: number,
  filters: ContractFilters,
): Promise<Record<ContractStatus, { count: number; exact: boolean }>> {
  const others = { ...filters, status: undefined };
  const { values, bind } = createBinder(shopId);
  const query = isCountable(others)
    ? `select c.status, sum(c.delta)::int as count from contract_counts c
       where ${toCountsWhere(others, bind)} group by c.status`
    : `select s.status, (select count(*)::int from (
         select from contracts c where ${toWhere(others, bind)} and c.status = s.status limit ${EXACT_UP_TO + 1}) m
       ) as count from unnest('{${CONTRACT_STATUSES.join(",")}}'::text[]) s(status)`;
  const rows = await client.unsafe<{ status: ContractStatus; count: number }[]>(query, values);
  const counts = new Map(rows.map((row) => [row.status, row.count]));
  const entries = CONTRACT_STATUSES.map((status) => {
    const count = counts.get(status) ?? 0;
    const exact = isCountable(others) || count <= EXACT_UP_TO;
    return [status, { count: exact ? count : EXACT_UP_TO, exact }] as const;
  });
  return Object.fromEntries(entries) as Record<ContractStatus, { count: number; exact: boolean }>;
}
