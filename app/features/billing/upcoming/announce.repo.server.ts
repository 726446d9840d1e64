import { type SQL, sql } from "drizzle-orm";
import { ANNOUNCEMENT } from "~/features/events/events";
import { db, type Queryable } from "~db/client.server";
import { findRow, lockRow, updateRows } from "~db/rows.server";
import { noticeProgress } from "~db/schema/notices";

/** The date up to which the shop's orders are announced, locked until the transaction ends; null = none yet. */
export async function lockAnnouncedUntil(tx: Queryable, shopId: number): Promise<Date | null> {
  await tx.insert(noticeProgress).values({ shopId, position: 0 }).onConflictDoNothing();
  return (await lockRow(tx, noticeProgress, { shopId }))?.announcedUntil ?? null;
}

export const saveAnnouncedUntil = (tx: Queryable, shopId: number, announcedUntil: Date) =>
  updateRows(tx, noticeProgress, { shopId }, { announcedUntil });

/** The date up to which the shop's orders are announced; null = none yet. */
export const findAnnouncedUntil = async (shopId: number): Promise<Date | null> =>
  (await findRow(db, noticeProgress, { shopId }))?.announcedUntil ?? null;

/** The same of all shops that have announced some: a query across shops, for jobs. */
export async function listAnnouncedUntil(): Promise<Map<number, Date | null>> {
  const rows = await db
    .select({ shopId: noticeProgress.shopId, until: noticeProgress.announcedUntil })
    .from(noticeProgress);
  return new Map(rows.map(({ shopId, until }) => [shopId, until]));
}

/**
 * @field late orders before `from` that were planned too late to be announced on their day: dated from `late.from` on,
 *   planned since `late.since`
 */
export type Announced = { from: Date; until: Date; late: { from: Date; since: Date } };

const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** Reads one of the two indexes of events: a test clock may advance by a day before events have their positions. */
const isAnnounced = (shopId: number, which: SQL): SQL => sql`exists (select from events e
            where e.shop_id = ${shopId}::bigint and e.contract_id = c.id and ${which}
              and e.type = ${ANNOUNCEMENT} and e.billing_attempt_id = a.id)`;

/**
 * Planned orders of active contracts from `from` on and before `until`, and late ones that were planned after their
 * contract was made. Imported contracts have none until they have an event of their own.
 */
const toAnnounce = (shopId: number, { from, until, late }: Announced): SQL => sql`
    from billing_attempts a
    join contracts c on c.shop_id = ${shopId}::bigint and c.id = a.contract_id
    where a.shop_id = ${shopId}::bigint and a.status = 'QUEUED' and c.status = 'ACTIVE'
      and a.billing_date >= ${at(late.from)} and a.billing_date < ${at(until)}
      and (a.billing_date >= ${at(from)}
        or a.created_at >= ${at(late.since)} and a.created_at > c.created_at
          and not ${isAnnounced(shopId, sql`e.position is not null`)} and not ${isAnnounced(shopId, sql`e.position is null`)})
      and (c.imported_id is null or exists (select from event_sequences s
        where s.shop_id = ${shopId}::bigint and s.contract_id = c.id))`;

/** Inserts an event for each order to announce, however many there are. */
export async function insertAnnouncements(
  tx: Queryable,
  shopId: number,
  announced: Announced,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into events (shop_id, type, contract_id, contract_version, billing_attempt_id, changed_fields, created_at)
    select a.shop_id, ${ANNOUNCEMENT}, c.id, c.version, a.id, '{}', ${at(now)}
    ${toAnnounce(shopId, announced)}
    order by a.billing_date, a.id`);
}

/** Whether there is an order to announce. */
export async function hasToAnnounce(shopId: number, announced: Announced): Promise<boolean> {
  const [row] = await db.execute<{ some: boolean }>(sql`
    select exists (select ${toAnnounce(shopId, announced)}) as some`);
  return row?.some ?? false;
}
