import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { CONTRACT_STATUS_LABELS } from "~/features/contracts/status-labels";
import type { HomeNumber } from "~/features/home/home";
import { formatCount } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import type { Tone } from "~/ui/parts/status-badge";

const toCountText = ({ count, isEstimate }: Pick<HomeNumber, "count" | "isEstimate">): string =>
  `${isEstimate ? "about " : ""}${formatCount(count)}`;

type TileProps = { label: string; number: HomeNumber; note: ReactNode; alarm?: Tone };

/** A number that links to the list it counts. `alarm` is its colour unless it is zero. */
export function NumberTile({ label, number, note, alarm }: TileProps) {
  return (
    <Link to={number.href} className="pn-tile" prefetch="intent">
      <span className="pn-tile-label">{label}</span>
      <span className="pn-tile-number pn-tone" data-tone={number.count > 0 ? alarm : undefined}>
        {toCountText(number)}
      </span>
      <span className="pn-dimmed pn-small">{note}</span>
    </Link>
  );
}

type StatusCount = { status: ContractStatus; count: number; href: string };

/** Contracts by status: their shares as a bar, and each status as a link to its list. */
export function StatusOverview({ byStatus, total }: { byStatus: StatusCount[]; total: number }) {
  return (
    <Card
      title="Contracts"
      more={
        <Link to="/admin/contracts" className="pn-more">
          All {formatCount(total)}
        </Link>
      }
    >
      <div className="pn-bar" aria-hidden="true">
        {byStatus
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => (
            <span key={status} data-tone={CONTRACT_STATUS_LABELS[status].tone} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className="pn-plain pn-grid pn-statuses">
        {byStatus.map(({ status, count, href }) => (
          <li key={status}>
            <Link to={href} className="pn-text pn-status" prefetch="intent">
              <span
                className="pn-row pn-dimmed pn-status-label"
                data-tone={CONTRACT_STATUS_LABELS[status].tone}
              >
                {CONTRACT_STATUS_LABELS[status].label}
              </span>
              <span className="pn-strong pn-status-count">{formatCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {byStatus.some(({ status, count }) => status === "FAILED" && count > 0) && (
        <p className="pn-after pn-dimmed">
          Failed: the payment was given up, here or before the import, and no order is planned until the
          contract is made active again.
        </p>
      )}
    </Card>
  );
}
