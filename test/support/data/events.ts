import { sql } from "drizzle-orm";
import { loader } from "~/api/events";
import { appendEvents } from "~/features/events/events.repo.server";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { NOW } from "./factories";

export type SeenEvent = {
  id: number;
  type: string;
  timestamp: string;
  sequence: number | null;
  data: Record<string, unknown>;
};

/**
 * Reads the stream.
 *
 * @param query or the address of a Link
 * @returns `nextAfter`: where the answer says to go on
 */
export async function askStream(key: string, query = "") {
  const url = query.startsWith("http") ? query : `http://localhost/api/external/v2/events?${query}`;
  const request = new Request(url, { headers: { "X-API-Key": key } });
  const response = await loader({ request, params: {}, context: {} });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
  const nextAfter = response.headers.get("X-Next-After");
  return { status: response.status, next, nextAfter, text: await response.text() };
}

export async function readEvents(key: string, query = ""): Promise<SeenEvent[]> {
  const { status, text } = await askStream(key, query);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as SeenEvent[];
}

/**
 * An event of a contract, as a change writes it.
 *
 * @param contractId ours
 * @param shopAt when, by the shop's clock, if that is not the real one
 */
export const appendChange = (
  shopId: number,
  contractId: number,
  {
    type = "updated" as const,
    at = NOW,
    shopAt = at,
    version = 1,
  }: { type?: "updated" | "paused"; at?: Date; shopAt?: Date; version?: number } = {},
) =>
  inTransaction(async (tx) => {
    await appendEvents(tx, [
      { shopId, type, contractId, contractVersion: version, changedFields: ["status"], createdAt: shopAt },
    ]);
    // As if the database's clock said so.
    await tx.execute(sql`update events set recorded_at = ${at.toISOString()}::timestamptz
      where shop_id = ${shopId}::bigint and xmin = pg_current_xact_id()::xid`);
  });

/** Many events that have positions and bodies already; every thousandth is a pause. */
export async function insertManyEvents(shopId: number, count: number): Promise<void> {
  await db.execute(sql`
    insert into events (shop_id, type, contract_id, contract_version, changed_fields, position, sequence, body, created_at, recorded_at)
    select s.shop_id, case when n % 1000 = 0 then 'paused' else 'updated' end, n % 500, 1, '{}', n, n / 500 + 1,
      '{"a": 1}', ${NOW.toISOString()}::timestamptz, ${NOW.toISOString()}::timestamptz
    from (select ${shopId}::bigint as shop_id) s cross join generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into event_streams (shop_id, last_position) values (${shopId}::bigint, ${count}::bigint)`);
  await db.execute(sql`analyze events`);
}

/** Many events that have no positions yet. */
export async function insertUnplacedEvents(shopId: number, count: number): Promise<void> {
  await db.execute(sql`
    insert into events (shop_id, type, contract_id, contract_version, changed_fields, created_at, recorded_at)
    select s.shop_id, 'updated', n, 1, '{}', ${NOW.toISOString()}::timestamptz, ${NOW.toISOString()}::timestamptz
    from (select ${shopId}::bigint as shop_id) s cross join generate_series(1, ${count}::int) n`);
}
