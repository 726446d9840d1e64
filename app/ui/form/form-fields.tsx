import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ChangeEvent, ReactNode, RefObject } from "react";
import { useField, useFormState } from "~/ui/form/form-state";

export type FieldProps<Name extends string> = {
  name: Name;
  /** Where it is not the form's usual one. */
  label?: string;
  description?: ReactNode;
  /** What it begins with while the form has no value for it. */
  initial?: string | number;
};

/** The text of a field, kept by itself or by whoever draws the form. */
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

/** One line of text. */
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
  /** Where another form of the page has a field of this name. */
  id?: string;
  description?: ReactNode;
  autoComplete: "current-password" | "new-password";
};

/** A password, which no form gives back. */
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

/** Lines of text. */
export function TextAreaField<Name extends string>({ name, label, initial, ...props }: AreaProps<Name>) {
  return <Textarea {...useField(name, label)} {...useText(name, initial)} {...props} />;
}

export type SelectProps<Name extends string> = FieldProps<Name> & {
  options: NativeSelectProps["data"];
  /** Told of a choice that the field itself keeps. */
  onChoose?: (value: string) => void;
  error?: string;
  "data-half"?: true;
};

/** One of some values, in the browser's own list. */
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
