import { createContext, type ReactNode, useContext } from "react";
import { fieldId } from "~/ui/parts/form-problem";

export type FieldValue = string | boolean | undefined;

/** Values of a form's fields, by name. */
export type FormState = {
  label(name: string): string | undefined;
  read(name: string): FieldValue;
  /** For a form rendered from its values; without it each field keeps its own. */
  write?(name: string, value: string | boolean): void;
  error(name: string): string | undefined;
  disabled: boolean;
};

const FormContext = createContext<FormState | null>(null);
export const FormStateProvider = FormContext.Provider;

type Props = {
  labels: Readonly<Record<string, string>>;
  /** Initial values: as saved, or as refused. */
  values?: Readonly<Record<string, FieldValue>>;
  messages?: Readonly<Record<string, string | undefined>>;
  disabled?: boolean;
  children: ReactNode;
};

/**
 * Gives the fields inside it their labels, initial values and errors. They keep their own values, as in a plain form.
 */
export function FormFields({ labels, values = {}, messages = {}, disabled = false, children }: Props) {
  const state: FormState = {
    label: (name) => labels[name],
    read: (name) => values[name],
    error: (name) => messages[name],
    disabled,
  };
  return <FormContext.Provider value={state}>{children}</FormContext.Provider>;
}

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error("a field stands outside of a form");
  return state;
}

/** What all kinds of fields share; `label` only if it differs from the form's. */
export function useField(name: string, label?: string) {
  const state = useFormState();
  return {
    id: fieldId(name),
    name: state.write ? undefined : name,
    label: label ?? state.label(name),
    error: state.error(name),
    disabled: state.disabled,
  };
}
