import type { PlanView } from "~/features/bulk-automations/automation-page";
import { formatCount } from "~/lib/format";
import { useShopMark } from "~/ui/hooks/use-shop-mark";

/** The result of a plan: how many contracts change, how many are skipped and why, and the effect on a cycle's sum. */
export function PlanCard({ plan, csvHref, isDone }: { plan: PlanView; csvHref: string; isDone: boolean }) {
  const mark = useShopMark();
  const facts: [label: string, value: string][] = [
    ["To change", formatCount(plan.changing)],
    ["Skipped", formatCount(plan.skipped)],
  ];
  return (
    <section className="pn-card" aria-labelledby="plan-title">
      <h2 id="plan-title">Plan</h2>
      <dl className="pn-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="pn-number">{value}</dd>
          </div>
        ))}
        {plan.sums && plan.changing > 0 && (
          <div className="pn-fact-wide">
            <dt>{plan.sums.label}</dt>
            <dd className="pn-number">
              {plan.sums.before} <span aria-hidden>→</span>
              <span className="pn-hidden">becomes</span> {plan.sums.after}{" "}
              <span className="pn-sum-difference">({plan.sums.difference})</span>
            </dd>
          </div>
        )}
      </dl>
      {plan.reasons.length > 0 && (
        <ul className="pn-skip-reasons" aria-label="Reasons for skipping">
          {plan.reasons.map(({ reason, count }) => (
            <li key={reason}>
              <span className="pn-number">{count}</span> {reason}
            </li>
          ))}
        </ul>
      )}
      <p className="pn-card-end">
        <a href={mark(csvHref)} download>
          {isDone ? "Download the outcome of every contract (CSV)" : "Download the full plan (CSV)"}
        </a>
      </p>
    </section>
  );
}
