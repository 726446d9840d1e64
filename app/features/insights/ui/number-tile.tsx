import { Link } from "@remix-run/react";
import { Sparkline } from "~/features/insights/charts/sparkline";
import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { formatNumber, toChange } from "~/features/insights/ui/number-words";

type Tile = {
  name: NumberName;
  value: number | null;
  previous: number | null;
  href: string | null;
  spark: readonly (number | null)[];
};

/** A number: its value, change and course, its definition, and a link to the list it counts. */
export function InsightTile({ tile, currencyCode }: { tile: Tile; currencyCode: string }) {
  const { name, value, previous, href, spark } = tile;
  const { label, definition } = NUMBERS[name];
  const words = formatNumber(name, value, currencyCode);
  return (
    <li className="pn-tile in-tile">
      <h3 className="pn-tile-label in-tile-label">{label}</h3>
      <p className="in-value">
        {href === null ? (
          words
        ) : (
          <Link to={href} prefetch="intent" aria-label={`${label}: ${words}. Open the list`}>
            {words}
          </Link>
        )}
      </p>
      <p className="pn-flush pn-small in-change">
        <ChangeWords {...tile} />
        <span className="pn-dimmed">
          {previous === null ? "None before" : `${formatNumber(name, previous, currencyCode)} before`}
        </span>
      </p>
      <Sparkline values={spark} />
      <details className="pn-opens pn-small">
        <summary>
          What it means<span className="pn-hidden">: {label}</span>
        </summary>
        <p className="pn-flush">{definition}</p>
      </details>
    </li>
  );
}

function ChangeWords({ name, value, previous }: Tile) {
  const change = toChange(name, value, previous);
  if (!change) return null;
  return (
    <span className="pn-tone in-change-words" data-tone={change.tone}>
      {change.words}
    </span>
  );
}
