import type { CountedFields } from "~/features/contracts/change/contract-counts.repo.server";
import { client } from "~db/client.server";
import { type ResolvedFilters, toCountsWhere } from "./contract-filters.server";
import { type Binder, createBinder } from "./contract-lookups.server";

/** `exact`, or `estimate` beyond 10,000 matches of filters that the counters do not know. */
export type Total = { count: number; precision: "exact" | "estimate" };

/** SQL of the exact total under countable filters, as a scalar sub-query. */
export const toCountedTotal = (filters: ResolvedFilters, bind: Binder["bind"]): string =>
  `(select coalesce(sum(c.delta), 0)::int from contract_counts c where ${toCountsWhere(filters, bind)})`;

/** The counters' groups that the countable filters match, with the exact number of contracts in each. */
export async function listCountedGroups(
  shopId: number,
  filters: ResolvedFilters,
): Promise<(CountedFields & { count: number })[]> {
  const { values, bind } = createBinder(shopId);
  return client.unsafe<(CountedFields & { count: number })[]>(
    `select c.status, c.billing_interval as "billingInterval", c.billing_interval_count as "billingIntervalCount",
      c.plan_type as "planType", sum(c.delta)::int as count
    from contract_counts c where ${toCountsWhere(filters, bind)} group by 1, 2, 3, 4 having sum(c.delta) > 0`,
    values,
    { prepare: true },
  );
}

export const sumCounts = (groups: { count: number }[]): number =>
  groups.reduce((sum, group) => sum + group.count, 0);
