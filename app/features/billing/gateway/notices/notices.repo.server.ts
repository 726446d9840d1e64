import { and, eq, lt } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { gatewayNotices } from "~db/schema/stripe";

type Notice = typeof gatewayNotices.$inferSelect;
export type NoticeKey = Pick<Notice, "shopId" | "gateway" | "eventId">;

const isNotice = ({ shopId, gateway, eventId }: NoticeKey) =>
  and(
    eq(gatewayNotices.shopId, shopId),
    eq(gatewayNotices.gateway, gateway),
    eq(gatewayNotices.eventId, eventId),
  );

/** @returns false when it has come before */
export async function insertNotice(tx: Queryable, notice: Omit<Notice, "handledAt">): Promise<boolean> {
  const rows = await tx
    .insert(gatewayNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ eventId: gatewayNotices.eventId });
  return rows.length > 0;
}

export async function findNotice(which: NoticeKey): Promise<Notice | null> {
  const rows = await db.select().from(gatewayNotices).where(isNotice(which));
  return rows[0] ?? null;
}

export async function setNoticeHandled(which: NoticeKey, now: Date): Promise<void> {
  await db.update(gatewayNotices).set({ handledAt: now }).where(isNotice(which));
}

/** Delete old notices: a gateway repeats one for a few days at most. */
export async function deleteNoticesBefore(shopId: number, before: Date): Promise<void> {
  await db
    .delete(gatewayNotices)
    .where(and(eq(gatewayNotices.shopId, shopId), lt(gatewayNotices.receivedAt, before)));
}
