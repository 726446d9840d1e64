import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { lockRow, updateRows } from "~db/rows.server";
import { eventSequences, eventStreams, events } from "~db/schema/events";

export type EventStreamRow = typeof eventStreams.$inferSelect;

/** Shops with events that have no position yet, in a transaction of its own (design.md "Citus" rule 5). */
export async function listUnsequencedShops(): Promise<number[]> {
  const rows = await db
    .selectDistinct({ shopId: events.shopId })
    .from(events)
    .where(isNull(events.position))
    .orderBy(asc(events.shopId));
  return rows.map(({ shopId }) => shopId);
}

/** The shop's stream, locked until the transaction ends. */
export async function lockStream(tx: Queryable, shopId: number): Promise<EventStreamRow> {
  const known = await lockRow(tx, eventStreams, { shopId });
  if (known) return known;
  await tx.insert(eventStreams).values({ shopId }).onConflictDoNothing();
  const made = await lockRow(tx, eventStreams, { shopId });
  if (!made) throw new Error("a stream was neither there nor could it be made");
  return made;
}

/**
 * The oldest events without a position, by id: events of one contract are written under its lock, so their ids are in
 * order.
 */
export function listUnsequenced(
  tx: Queryable,
  shopId: number,
  limit: number,
): Promise<{ id: number; contractId: number | null }[]> {
  return tx
    .select({ id: events.id, contractId: events.contractId })
    .from(events)
    .where(and(eq(events.shopId, shopId), isNull(events.position)))
    .orderBy(asc(events.id))
    .limit(limit);
}

/** How many events of these contracts have been numbered. */
export async function readSequences(
  tx: Queryable,
  shopId: number,
  contractIds: readonly number[],
): Promise<Map<number, number>> {
  if (contractIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(eventSequences)
    .where(and(eq(eventSequences.shopId, shopId), inArray(eventSequences.contractId, [...contractIds])));
  return new Map(rows.map(({ contractId, lastSequence }) => [contractId, lastSequence]));
}

export async function saveSequences(
  tx: Queryable,
  shopId: number,
  sequences: ReadonlyMap<number, number>,
): Promise<void> {
  if (sequences.size === 0) return;
  const contractIds = [...sequences.keys()];
  await tx.execute(sql`
    insert into event_sequences (shop_id, contract_id, last_sequence)
    select s.shop_id, s.contract_id, s.last_sequence
    from unnest(${bigints(contractIds.map(() => shopId))}, ${bigints(contractIds)},
      ${bigints([...sequences.values()])}) as s (shop_id, contract_id, last_sequence)
    on conflict (shop_id, contract_id) do update set last_sequence = excluded.last_sequence`);
}

export async function placeEvents(
  tx: Queryable,
  shopId: number,
  placed: readonly { id: number; position: number; sequence: number | null }[],
): Promise<void> {
  await tx.execute(sql`
    update events e set position = p.position, sequence = p.sequence
    from unnest(${bigints(placed.map(({ id }) => id))}, ${bigints(placed.map(({ position }) => position))},
      ${bigints(placed.map(({ sequence }) => sequence))}) as p (id, position, sequence)
    where e.shop_id = ${shopId}::bigint and e.id = p.id`);
}

export const saveLastPosition = (tx: Queryable, shopId: number, lastPosition: number) =>
  updateRows(tx, eventStreams, { shopId }, { lastPosition });

/**
 * Wakes the shop's webhook endpoints, including those that are due already: a worker that is processing one may have
 * missed these events and be about to put it to sleep, so this update waits for the worker's.
 */
export async function wakeEndpoints(tx: Queryable, shopId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoints set wake_at = least(wake_at, ${now.toISOString()}::timestamptz)
    where shop_id = ${shopId}::bigint and state = 'ON'`);
}
