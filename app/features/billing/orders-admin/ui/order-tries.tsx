import type { RefundView, TryView } from "~/features/billing/orders-admin/order-view";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { Card } from "~/ui/parts/card";
import { StatusBadge } from "~/ui/parts/status-badge";

type Try = TryView & { id: number };

const TRIES: Column<Try>[] = [
  {
    title: "Try",
    isMain: true,
    cell: ({ number, at }) => (
      <span className="pn-cell">
        <span>Try {number}</span>
        <time dateTime={at.instant} className="pn-dimmed pn-small">
          {at.text}
        </time>
      </span>
    ),
  },
  { title: "Outcome", cell: ({ state }) => <StatusBadge {...state} /> },
  {
    title: "Why",
    cell: ({ why, who, code }) =>
      why ? (
        <span className="pn-cell">
          <span>{why}</span>
          {who && <span className="pn-dimmed pn-small">{who}</span>}
          {code && <code className="pn-small">{code}</code>}
        </span>
      ) : (
        <span className="pn-dimmed">—</span>
      ),
  },
  {
    title: "Amount",
    isNumber: true,
    align: "end",
    cell: ({ amount, method }) => (
      <span className="pn-cell pn-cell-end">
        <span>{amount}</span>
        {method && <span className="pn-dimmed pn-small">{method}</span>}
      </span>
    ),
  },
];

/** The tries to charge the order. */
export function OrderTries({ tries }: { tries: TryView[] }) {
  if (tries.length === 0) return null;
  const rows = tries.map((row) => ({ ...row, id: row.number })).reverse();
  return (
    <ListCard label="Tries" title="Tries">
      <DataTable rows={rows} columns={TRIES} shared={null} />
    </ListCard>
  );
}

/** Refunds, the newest last. */
export function OrderRefunds({ refunds }: { refunds: RefundView[] }) {
  if (refunds.length === 0) return null;
  return (
    <Card title="Refunds">
      <ul className="pn-plain pn-stack">
        {refunds.map(({ number, amount, reason, state, error, at }) => (
          <li key={number}>
            <p className="pn-row">
              <span className="pn-strong pn-number">{amount}</span>
              <StatusBadge label={state} tone={state === "Refunded" ? "good" : "warn"} />
            </p>
            {reason && <p dir="auto">{reason}</p>}
            {error && <p className="pn-error">{error}</p>}
            <p className="pn-dimmed">
              <time dateTime={at.instant}>{at.text}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
