import { Checkbox, Radio } from "@mantine/core";
import type { ChangeEvent, ReactNode } from "react";
import { type FieldProps, useText } from "./form-fields";
import { useField, useFormState } from "./form-state";

export type TickProps<Name extends string> = Omit<FieldProps<Name>, "initial"> & {
  initial?: boolean;
  /** For where the label alone does not say what the checkbox is for. */
  "aria-label"?: string;
};

/** A checkbox. */
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

export type ChoiceProps<Name extends string> = FieldProps<Name> & {
  options: Choices;
  /** Called on a choice; the field keeps its own value. */
  onChoose?: (value: string) => void;
  className?: string;
};

/** One of a few values, all of them visible. */
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
