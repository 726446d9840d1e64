import type { Queryable } from "~db/client.server";
import { updateRows } from "~db/rows.server";
import { notices } from "~db/schema/notices";

/** @returns its id; null when it exists already */
export async function insertNotice(tx: Queryable, row: typeof notices.$inferInsert): Promise<number | null> {
  const rows = await tx.insert(notices).values(row).onConflictDoNothing().returning({ id: notices.id });
  return rows[0]?.id ?? null;
}

/** Stores which mail or text message it was sent as. */
export async function saveSentAs(
  tx: Queryable,
  shopId: number,
  id: number,
  sentAs: Pick<typeof notices.$inferInsert, "mailId" | "textMessageId">,
): Promise<void> {
  await updateRows(tx, notices, { shopId, id }, sentAs);
}
