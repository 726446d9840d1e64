import { sql } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { lockRow, updateRows } from "~db/rows.server";
import { noticeProgress } from "~db/schema/notices";

/** The date up to which the shop's orders are announced, locked until the transaction ends; null = none yet. */
export async function lockAnnouncedUntil(tx: Queryable, shopId: number): Promise<Date | null> {
  await tx.insert(noticeProgress).values({ shopId, position: 0 }).onConflictDoNothing();
  return (await lockRow(tx, noticeProgress, { shopId }))?.announcedUntil ?? null;
}

export const saveAnnouncedUntil = (tx: Queryable, shopId: number, announcedUntil: Date) =>
  updateRows(tx, noticeProgress, { shopId }, { announcedUntil });

/**
 * Inserts an event for each planned order of an active contract from `from` on and before `until`, however many there
 * are, and for those from `late.from` on that were planned since `late.since`, after their contract was made. Imported contracts have none until their first event of their own.
 */
export async function insertAnnouncements(
  tx: Queryable,
  shopId: number,
  { from, until, late, now }: { from: Date; until: Date; late: { from: Date; since: Date }; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into events (shop_id, type, contract_id, contract_version, billing_attempt_id, changed_fields, created_at)
    select a.shop_id, 'upcoming-order-notification', c.id, c.version, a.id, '{}', ${now.toISOString()}::timestamptz
    from billing_attempts a
    join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
    where a.shop_id = ${shopId}::bigint and a.status = 'QUEUED' and c.status = 'ACTIVE'
      and a.billing_date >= ${late.from.toISOString()}::timestamptz and a.billing_date < ${until.toISOString()}::timestamptz
      and (a.billing_date >= ${from.toISOString()}::timestamptz
        or a.created_at >= ${late.since.toISOString()}::timestamptz and a.created_at > c.created_at
          and not exists (select from events e
            where e.shop_id = ${shopId}::bigint and e.contract_id = c.id and e.position is not null
              and e.type = 'upcoming-order-notification' and e.billing_attempt_id = a.id))
      and (c.imported_id is null or exists (select from event_sequences s
        where s.shop_id = ${shopId}::bigint and s.contract_id = c.id))
    order by a.billing_date, a.id`);
}
