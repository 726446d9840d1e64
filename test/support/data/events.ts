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

/** Reads the stream. `path` is the query, or the address of a Link. */
export async function askStream(key: string, query = "") {
  const url = query.startsWith("http") ? query : `http://localhost/api/external/v2/events?${query}`;
  const request = new Request(url, { headers: { "X-API-Key": key } });
  const response = await loader({ request, params: {}, context: {} });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
  return { status: response.status, next, text: await response.text() };
}

export async function readEvents(key: string, query = ""): Promise<SeenEvent[]> {
  const { status, text } = await askStream(key, query);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as SeenEvent[];
}

/** An event of a contract, as a change writes it. @param contractId ours */
export const appendChange = (
  shopId: number,
  contractId: number,
  {
    type = "updated" as const,
    at = NOW,
    version = 1,
  }: { type?: "updated" | "paused"; at?: Date; version?: number } = {},
) =>
  inTransaction((tx) =>
    appendEvents(tx, [
      { shopId, type, contractId, contractVersion: version, changedFields: ["status"], createdAt: at },
    ]),
  );

/** Many events that have positions and bodies already; every thousandth is a pause. */
export async function insertManyEvents(shopId: number, count: number): Promise<void> {
  await db.execute(sql`
    insert into events (shop_id, type, contract_id, contract_version, changed_fields, position, sequence, body, created_at)
    select s.shop_id, case when n % 1000 = 0 then 'paused' else 'updated' end, n % 500, 1, '{}', n, n / 500 + 1,
      '{"a": 1}', ${NOW.toISOString()}::timestamptz
    from (select ${shopId}::bigint as shop_id) s cross join generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into event_streams (shop_id, last_position) values (${shopId}::bigint, ${count}::bigint)`);
  await db.execute(sql`analyze events`);
}
