import type { DialogFields } from "~/features/contract-page/dialogs/contract-actions";
import { STAFF_REASONS } from "~/features/contracts/staff-reasons";
import { MAX_NOTE } from "~/lib/limits";
import { SelectField, TextAreaField, TextField } from "~/ui/form/form-fields";
import { NumberField } from "~/ui/form/number-field";

/** Labels of the fields, for the error summary. */
export const FIELD_LABELS: Record<string, string> = {
  nextBillingDate: "Date of the next order",
  interval: "Unit",
  intervalCount: "Every",
  reason: "Reason",
  feedback: "Note",
};

export const UNITS = [
  { value: "DAY", label: "days" },
  { value: "WEEK", label: "weeks" },
  { value: "MONTH", label: "months" },
  { value: "YEAR", label: "years" },
];

/** Fields of an action's dialog, if it has any. */
export function StaffActionFields({ fields }: { fields: DialogFields }) {
  switch (fields.kind) {
    case "none":
      return null;
    case "date":
      return (
        <TextField name="nextBillingDate" type="date" initial={fields.day} min={fields.least} required />
      );
    case "frequency":
      return (
        <div className="pn-unequal pn-level">
          <NumberField name="intervalCount" initial={fields.intervalCount} min={1} max={3650} />
          <SelectField name="interval" initial={fields.interval} options={UNITS} />
        </div>
      );
    case "reason":
      return (
        <>
          <SelectField
            name="reason"
            options={STAFF_REASONS.map((value) => ({ value, label: value || "No reason given" }))}
          />
          <TextAreaField name="feedback" rows={2} maxLength={MAX_NOTE} />
        </>
      );
  }
}
