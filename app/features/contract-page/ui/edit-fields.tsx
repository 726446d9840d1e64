import { BLANK_ATTRIBUTE_ROWS, type EditDialogView } from "~/features/contract-page/dialogs/contract-edits";
import { CONTENT_LABELS, ContentFields } from "~/features/contract-page/ui/content-fields";
import { MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE, MAX_QUANTITY } from "~/lib/limits";
import { ChoiceField, TickField } from "~/ui/form/choice-fields";
import { SelectField, TextAreaField, TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";
import { NumberField } from "~/ui/form/number-field";

/** Names of the fields, for what a refusal says of them. */
export const EDIT_LABELS: Record<string, string> = {
  countryCode: "Country",
  firstName: "First name",
  lastName: "Last name",
  company: "Company (optional)",
  address1: "Street and number",
  address2: "Apartment, floor (optional)",
  zip: "Postcode",
  city: "City",
  province: "State or province (optional)",
  provinceCode: "State or province",
  phone: "Phone (optional)",
  quantity: "Quantity",
  skip: "Left out",
  discountCode: "Code",
  product: "Product",
  billingAttemptId: "Order",
  ...CONTENT_LABELS,
};

type Fields = Exclude<EditDialogView["fields"], { edit: "address" }>;
/** What an edit other than the address asks for. */
export function EditFields({ fields }: { fields: Fields }) {
  const wasSent = useFormState().read("quantity") !== undefined;
  const quantity = (present: number) => (
    <NumberField name="quantity" initial={present} min={1} max={Math.max(MAX_QUANTITY, present)} />
  );
  switch (fields.edit) {
    case "line":
      return (
        <>
          <input type="hidden" name="lineId" value={fields.lineId} />
          {quantity(fields.quantity)}
          <TickField
            name="skip"
            label="Leave out of the next order"
            description="It returns with the order after that."
            initial={!wasSent && fields.isSkipped}
          />
          <AttributeRows attributes={fields.attributes} />
        </>
      );
    case "apply_code":
      return (
        <>
          <TextField name="discountCode" list="ct-codes" required maxLength={255} spellCheck={false} />
          <datalist id="ct-codes">
            {fields.codes.map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
        </>
      );
    case "remove_discount":
      return <input type="hidden" name="discountId" value={fields.discountId} />;
    case "remove_product":
      return (
        <>
          <input type="hidden" name="billingAttemptId" value={fields.order} />
          <input type="hidden" name="variantId" value={fields.variantId} />
        </>
      );
    case "add_product":
      if (fields.choices.length === 0) return <p>No matching products.</p>;
      return (
        <>
          <ChoiceField
            name="product"
            className="pn-stack pn-tight ct-choices"
            options={fields.choices.map(({ variantId, handle, title, note }) => [
              `${variantId} ${handle}`,
              title,
              note,
            ])}
          />
          <div className="pn-unequal">
            {quantity(1)}
            <SelectField name="billingAttemptId" initial={fields.order} options={fields.orders} />
          </div>
        </>
      );
    default:
      return <ContentFields fields={fields} />;
  }
}

/** The pairs there are, and blank rows for some more; a row whose key is emptied goes. */
function AttributeRows({ attributes }: { attributes: { key: string; value: string }[] }) {
  const blank = Array.from({ length: BLANK_ATTRIBUTE_ROWS }, () => ({ key: "", value: "" }));
  const rows = [...attributes, ...blank].map((pair, index) => ({ ...pair, index }));
  return (
    <fieldset className="pn-plain pn-stack pn-tight ct-pairs">
      <legend className="pn-group-title">Attributes</legend>
      {rows.map(({ index, key, value }) => (
        <div key={index} className="pn-unequal">
          <TextField
            name={`key${index}`}
            aria-label={`Name of attribute ${index + 1}`}
            placeholder="Name"
            initial={key}
            maxLength={MAX_ATTRIBUTE_KEY}
          />
          <TextAreaField
            name={`value${index}`}
            aria-label={`Value of attribute ${index + 1}`}
            placeholder="Value"
            initial={value}
            rows={1}
            maxLength={MAX_ATTRIBUTE_VALUE}
          />
        </div>
      ))}
    </fieldset>
  );
}
