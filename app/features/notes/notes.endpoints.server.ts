import { z } from "zod";
import { staffChange } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { notFound } from "~/lib/problem";
import { MAX_NOTE_LENGTH, type NoteSubject } from "./note";
import { findContractId, hasCustomer } from "./notes.repo.server";
import { addNote, removeNote } from "./notes.service.server";

type Page = {
  /** Part of the operation ids. */
  name: string;
  params: z.ZodType<{ id: number }>;
  /** null = the shop has nothing with this id. */
  findSubject(shopId: number, id: number): Promise<NoteSubject | null>;
};

/** The forms of notes on one kind of page, by intent; both lead back to that page. */
function defineNoteForms({ name, params, findSubject }: Page) {
  const getSubject = async (shopId: number, id: number): Promise<NoteSubject> => {
    const subject = await findSubject(shopId, id);
    if (!subject) throw notFound("There is nothing to note this about in this shop.");
    return subject;
  };
  const back = ({ pathname, searchParams }: URL, done: string) => {
    const list = searchParams.get("list");
    return `${pathname}?${new URLSearchParams({ ...(list && { list }), done })}#notes`;
  };
  return {
    add_note: staffChange(`addNoteTo${name}`, "editor", {
      params,
      body: z.object({
        internalNote: z
          .string()
          .trim()
          .min(1, "Write something.")
          .max(MAX_NOTE_LENGTH, `Use at most ${MAX_NOTE_LENGTH} characters.`),
      }),
      done: ({ context }) => back(context.url, "add_note"),
      handler: async ({ principal: { shop }, params: { id }, body, audit }) =>
        addNote(shop.id, await getSubject(shop.id, id), body.internalNote, audit),
    }),
    remove_note: staffChange(`removeNoteOf${name}`, "editor", {
      params,
      body: z.object({ noteId: z.coerce.number().int().positive() }),
      done: ({ context }) => back(context.url, "remove_note"),
      handler: async ({ principal: { shop }, params: { id }, body, audit }) =>
        removeNote(shop.id, await getSubject(shop.id, id), body.noteId, audit),
    }),
  };
}

export const noteFormsOfContract = defineNoteForms({
  name: "Contract",
  params: z.object({ contractId: pageId }).transform(({ contractId }) => ({ id: contractId })),
  findSubject: async (shopId, id) => {
    const contractId = await findContractId(shopId, id);
    return contractId === null ? null : { contractId };
  },
});

export const noteFormsOfCustomer = defineNoteForms({
  name: "Customer",
  params: z.object({ customerId: pageId }).transform(({ customerId }) => ({ id: customerId })),
  findSubject: async (shopId, customerId) =>
    (await hasCustomer(shopId, customerId)) ? { customerId } : null,
});
