import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { toNoteChange, toOrderNoteChange } from "~/features/contracts/change/terms";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { idField } from "~/features/contracts/operations/definition/form-fields";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import { platformId, required } from "~/http/request/query-parameters";
import { MAX_NOTE } from "~/lib/limits";
import { invalidRequest } from "~/lib/problem";

const noteField = z.string({ error: "Write a note." }).max(MAX_NOTE, `At most ${MAX_NOTE} characters.`);

/** A note on all orders of a contract (wire.md §4). Rule and refusals: `toNoteChange`. */
export const contractNote = defineContractOperation<{ note: string }>({
  canBeUndone: true,
  change: (state, { note }) => toNoteChange(state, note),
  staffForms: {
    note: z.object({ note: noteField }).transform(({ note }) => ({ note: note.replaceAll("\r\n", "\n") })),
  },
  staffDialogs: {
    note: {
      done: "Note changed",
      button: { at: "note", label: ({ orderNote }) => (orderNote ? "Change note" : "Write a note") },
      view(state) {
        requireEditable(state);
        const initial = state.contract.orderNote ?? "";
        return {
          title: "Note on all orders",
          lines: ["Leave it blank to remove the note."],
          confirm: "Save note",
          rows: [[{ kind: "prose", name: "note", label: "Note", initial, maxLength: MAX_NOTE }]],
        };
      },
    },
  },
});

/** A note on one order, instead of the contract's. Rule and refusals: `toOrderNoteChange`. */
export const orderNote = defineContractOperation<{ attemptId: number; note: string }, "note_saved">({
  customerSwitch: "order_note",
  orderOf: ({ attemptId }) => attemptId,
  change: (state, { attemptId, note }) => toOrderNoteChange(state, attemptId, note),
  portalForms: {
    "order-note": {
      operationId: "portalWriteOrderNote",
      body: z
        .object({ attempt: idField, note: noteField })
        .transform(({ attempt, note }) => ({ attemptId: attempt, note: note.replaceAll("\r\n", "\n") })),
      labelOf: ({ edits }) => ({ note: edits.note.field }),
      outcome: () => ({ done: "note_saved" }),
    },
  },
});

/** A blank one is valid: it deletes the note. */
const text = noteField
  .optional()
  .meta({ description: "The note; a blank value removes it.", example: "Leave it at the back door" });
const query = z.object({
  orderNote: text,
  note: noteField.optional().meta({ description: "Alias of `orderNote`." }),
});
const shared = {
  method: "PUT",
  query,
  body: query.optional(),
  bodyExample: { orderNote: "Ring twice" },
} as const;

type NoteInput = Record<"query", z.output<typeof query>> & { body: z.output<typeof query> | undefined };

/** @throws ProblemError invalid_request when none was sent */
function readNote({ query, body }: NoteInput): string {
  const note = query.orderNote ?? query.note ?? body?.orderNote ?? body?.note;
  if (note === undefined)
    throw invalidRequest([
      { parameter: "orderNote", code: "missing", detail: "Send a note, or a blank one." },
    ]);
  return note;
}

export const updateOrderNoteOfContract = contractNote.json({
  ...shared,
  name: "updateOrderNoteOfContract",
  path: "subscription-contracts-update-order-note/{contractId}",
  summary: "Set the note on all orders of a contract",
  description: "Send orderNote (or note) as a query parameter or in a JSON body.",
  params: z.object({ contractId }),
  problems: ["conflict"],
  read: ({ params, ...sent }) => ({ ...params, note: readNote(sent) }),
});

export const updateOrderNote = orderNote.json({
  area: "orders",
  ...shared,
  name: "updateOrderNote",
  path: "subscription-billing-attempts-update-order-note/{id}",
  summary: "Set the note on one order",
  description: "Replaces the contract's note for this order. Upcoming orders only.",
  params: z.object({
    id: required(
      platformId("SubscriptionBillingAttempt", { description: "The order: its `id` from top-orders." }),
    ),
  }),
  problems: ["conflict"],
  read: async ({ params, ...sent }, caller) => ({
    ...(await getOrderPlace(caller, params.id, null)),
    note: readNote(sent),
  }),
});
