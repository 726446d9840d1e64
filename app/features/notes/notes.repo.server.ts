import { and, desc, eq } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, findRow, insertRow, isRow, pick } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { internalNotes } from "~db/schema/internal-notes";
import type { NoteSubject } from "./note";

/** Newest first. */
export const listNotes = (shopId: number, subject: NoteSubject, limit: number) =>
  db
    .select(pick(internalNotes, "id", "text", "authorName", "createdAt"))
    .from(internalNotes)
    .where(isRow(internalNotes, { shopId, ...subject }))
    .orderBy(desc(internalNotes.id))
    .limit(limit);

export const insertNote = (
  on: Queryable,
  note: { shopId: number; text: string; authorName: string; createdAt: Date } & NoteSubject,
): Promise<void> => insertRow(on, internalNotes, note);

/** @returns the deleted note; null when the subject has no such note */
export async function deleteNote(
  on: Queryable,
  shopId: number,
  subject: NoteSubject,
  id: number,
): Promise<{ text: string; authorName: string } | null> {
  const which = { shopId, id, ...subject };
  const note = await findRow(on, internalNotes, which);
  return note && (await deleteRows(on, internalNotes, which)) === 1 ? note : null;
}

/** Whether the customer of the subject was erased; the lock prevents it until the transaction ends. */
export async function isErased(tx: Queryable, shopId: number, subject: NoteSubject): Promise<boolean> {
  const [table, id] =
    "contractId" in subject ? [contracts, subject.contractId] : [customers, subject.customerId];
  const [row] = await tx
    .select({ erasedAt: table.erasedAt })
    .from(table)
    .where(and(eq(table.shopId, shopId), eq(table.id, id)))
    .for("share");
  return row !== undefined && row.erasedAt !== null;
}

/** Our id of the contract in a page's address; null = the shop has no such contract. */
export async function findContractId(shopId: number, contractId: number): Promise<number | null> {
  const rows = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), eq(contracts.subscriptionContractId, contractId)));
  return rows[0]?.id ?? null;
}

export async function hasCustomer(shopId: number, id: number): Promise<boolean> {
  return (await findRow(db, customers, { shopId, id })) !== null;
}
