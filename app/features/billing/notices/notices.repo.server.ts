import { db, type Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { gatewayNotices } from "~db/schema/stripe";

type Notice = typeof gatewayNotices.$inferSelect;
export type NoticeKey = Pick<Notice, "shopId" | "gateway" | "eventId">;

const keyOf = ({ shopId, gateway, eventId }: NoticeKey) => ({ shopId, gateway, eventId });

/** @returns false when it has arrived before */
export async function insertNotice(tx: Queryable, notice: Omit<Notice, "handledAt">): Promise<boolean> {
  const rows = await tx
    .insert(gatewayNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ eventId: gatewayNotices.eventId });
  return rows.length > 0;
}

export const findNotice = (which: NoticeKey): Promise<Notice | null> =>
  findRow(db, gatewayNotices, keyOf(which));

export const setNoticeHandled = (which: NoticeKey, now: Date) =>
  updateRows(db, gatewayNotices, keyOf(which), { handledAt: now });
