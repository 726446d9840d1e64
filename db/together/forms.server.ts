import { toSetForm } from "~db/together/set-form";

const forms = new Map<string, string>();

/** A kept statement says how it is asked for several sets of values at once, if it can be. */
export function noteForm(text: string, types: readonly (string | null)[]): void {
  const form = toSetForm(text, types);
  if (form) forms.set(text, form);
}

export const findForm = (text: string): string | null => forms.get(text) ?? null;
