import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { formatDateTime } from "~/lib/format";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import type { NoteSubject, NoteView } from "./note";
import { deleteNote, insertNote, isErased, listNotes } from "./notes.repo.server";

/** More are not shown, since nobody would read them. */
const NOTES_SHOWN = 100;

/** Newest first, in the shop's time zone. */
export async function readNotes(
  shop: { id: number; timeZone: string },
  subject: NoteSubject,
): Promise<NoteView[]> {
  const rows = await listNotes(shop.id, subject, NOTES_SHOWN);
  return rows.map(({ id, text, authorName, createdAt }) => ({
    id,
    text,
    author: authorName,
    at: { instant: createdAt.toISOString(), text: formatDateTime(createdAt, shop.timeZone) },
  }));
}

const toContractId = (subject: NoteSubject) => ("contractId" in subject ? subject.contractId : null);
const toCustomer = (subject: NoteSubject) =>
  "customerId" in subject ? { customerId: subject.customerId } : {};

/**
 * Adds a note in the name of the caller. The history records that there is one, not its text.
 * @throws ProblemError conflict when its customer was erased
 */
export async function addNote(
  shopId: number,
  subject: NoteSubject,
  text: string,
  audit: Audit,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (await isErased(tx, shopId, subject))
      throw new ProblemError("conflict", "The customer was erased: nothing is written about them any more.");
    const { now: createdAt, actor } = audit;
    await insertNote(tx, { shopId, ...subject, text, authorName: actor.name, createdAt });
    const entry = { shopId, contractId: toContractId(subject), action: "internal_note.added" } as const;
    await appendActivity(tx, { ...entry, after: toCustomer(subject) }, audit);
  });
}

/** @throws ProblemError not_found: the subject has no such note (any more) */
export async function removeNote(
  shopId: number,
  subject: NoteSubject,
  id: number,
  audit: Audit,
): Promise<void> {
  await inTransaction(async (tx) => {
    const gone = await deleteNote(tx, shopId, subject, id);
    if (!gone) throw notFound("There is no such note.");
    const entry = { shopId, contractId: toContractId(subject), action: "internal_note.removed" } as const;
    const before = { ...toCustomer(subject), writtenBy: gone.authorName };
    await appendActivity(tx, { ...entry, before }, audit);
  });
}
