import { createContext, type ReactNode, useContext } from "react";
import { fieldId } from "~/ui/parts/form-problem";

export type FieldValue = string | boolean | undefined;

/** What the fields of a form show, by their names. */
export type FormState = {
  label(name: string): string | undefined;
  read(name: string): FieldValue;
  /** For a form that is drawn from its values; without it each field keeps its own. */
  write?(name: string, value: string | boolean): void;
  error(name: string): string | undefined;
  disabled: boolean;
};

const FormContext = createContext<FormState | null>(null);
export const FormStateProvider = FormContext.Provider;

type Props = {
  labels: Readonly<Record<string, string>>;
  /** What the fields begin with: as it is saved, or as it was refused. */
  values?: Readonly<Record<string, FieldValue>>;
  messages?: Readonly<Record<string, string | undefined>>;
  disabled?: boolean;
  children: ReactNode;
};

/** Gives the fields inside it their labels, first values and complaints. They keep their own values, as in a plain form. */
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

/** What every kind of field has in common; `label` only where it is not the form's usual one. */
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
