import { type ReactNode, useId, useMemo } from "react";
import { type Column, DataTable } from "~/ui/list/data-table";
import { chooseLabels, type Scale, toY, WIDTH } from "./scale";

/**
 * @field label in the table and at the point, `1 Mar 2026` @field tick below the picture, shorter @field href of the
 *   list it counts
 */
type ChartPoint = { label: string; tick: string; href?: string | null };
/** @field values one per point; null where there is no value */
export type ChartSeries = {
  name: string;
  values: readonly (number | null)[];
  /** The previous period: drawn less prominently. */
  isComparison?: true;
  tone?: string;
};
export type ChartProps = {
  title: string;
  /** What the picture shows, in a sentence, for screen readers. */
  description: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** A value as text, with its currency or sign; the axis may have a shorter form. */
  format: (value: number) => string;
  formatTick?: (value: number) => string;
};

type FigureProps = ChartProps & {
  scale: Scale;
  /** Horizontal position of a point, 0 to 1000. */
  toX: (index: number) => number;
  children: ReactNode;
};

const NO_VALUE = "–";

/**
 * A picture with its axes, tooltips, legend, and all of its values as a table. Texts are beside the drawing, not in it,
 * because it is stretched to the available width. It needs no scripts.
 */
export function ChartFigure(props: FigureProps) {
  const { title, description, points, series, format, formatTick = format, scale, toX, children } = props;
  const id = useId();
  const room = WIDTH / Math.max(1, points.length);
  const toText = (value: number | null | undefined) => (value == null ? NO_VALUE : format(value));
  // Each value is formatted once, for the picture and the table.
  const texts = points.map((_, index) => series.map(({ values }) => toText(values[index])));
  const labels = chooseLabels(points.length);
  return (
    <figure className="in-chart">
      {series.length > 1 && (
        <ul className="pn-plain in-legend" aria-hidden="true">
          {series.map(({ name, tone, isComparison }) => (
            <li key={name} data-tone={tone} data-comparison={isComparison}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="in-drawing">
        <div className="in-axis" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ top: `${toY(scale, tick)}%` }}>
              {formatTick(tick)}
            </span>
          ))}
        </div>
        <svg
          className="in-plot"
          viewBox={`0 0 ${WIDTH} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}t`}
          aria-describedby={`${id}d`}
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{description}</desc>
          {scale.ticks.map((tick) => (
            <path
              key={tick}
              className="in-line-of-axis"
              data-zero={tick === 0 || undefined}
              d={`M0 ${toY(scale, tick)}H${WIDTH}`}
            />
          ))}
          {children}
          {points.map(({ label }, index) => (
            <rect key={label} className="in-point" x={toX(index) - room / 2} width={room} height="100">
              <title>{`${label}: ${series.map(({ name }, at) => `${name} ${texts[index]?.[at]}`).join(", ")}`}</title>
            </rect>
          ))}
        </svg>
        <div className="in-days" aria-hidden="true">
          {labels.map((index) => (
            <span
              key={index}
              data-end={points.length > 1 ? toEnd(index, points.length) : undefined}
              style={{ insetInlineStart: `${toX(index) / 10}%` }}
            >
              {points[index]?.tick}
            </span>
          ))}
        </div>
      </div>
      {points.length > 0 && <ChartTable title={title} points={points} series={series} texts={texts} />}
    </figure>
  );
}

/** Labels at the edges are aligned to them. */
const toEnd = (index: number, count: number) =>
  index === 0 ? "start" : index === count - 1 ? "end" : undefined;

type Row = { id: number; label: string; href: string | null; values: string[] };
type TableProps = Pick<ChartProps, "title" | "points" | "series"> & { texts: string[][] };

function ChartTable({ title, points, series, texts }: TableProps) {
  const names = series.map(({ name }) => name).join("\n");
  const columns = useMemo(
    (): Column<Row>[] => [
      { title: "Time", isMain: true, cell: ({ label, href }) => (href ? <a href={href}>{label}</a> : label) },
      ...names.split("\n").map(
        (name, index): Column<Row> => ({
          title: name,
          isNumber: true,
          align: "end",
          cell: ({ values }) => values[index],
        }),
      ),
    ],
    [names],
  );
  const rows = points.map(({ label, href = null }, index) => ({
    id: index,
    label,
    href,
    values: texts[index] ?? [],
  }));
  return (
    <details className="pn-opens in-table">
      <summary>As a table</summary>
      <DataTable rows={rows} columns={columns} shared={null} label={title} />
    </details>
  );
}
