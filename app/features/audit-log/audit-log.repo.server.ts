import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import type { activity } from "~db/schema/activity";
import { AUDIT_AREA_NAMES, AUDIT_AREAS, type AuditArea } from "./audit-areas";

/**
 * @field search part of the name of a person or key, of an e-mail or of a network address @field from,before instants
 */
export type AuditFilter = { area: AuditArea | null; search: string; from: Date | null; before: Date | null };
export type AuditRow = Omit<typeof activity.$inferSelect, "shopId" | "contractId" | "recordedAt">;

/** Entries of the shop itself, newest first. An index holds the entries without a contract, which are few. */
export async function listAuditLog(
  shopId: number,
  { area, search, from, before }: AuditFilter,
  page: { beforeId: number | null; limit: number },
): Promise<AuditRow[]> {
  const areas = area === null ? AUDIT_AREA_NAMES : [area];
  const objects = areas.flatMap((name) => [...AUDIT_AREAS[name].objects]);
  const pattern = toContainsPattern(search.toLowerCase());
  const rows = await db.execute<Omit<AuditRow, "createdAt"> & { createdAt: string }>(sql`
    select a.id, a.actor_type as "actorType", a.actor_name as "actorName", a.action, a.before, a.after, a.address,
      a.request_id as "requestId", a.bulk_automation_id as "bulkAutomationId", a.created_at as "createdAt"
    from activity a
    where a.shop_id = ${shopId}::bigint and a.contract_id is null
      and split_part(a.action, '.', 1) = any(string_to_array(${objects.join(",")}::text, ','))
      and (${from?.toISOString() ?? null}::timestamptz is null or a.created_at >= ${from?.toISOString() ?? null}::timestamptz)
      and (${before?.toISOString() ?? null}::timestamptz is null or a.created_at < ${before?.toISOString() ?? null}::timestamptz)
      and (${page.beforeId}::bigint is null or a.id < ${page.beforeId}::bigint)
      and (${search} = '' or lower(a.actor_name) like ${pattern} or a.address like ${pattern}
        or lower(a.after ->> 'email') like ${pattern} or lower(a.before ->> 'email') like ${pattern})
    order by a.id desc
    limit ${page.limit}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}
