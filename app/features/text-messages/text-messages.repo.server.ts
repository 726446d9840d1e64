import { desc, eq } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { textMessages } from "~db/schema/text-messages";

export type TextRow = typeof textMessages.$inferSelect;

export type NewText = Pick<TextRow, "kind" | "recipient"> & {
  customerId?: number;
  /** Our contract id. */
  contractId?: number;
  /** A second message with the same key is not created. */
  dedupeKey?: string;
};

/** @returns its id; null when there is one with the same key */
export async function insertText(
  on: Queryable,
  shopId: number,
  message: NewText & Pick<TextRow, "text" | "segments">,
  createdAt: Date,
): Promise<number | null> {
  const rows = await on
    .insert(textMessages)
    .values({ ...message, shopId, status: "QUEUED", createdAt })
    .onConflictDoNothing()
    .returning({ id: textMessages.id });
  return rows[0]?.id ?? null;
}

export const findText = (shopId: number, id: number) => findRow(db, textMessages, { shopId, id });

/** Stores the result of a try: still QUEUED, or final. A final one is not changed. @returns how many were changed */
export const updateText = (
  on: Queryable,
  shopId: number,
  id: number,
  values: Partial<Pick<TextRow, "status" | "attempts" | "lastError" | "finishedAt">>,
) => updateRows(on, textMessages, { shopId, id, status: "QUEUED" }, values);

/** Stores what happened to the message about a new contract. Not an edit of the contract: its version stays. */
export const setCreatedSms = (
  on: Queryable,
  shopId: number,
  contractId: number,
  createdSmsStatus: "SENT" | "FAILED",
) => updateRows(on, contracts, { shopId, id: contractId }, { createdSmsStatus });

/** The newest text messages of the shop. */
export const listTexts = (shopId: number, limit: number) =>
  db
    .select({
      id: textMessages.id,
      recipient: textMessages.recipient,
      customerId: textMessages.customerId,
      text: textMessages.text,
      segments: textMessages.segments,
      status: textMessages.status,
      attempts: textMessages.attempts,
      lastError: textMessages.lastError,
      createdAt: textMessages.createdAt,
    })
    .from(textMessages)
    .where(eq(textMessages.shopId, shopId))
    .orderBy(desc(textMessages.id))
    .limit(limit);
