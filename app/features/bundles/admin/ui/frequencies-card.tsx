import { NativeSelect } from "@mantine/core";
import { BundleFields, useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { FIELD_LABELS } from "~/features/bundles/admin/ui/kit/field-labels";
import { Rows } from "~/features/bundles/admin/ui/kit/rows";
import type { BundleDraft } from "~/features/bundles/configure/bundle-draft";
import { INTERVAL_UNITS } from "~/lib/interval-units";
import { SelectField, TextField } from "~/ui/form/form-fields";
import { FormCard } from "~/ui/parts/card";
import { fieldId } from "~/ui/parts/form-problem";
import { PlanField } from "./plan-field";

const { TickField } = BundleFields;

type Frequency = BundleDraft["frequencies"][number];

/** How often the box is delivered, and the selling plan of each frequency. */
export function FrequenciesCard() {
  const { draft, patch, page, error } = useEditor();
  const group = draft.subscriptionId;
  const chooseGroup = (text: string) => {
    const subscriptionId = text === "" ? null : Number(text);
    const sellingPlanIds = page.sellingPlans
      .filter(({ groupId }) => groupId === subscriptionId)
      .map(({ id }) => id);
    patch({ subscriptionId, sellingPlanIds: subscriptionId === null ? [] : sellingPlanIds });
  };
  return (
    <FormCard
      title="How often"
      note="A subscription takes this off each unit; the bundle’s discount is taken off the rest. The platform sells each frequency under a selling plan with the same frequency and discount."
    >
      <Rows
        list="frequencies"
        nameOf={(_, index) => `frequency ${index + 1}`}
        addLabel="Add a frequency"
        isFull={draft.frequencies.length >= 12}
        toNew={toNewFrequency}
      >
        {(frequency, { at, change }) => (
          <>
            <TextField name={at("intervalCount")} label="Every" inputMode="decimal" />
            <SelectField name={at("interval")} label="Unit" options={INTERVAL_UNITS} />
            <TextField name={at("discount")} label="Saves" inputMode="decimal" suffix="%" />
            <TextField name={at("name")} label="Name" placeholder="As it is" />
            <PlanField
              frequency={frequency}
              groupId={group}
              error={error(at("sellingPlanId"))}
              change={change}
            />
          </>
        )}
      </Rows>
      <TickField name="allowOneTimePurchase" />
      <NativeSelect
        id={fieldId("subscriptionId")}
        label={FIELD_LABELS.subscriptionId}
        description="The group the platform sells the box under, with all of its plans."
        value={group === null ? "" : String(group)}
        error={error("/subscriptionId")}
        disabled={!page.mayEdit}
        data={[
          { value: "", label: "None" },
          ...page.sellingPlanGroups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => chooseGroup(currentTarget.value)}
      />
    </FormCard>
  );
}

function toNewFrequency({ frequencies }: BundleDraft): Omit<Frequency, "key"> {
  const months = frequencies
    .filter(({ interval }) => interval === "MONTH")
    .map((row) => Number(row.intervalCount));
  const intervalCount = String(Math.max(0, ...months.filter(Number.isFinite)) + 1);
  return { interval: "MONTH", intervalCount, name: "", discount: "5", sellingPlanId: null };
}
