import {
  Checkbox,
  NativeSelect,
  type NativeSelectProps,
  NumberInput,
  Radio,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ChangeEvent, ReactNode, RefObject } from "react";
import { useField, useFormState } from "~/ui/form-state";

type Shared<Name extends string> = {
  name: Name;
  /** Where it is not the form's usual one. */
  label?: string;
  description?: ReactNode;
  /** What it begins with while the form has no value for it. */
  initial?: string | number;
};

/** The text of a field, kept by itself or by whoever draws the form. */
function useText(name: string, initial: string | number = "") {
  const { read, write } = useFormState();
  const value = String(read(name) ?? initial);
  if (!write) return { defaultValue: value };
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      write(name, event.currentTarget.value),
  };
}

type TextProps<Name extends string> = Shared<Name> &
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

type AreaProps<Name extends string> = Shared<Name> & {
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

type NumberProps<Name extends string> = Shared<Name> & { min: number; max: number };

/** A whole number that must be given, with its steps. */
export function NumberField<Name extends string>({ name, label, initial, ...props }: NumberProps<Name>) {
  const sent = useFormState().read(name);
  return (
    <NumberInput
      {...useField(name, label)}
      defaultValue={typeof sent === "string" ? sent : initial}
      allowDecimal={false}
      required
      withAsterisk={false}
      {...props}
    />
  );
}

type SelectProps<Name extends string> = Shared<Name> & {
  options: NativeSelectProps["data"];
  /** Told of a choice that the field itself keeps. */
  onChoose?: (value: string) => void;
  error?: string;
  "data-half"?: true;
};

/** One of some values, in the browser's own list. */
export function SelectField<Name extends string>(props: SelectProps<Name>) {
  const { name, label, initial, options, onChoose, ...rest } = props;
  const told = onChoose && {
    onChange: (event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value),
  };
  return (
    <NativeSelect {...useField(name, label)} {...useText(name, initial)} {...told} data={options} {...rest} />
  );
}

type TickProps<Name extends string> = Omit<Shared<Name>, "initial"> & { initial?: boolean };

/** A yes or no. */
export function TickField<Name extends string>({ name, label, initial, ...props }: TickProps<Name>) {
  const { read, write } = useFormState();
  const isOn = Boolean(read(name) ?? initial);
  const value = write
    ? {
        checked: isOn,
        onChange: (event: ChangeEvent<HTMLInputElement>) => write(name, event.currentTarget.checked),
      }
    : { defaultChecked: isOn };
  return <Checkbox {...useField(name, label)} {...value} {...props} />;
}

export type Choices = readonly (readonly [value: string, label: string, description?: ReactNode])[];

type ChoiceProps<Name extends string> = Shared<Name> & {
  options: Choices;
  /** Told of a choice that the field itself keeps. */
  onChoose?: (value: string) => void;
  className?: string;
};

/** One of a few values, all of them in sight. */
export function ChoiceField<Name extends string>(props: ChoiceProps<Name>) {
  const { name, label, initial, options, onChoose, className = "pn-row pn-radios" } = props;
  const { id, disabled, ...field } = useField(name, label);
  return (
    <Radio.Group {...field} {...useText(name, initial)} onChange={onChoose}>
      <div className={className}>
        {options.map(([value, text, description], index) => (
          <Radio
            key={value}
            id={index === 0 ? id : undefined}
            value={value}
            label={text}
            description={description}
            disabled={disabled}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

/** The same fields for the names of one form only. */
export const fieldsNamed = <Name extends string>(): {
  TextField: (props: TextProps<Name>) => ReactNode;
  TextAreaField: (props: AreaProps<Name>) => ReactNode;
  SelectField: (props: SelectProps<Name>) => ReactNode;
  TickField: (props: TickProps<Name>) => ReactNode;
  ChoiceField: (props: ChoiceProps<Name>) => ReactNode;
} => ({ TextField, TextAreaField, SelectField, TickField, ChoiceField });
