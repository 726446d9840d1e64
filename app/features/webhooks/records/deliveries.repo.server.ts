import { and, asc, desc, eq, gte, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { type DeliveryTry, webhookDeliveries } from "~db/schema/webhooks";
import type { EndpointRow } from "./endpoints.repo.server";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type Place = { shopId: number; id: number };

const instant = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;
const isOf = ({ shopId, id }: Place) =>
  and(eq(webhookDeliveries.shopId, shopId), eq(webhookDeliveries.endpointId, id));
const isPending = eq(webhookDeliveries.status, "PENDING");

/** The events after a position, without their data. */
export async function listPlacesAfter(
  tx: Queryable,
  shopId: number,
  after: number,
  limit: number,
): Promise<{ position: number; type: string; contractId: number | null }[]> {
  return tx.execute(sql`
    select position, type, contract_id as "contractId" from events
    where shop_id = ${shopId}::bigint and position is not null and position > ${after}::bigint
    order by position limit ${limit}::int`);
}

/** How many events that the endpoint wants, up to a position, have no delivery yet. */
export async function countEvents(
  tx: Queryable,
  { shopId, cursor, types }: Pick<EndpointRow, "shopId" | "cursor" | "types">,
  upTo: number,
): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from events
    where shop_id = ${shopId}::bigint and position is not null and position > ${cursor}::bigint
      and position <= ${upTo}::bigint
      and (${types.length === 0}::boolean
        or type in (select jsonb_array_elements_text(${JSON.stringify(types)}::jsonb)))`);
  return row?.count ?? 0;
}

/**
 * Adds the deliveries of events to an endpoint. One that was finished (a replay) starts again; a pending one is not
 * changed.
 */
export async function addDeliveries(
  tx: Queryable,
  { shopId, id }: Place,
  places: readonly { position: number; type: string; contractId: number | null }[],
  now: Date,
): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    insert into webhook_deliveries (shop_id, endpoint_id, position, type, contract_id, status, attempts, next_try_at, tries,
      created_at)
    select p.shop_id, p.endpoint_id, p.position, p.type, p."contractId", 'PENDING', 0,
      case when p."contractId" is null then ${instant(now)} end, '[]', ${instant(now)}
    from jsonb_to_recordset(${JSON.stringify(places.map((place) => ({ ...place, shop_id: shopId, endpoint_id: id })))}::jsonb)
      as p (shop_id bigint, endpoint_id bigint, position bigint, type text, "contractId" bigint)
    on conflict (shop_id, endpoint_id, position) where position is not null do update set status = 'PENDING', attempts = 0,
      next_try_at = excluded.next_try_at, first_failed_at = null, finished_at = null, created_at = excluded.created_at
      where webhook_deliveries.status <> 'PENDING'`);
}

/** Makes the first pending delivery of each of these contracts due. */
export async function releaseFirstPending(
  tx: Queryable,
  { shopId, id }: Place,
  contractIds: readonly number[],
  now: Date,
): Promise<void> {
  if (contractIds.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries d set next_try_at = ${instant(now)}
    from (select head.id from unnest(${bigints(contractIds)}) as c(contract_id)
      cross join lateral (select h.id from webhook_deliveries h
        where h.shop_id = ${shopId}::bigint and h.endpoint_id = ${id}::bigint and h.contract_id = c.contract_id
          and h.status = 'PENDING' order by h.position limit 1) head) first
    where d.shop_id = ${shopId}::bigint and d.id = first.id and d.next_try_at is null`);
}

/**
 * For a replay: deliveries with a time for their next try wait again while an older one of their contract is pending.
 */
export async function holdBehindOlder(
  tx: Queryable,
  { shopId, id }: Place,
  contractIds: readonly number[],
): Promise<void> {
  if (contractIds.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries d set next_try_at = null
    where d.shop_id = ${shopId}::bigint and d.endpoint_id = ${id}::bigint and d.contract_id = any(${bigints(contractIds)})
      and d.status = 'PENDING' and d.next_try_at is not null
      and exists (select from webhook_deliveries h
        where h.shop_id = ${shopId}::bigint and h.endpoint_id = ${id}::bigint and h.contract_id = d.contract_id
          and h.status = 'PENDING' and h.position < d.position)`);
}

/**
 * For a replay, after `holdBehindOlder`: deliveries that wait for a later try are tried now; for a contract, this is
 * its first pending one.
 */
export async function pullReplayed(
  tx: Queryable,
  { shopId, id }: Place,
  events: readonly { position: number; contractId: number | null }[],
  now: Date,
): Promise<void> {
  const contractIds = [...new Set(events.flatMap(({ contractId }) => contractId ?? []))];
  await tx.execute(sql`
    update webhook_deliveries d set next_try_at = ${instant(now)}
    where d.shop_id = ${shopId}::bigint and d.endpoint_id = ${id}::bigint and d.status = 'PENDING'
      and d.next_try_at > ${instant(now)}
      and (d.contract_id = any(${bigints(contractIds)})
        or d.position = any(${bigints(events.map(({ position }) => position))}))`);
}

