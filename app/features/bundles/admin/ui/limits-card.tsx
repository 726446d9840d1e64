import { BundleFields, useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { usesPart } from "~/features/bundles/rules/box-types";
import { FormCard } from "~/ui/parts/card";
import { fieldId } from "~/ui/parts/form-problem";

const { SelectField, TextField, TickField } = BundleFields;

export function LimitsCard() {
  const { draft, page } = useEditor();
  const type = draft.buildABoxType;
  const isFlexible = draft.selectionType === "FLEXIBLE";
  return (
    <FormCard title="Box size">
      {usesPart(type, "selectionType") && (
        <SelectField
          name="selectionType"
          options={[
            { value: "FLEXIBLE", label: "choose what goes in" },
            { value: "FIXED", label: "take the box as it is" },
          ]}
        />
      )}
      {isFlexible && (
        <div className="pn-grid be-pair">
          <TextField name="minProductCount" inputMode="decimal" suffix="items" placeholder="No limit" />
          {type !== "INFINITE" && (
            <TextField name="maxProductCount" inputMode="decimal" suffix="items" placeholder="No limit" />
          )}
        </div>
      )}
      {isFlexible && usesPart(type, "sizes") && <SizesField />}
      {isFlexible && (
        <TickField
          name="minUniqueProductCheck"
          description="The minimum then counts different products, not pieces."
        />
      )}
      <TextField
        name="minOrderAmount"
        description="Before discounts. Leave empty for no minimum."
        inputMode="decimal"
        suffix={page.currencyCode}
      />
      <TickField name="trackInventory" description="When off, sold-out products can still be ordered." />
    </FormCard>
  );
}

function SizesField() {
  const { draft, error } = useEditor();
  const wrong = draft.sizes
    .split(/[\s,;]+/)
    .map((_, index) => error(`/singleProductSettings/quantities/${index}`))
    .find((message) => message !== undefined);
  return (
    <TextField
      name="sizes"
      id={fieldId("singleProductSettings")}
      label="Pack sizes"
      description="Numbers of items, such as 6, 12, 24. Leave empty for any size within the limits."
      error={wrong ?? error("/singleProductSettings/quantities")}
    />
  );
}
