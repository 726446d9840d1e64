import { toJoinedLine, toScale, WIDTH } from "./scale";

/**
 * The trend of a number, beside the number itself; screen readers only get the number and its change. The rate of a day
 * without payments has no value: the line connects to the next value.
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
