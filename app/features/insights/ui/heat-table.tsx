import { useMemo } from "react";
import { type Column, DataTable } from "~/ui/list/data-table";

/**
 * @field href of the contracts created in that month @field start the cohort's initial value @field months what is left
 *   at the end of each month since
 */
type HeatRow = {
  id: string;
  label: string;
  href: string;
  start: number;
  months: readonly { month: string; value: number; href?: string | null }[];
};

type Props = {
  label: string;
  startTitle: string;
  rows: readonly HeatRow[];
  format: (value: number) => string;
};

/** Whole percent of the initial value; null if that is zero. */
const toShare = (value: number, start: number): number | null =>
  start > 0 ? Math.round((value / start) * 100) : null;

/** Number of shades of a cell, from none to all. */
const SHADES = 10;

const listAges = (rows: readonly HeatRow[]): number[] =>
  Array.from({ length: Math.max(...rows.map(({ months }) => months.length)) }, (_, age) => age);

/**
 * Months by months: each cell shows a share as digits and as a shade, so that it can be read without colour, too. On
 * narrow pages it scrolls sideways; the values themselves are in the table below.
 */
export function HeatTable({ label, startTitle, rows, format }: Props) {
  const ages = listAges(rows);
  return (
    <>
      <div className="in-heat-room">
        <table className="in-heat" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Began in</th>
              <th scope="col">{startTitle}</th>
              {ages.map((age) => (
                <th key={age} scope="col">
                  <span className="pn-hidden">Month </span>
                  {age}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, label: name, href, start, months }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={href}>{name}</a>
                </th>
                <td>{format(start)}</td>
                {months.map(({ month, value, href: list }) => (
                  <HeatCell key={month} share={toShare(value, start)} title={format(value)} href={list} />
                ))}
              </tr>
            ))}
            {rows.length > 1 && (
              <tr className="in-heat-all">
                <th scope="row">All</th>
                <td>{format(rows.reduce((sum, { start }) => sum + start, 0))}</td>
                {ages.map((age) => (
                  <HeatCell key={age} share={toShareOfAll(rows, age)} />
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <Values label={label} startTitle={startTitle} rows={rows} format={format} />
    </>
  );
}

/** Share of all cohorts of the same age together, weighted by size. */
function toShareOfAll(rows: readonly HeatRow[], age: number): number | null {
  const old = rows.flatMap(({ start, months }) => {
    const month = months[age];
    return month ? [{ start, value: month.value }] : [];
  });
  const sum = (name: "start" | "value") => old.reduce((total, each) => total + each[name], 0);
  return toShare(sum("value"), sum("start"));
}

type CellProps = { share: number | null; title?: string; href?: string | null };

function HeatCell({ share, title, href }: CellProps) {
  if (share === null) return <td>–</td>;
  const shade = Math.max(0, Math.min(SHADES, Math.round((share / 100) * SHADES)));
  return (
    <td title={title} data-shade={shade}>
      {href ? <a href={href}>{share} %</a> : `${share} %`}
    </td>
  );
}

/** The same as values, one below the other. */
function Values({ label, startTitle, rows, format }: Props) {
  const columns = useMemo(
    (): Column<HeatRow>[] => [
      { title: "Began in", isMain: true, cell: ({ label: name }) => name },
      { title: startTitle, isNumber: true, align: "end", cell: ({ start }) => format(start) },
      {
        title: "Remaining at the end of each month since",
        isNumber: true,
        cell: ({ months }) => months.map(({ value }) => format(value)).join(" · "),
        className: "in-values",
      },
    ],
    [startTitle, format],
  );
  return (
    <details className="pn-opens in-table">
      <summary>As values</summary>
      <DataTable rows={rows} columns={columns} shared={null} label={`${label}: values`} />
    </details>
  );
}
