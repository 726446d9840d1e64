import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ChangeEvent, ReactNode, RefObject } from "react";
import { useField, useFormState } from "./form-state";

export type FieldProps<Name extends string> = {
  name: Name;
  /** If it differs from the form's label for this name. */
  label?: string;
  description?: ReactNode;
  /** Initial value, unless the form has one. */
  initial?: string | number;
};

/** The text of a field, kept by the field itself or by its form. */
export function useText(name: string, initial: string | number = "") {
  const { read, write } = useFormState();
  const value = String(read(name) ?? initial);
  if (!write) return { defaultValue: value };
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      write(name, event.currentTarget.value),
  };
}

export type TextProps<Name extends string> = FieldProps<Name> &
  Omit<TextInputProps, "name" | "label" | "value" | "defaultValue" | "onChange"> & {
    /** A unit at the end of the field. */
    suffix?: string;
    isShort?: boolean;
    inputRef?: RefObject<HTMLInputElement>;
  };

/** A single-line text field. */
export function TextField<Name extends string>(props: TextProps<Name>) {
  const { name, label, initial, suffix, isShort, inputRef, ...rest } = props;
  return (
    <TextInput
      ref={inputRef}
      {...useField(name, label)}
      {...useText(name, initial)}
      autoComplete="off"
      withAsterisk={false}
      className={isShort ? "pn-short" : undefined}
      rightSection={suffix && <span className="pn-dimmed">{suffix}</span>}
      rightSectionWidth={suffix && suffix.length > 1 ? 60 : undefined}
      {...rest}
    />
  );
}

type PasswordProps = {
  name: string;
  /** For pages where another form has a field of this name. */
  id?: string;
  description?: ReactNode;
  autoComplete: "current-password" | "new-password";
};

/** A password field; a form never shows its value again. */
export function PasswordField({ name, ...props }: PasswordProps) {
  return <PasswordInput {...useField(name)} required withAsterisk={false} {...props} />;
}

export type AreaProps<Name extends string> = FieldProps<Name> & {
  rows: number;
  maxLength?: number;
  placeholder?: string;
  dir?: "auto";
  "aria-label"?: string;
};

/** A multi-line text field. */
export function TextAreaField<Name extends string>({ name, label, initial, ...props }: AreaProps<Name>) {
  return <Textarea {...useField(name, label)} {...useText(name, initial)} {...props} />;
}

export type SelectProps<Name extends string> = FieldProps<Name> & {
  options: NativeSelectProps["data"];
  /** Called on a choice; the field keeps its own value. */
  onChoose?: (value: string) => void;
  error?: string;
  "data-half"?: true;
};

/** One of some values, in the browser's native list. */
export function SelectField<Name extends string>(props: SelectProps<Name>) {
  const { name, label, initial, options, onChoose, ...rest } = props;
  const handler = onChoose && {
    onChange: (event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value),
  };
  return (
    <NativeSelect
      {...useField(name, label)}
      {...useText(name, initial)}
      {...handler}
      data={options}
      {...rest}
    />
  );
}
