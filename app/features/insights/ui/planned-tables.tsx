import { useMemo } from "react";
import type { CalendarPage } from "~/features/insights/calendar/calendar-page.service.server";
import { FoldedTable } from "~/features/insights/ui/folded-table";
import { formatDay, toPointWords } from "~/features/insights/ui/number-words";
import { formatCount, formatMoney } from "~/lib/format";
import { type Column, RowLink } from "~/ui/list/data-table";
import { Card } from "~/ui/parts/card";

type Day = CalendarPage["days"][number] & { id: string };
type StockRow = CalendarPage["stock"]["rows"][number] & { id: string };
type Shared = { currencyCode: string };

const DAY_COLUMNS: Column<Day, Shared>[] = [
  { title: "Day", isMain: true, cell: ({ date, href }) => <RowLink to={href}>{formatDay(date)}</RowLink> },
  { title: "Orders", isNumber: true, align: "end", cell: ({ orders }) => formatCount(orders) },
  {
    title: "Amount",
    isNumber: true,
    align: "end",
    cell: ({ amount }, { currencyCode }) => formatMoney(amount, currencyCode),
  },
  {
    title: "To pack",
    cell: ({ units, more }) => (
      <ul className="pn-plain in-units">
        {units.map(({ variantId, title, quantity }) => (
          <li key={variantId}>
            <span className="pn-number">{formatCount(quantity)} ×</span> <bdi>{title}</bdi>
          </li>
        ))}
        {more > 0 && <li className="pn-dimmed">and {formatCount(more)} more</li>}
      </ul>
    ),
  },
];

/** The days that have planned orders; each opens its list. */
export function PlannedDays({ days, currencyCode }: Pick<CalendarPage, "days" | "currencyCode">) {
  const rows = days.filter(({ orders }) => orders > 0).map((day) => ({ ...day, id: day.date }));
  return (
    <Card title="Day by day">
      <FoldedTable
        rows={rows}
        columns={DAY_COLUMNS}
        shared={{ currencyCode }}
        label="Planned orders by day"
        shown={14}
        more="days more"
      />
    </Card>
  );
}

/** Units needed of each variant by week. */
export function StockByWeek({ stock }: Pick<CalendarPage, "stock">) {
  const { weeks, rows, more } = stock;
  const starts = weeks.join();
  const columns = useMemo(
    (): Column<StockRow>[] => [
      { title: "Variant", isMain: true, cell: ({ title }) => <bdi>{title}</bdi> },
      { title: "In all", isNumber: true, align: "end", cell: ({ total }) => formatCount(total) },
      ...starts.split(",").map(
        (week, index): Column<StockRow> => ({
          title: toPointWords(week, "WEEK").tick,
          isNumber: true,
          align: "end",
          cell: (row) => formatCount(row.weeks[index] ?? 0),
        }),
      ),
    ],
    [starts],
  );
  return (
    <Card
      title="Stock by week"
      note="Units that the planned orders need, by weeks that begin on the day shown."
      more={
        <a href="/admin/insights/stock.csv" download className="pn-more">
          Export CSV
        </a>
      }
    >
      <FoldedTable
        rows={rows.map((row) => ({ ...row, id: String(row.variantId) }))}
        columns={columns}
        shared={null}
        label="Units needed by week"
        shown={10}
        more="variants more"
      />
      {more > 0 && (
        <p className="pn-after pn-dimmed">{formatCount(more)} variants more are in the exported file.</p>
      )}
    </Card>
  );
}
