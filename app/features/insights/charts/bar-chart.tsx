import { ChartFigure, type ChartProps, type ChartSeries } from "./chart-figure";
import { round, type Scale, toScale, toY, WIDTH } from "./scale";

/** A bar of a point, from one value to another. */
type Bar = { index: number; from: number; to: number };

/** The bars of each series, stacked at each point: positive values upwards, negative ones downwards. */
function stack(series: readonly ChartSeries[], count: number): Bar[][] {
  const up = new Array<number>(count).fill(0);
  const down = new Array<number>(count).fill(0);
  return series.map(({ values }) => {
    const bars: Bar[] = [];
    for (let index = 0; index < count; index++) {
      const value = values[index] ?? 0;
      if (value === 0) continue;
      const ends = value > 0 ? up : down;
      const from = ends[index] ?? 0;
      ends[index] = from + value;
      bars.push({ index, from, to: from + value });
    }
    return bars;
  });
}

/** Bars over time, stacked at each point; each series is one path, since pages have hundreds of bars. */
export function BarChart(props: ChartProps) {
  const { points, series } = props;
  const stacks = stack(series, points.length);
  const scale = toScale(stacks.flatMap((bars) => bars.map(({ to }) => to)));
  const room = WIDTH / Math.max(1, points.length);
  const toX = (index: number) => round((index + 0.5) * room);
  return (
    <ChartFigure {...props} scale={scale} toX={toX}>
      {series.map(({ name, tone }, index) => (
        <path
          key={name}
          className="in-bar"
          data-tone={tone}
          d={(stacks[index] ?? [])
            .map((bar) => toBox(round(toX(bar.index) - room * 0.36), round(room * 0.72), bar, scale))
            .join("")}
        />
      ))}
    </ChartFigure>
  );
}

function toBox(x: number, width: number, { from, to }: Bar, scale: Scale): string {
  const top = toY(scale, Math.max(from, to));
  const height = round(toY(scale, Math.min(from, to)) - top);
  return `M${x} ${top}h${width}v${height}H${x}Z`;
}
