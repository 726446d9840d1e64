import type { DrawnFields } from "~/features/contract-page/dialogs/contract-edits";
import { AttributeRows } from "~/features/contract-page/ui/fields/attribute-rows";
import { CONTENT_LABELS, ContentFields } from "~/features/contract-page/ui/fields/content-fields";
import { MAX_QUANTITY } from "~/lib/limits";
import { ChoiceField, TickField } from "~/ui/form/choice-fields";
import { SelectField, TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";
import { NumberField } from "~/ui/form/number-field";

/** Labels of the fields, for the error summary. */
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

type Fields = Exclude<DrawnFields, { edit: "address" }>;

/** Fields of an edit, except for those of the address. */
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
          <AttributeRows attributes={fields.attributes} asked={fields.asked} />
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
          <div className="pn-unequal pn-level">
            {quantity(1)}
            <SelectField name="billingAttemptId" initial={fields.order} options={fields.orders} />
          </div>
        </>
      );
    default:
      return <ContentFields fields={fields} />;
  }
}
