/** What a note is about: a customer by the platform's id, or a contract by ours. */
export type NoteSubject = { customerId: number } | { contractId: number };

/** An internal note as a page shows it. */
export type NoteView = { id: number; text: string; author: string; at: { instant: string; text: string } };

export const MAX_NOTE_LENGTH = 5000;

/** Texts of the toasts, by the form's intent. */
export const NOTE_DONE_LABELS = { add_note: "Note added", remove_note: "Note removed" };
