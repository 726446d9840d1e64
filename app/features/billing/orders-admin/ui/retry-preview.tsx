import { END_ACTION_LABELS, type EndAction } from "~/features/billing/settings/billing-settings";
import { isCapped } from "~/features/billing/settings-page/retry-phases";

type Props = { label: string; days: readonly number[]; endAction: EndAction | null };

/** The days of a plan as a drawing: the first failure, each try, and the end action. */
export function RetryPreview({ label, days, endAction }: Props) {
  const last = days.at(-1) ?? 1;
  const toPlace = (day: number) => `${(day / last) * 100}%`;
  return (
    <figure className="or-plan" aria-label={label}>
      <ol className="pn-plain or-days">
        <li style={{ insetInlineStart: "0%" }} data-kind="failed">
          <span className="pn-hidden">First failure: day </span>0
        </li>
        {days.map((day) => (
          <li key={day} style={{ insetInlineStart: toPlace(day) }}>
            <span className="pn-hidden">Try on day </span>
            {day}
          </li>
        ))}
      </ol>
      <figcaption className="pn-dimmed">
        {days.length === 0
          ? "Fill in the tries to see the days."
          : `${days.length === 1 ? "1 more try" : `${days.length} more tries`} in ${last === 1 ? "1 day" : `${last} days`}. If the last one fails: ${endAction ? END_ACTION_LABELS[endAction].toLowerCase() : "choose what happens"}.`}
        {isCapped(days) &&
          " A payment method is charged at most 10 times in 30 days: later tries may be left out."}
      </figcaption>
    </figure>
  );
}
