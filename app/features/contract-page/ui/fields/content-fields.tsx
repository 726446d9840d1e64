import { Checkbox } from "@mantine/core";
import type { ContentChoice, ContentFields as Fields } from "~/features/contract-page/dialogs/contract-edits";
import { MAX_QUANTITY } from "~/lib/limits";
import { ChoiceField } from "~/ui/form/choice-fields";
import { TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";
import { NumberField } from "~/ui/form/number-field";

/** Labels of the fields, for the error summary. */
export const CONTENT_LABELS: Record<string, string> = {
  variantId: "Product",
  price: "Price",
  sellingPlanId: "Plan",
  lineIds: "What moves",
  paymentMethodId: "Payment method",
};

/** Fields of an edit of lines or terms. */
export function ContentFields({ fields }: { fields: Fields }) {
  const sentLines = useFormState().read("lineIds");
  const line = "lineId" in fields && <input type="hidden" name="lineId" value={fields.lineId} />;
  switch (fields.edit) {
    case "add_line":
      return (
        <>
          <Choices name="variantId" choices={fields.choices} empty="No matching products." />
          <div className="pn-unequal pn-level">
            <NumberField name="quantity" initial={1} min={1} max={MAX_QUANTITY} />
            <TextField
              name="price"
              label={fields.needsPrice ? undefined : "Price (blank: as in the catalogue)"}
              inputMode="decimal"
            />
          </div>
        </>
      );
    case "swap_line":
      return (
        <>
          {line}
          <Choices name="variantId" choices={fields.choices} empty="No matching products." />
          <NumberField name="quantity" initial={fields.quantity} min={1} max={MAX_QUANTITY} />
        </>
      );
    case "remove_line":
      return line;
    case "line_price":
      return (
        <>
          {line}
          <TextField
            name="price"
            initial={fields.price}
            suffix={fields.currencyCode}
            inputMode="decimal"
            required
          />
        </>
      );
    case "payment_method":
      return (
        <Choices
          name="paymentMethodId"
          choices={fields.choices}
          empty="The customer has no other payment method that is good."
        />
      );
    case "plan":
      return (
        <Choices name="sellingPlanId" choices={fields.choices} empty="No other plan for these products." />
      );
    case "split":
      return (
        <fieldset className="pn-plain pn-stack pn-tight">
          <legend className="pn-group-title">{CONTENT_LABELS.lineIds}</legend>
          {fields.choices.map(({ value, label, note }) => (
            <Checkbox
              key={value}
              name="lineIds"
              value={value}
              defaultChecked={String(sentLines ?? "").includes(value)}
              label={
                <>
                  <bdi>{label}</bdi> <span className="pn-dimmed">{note}</span>
                </>
              }
            />
          ))}
        </fieldset>
      );
  }
}

type ChoicesProps = { name: string; choices: readonly ContentChoice[]; empty: string };

const Choices = ({ name, choices, empty }: ChoicesProps) =>
  choices.length === 0 ? (
    <p>{empty}</p>
  ) : (
    <ChoiceField
      name={name}
      className="pn-stack pn-tight ct-choices"
      options={choices.map(({ value, label, note }) => [value, label, note])}
    />
  );
