import { useLoaderData } from "@remix-run/react";
import { CALENDAR_PATH } from "~/features/insights/calendar/calendar-url";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { calendarPageLoader } from "~/features/insights/pages/insights-pages.endpoints.server";
import { AsOf, BeingSummed } from "~/features/insights/ui/as-of";
import { InsightTabs } from "~/features/insights/ui/insight-tabs";
import insightStyles from "~/features/insights/ui/insights.css";
import { formatDays, formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { PlannedDays } from "~/features/insights/ui/planned-days";
import { formatCount } from "~/lib/format";
import { IconCalendar } from "~/ui/icons/icons";
import { Card } from "~/ui/parts/card";
import { NothingYet } from "~/ui/parts/empty-state";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { calendarPageLoader as loader };

export const links = styledBy(insightStyles);
export const meta = titled("Calendar");

export default function CalendarPage() {
  const page = useLoaderData<typeof calendarPageLoader>();
  const { days, orders } = page;
  return (
    <div className="pn-page" data-width="full">
      <PageHeader
        title="Calendar"
        note={`Planned orders, ${formatDays(page)}. Each active contract has its next three planned; later ones are not counted here.`}
      />
      <InsightTabs current={CALENDAR_PATH} />
      <AsOf at={page.asOf} timeZone={page.timeZone} />
      {page.isBeingSummed ? (
        <BeingSummed />
      ) : orders === 0 ? (
        <NothingYet
          icon={IconCalendar}
          title="Nothing planned"
          text="In the next 60 days no order is planned. Orders of active contracts appear here by their days."
        />
      ) : (
        <>
          <Card title={`${formatCount(orders)} ${orders === 1 ? "order" : "orders"} in 60 days`}>
            <BarChart
              title="Planned orders by day"
              description={`${formatCount(orders)} orders on ${days.filter((day) => day.orders > 0).length} days.`}
              points={days.map(({ date }) => toPointLabels(date, "DAY"))}
              series={[{ name: "Orders", values: days.map((day) => day.orders) }]}
              format={formatCount}
              formatTick={formatTick}
            />
          </Card>
          <PlannedDays {...page} />
        </>
      )}
    </div>
  );
}
