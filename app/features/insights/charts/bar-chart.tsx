import { ChartFrame, type ChartProps, type ChartSeries } from "~/features/insights/charts/chart-frame";
import { round, type Scale, toScale, toY, WIDTH } from "~/features/insights/charts/scale";

type Bar = { name: string; tone: string | undefined; from: number; to: number };

/** The bars of a point on top of each other: what is above zero upwards, what is below it downwards. */
function stack(series: readonly ChartSeries[], index: number): Bar[] {
  let up = 0;
  let down = 0;
  return series.flatMap(({ name, tone, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return [];
    const from = value > 0 ? up : down;
    if (value > 0) up += value;
    else down += value;
    return [{ name, tone, from, to: from + value }];
  });
}

/** Bars over time, several of a point stacked. */
export function BarChart(props: ChartProps) {
  const { points, series } = props;
  const stacks = points.map((_, index) => stack(series, index));
  const scale = toScale(stacks.flatMap((bars) => bars.map(({ to }) => to)));
  const room = WIDTH / Math.max(1, points.length);
  const toX = (index: number) => round((index + 0.5) * room);
  return (
    <ChartFrame {...props} scale={scale} toX={toX}>
      {stacks.flatMap((bars, index) =>
        bars.map((bar) => (
          <rect
            key={`${points[index]?.label} ${bar.name}`}
            className="in-bar"
            data-tone={bar.tone}
            x={round(toX(index) - room * 0.36)}
            width={round(room * 0.72)}
            {...toSpan(bar, scale)}
          />
        )),
      )}
    </ChartFrame>
  );
}

function toSpan({ from, to }: Bar, scale: Scale): { y: number; height: number } {
  const y = toY(scale, Math.max(from, to));
  return { y, height: round(toY(scale, Math.min(from, to)) - y) };
}
