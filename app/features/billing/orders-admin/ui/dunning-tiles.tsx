import type { DunningSums } from "~/features/billing/orders-admin/order-view";
import { formatCount } from "~/lib/format";

/** Amounts in dunning, and amounts recovered so far. */
export function DunningTiles({ dunning }: { dunning: DunningSums }) {
  const tiles = [
    { label: "In dunning now", ...dunning.open },
    { label: "Recovered this month", ...dunning.month },
    { label: "Recovered so far", ...dunning.all },
  ];
  return (
    <div className="pn-tiles">
      {tiles.map(({ label, count, amount }) => (
        <div key={label} className="pn-tile">
          <span className="pn-tile-label">{label}</span>
          <span className="pn-tile-number">{amount ?? "—"}</span>
          <span className="pn-dimmed">
            {formatCount(count)} {count === 1 ? "order" : "orders"}
          </span>
        </div>
      ))}
    </div>
  );
}
