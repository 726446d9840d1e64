import { type Parameter, toSetForm } from "./set-form";

/** The form of a kept statement that runs it for several sets of values at once. */
export type Form = { text: string; shared: readonly boolean[] };

const forms = new Map<string, Form>();

/** Registers the parameters of a kept statement. An insert has no shared parameters: each row has all columns. */
export function noteForm(text: string, parameters: readonly Parameter[]): void {
  const isInsert = /^\s*insert /i.test(text);
  const own = parameters.map((parameter) => ({ ...parameter, isShared: parameter.isShared && !isInsert }));
  const form = toSetForm(text, own);
  if (form) forms.set(text, { text: form, shared: own.map(({ isShared }) => isShared) });
}

export const findForm = (text: string): Form | null => forms.get(text) ?? null;
