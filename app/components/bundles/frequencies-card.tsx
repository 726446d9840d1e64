import { NativeSelect } from "@mantine/core";
import { newRowKey, useEditor } from "~/components/bundles/editor-context";
import { Card, FlagField, ListError } from "~/components/bundles/fields";
import { PlanField } from "~/components/bundles/plan-field";
import { AddRow, Row, RowField, withoutRow, withRow } from "~/components/bundles/rows";
import { fieldId } from "~/components/form-problem";
import type { BundleDraft } from "~/features/bundles/bundle-draft";

type Frequency = BundleDraft["frequencies"][number];

const UNITS: { value: Frequency["interval"]; label: string }[] = [
  { value: "DAY", label: "days" },
  { value: "WEEK", label: "weeks" },
  { value: "MONTH", label: "months" },
  { value: "YEAR", label: "years" },
];

/** How often the box comes, and under which selling plans. */
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
    <Card
      title="How often"
      note="A subscription saves this on each piece; the bundle’s discount comes off the rest. The platform sells each frequency by a selling plan of the same rhythm and discount."
    >
      <ListError name="frequencies" />
      <ul className="be-rows">
        {draft.frequencies.map((frequency, index) => (
          <FrequencyRow key={frequency.key} frequency={frequency} index={index} />
        ))}
      </ul>
      <AddRow
        label="Add a frequency"
        disabled={draft.frequencies.length >= 12}
        onAdd={() => patch((before) => ({ frequencies: [...before.frequencies, toNewFrequency(before)] }))}
      />
      <FlagField name="allowOneTimePurchase" label="Also sell without a subscription" />
      <NativeSelect
        id={fieldId("subscriptionId")}
        label="Selling-plan group"
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
    </Card>
  );
}

function toNewFrequency({ frequencies }: BundleDraft): Frequency {
  const months = frequencies
    .filter(({ interval }) => interval === "MONTH")
    .map((row) => Number(row.intervalCount));
  const intervalCount = String(Math.max(0, ...months.filter(Number.isFinite)) + 1);
  return { key: newRowKey(), interval: "MONTH", intervalCount, name: "", discount: "5", sellingPlanId: null };
}

function FrequencyRow({ frequency, index }: { frequency: Frequency; index: number }) {
  const { draft, patch, page, error } = useEditor();
  const at = `/frequencies/${index}`;
  const change = (fields: Partial<Frequency>) =>
    patch((before) => ({ frequencies: withRow(before.frequencies, frequency.key, fields) }));
  return (
    <Row
      name={`frequency ${index + 1}`}
      onRemove={() => patch((before) => ({ frequencies: withoutRow(before.frequencies, frequency.key) }))}
    >
      <RowField
        label="Every"
        at={`${at}/intervalCount`}
        value={frequency.intervalCount}
        onChange={(intervalCount) => change({ intervalCount })}
        numeric
      />
      <NativeSelect
        label="Unit"
        value={frequency.interval}
        error={error(`${at}/interval`)}
        disabled={!page.mayEdit}
        data={UNITS}
        onChange={({ currentTarget }) => {
          const unit = UNITS.find(({ value }) => value === currentTarget.value);
          if (unit) change({ interval: unit.value });
        }}
      />
      <RowField
        label="Saves"
        at={`${at}/discount`}
        value={frequency.discount}
        onChange={(discount) => change({ discount })}
        numeric
        suffix="%"
      />
      <RowField
        label="Name"
        at={`${at}/name`}
        value={frequency.name}
        onChange={(name) => change({ name })}
        placeholder="As it is"
      />
      <PlanField
        frequency={frequency}
        groupId={draft.subscriptionId}
        error={error(`${at}/sellingPlanId`)}
        change={change}
      />
    </Row>
  );
}
