import { Link } from "@remix-run/react";
import type { ItemView } from "~/features/bulk-automations/automation-page";

const VERDICTS: Record<string, string> = {
  PLANNED: "Will change",
  SUCCEEDED: "Changed",
  SKIPPED: "Skipped",
  FAILED: "Failed",
};

/** Contracts of a plan: what each has, what it gets, or why not. */
export function ItemTable({ items, label }: { items: ItemView[]; label: string }) {
  return (
    <table className="pn-table pn-table-stacks" aria-label={label}>
      <thead>
        <tr>
          <th>Contract</th>
          <th>Customer</th>
          <th data-align="end">Before</th>
          <th data-align="end">After</th>
          <th>Result</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.contractId} data-muted={item.status === "SKIPPED" || undefined}>
            <td className="pn-table-main pn-number">
              <Link to={`/admin/contracts/${item.contractId}`} className="pn-strong-link">
                {item.contractId}
              </Link>
            </td>
            <td data-label="Customer">{item.customer}</td>
            <td data-label="Before" data-align="end" className="pn-number">
              {item.before}
            </td>
            <td data-label="After" data-align="end" className="pn-number">
              {item.after ?? "—"}
            </td>
            <td data-label="Result">
              {VERDICTS[item.status]}
              {item.reason && <span className="pn-dimmed">: {item.reason}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
