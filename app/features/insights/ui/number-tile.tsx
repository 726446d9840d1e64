import { Link } from "@remix-run/react";
import { Sparkline } from "~/features/insights/charts/sparkline";
import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { formatNumber, toChange } from "./number-format";

type Tile = {
  name: NumberName;
  value: number | null;
  previous: number | null;
  href: string | null;
  previousHref: string | null;
  spark: readonly (number | null)[];
};

/** A number: its value, change and trend, its definition, and a link to the list it counts. */
export function InsightTile({ tile, currencyCode }: { tile: Tile; currencyCode: string }) {
  const { name, value, href, spark } = tile;
  const { label, definition } = NUMBERS[name];
  const text = formatNumber(name, value, currencyCode);
  return (
    <li className="pn-tile in-tile">
      <h3 className="pn-tile-label in-tile-label">{label}</h3>
      <p className="in-value">
        {href === null ? (
          text
        ) : (
          <Link to={href} prefetch="intent" aria-label={`${label}: ${text}. Open the list`}>
            {text}
          </Link>
        )}
      </p>
      <p className="pn-flush pn-small in-change">
        <ChangeText {...tile} />
        <Before {...tile} currencyCode={currencyCode} />
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

function Before({ name, previous, previousHref, currencyCode }: Tile & { currencyCode: string }) {
  if (previous === null) return <span className="pn-dimmed">None before</span>;
  const text = `${formatNumber(name, previous, currencyCode)} before`;
  if (previousHref === null || previous === 0) return <span className="pn-dimmed">{text}</span>;
  return (
    <Link
      to={previousHref}
      className="in-before"
      aria-label={`${text}: ${NUMBERS[name].label}. Open the list`}
    >
      {text}
    </Link>
  );
}

function ChangeText({ name, value, previous }: Tile) {
  const change = toChange(name, value, previous);
  if (!change) return null;
  return (
    <span className="pn-tone in-change-text" data-tone={change.tone}>
      {change.text}
    </span>
  );
}
