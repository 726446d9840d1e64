import { useMemo } from "react";
import type { IntervalOfTime } from "~/features/insights/definitions/day-range";
import type { ForecastPage } from "~/features/insights/plans/forecast-page.service.server";
import { formatCount, formatMoney } from "~/lib/format";
import { type Column, RowLink } from "~/ui/list/data-table";
import { Card } from "~/ui/parts/card";
import { CollapsedTable } from "./collapsed-table";
import { formatDays, toPercent, toPointLabels } from "./number-format";

type Point = ForecastPage["points"][number] & { id: string };
type Shared = { currencyCode: string };

const toOrders = (orders: number): string => formatCount(Math.round(orders));

const toColumns = (interval: IntervalOfTime): Column<Point, Shared>[] => [
  {
    title: interval === "DAY" ? "Day" : "Week",
    isMain: true,
    cell: ({ date, planned, href }) => {
      const { label } = toPointLabels(date, interval);
      return planned > 0 ? <RowLink to={href}>{label}</RowLink> : label;
    },
  },
  { title: "Planned", isNumber: true, align: "end", cell: ({ planned }) => formatCount(planned) },
  { title: "Later", isNumber: true, align: "end", cell: ({ later }) => formatCount(later) },
  {
    title: "Expected",
    isNumber: true,
    align: "end",
    cell: ({ orders, ordersLow, ordersHigh }) =>
      `${toOrders(orders)} (${toOrders(ordersLow)}–${toOrders(ordersHigh)})`,
  },
  {
    title: "Revenue",
    isNumber: true,
    align: "end",
    cell: ({ amount }, { currencyCode }) => formatMoney(amount, currencyCode),
  },
  {
    title: "Range",
    isNumber: true,
    align: "end",
    cell: ({ amountLow, amountHigh }, { currencyCode }) =>
      `${formatMoney(amountLow, currencyCode)} – ${formatMoney(amountHigh, currencyCode)}`,
  },
];

type TableProps = { points: ForecastPage["points"]; interval: IntervalOfTime; currencyCode: string };

/** Each day or week, which opens its planned orders. */
export function ForecastTable({ points, interval, currencyCode }: TableProps) {
  const columns = useMemo(() => toColumns(interval), [interval]);
  const rows = points
    .filter(({ planned, later }) => planned + later > 0)
    .map((point) => ({ ...point, id: point.date }));
  const isDay = interval === "DAY";
  return (
    <Card
      title={isDay ? "Day by day" : "Week by week"}
      note="Orders of all currencies, revenue in this one. Each opens its planned orders."
    >
      <CollapsedTable
        rows={rows}
        columns={columns}
        shared={{ currencyCode }}
        label={isDay ? "Forecast by day" : "Forecast by week"}
        shown={14}
        more={isDay ? "days more" : "weeks more"}
      />
    </Card>
  );
}

/** What was subtracted, and where the range comes from (docs/insights.md "Forecast"). */
export function WhatItMeans({ rates }: Pick<ForecastPage, "rates">) {
  const { failed, skipped } = rates;
  const toText = ({ value, low, high }: typeof failed) =>
    `${toPercent(value)} (${toPercent(low)} to ${toPercent(high)})`;
  return (
    <details className="pn-opens pn-small in-explained">
      <summary>
        What it means<span className="pn-hidden">: the forecast</span>
      </summary>
      <p className="pn-flush">
        Planned orders, and those that will be planned behind them by each contract’s schedule until it ends,
        less what failed for good ({toText(failed)}) and what was skipped ({toText(skipped)}) in the days{" "}
        {formatDays(rates)}. The truth lies in the range 19 times out of 20, if shares and contracts stay as
        they are. Orders of contracts that are not charged bring nothing.
      </p>
    </details>
  );
}
