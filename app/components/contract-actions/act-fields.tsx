import { NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { fieldId } from "~/components/form-problem";
import type { DialogFields } from "~/features/contract-actions/contract-actions";
import { MAX_NOTE } from "~/lib/limits";

/** Names of the fields, for what a refusal says of them. */
export const FIELD_LABELS: Record<string, string> = {
  nextBillingDate: "Date of the next order",
  interval: "Unit",
  intervalCount: "Every",
  reason: "Reason",
  feedback: "Note",
};

const UNITS = [
  { value: "DAY", label: "days" },
  { value: "WEEK", label: "weeks" },
  { value: "MONTH", label: "months" },
  { value: "YEAR", label: "years" },
];
const REASONS = ["", "Too expensive", "Has too much", "Not satisfied", "Moving away", "Other"];

type Props = {
  fields: DialogFields;
  messages: Record<string, string | undefined>;
  submitted: Record<string, string | undefined>;
};

/** What an action asks for beside a yes. */
export function ActFields({ fields, messages, submitted }: Props) {
  switch (fields.kind) {
    case "none":
      return null;
    case "date":
      return (
        <TextInput
          type="date"
          {...toField("nextBillingDate", messages)}
          defaultValue={submitted.nextBillingDate ?? fields.day}
          min={fields.least}
          required
          withAsterisk={false}
        />
      );
    case "frequency":
      return (
        <div className="ct-frequency">
          <NumberInput
            {...toField("intervalCount", messages)}
            defaultValue={submitted.intervalCount ?? fields.intervalCount}
            min={1}
            max={3650}
            allowDecimal={false}
            required
            withAsterisk={false}
          />
          <NativeSelect
            {...toField("interval", messages)}
            defaultValue={submitted.interval ?? fields.interval}
            data={UNITS}
          />
        </div>
      );
    case "reason":
      return (
        <>
          <NativeSelect
            {...toField("reason", messages)}
            defaultValue={submitted.reason ?? ""}
            data={REASONS.map((value) => ({ value, label: value || "No reason given" }))}
          />
          <Textarea
            {...toField("feedback", messages)}
            defaultValue={submitted.feedback}
            rows={2}
            maxLength={MAX_NOTE}
          />
        </>
      );
  }
}

const toField = (name: string, messages: Props["messages"]) => ({
  id: fieldId(name),
  name,
  label: FIELD_LABELS[name],
  error: messages[name],
});
