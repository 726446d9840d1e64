import { client } from "~db/client.server";
import { ACTOR_TYPES } from "~db/schema/activity";
import type { ActivityRecord } from "./activity-log";
import { isMove, type Move } from "./moves";

export type ActivityFilters = {
  /** Of the shop's own entries, those about these objects; without it only entries of contracts. */
  objects?: readonly string[];
  /** The wire's contract id. */
  contractId?: number;
  action?: string;
  /** A type of actor, or a name. */
  actor?: string;
  move?: Move;
  from?: Date;
  to?: Date;
};

/** Conditions on entries `y` of a shop. */
function toConditions(
  shopId: number,
  { objects = [], contractId, action, actor, move, from, to }: ActivityFilters,
) {
  const type = ACTOR_TYPES.find((each) => each === actor?.toLowerCase());
  return client`y.shop_id = ${shopId} 
    and (y.contract_id is not null or split_part(y.action, '.', 1) = any(string_to_array(${objects.join(",")}, ',')))
    ${contractId === undefined ? client`` : client`and y.contract_id = (select id from contracts where shop_id = ${shopId} and subscription_contract_id = ${contractId})`}
    ${action === undefined ? client`` : client`and y.action = ${action}`}
    ${type === undefined ? client`` : client`and y.actor_type = ${type}`}
    ${actor === undefined || type !== undefined ? client`` : client`and lower(y.actor_name) = lower(${actor})`}
    ${move === undefined ? client`` : client`and y.contract_id is not null and ${client.unsafe(isMove(move))}`}
    ${from === undefined ? client`` : client`and y.created_at >= ${from.toISOString()}::timestamptz`}
    ${to === undefined ? client`` : client`and y.created_at <= ${to.toISOString()}::timestamptz`}`;
}

/** A page of a shop's history, newest first, plus one entry if there are more. */
export async function findActivityLog(
  shopId: number,
  filters: ActivityFilters,
  { page, size }: { page: number; size: number },
): Promise<ActivityRecord[]> {
  const rows = await client<ActivityRecord[]>`
    select a.id, c.subscription_contract_id as "contractId", a.action, a.actor_type as "actorType",
      a.actor_name as actor, a.before, a.after, a.request_id as "requestId",
      a.bulk_automation_id as "bulkAutomationId", a.created_at as "createdAt"
    from (select y.* from activity y where ${toConditions(shopId, filters)}
      order by y.id desc limit ${size + 1} offset ${page * size}) a
    left join contracts c on c.shop_id = ${shopId} and c.id = a.contract_id
    order by a.id desc`;
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** Beyond this number entries are not counted. */
const COUNTED_UP_TO = 10_000;

/** How often contracts ended, or were reactivated, counted by an index; null beyond 10,000. */
export async function countMoves(
  shopId: number,
  filters: ActivityFilters & { move: Move },
): Promise<number | null> {
  const [row] = await client<{ count: number }[]>`
    select count(*)::int as count
    from (select from activity y where ${toConditions(shopId, filters)} limit ${COUNTED_UP_TO + 1}) m`;
  return row && row.count <= COUNTED_UP_TO ? row.count : null;
}
