import {
  Checkbox,
  NativeSelect,
  type NativeSelectProps,
  NumberInput,
  type NumberInputProps,
  Radio,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ChangeEvent, ReactNode, RefObject } from "react";
import { useField, useFormState } from "~/ui/form-state";

type Shared<Name extends string> = { name: Name; label?: string; description?: ReactNode };

/** The text of a field, kept by itself or by whoever draws the form. */
function useText(name: string) {
  const { read, write } = useFormState();
  const value = String(read(name) ?? "");
  if (!write) return { defaultValue: value };
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      write(name, event.currentTarget.value),
  };
}

type TextProps<Name extends string> = Shared<Name> &
  Omit<TextInputProps, "name" | "label" | "value" | "onChange"> & {
    /** A unit at the end of the field. */
    suffix?: string;
    isShort?: boolean;
    inputRef?: RefObject<HTMLInputElement>;
  };

/** One line of text. */
export function TextField<Name extends string>({
  name,
  label,
  suffix,
  isShort,
  inputRef,
  ...props
}: TextProps<Name>) {
  return (
    <TextInput
      ref={inputRef}
      {...useField(name, label)}
      {...useText(name)}
      autoComplete="off"
      withAsterisk={false}
      className={isShort ? "pn-short" : undefined}
      rightSection={suffix && <span className="pn-dimmed">{suffix}</span>}
      rightSectionWidth={suffix && suffix.length > 1 ? 60 : undefined}
      {...props}
    />
  );
}

type AreaProps<Name extends string> = Shared<Name> & {
  rows: number;
  maxLength?: number;
  placeholder?: string;
  dir?: "auto";
};

/** Lines of text. */
export function TextAreaField<Name extends string>({ name, label, ...props }: AreaProps<Name>) {
  return <Textarea {...useField(name, label)} {...useText(name)} {...props} />;
}

type NumberProps<Name extends string> = Shared<Name> & Pick<NumberInputProps, "min" | "max">;

/** A whole number that must be given, with its steps. */
export function NumberField<Name extends string>({ name, label, ...props }: NumberProps<Name>) {
  const value = useFormState().read(name);
  return (
    <NumberInput
      {...useField(name, label)}
      defaultValue={typeof value === "string" ? value : undefined}
      allowDecimal={false}
      required
      withAsterisk={false}
      {...props}
    />
  );
}

type SelectProps<Name extends string> = Shared<Name> & { options: NativeSelectProps["data"] };

/** One of some values, in the browser's own list. */
export function SelectField<Name extends string>({ name, label, options, ...props }: SelectProps<Name>) {
  return <NativeSelect {...useField(name, label)} {...useText(name)} data={options} {...props} />;
}

type TickProps<Name extends string> = Shared<Name>;

/** A yes or no. */
export function TickField<Name extends string>({ name, label, ...props }: TickProps<Name>) {
  const { read, write } = useFormState();
  const isOn = Boolean(read(name));
  const value = write
    ? {
        checked: isOn,
        onChange: (event: ChangeEvent<HTMLInputElement>) => write(name, event.currentTarget.checked),
      }
    : { defaultChecked: isOn };
  return <Checkbox {...useField(name, label)} {...value} {...props} />;
}

export type Choices = readonly (readonly [value: string, label: string, description?: string])[];

/** One of a few values, all of them in sight. `onChoose` is told of it; the field keeps it. */
export function ChoiceField<Name extends string>({
  name,
  label,
  options,
  onChoose,
}: Shared<Name> & { options: Choices; onChoose?: (value: string) => void }) {
  const { id, disabled, ...field } = useField(name, label);
  return (
    <Radio.Group {...field} {...useText(name)} onChange={onChoose}>
      <div className="pn-radios">
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
export function fieldsNamed<Name extends string>(): {
  TextField: (props: TextProps<Name>) => ReactNode;
  TextAreaField: (props: AreaProps<Name>) => ReactNode;
  NumberField: (props: NumberProps<Name>) => ReactNode;
  SelectField: (props: SelectProps<Name>) => ReactNode;
  TickField: (props: TickProps<Name>) => ReactNode;
  ChoiceField: (props: Shared<Name> & { options: Choices; onChoose?: (value: string) => void }) => ReactNode;
} {
  return { TextField, TextAreaField, NumberField, SelectField, TickField, ChoiceField };
}
