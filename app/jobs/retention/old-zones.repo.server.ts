import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { isRecordedBefore } from "./kept-kinds.server";

/** Stands for whoever changed a time zone longer ago than the shop keeps its audit log. */
const NOT_KEPT = "Not kept";

/**
 * Leaves in entries of a shop's time zone, which stay for recounts, only the time zones: not who changed them, nor what
 * they changed with them. A shop has few of these entries.
 *
 * @param before an instant of the real clock: entries recorded earlier
 */
export async function reduceOldZones(shopId: number, before: Date): Promise<void> {
  const zoneOf = (column: "before" | "after") => sql`case when ${sql.identifier(column)} ? 'timeZone'
    then jsonb_build_object('timeZone', ${sql.identifier(column)} -> 'timeZone') end`;
  await db.execute(sql`
    update activity set actor_name = ${NOT_KEPT}::text, address = null, request_id = null,
      before = ${zoneOf("before")}, after = ${zoneOf("after")}
    where shop_id = ${shopId}::bigint and contract_id is null and before ->> 'timeZone' is not null
      and ${isRecordedBefore(sql`${before.toISOString()}::timestamptz`)} and actor_name <> ${NOT_KEPT}::text`);
}
