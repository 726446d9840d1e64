import { ChartFigure, type ChartProps } from "./chart-figure";
import { toBand, toLine, toLineX, toScale } from "./scale";

type Props = Omit<ChartProps, "series"> & {
  /** Expected value, its range, and the planned value, for each point. */
  expected: readonly number[];
  low: readonly number[];
  high: readonly number[];
  planned: readonly number[];
};

/** A line within its range, and a dashed line to compare it with. */
export function BandChart({ expected, low, high, planned, ...props }: Props) {
  const scale = toScale([...high, ...planned]);
  return (
    <ChartFigure
      {...props}
      series={[
        { name: "Expected", values: expected },
        { name: "At least", values: low, tone: "range" },
        { name: "At most", values: high, tone: "range" },
        { name: "Planned", values: planned, isComparison: true },
      ]}
      scale={scale}
      toX={(index) => toLineX(index, props.points.length)}
    >
      <path className="in-band" d={toBand(low, high, scale)} />
      <path className="in-line" data-comparison="true" d={toLine(planned, scale)} />
      <path className="in-line" d={toLine(expected, scale)} />
    </ChartFigure>
  );
}
