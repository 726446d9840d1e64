import { createContext, useContext } from "react";
import type { BundleDraft } from "~/features/bundles/configure/bundle-draft";
import type { BundleEditorPage, EditorProduct } from "~/features/bundles/configure/bundle-editor";
import { fieldsNamed } from "~/ui/form/named-fields";

/** What every part of the editor reads and changes. */
export type Editor = {
  page: BundleEditorPage;
  draft: BundleDraft;
  /** Changes some fields; give a function when the new values depend on the current draft. */
  patch: (change: Partial<BundleDraft> | ((before: BundleDraft) => Partial<BundleDraft>)) => void;
  /** What is wrong at a place of the draft (`/tieredDiscount/0/quantity`), by the same schema as saving. */
  error: (pointer: string) => string | undefined;
  /** All products the draft refers to. */
  products: ReadonlyMap<number, EditorProduct>;
  remember: (product: EditorProduct) => void;
};

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("a part of the bundle editor stands outside of it");
  return editor;
}

type NamesOf<T> = {
  [Name in keyof BundleDraft]: BundleDraft[Name] extends T ? Name : never;
}[keyof BundleDraft];

/** Fields of the draft itself, by name. Fields of rows use the kit's own, with a pointer as their name. */
export const BundleFields = {
  ...fieldsNamed<NamesOf<string> | "handle">(),
  TickField: fieldsNamed<NamesOf<boolean>>().TickField,
};

let rows = 0;
/** A key for a row that is not saved yet; saved rows use their index. */
export const newRowKey = (): string => `new-${++rows}`;
