import { ChartFigure, type ChartProps } from "./chart-figure";
import { toArea, toLine, toLineX, toScale } from "./scale";

const isValue = (value: number | null): value is number => value !== null;

/** A value over time: the first series has a filled area, those of the previous period are dashed. */
export function LineChart(props: ChartProps) {
  const { points, series } = props;
  const scale = toScale(series.flatMap(({ values }) => values.filter(isValue)));
  const [main] = series;
  const ground = main?.values.every(isValue) ? toArea(main.values.filter(isValue), scale) : "";
  return (
    <ChartFigure {...props} scale={scale} toX={(index) => toLineX(index, points.length)}>
      {ground && <path className="in-ground" d={ground} />}
      {[...series].reverse().map(({ name, values, isComparison, tone }) => (
        <path
          key={name}
          className="in-line"
          data-comparison={isComparison}
          data-tone={tone}
          d={toLine(values, scale)}
        />
      ))}
    </ChartFigure>
  );
}
