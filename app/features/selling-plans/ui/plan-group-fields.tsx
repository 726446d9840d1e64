import { CoveredProducts, type Product } from "~/features/discounts/ui/covered-products";
import { toRowField } from "~/features/selling-plans/plan-group-form";
import { UNIT_OPTIONS } from "~/lib/interval-units";
import { TickField } from "~/ui/form/choice-fields";
import { SelectField, TextField } from "~/ui/form/form-fields";
import type { FieldValue } from "~/ui/form/form-state";

const ROW_LABELS = {
  name: "Name",
  interval: "Billed every: unit",
  intervalCount: "Billed every: how many",
  deliveryInterval: "Delivered every: unit",
  deliveryIntervalCount: "Delivered every: how many",
  discount: "Discount in per cent",
  cycles: "For how many orders",
  later: "Discount after them in per cent",
} as const;

/** Labels of the form's fields, those of each row with its number. */
export function toGroupLabels(rows: number): Record<string, string> {
  const names = Object.entries(ROW_LABELS) as [keyof typeof ROW_LABELS, string][];
  return {
    name: "Name of the group",
    coverage: "Products",
    productIds: "Products",
    ...Object.fromEntries(
      Array.from({ length: rows }, (_, row) =>
        names.map(([field, label]) => [toRowField(row, field), `Plan ${row + 1}: ${label}`]),
      ).flat(),
    ),
  };
}

type Props = { values: Readonly<Record<string, FieldValue>>; products: Product[]; mayEdit: boolean };

/** Name, plans and products of a group; rows without a plan are for new ones. */
export function PlanGroupFields({ values, products, mayEdit }: Props) {
  const rows = Number(values.rows ?? 0);
  return (
    <>
      <section className="pn-card pn-stack" aria-label="Group">
        <TextField name="name" required maxLength={255} />
        <input type="hidden" name="rows" value={rows} />
      </section>
      {Array.from({ length: rows }, (_, row) => (
        <PlanFields
          key={toRowField(row, "id")}
          row={row}
          id={String(values[toRowField(row, "id")] ?? "")}
          mayEdit={mayEdit}
        />
      ))}
      <section className="pn-card pn-stack" aria-label="Products">
        <CoveredProducts known={products} listLabel="Products of the group" />
      </section>
    </>
  );
}

function PlanFields({ row, id, mayEdit }: { row: number; id: string; mayEdit: boolean }) {
  const field = (name: Parameters<typeof toRowField>[1]) => toRowField(row, name);
  return (
    <section className="pn-card pn-stack" aria-labelledby={field("id")}>
      <h2 id={field("id")}>{id === "" ? `New plan (${row + 1})` : `Plan ${row + 1}`}</h2>
      <input type="hidden" name={field("id")} value={id} />
      <TextField
        name={field("name")}
        label={ROW_LABELS.name}
        maxLength={255}
        description={id === "" ? "Leave it empty to add none." : undefined}
      />
      <div className="pn-plan-row">
        <TextField name={field("intervalCount")} label={ROW_LABELS.intervalCount} inputMode="numeric" />
        <SelectField name={field("interval")} label={ROW_LABELS.interval} options={UNIT_OPTIONS} />
        <TextField
          name={field("deliveryIntervalCount")}
          label={ROW_LABELS.deliveryIntervalCount}
          inputMode="numeric"
          placeholder="As billed"
        />
        <SelectField
          name={field("deliveryInterval")}
          label={ROW_LABELS.deliveryInterval}
          options={[{ value: "", label: "As billed" }, ...UNIT_OPTIONS]}
        />
        <TextField
          name={field("discount")}
          label={ROW_LABELS.discount}
          inputMode="decimal"
          placeholder="None"
        />
        <TextField name={field("cycles")} label={ROW_LABELS.cycles} inputMode="numeric" placeholder="All" />
        <TextField name={field("later")} label={ROW_LABELS.later} inputMode="decimal" placeholder="None" />
      </div>
      {id !== "" && mayEdit && <TickField name={field("remove")} label="Delete this plan when saving" />}
    </section>
  );
}
