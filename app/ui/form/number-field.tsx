import { NumberInput } from "@mantine/core";
import type { FieldProps } from "./form-fields";
import { useField, useFormState } from "./form-state";

/** A required whole number, with step buttons. */
export function NumberField<Name extends string>({
  name,
  label,
  initial,
  ...props
}: FieldProps<Name> & { min: number; max: number; "aria-label"?: string }) {
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