/** Due deliveries. @param which all, those tried before, or those never tried */
export function listDue(
  tx: Queryable,
  place: Place,
  { now, limit, which }: { now: Date; limit: number; which: "all" | "tried" | "fresh" },
): Promise<DeliveryRow[]> {
  const { attempts, nextTryAt, position } = webhookDeliveries;
  const isWanted = { all: undefined, tried: sql`${attempts} > 0`, fresh: sql`${attempts} = 0` }[which];
  return tx
    .select()
    .from(webhookDeliveries)
    .where(and(isOf(place), isPending, isNotNull(nextTryAt), lte(nextTryAt, now), isWanted))
    .orderBy(asc(nextTryAt), asc(position))
    .limit(limit);
}

export type RecordedTry = {
  id: number;
  status: DeliveryRow["status"];
  attempts: number;
  nextTryAt: Date | null;
  firstFailedAt: Date | null;
  finishedAt: Date | null;
  tries: DeliveryTry[];
};

/** Stores the results of sending. A delivery that is no longer pending is not changed. */
export async function recordTries(
  tx: Queryable,
  shopId: number,
  tried: readonly RecordedTry[],
): Promise<void> {
  await tx.execute(sql`
    update webhook_deliveries d set status = t.status, attempts = t.attempts, next_try_at = t."nextTryAt",
      first_failed_at = t."firstFailedAt", finished_at = case when t."finishedAt" is not null then greatest(t."finishedAt", d.created_at) end, tries = t.tries
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) as t (id bigint, status text, attempts int,
      "nextTryAt" timestamptz, "firstFailedAt" timestamptz, "finishedAt" timestamptz, tries jsonb)
    where d.shop_id = ${shopId}::bigint and d.id = t.id and d.status = 'PENDING'`);
}

/** The endpoint has recovered: what failed meanwhile is tried at once. */
export async function pullForward(tx: Queryable, place: Place, failingSince: Date, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextTryAt: now })
    .where(
      and(
        isOf(place),
        isPending,
        sql`${webhookDeliveries.nextTryAt} > ${instant(now)}`,
        gte(webhookDeliveries.firstFailedAt, failingSince),
      ),
    );
}

/** Whether an event began to fail after an instant and still fails. */
export async function hasFailingSince(tx: Queryable, place: Place, since: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        isOf(place),
        isPending,
        isNotNull(webhookDeliveries.nextTryAt),
        sql`${webhookDeliveries.firstFailedAt} > ${instant(since)}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** When the next pending delivery is due; null = there is none. */
export async function findNextTry(tx: Queryable, place: Place): Promise<Date | null> {
  const rows = await tx
    .select({ at: webhookDeliveries.nextTryAt })
    .from(webhookDeliveries)
    .where(and(isOf(place), isPending, isNotNull(webhookDeliveries.nextTryAt)))
    .orderBy(asc(webhookDeliveries.nextTryAt))
    .limit(1);
  return rows[0]?.at ?? null;
}

/** The delivery of an event, or by its own id. */
export const findDelivery = (
  shopId: number,
  which: { id: number } | { endpointId: number; position: number },
): Promise<DeliveryRow | null> => findRow(db, webhookDeliveries, { shopId, ...which });

/** Stores a test message with its result. */
export async function insertTest(
  tx: Queryable,
  row: Omit<typeof webhookDeliveries.$inferInsert, "id" | "position" | "contractId">,
): Promise<DeliveryRow> {
  const rows = await tx.insert(webhookDeliveries).values(row).returning();
  const made = rows[0];
  if (!made) throw new Error("insert of a delivery returned no row");
  return made;
}

export const finishTest = (
  shopId: number,
  id: number,
  fields: Pick<DeliveryRow, "status" | "tries" | "finishedAt" | "attempts">,
) => updateRows(db, webhookDeliveries, { shopId, id }, fields);

export type DeliveryFilter = { status?: DeliveryRow["status"]; from?: Date };

/** Newest first. */
export function listDeliveries(
  place: Place,
  { status, from }: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        isOf(place),
        status && eq(webhookDeliveries.status, status),
        from && gte(webhookDeliveries.createdAt, from),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset);
}

/**
 * Deletes deliveries older than an instant, at most this many. @returns how many, and the contracts that have lost a
 * pending one
 */
export async function deleteOldDeliveries(
  tx: Queryable,
  shopId: number,
  before: Date,
  limit: number,
): Promise<{ count: number; lost: { endpointId: number; pending: number; contractIds: number[] }[] }> {
  const { id, createdAt, shopId: shop, endpointId, contractId, status } = webhookDeliveries;
  const old = tx
    .select({ id })
    .from(webhookDeliveries)
    .where(and(eq(shop, shopId), lt(createdAt, before)))
    .orderBy(asc(createdAt))
    .limit(limit);
  const deleted = await tx
    .delete(webhookDeliveries)
    .where(and(eq(shop, shopId), sql`${id} in ${old}`))
    .returning({ endpointId, contractId, status });
  const pending = deleted.filter((row) => row.status === "PENDING");
  const lost = [...new Set(pending.map((row) => row.endpointId))].map((endpoint) => {
    const rows = pending.filter((row) => row.endpointId === endpoint);
    const contractIds = [...new Set(rows.flatMap((row) => row.contractId ?? []))];
    return { endpointId: endpoint, pending: rows.length, contractIds };
  });
  return { count: deleted.length, lost };
}
