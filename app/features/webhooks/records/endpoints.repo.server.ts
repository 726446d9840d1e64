import { asc, eq, ne, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { countRows, deleteRows, findRow, lockRow, updateRows } from "~db/rows.server";
import { webhookEndpoints } from "~db/schema/webhooks";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type NewEndpoint = Omit<typeof webhookEndpoints.$inferInsert, "id">;
export type EndpointPlace = { shopId: number; id: number };

export async function insertEndpoint(tx: Queryable, row: NewEndpoint): Promise<EndpointRow> {
  const rows = await tx.insert(webhookEndpoints).values(row).returning();
  const made = rows[0];
  if (!made) throw new Error("insert of a webhook endpoint returned no row");
  return made;
}

export const findEndpoint = (shopId: number, id: number): Promise<EndpointRow | null> =>
  findRow(db, webhookEndpoints, { shopId, id });

export const lockEndpoint = (tx: Queryable, shopId: number, id: number): Promise<EndpointRow | null> =>
  lockRow(tx, webhookEndpoints, { shopId, id });

export const updateEndpoint = (
  tx: Queryable,
  { shopId, id }: EndpointPlace,
  fields: Partial<Omit<EndpointRow, "shopId" | "id">>,
) => updateRows(tx, webhookEndpoints, { shopId, id }, fields);

export const deleteEndpoint = (tx: Queryable, shopId: number, id: number) =>
  deleteRows(tx, webhookEndpoints, { shopId, id });

export const countEndpoints = (tx: Queryable, shopId: number) => countRows(tx, webhookEndpoints, { shopId });

/** Oldest first. */
export const listEndpoints = (shopId: number, on: Queryable = db): Promise<EndpointRow[]> =>
  on
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.shopId, shopId))
    .orderBy(asc(webhookEndpoints.id));

/** Shops with endpoints whose secrets another key of the ring has sealed: a query across shops, for the job. */
export const listShopsWithOldSecrets = (key: string) =>
  db
    .selectDistinct({ id: webhookEndpoints.shopId })
    .from(webhookEndpoints)
    .where(ne(webhookEndpoints.sealedBy, key));

/**
 * Due endpoints of open shops that no process has claimed, in a transaction of its own (design.md "Citus" rule 5). Those of shops with
 * few slots come first, and among these those that have been due for longest (decision 163).
 *
 * @param slots.perShop how many a shop may have, including `taken`: those that this process works on, by shop
 */
export function listDueEndpoints(
  now: Date,
  { limit, perShop, taken }: { limit: number; perShop: number; taken: ReadonlyMap<number, number> },
): Promise<EndpointPlace[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return db.execute<EndpointPlace>(sql`
    select shop_id as "shopId", id from (
      select e.shop_id, e.id, e.wake_at, coalesce(t.count, 0)
        + row_number() over (partition by e.shop_id order by e.wake_at, e.id) as slot
      from webhook_endpoints e
      join shops s on s.id = e.shop_id and s.closed_at is null
      left join unnest(${bigints([...taken.keys()])}, ${bigints([...taken.values()])}) as t (shop_id, count)
        on t.shop_id = e.shop_id
      where e.state = 'ON' and e.wake_at <= ${at} and (e.lease_until is null or e.lease_until <= ${at})) due
    where slot <= ${perShop}::int order by slot, wake_at, id limit ${limit}::int`);
}

/** Ends a turn: the endpoint stays due, behind those that have been due for longer. */
export async function releaseLease({ shopId, id }: EndpointPlace, owner: string, now: Date): Promise<void> {
  const due = { leaseOwner: null, leaseUntil: null, wakeAt: now };
  await updateRows(db, webhookEndpoints, { shopId, id, leaseOwner: owner }, due);
}

/**
 * After the clock has been set back: everything that waits for a later time becomes due, and no lease lasts longer than
 * one that is taken now.
 */
export async function wakeEndpoints(now: Date, leaseUntil: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const until = sql`${leaseUntil.toISOString()}::timestamptz`;
  await db.execute(sql`update webhook_deliveries set next_try_at = ${at} where next_try_at > ${at}`);
  await db.execute(sql`
    update webhook_endpoints set wake_at = ${at}, paused_until = null, lease_until = least(lease_until, ${until})
    where state = 'ON' and wake_at > ${at} or lease_until > ${until}`);
}

/** Releases all leases of a process, so that others need not wait for them to run out. */
export async function releaseLeases(owner: string): Promise<void> {
  await db.execute(sql`
    update webhook_endpoints set lease_owner = null, lease_until = null where lease_owner = ${owner}::text`);
}
