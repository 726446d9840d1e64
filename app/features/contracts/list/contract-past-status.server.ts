import { toSqlList } from "~db/schema/columns";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Binder } from "./contract-lookups.server";

type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Contracts that had one of these statuses at an instant, whatever their status is now. */
export type PastStatusFilter = { statuses: readonly [ContractStatus, ...ContractStatus[]]; at: Date };

/**
 * The status before contract `c`'s first change after an instant: its status at that instant. Uses
 * `activity_contract_status_idx`.
 */
const findNextChange = (at: string): string =>
  `select y.before ->> 'status' from activity y
    where y.shop_id = $1 and y.contract_id = c.id and y.before ? 'status' and y.created_at > ${at}
    order by y.id limit 1`;

const toEnd = (status: string): string =>
  `case ${status} when 'CANCELLED' then c.cancelled_on when 'EXPIRED' then c.ends_at else c.paused_on end`;

/**
 * A contract whose history has no beginning, such as one older than the history, counts as active until the date in its
 * row on which it ended or was paused. The same rule as `replayContract` (insights/facts/replay.ts); a test compares
 * the two.
 *
 * @param status its status at that instant according to its history
 */
const wasActiveAtFirst = (status: string, at: string): string =>
  `(${status} <> 'ACTIVE' and ${toEnd(status)} > ${at} and not exists (select from activity t
    where t.shop_id = $1 and t.contract_id = c.id and (t.action in ('contract.created', 'contract.imported')
      or t.created_at <= ${at} and t.before ?| '{status,contractAmount,billingInterval,billingIntervalCount,cancellationFeedback}')
    offset 0))`;

const toList = ({ statuses }: PastStatusFilter): string => `(${toSqlList(statuses)})`;

const bindInstant = ({ at }: PastStatusFilter, bind: Binder["bind"]): string =>
  `${bind(at.toISOString())}::timestamptz`;

/** SQL: whether contract `c` had one of these statuses at that instant. */
export function hadStatus(filter: PastStatusFilter, bind: Binder["bind"]): string {
  const at = bindInstant(filter, bind);
  return `(c.created_at <= ${at} and (
    select case when ${wasActiveAtFirst("s.status", at)} then 'ACTIVE' else s.status end
    from (select coalesce((${findNextChange(at)}), c.status)) s (status)) in ${toList(filter)})`;
}

/**
 * The ids of these contracts, each once: those that have one of these statuses and have not changed since, and those
 * whose first change since then names one as the status before. The time depends on the number of such contracts and
 * changes, not on the size of the shop.
 */
export function toIdsWithStatus(filter: PastStatusFilter, bind: Binder["bind"]): string {
  const at = bindInstant(filter, bind);
  const list = toList(filter);
  const hasChanged = (contractId: string, also = "") =>
    `exists (select from activity z where z.shop_id = $1 and z.contract_id = ${contractId} and z.before ? 'status'
      and z.created_at > ${at}${also} offset 0)`;
  const unchanged = `select c.id from contracts c where c.shop_id = $1 and c.status in ${list} and c.created_at <= ${at}
    and not ${hasChanged("c.id")} and not ${wasActiveAtFirst("c.status", at)}`;
  const changed = `select c.id from activity y join contracts c on c.shop_id = $1 and c.id = y.contract_id
    where y.shop_id = $1 and y.before ? 'status' and y.created_at > ${at} and y.before ->> 'status' in ${list}
      and not ${hasChanged("y.contract_id", " and z.id < y.id")} and c.created_at <= ${at}
      and not ${wasActiveAtFirst("(y.before ->> 'status')", at)}`;
  if (!filter.statuses.includes("ACTIVE")) return `${unchanged} union all ${changed}`;
  const status = `coalesce((${findNextChange(at)}), c.status)`;
  const withoutBeginning = `select c.id from contracts c where c.shop_id = $1 and c.created_at <= ${at}
    and (c.cancelled_on > ${at} or c.paused_on > ${at} or c.ends_at > ${at}) and ${wasActiveAtFirst(status, at)}`;
  return `${unchanged} union all ${changed} union all ${withoutBeginning}`;
}
