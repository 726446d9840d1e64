import { Checkbox, NativeSelect, NumberInput, Radio, Textarea, TextInput } from "@mantine/core";
import { fieldId } from "~/components/form-problem";
import { BLANK_ATTRIBUTE_ROWS, type EditDialogView } from "~/features/contract-actions/contract-edits";
import { MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE, MAX_QUANTITY } from "~/lib/limits";

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
};

type Fields = Exclude<EditDialogView["fields"], { edit: "address" }>;
type Said = {
  messages: Record<string, string | undefined>;
  submitted: Record<string, string | undefined>;
};

/** What an edit other than the address asks for. */
export function EditFields({ fields, ...said }: { fields: Fields } & Said) {
  const toField = (name: string) => ({
    id: fieldId(name),
    name,
    label: EDIT_LABELS[name],
    error: said.messages[name],
  });
  const quantity = (present: number) => (
    <NumberInput
      {...toField("quantity")}
      defaultValue={said.submitted.quantity ?? present}
      min={1}
      max={Math.max(MAX_QUANTITY, present)}
      allowDecimal={false}
      required
      withAsterisk={false}
    />
  );
  switch (fields.edit) {
    case "line":
      return (
        <>
          <input type="hidden" name="lineId" value={fields.lineId} />
          {quantity(fields.quantity)}
          <Checkbox
            id={fieldId("skip")}
            name="skip"
            label="Leave out of the next order"
            description="It returns with the order after that."
            defaultChecked={said.submitted.quantity ? said.submitted.skip === "on" : fields.isSkipped}
          />
          <AttributeRows attributes={fields.attributes} {...said} />
        </>
      );
    case "apply_code":
      return (
        <>
          <TextInput
            {...toField("discountCode")}
            defaultValue={said.submitted.discountCode}
            list="ct-codes"
            required
            withAsterisk={false}
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
          />
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
          <Radio.Group
            name="product"
            label={EDIT_LABELS.product}
            defaultValue={said.submitted.product ?? ""}
            error={said.messages.product}
          >
            <div className="ct-choices">
              {fields.choices.map(({ variantId, handle, title, note }, index) => (
                <Radio
                  key={variantId}
                  id={index === 0 ? fieldId("product") : undefined}
                  value={`${variantId} ${handle}`}
                  label={title}
                  description={note}
                />
              ))}
            </div>
          </Radio.Group>
          <div className="ct-frequency">
            {quantity(1)}
            <NativeSelect
              {...toField("billingAttemptId")}
              defaultValue={said.submitted.billingAttemptId ?? fields.order}
              data={fields.orders}
            />
          </div>
        </>
      );
  }
}

/** The pairs there are, and blank rows for some more; a row whose key is emptied goes. */
function AttributeRows({
  attributes,
  messages,
  submitted,
}: { attributes: { key: string; value: string }[] } & Said) {
  const blank = Array.from({ length: BLANK_ATTRIBUTE_ROWS }, () => ({ key: "", value: "" }));
  const rows = [...attributes, ...blank].map((pair, index) => ({ ...pair, index }));
  return (
    <fieldset className="ct-pairs">
      <legend>Attributes</legend>
      {rows.map(({ index, key, value }) => (
        <div key={index} className="ct-frequency">
          <TextInput
            id={fieldId(`key${index}`)}
            name={`key${index}`}
            aria-label={`Name of attribute ${index + 1}`}
            placeholder="Name"
            defaultValue={submitted[`key${index}`] ?? key}
            error={messages[`key${index}`]}
            maxLength={MAX_ATTRIBUTE_KEY}
            autoComplete="off"
          />
          <Textarea
            id={fieldId(`value${index}`)}
            name={`value${index}`}
            aria-label={`Value of attribute ${index + 1}`}
            placeholder="Value"
            defaultValue={submitted[`value${index}`] ?? value}
            error={messages[`value${index}`]}
            rows={1}
            maxLength={MAX_ATTRIBUTE_VALUE}
          />
        </div>
      ))}
    </fieldset>
  );
}
