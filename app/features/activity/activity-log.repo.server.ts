import type { ActivityRecord } from "~/features/activity/activity-log";
import { client } from "~db/client.server";
import { ACTOR_TYPES } from "~db/schema/activity";

export type ActivityFilters = {
  /** The wire's contract id. */
  contractId?: number;
  action?: string;
  /** A type of actor, or a name. */
  actor?: string;
  from?: Date;
  to?: Date;
};

/** A page of a shop's history, newest first, and one entry more when there is more behind it. */
export async function findActivityLog(
  shopId: number,
  { contractId, action, actor, from, to }: ActivityFilters,
  { page, size }: { page: number; size: number },
): Promise<ActivityRecord[]> {
  const type = ACTOR_TYPES.find((each) => each === actor?.toLowerCase());
  const rows = await client<ActivityRecord[]>`
    select a.id, c.subscription_contract_id as "contractId", a.action, a.actor_type as "actorType",
      a.actor_name as actor, a.before, a.after, a.request_id as "requestId",
      a.bulk_automation_id as "bulkAutomationId", a.created_at as "createdAt"
    from (select * from activity
      where shop_id = ${shopId}
        ${contractId === undefined ? client`` : client`and contract_id = (select id from contracts where shop_id = ${shopId} and subscription_contract_id = ${contractId})`}
        ${action === undefined ? client`` : client`and action = ${action}`}
        ${type === undefined ? client`` : client`and actor_type = ${type}`}
        ${actor === undefined || type !== undefined ? client`` : client`and lower(actor_name) = lower(${actor})`}
        ${from === undefined ? client`` : client`and created_at >= ${from.toISOString()}::timestamptz`}
        ${to === undefined ? client`` : client`and created_at <= ${to.toISOString()}::timestamptz`}
      order by id desc limit ${size + 1} offset ${page * size}) a
    left join contracts c on c.shop_id = ${shopId} and c.id = a.contract_id
    order by a.id desc`;
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}
