import { sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { eventStreams } from "~db/schema/events";

/** An event with its position. Instants are texts, ISO 8601 UTC with milliseconds. */
export type StreamEvent = {
  id: number;
  position: number;
  sequence: number | null;
  type: string;
  contractId: number | null;
  billingAttemptId: number | null;
  subjectId: number | null;
  timestamp: string;
  /** JSON text of `data`; null until it is rendered. */
  body: string | null;
  /** Event facts: what was true when it was written and cannot be looked up later. */
  facts: Record<string, unknown> | null;
};

// Once there is a body, the facts are in it.
const COLUMNS = sql`e.id, e.position, e.sequence, e.type, e.contract_id as "contractId",
  e.billing_attempt_id as "billingAttemptId", e.subject_id as "subjectId",
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp, e.body::text as body,
  case when e.body is null then e.facts end as facts`;

export const findStream = (shopId: number, on: Queryable = db) => findRow(on, eventStreams, { shopId });

const texts = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/**
 * The events after a position, in order.
 *
 * @param types as stored; null = all. Each type uses an index of its own, so that a rare one costs no more
 * @param contractId our id; null = events of all contracts
 * @param upTo the last position; left out = no end
 */
export async function listEventsAfter(
  on: Queryable,
  shopId: number,
  {
    after,
    types,
    contractId,
    upTo,
    limit,
  }: {
    after: number;
    types: readonly string[] | null;
    contractId: number | null;
    upTo?: number;
    limit: number;
  },
): Promise<StreamEvent[]> {
  const isAfter = sql`e.shop_id = ${shopId}::bigint and e.position is not null and e.position > ${after}::bigint
    ${upTo === undefined ? sql`` : sql`and e.position <= ${upTo}::bigint`}`;
  const end = sql`order by e.position limit ${limit}::int`;
  if (contractId !== null)
    return on.execute<StreamEvent>(sql`
      select ${COLUMNS} from events e where ${isAfter} and e.contract_id = ${contractId}::bigint
        ${types === null ? sql`` : sql`and e.type = any(${texts(types)})`} ${end}`);
  if (types === null)
    return on.execute<StreamEvent>(sql`select ${COLUMNS} from events e where ${isAfter} ${end}`);
  return on.execute<StreamEvent>(sql`
    select ${COLUMNS} from unnest(${texts(types)}) as wanted(type)
    cross join lateral (select * from events e where ${isAfter} and e.type = wanted.type ${end}) e ${end}`);
}

/** These events, in any order; deleted ones are missing. */
export function listEventsAt(
  on: Queryable,
  shopId: number,
  positions: readonly number[],
): Promise<StreamEvent[]> {
  return on.execute<StreamEvent>(sql`
    select ${COLUMNS} from events e
    where e.shop_id = ${shopId}::bigint and e.position is not null
      and e.position = any(${bigints(positions)})`);
}

/** Stores the bodies of events; a body that is stored already stays. @returns the stored texts by event id */
export async function keepBodies(
  shopId: number,
  bodies: readonly { id: number; body: unknown }[],
): Promise<Map<number, string>> {
  await db.execute(sql`
    update events e set body = r.body
    from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as r (id bigint, body jsonb)
    where e.shop_id = ${shopId}::bigint and e.id = r.id and e.body is null`);
  const rows = await db.execute<{ id: number; body: string }>(sql`
    select id, body::text as body from events
    where shop_id = ${shopId}::bigint and id = any(${bigints(bodies.map(({ id }) => id))})`);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** Our contract id for the wire's. */
export async function findContractId(shopId: number, subscriptionContractId: number): Promise<number | null> {
  const rows = await db.execute<{ id: number }>(sql`
    select id from contracts
    where shop_id = ${shopId}::bigint and subscription_contract_id = ${subscriptionContractId}::bigint`);
  return rows[0]?.id ?? null;
}

/** Position of the first event dated since an instant, by the shop's clock; null = there is none. */
export async function findFirstPositionSince(
  tx: Queryable,
  shopId: number,
  since: Date,
): Promise<number | null> {
  const rows = await tx.execute<{ first: number | null }>(sql`
    select min(position) as first from events
    where shop_id = ${shopId}::bigint and position is not null and created_at >= ${since.toISOString()}::timestamptz`);
  return rows[0]?.first ?? null;
}

/**
 * Position of the first event after another that was written since an instant by the real clock, whatever the shop's
 * says; null = there is none. Reads those in between, which are about to be deleted.
 */
export async function findFirstPositionWrittenSince(
  tx: Queryable,
  shopId: number,
  { after, since }: { after: number; since: Date },
): Promise<number | null> {
  const rows = await tx.execute<{ position: number }>(sql`
    select position from events
    where shop_id = ${shopId}::bigint and position is not null and position > ${after}::bigint
      and coalesce(recorded_at, created_at) >= ${since.toISOString()}::timestamptz
    order by position limit 1`);
  return rows[0]?.position ?? null;
}

/**
 * Deletes the first events of a shop's stream, at most this many. @returns the position up to which they are deleted
 */
export async function deleteEventsUpTo(
  tx: Queryable,
  shopId: number,
  after: number,
  upTo: number,
  limit: number,
): Promise<number> {
  const rows = await tx.execute<{ last: number | null }>(sql`
    select max(position) as last from (select position from events
      where shop_id = ${shopId}::bigint and position is not null and position > ${after}::bigint
        and position <= ${upTo}::bigint order by position limit ${limit}::int) first`);
  const last = rows[0]?.last ?? upTo;
  await tx.execute(sql`
    delete from events where shop_id = ${shopId}::bigint and position is not null and position <= ${last}::bigint`);
  await updateRows(tx, eventStreams, { shopId }, { deletedUpTo: last });
  return last;
}
