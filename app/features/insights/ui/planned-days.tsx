import type { CalendarPage } from "~/features/insights/plans/calendar-page.service.server";
import { formatCount, formatMoney } from "~/lib/format";
import { type Column, RowLink } from "~/ui/list/data-table";
import { Card } from "~/ui/parts/card";
import { CollapsedTable } from "./collapsed-table";
import { formatDay } from "./number-format";

type Day = CalendarPage["days"][number] & { id: string };
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

/** The days with planned orders; each opens its list. */
export function PlannedDays({ days, currencyCode }: Pick<CalendarPage, "days" | "currencyCode">) {
  const rows = days.filter(({ orders }) => orders > 0).map((day) => ({ ...day, id: day.date }));
  return (
    <Card title="Day by day">
      <CollapsedTable
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
