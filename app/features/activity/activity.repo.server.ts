import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { announce } from "~db/announcements.server";
import { db, type Queryable } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { rowInsert, rowsInsert } from "~db/statement.server";
import type { ActivityAction, Audit } from "./activity";

export type NewActivity = {
  shopId: number;
  /** Our contract id; null when no contract changed. */
  contractId: number | null;
  action: ActivityAction;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

const toRow = (entry: NewActivity, audit: Audit): typeof activity.$inferInsert => ({
  shopId: entry.shopId,
  contractId: entry.contractId,
  actorType: audit.actor.type,
  actorName: audit.actor.name,
  action: entry.action,
  before: entry.before ?? null,
  after: entry.after ?? null,
  requestId: audit.requestId,
  address: entry.contractId === null ? (audit.address ?? null) : null,
  bulkAutomationId: audit.bulkAutomationId ?? null,
  createdAt: audit.now,
});

const FIELDS = [
  "shopId",
  "contractId",
  "actorType",
  "actorName",
  "action",
  "before",
  "after",
  "requestId",
  "address",
  "bulkAutomationId",
  "createdAt",
] as const;
const insertActivity = rowInsert(activity, ...FIELDS);
const insertActivities = rowsInsert(activity, ...FIELDS);

/** Records a change, within the transaction that makes it. */
export async function appendActivity(on: Queryable, entry: NewActivity, audit: Audit): Promise<void> {
  await insertActivity(on, toRow(entry, audit));
  if (entry.contractId !== null) announce(on, entry.shopId, `contract:${entry.contractId}`);
}

/**
 * Records a change, or nothing, by the same statement: its duration must not reveal whether there was anything to
 * record.
 */
export async function appendActivityWhen(
  on: Queryable,
  isDone: boolean,
  entry: NewActivity,
  audit: Audit,
): Promise<void> {
  const row = toRow(entry, audit);
  const [before, after] = [row.before, row.after].map((fields) => fields && JSON.stringify(fields));
  await on.execute(sql`
    insert into activity (shop_id, contract_id, actor_type, actor_name, action, before, after, request_id, created_at)
    select ${row.shopId}::bigint, ${row.contractId}::bigint, ${row.actorType}::text, ${row.actorName}::text,
      ${row.action}::text, ${before}::jsonb, ${after}::jsonb,
      ${row.requestId}::text, ${audit.now.toISOString()}::timestamptz
    where ${isDone}::boolean`);
}

/** Many entries at once, in the order given; each with its own actor and instant. */
export async function appendActivities(
  on: Queryable,
  entries: readonly { entry: NewActivity; audit: Audit }[],
): Promise<void> {
  await insertActivities(
    on,
    entries.map(({ entry, audit }) => toRow(entry, audit)),
  );
}

/**
 * The newest entries of one contract first; with `contractId` null, those of the shop itself (settings, keys, imports).
 */
export function listActivity(shopId: number, contractId: number | null, size = 50) {
  return db
    .select()
    .from(activity)
    .where(
      and(
        eq(activity.shopId, shopId),
        contractId === null ? isNull(activity.contractId) : eq(activity.contractId, contractId),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(size);
}

/**
 * Entries of a contract that concern one order, newest first: found by the order's date, or by its name once it is
 * made.
 */
export function listActivityOfOrder(
  shopId: number,
  contractId: number,
  order: { date: Date; name: string | null },
  size: number,
) {
  return db
    .select()
    .from(activity)
    .where(
      and(
        eq(activity.shopId, shopId),
        eq(activity.contractId, contractId),
        sql`(${activity.after} -> 'order' ->> 'date' = ${order.date.toISOString()}
          or ${activity.after} -> 'order' ->> 'name' = ${order.name ?? ""})`,
      ),
    )
    .orderBy(desc(activity.id))
    .limit(size);
}
