import { toJoinedLine, toScale, WIDTH } from "~/features/insights/charts/scale";

/**
 * How a number went, at a glance, beside the number itself; who cannot see it has the number and its change. A rate of a
 * day without payments has no value: its line goes on to the next that has one.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const scale = toScale(values.filter((value) => value !== null));
  return (
    <svg
      className="in-sparkline"
      viewBox={`0 0 ${WIDTH} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className="in-line" d={toJoinedLine(values, scale)} />
    </svg>
  );
}
