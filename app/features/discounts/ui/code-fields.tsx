import { useState } from "react";
import type { Choices } from "~/ui/form/choice-fields";
import type { FieldValue } from "~/ui/form/form-state";
import { fieldsNamed } from "~/ui/form/named-fields";
import { FormCard } from "~/ui/parts/card";
import { CoveredProducts, type Product } from "./covered-products";

export const CODE_LABELS = {
  code: "Code",
  valueType: "Kind",
  value: "Value",
  coverage: "Covers",
  productIds: "Products",
  startsOn: "First day",
  endsOn: "Last day",
  cycleLimit: "Orders per contract",
  useLimit: "Total uses",
  isOncePerCustomer: "Each customer can use it",
};

/** The rules as values of the form's fields. */
export type CodeFieldValues = Record<Exclude<keyof typeof CODE_LABELS, "code">, string>;

export const NEW_CODE: CodeFieldValues = {
  valueType: "PERCENTAGE",
  value: "",
  coverage: "ALL",
  productIds: "",
  startsOn: "",
  endsOn: "",
  cycleLimit: "",
  useLimit: "",
  isOncePerCustomer: "false",
};

export const VALUE_TYPES: Choices = [
  ["PERCENTAGE", "Percentage"],
  ["FIXED_AMOUNT", "Amount per order"],
];

type Props = {
  values: Record<string, FieldValue>;
  currencyCode: string;
  /** The products of `values.productIds` whose titles are known. */
  products: Product[];
};

const { TextField, ChoiceField } = fieldsNamed<keyof typeof CODE_LABELS>();

/** The fields of a code: discount, products, period and limits; the same for a new code and a change. */
export function CodeFields({ values, currencyCode, products }: Props) {
  const [valueType, setValueType] = useState(values.valueType);
  return (
    <>
      <FormCard title="Discount">
        <ChoiceField name="valueType" options={VALUE_TYPES} onChoose={setValueType} />
        <TextField
          name="value"
          isShort
          required
          inputMode="decimal"
          suffix={valueType === "PERCENTAGE" ? "%" : currencyCode}
        />
        <TextField
          name="cycleLimit"
          isShort
          description="How many orders of a contract get the discount. Leave empty for every order."
          inputMode="numeric"
        />
      </FormCard>
      <FormCard title="Products">
        <CoveredProducts known={products} />
      </FormCard>
      <FormCard title="Dates and limits">
        <div className="pn-grid">
          <TextField name="startsOn" type="date" description="Leave empty to start right away." />
          <TextField name="endsOn" type="date" description="Inclusive. Leave empty for no end date." />
        </div>
        <TextField
          name="useLimit"
          isShort
          description="How many times it can be applied by all customers together. Leave empty for no limit."
          inputMode="numeric"
        />
        <ChoiceField
          name="isOncePerCustomer"
          options={[
            ["false", "On all of their contracts"],
            ["true", "Once, on one contract"],
          ]}
        />
      </FormCard>
    </>
  );
}
