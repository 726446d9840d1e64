import { Radio, TextInput } from "@mantine/core";
import { useState } from "react";
import { CoveredProducts, type Product } from "~/components/discounts/covered-products";
import { fieldId } from "~/components/form-problem";

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

/** The rules as the form's fields hold them. */
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

type Props = {
  values: CodeFieldValues;
  messages: Record<string, string | undefined>;
  currencyCode: string;
  /** Those of `values.productIds` whose titles are known. */
  products: Product[];
  disabled?: boolean;
};

/** What a code gives, on what, when and how often: the same for a new one and for a change. */
export function CodeFields({ values, messages, currencyCode, products, disabled }: Props) {
  const [valueType, setValueType] = useState(values.valueType);
  const [coverage, setCoverage] = useState(values.coverage);
  const field = (name: keyof CodeFieldValues) => ({
    id: fieldId(name),
    name,
    label: CODE_LABELS[name],
    error: messages[name],
    defaultValue: values[name],
    disabled,
  });
  return (
    <>
      <section className="pn-card" aria-labelledby="value-title">
        <h2 id="value-title">Discount</h2>
        <div className="pn-stack">
          <Radio.Group
            name="valueType"
            label="Kind"
            value={valueType}
            onChange={setValueType}
            error={messages.valueType}
          >
            <div className="pn-radios">
              <Radio id={fieldId("valueType")} value="PERCENTAGE" label="Percentage" disabled={disabled} />
              <Radio value="FIXED_AMOUNT" label="Amount per order" disabled={disabled} />
            </div>
          </Radio.Group>
          <TextInput
            {...field("value")}
            className="pn-short"
            required
            withAsterisk={false}
            inputMode="decimal"
            autoComplete="off"
            rightSection={valueType === "PERCENTAGE" ? "%" : currencyCode}
            rightSectionWidth={52}
          />
          <TextInput
            {...field("cycleLimit")}
            className="pn-short"
            description="How many orders of a contract get the discount. Leave empty for every order."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </section>
      <section className="pn-card" aria-labelledby="coverage-title">
        <h2 id="coverage-title">Products</h2>
        <div className="pn-stack">
          <Radio.Group
            name="coverage"
            label="Covers"
            value={coverage}
            onChange={setCoverage}
            error={messages.coverage}
          >
            <div className="pn-radios">
              <Radio id={fieldId("coverage")} value="ALL" label="All products" disabled={disabled} />
              <Radio value="PRODUCTS" label="Only these products" disabled={disabled} />
            </div>
          </Radio.Group>
          <CoveredProducts
            known={products}
            value={values.productIds}
            error={messages.productIds}
            isShown={coverage === "PRODUCTS"}
            disabled={disabled}
          />
        </div>
      </section>
      <section className="pn-card" aria-labelledby="limits-title">
        <h2 id="limits-title">Dates and limits</h2>
        <div className="pn-stack">
          <div className="pn-fields">
            <TextInput {...field("startsOn")} type="date" description="Leave empty to start right away." />
            <TextInput
              {...field("endsOn")}
              type="date"
              description="Inclusive. Leave empty for no end date."
            />
          </div>
          <TextInput
            {...field("useLimit")}
            className="pn-short"
            description="How many times it can be applied by all customers together. Leave empty for no limit."
            inputMode="numeric"
            autoComplete="off"
          />
          <Radio.Group
            name="isOncePerCustomer"
            label={CODE_LABELS.isOncePerCustomer}
            defaultValue={values.isOncePerCustomer}
            error={messages.isOncePerCustomer}
          >
            <div className="pn-radios">
              <Radio
                id={fieldId("isOncePerCustomer")}
                value="false"
                label="On all of their contracts"
                disabled={disabled}
              />
              <Radio value="true" label="Once, on one contract" disabled={disabled} />
            </div>
          </Radio.Group>
        </div>
      </section>
    </>
  );
}
