import { TextInput } from "@mantine/core";
import { useEditor } from "~/components/bundles/editor-context";
import { Card, FlagField, SelectField, TextField } from "~/components/bundles/fields";
import { fieldId } from "~/components/form-problem";
import { usesPart } from "~/features/bundles/box-types";

/** How much goes into a box. */
export function LimitsCard() {
  const { draft, page } = useEditor();
  const type = draft.buildABoxType;
  const isFlexible = draft.selectionType === "FLEXIBLE";
  return (
    <Card title="Box size">
      {usesPart(type, "selectionType") && (
        <SelectField
          name="selectionType"
          label="Customers"
          options={[
            { value: "FLEXIBLE", label: "choose what goes in" },
            { value: "FIXED", label: "take the box as it is" },
          ]}
        />
      )}
      {isFlexible && (
        <div className="be-pair">
          <TextField name="minProductCount" label="At least" numeric suffix="items" placeholder="No limit" />
          {type !== "INFINITE" && (
            <TextField name="maxProductCount" label="At most" numeric suffix="items" placeholder="No limit" />
          )}
        </div>
      )}
      {isFlexible && usesPart(type, "sizes") && <SizesField />}
      {isFlexible && (
        <FlagField
          name="minUniqueProductCheck"
          label="Count different products"
          description="The minimum then counts different products, not pieces."
        />
      )}
      <TextField
        name="minOrderAmount"
        label="Minimum value"
        description="Before discounts. Leave empty for no minimum."
        numeric
        suffix={page.currencyCode}
      />
      <FlagField
        name="trackInventory"
        label="Hide sold-out products"
        description="When off, sold-out products can still be ordered."
      />
    </Card>
  );
}

function SizesField() {
  const { draft, patch, page, error } = useEditor();
  const first = draft.sizes
    .split(/[\s,;]+/)
    .map((_, index) => error(`/singleProductSettings/quantities/${index}`))
    .find((message) => message !== undefined);
  return (
    <TextInput
      id={fieldId("singleProductSettings")}
      label="Pack sizes"
      description="Numbers of items, such as 6, 12, 24. Leave empty for any size within the limits."
      value={draft.sizes}
      error={first ?? error("/singleProductSettings/quantities")}
      disabled={!page.mayEdit}
      onChange={({ currentTarget }) => patch({ sizes: currentTarget.value })}
    />
  );
}
