import type { ReactNode } from "react";
import { ChoiceField, type ChoiceProps, TickField, type TickProps } from "./choice-fields";
import {
  type AreaProps,
  SelectField,
  type SelectProps,
  TextAreaField,
  TextField,
  type TextProps,
} from "./form-fields";

/** The same fields for the names of one form only. */
export const fieldsNamed = <Name extends string>(): {
  TextField: (props: TextProps<Name>) => ReactNode;
  TextAreaField: (props: AreaProps<Name>) => ReactNode;
  SelectField: (props: SelectProps<Name>) => ReactNode;
  TickField: (props: TickProps<Name>) => ReactNode;
  ChoiceField: (props: ChoiceProps<Name>) => ReactNode;
} => ({ TextField, TextAreaField, SelectField, TickField, ChoiceField });
