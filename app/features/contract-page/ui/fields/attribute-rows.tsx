import type { AttributesInput } from "~/features/contracts/operations/definition/staff-dialog";
import { MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE } from "~/lib/limits";
import { SelectField, TextAreaField, TextField } from "~/ui/form/form-fields";
import type { AttributeField } from "~db/schema/portal-settings";

/** Blank rows for new attributes, after the present ones. */
const BLANK_ROWS = 3;

/**
 * The shop's attribute fields under their labels, then the other attributes and blank rows; an emptied row is deleted.
 */
export function AttributeRows({ attributes, asked }: Omit<AttributesInput, "kind">) {
  const others = attributes.filter(({ key }) => !asked.some(({ name }) => name === key));
  const blank = Array.from({ length: BLANK_ROWS }, () => ({ key: "", value: "" }));
  const rows = [...others, ...blank].map((pair, index) => ({ ...pair, index: asked.length + index }));
  return (
    <>
      {asked.map((field, index) => (
        <AskedRow
          key={field.name}
          field={field}
          index={index}
          stored={attributes.find(({ key }) => key === field.name)?.value ?? ""}
        />
      ))}
      <fieldset className="pn-plain pn-stack pn-tight pn-dialog-pairs">
        <legend className="pn-group-title">{asked.length > 0 ? "Other attributes" : "Attributes"}</legend>
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
    </>
  );
}

function AskedRow({ field, index, stored }: { field: AttributeField; index: number; stored: string }) {
  const { name, label, help, choices, isRequired } = field;
  const shown = {
    name: `value${index}`,
    label: `${label || name}${isRequired ? "" : " (optional)"}`,
    description: help || undefined,
    initial: stored,
  };
  // A stored value that is no longer among the choices stays.
  const options = stored === "" || choices.includes(stored) ? choices : [stored, ...choices];
  return (
    <div>
      <input type="hidden" name={`asked${index}`} value={name} />
      {choices.length > 0 ? (
        <SelectField {...shown} options={["", ...options]} />
      ) : (
        <TextAreaField {...shown} rows={1} maxLength={MAX_ATTRIBUTE_VALUE} dir="auto" />
      )}
    </div>
  );
}
