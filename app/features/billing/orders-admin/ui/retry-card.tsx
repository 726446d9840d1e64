import { END_ACTION_LABELS, type EndAction } from "~/features/billing/settings/billing-settings";
import { readPhases, toRetryDays, toRowNames } from "~/features/billing/settings-page/retry-phases";
import { SelectField, TextField } from "~/ui/form/form-fields";
import { FormCard } from "~/ui/parts/card";
import { RetryPreview } from "./retry-preview";

type Props = {
  plan: "retry" | "stock";
  title: string;
  note: string;
  /** Present values of the form. */
  values: Readonly<Record<string, string>>;
  endName: "endAction" | "stockEndAction";
};

const isEndAction = (text: string | undefined): text is EndAction =>
  text !== undefined && Object.hasOwn(END_ACTION_LABELS, text);

/** One plan of tries: its phases, its end, and a drawing of the days. */
export function RetryCard({ plan, title, note, values, endName }: Props) {
  const { phases, problems } = readPhases(plan, (name) => values[name] ?? "");
  const end = values[endName];
  const rows = toRowNames(plan);
  // One blank row after those that are filled in.
  const used = rows.findLastIndex(({ tries, every }) => values[tries] || values[every]) + 2;
  return (
    <FormCard title={title} note={note}>
      <RetryPreview
        label={`${title}: days`}
        days={problems.length > 0 ? [] : toRetryDays(phases)}
        endAction={isEndAction(end) ? end : null}
      />
      {rows.slice(0, Math.max(3, used)).map(({ tries, every }, row) => (
        <fieldset key={tries} className="pn-plain or-phase">
          <legend className="pn-hidden">Phase {row + 1}</legend>
          <TextField name={tries} label="Tries" inputMode="numeric" maxLength={2} />
          <TextField name={every} label="Days apart" inputMode="numeric" maxLength={2} />
        </fieldset>
      ))}
      <SelectField
        name={endName}
        label="When the last try fails"
        options={Object.entries(END_ACTION_LABELS).map(([value, label]) => ({ value, label }))}
      />
    </FormCard>
  );
}
