import { client } from "~db/client.server";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { isCountable, type ResolvedFilters, toGathering, toWhere } from "./contract-filters.server";
import { createBinder, EXACT_UP_TO } from "./contract-lookups.server";
import { type MoveFilter, toMoves } from "./contract-moves.server";
import { findSamplePlaces, SAMPLE } from "./contract-sample.repo.server";
import { listCountedGroups, sumCounts } from "./counted-totals.repo.server";

type ContractStatus = (typeof CONTRACT_STATUSES)[number];
type StatusCount = { status: ContractStatus; count: number };
export type CountsByStatus = Record<ContractStatus, { count: number; exact: boolean }>;

/**
 * Approximate number of matching contracts by status, for more than 10,000: the share in a sample of some 2,000
 * contracts, in a few milliseconds. For 1 % of the shop it is right within a quarter, for 10 % within a tenth.
 */
async function estimateByStatus(shopId: number, filters: ResolvedFilters): Promise<StatusCount[]> {
  const { values, bind } = createBinder(shopId, await findSamplePlaces(shopId));
  // The `walk` conditions: the sample is small, and each of its contracts is tested against the filters.
  const [shopGroups, matching] = await Promise.all([
    listCountedGroups(shopId, {}),
    client.unsafe<(StatusCount & { sampled: number })[]>(
      `with sample as materialized (${SAMPLE})
      select c.status, count(*)::int as count, (select count(*)::int from sample) as sampled
      from sample c where ${toWhere(filters, bind, "walk")} group by c.status`,
      values,
    ),
  ]);
  const shopTotal = sumCounts(shopGroups);
  return matching.map(({ status, count, sampled }) => ({
    status,
    count: Math.round((count / sampled) * shopTotal),
  }));
}

/** Approximate number of matching contracts, when they are too many to gather. */
export async function estimateTotal(shopId: number, filters: ResolvedFilters): Promise<number> {
  return sumCounts(await estimateByStatus(shopId, filters));
}

/**
 * Whether the matches can be gathered, however many they are. A search that finds more than 10,000 contracts gives no
 * ids: each contract that the other filters leave has to be tested against it, which takes too long unless they are
 * few.
 */
export async function canGather(shopId: number, filters: ResolvedFilters): Promise<boolean> {
  const { search, ...others } = filters;
  if (!search || search.ids) return true;
  const left = isCountable(others)
    ? await listCountedGroups(shopId, others)
    : await gatherByStatus(shopId, others);
  return sumCounts(left) <= EXACT_UP_TO;
}

/**
 * How many contracts of each status the other filters match, for the list's tabs: exact from the counters, or up to
 * 10,000 together; beyond that an estimate, `exact` false.
 */
export async function countByStatus(shopId: number, filters: ResolvedFilters): Promise<CountsByStatus> {
  const others = { ...filters, status: undefined };
  if (isCountable(others)) return toCounts(await listCountedGroups(shopId, others), true);
  const counts = (await canGather(shopId, others)) ? await gatherByStatus(shopId, others) : null;
  if (counts && sumCounts(counts) <= EXACT_UP_TO) return toCounts(counts, true);
  return toCounts(await estimateByStatus(shopId, others), false);
}

/**
 * How often an event happened to contracts that match the other filters: a contract may have ended twice.
 *
 * @param others the other filters of a list that was counted exactly
 */
export async function countMovesOf(
  shopId: number,
  move: MoveFilter,
  others: ResolvedFilters,
): Promise<number> {
  const { values, bind } = createBinder(shopId);
  const [row] = await client.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (${toMoves(move, bind)}) m (contract_id)
    cross join lateral (
      select from contracts c where ${toWhere(others, bind, "walk")} and c.id = m.contract_id offset 0) c`,
    values,
  );
  return row?.count ?? 0;
}

function gatherByStatus(shopId: number, filters: ResolvedFilters): Promise<StatusCount[]> {
  const { values, bind } = createBinder(shopId);
  return client.unsafe<StatusCount[]>(
    `select m.status, count(*)::int as count from (
      select c.status from ${toGathering(filters, bind)} limit ${EXACT_UP_TO + 1}
    ) m group by m.status`,
    values,
  );
}

function toCounts(counts: StatusCount[], exact: boolean): CountsByStatus {
  const entries = CONTRACT_STATUSES.map((status) => {
    const ofStatus = counts.filter((count) => count.status === status);
    return [status, { count: sumCounts(ofStatus), exact }] as const;
  });
  return Object.fromEntries(entries) as CountsByStatus;
}
