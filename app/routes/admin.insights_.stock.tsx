import { useLoaderData } from "@remix-run/react";
import { STOCK_PATH } from "~/features/insights/calendar/calendar-url";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { stockPageLoader } from "~/features/insights/pages/insights-pages.endpoints.server";
import { AsOf, BeingSummed } from "~/features/insights/ui/as-of";
import { InsightTabs } from "~/features/insights/ui/insight-tabs";
import insightStyles from "~/features/insights/ui/insights.css";
import { formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { StockByWeek } from "~/features/insights/ui/stock-by-week";
import { formatCount } from "~/lib/format";
import { IconPackages } from "~/ui/icons/icons";
import { ListSearch } from "~/ui/list/filter-form";
import { NoMatches } from "~/ui/list/list-page";
import { Card } from "~/ui/parts/card";
import { NothingYet } from "~/ui/parts/empty-state";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { stockPageLoader as loader };

export const links = styledBy(insightStyles);
export const meta = titled("Stock");

export default function StockPage() {
  const page = useLoaderData<typeof stockPageLoader>();
  const { weeks, units, search, isEmpty, found } = page;
  return (
    <div className="pn-page" data-width="full">
      <PageHeader
        title="Stock"
        note="Units that the planned orders of the next 60 days need. Each active contract has its next three orders planned; later ones are not counted here."
      />
      <InsightTabs current={STOCK_PATH} />
      <AsOf at={page.asOf} timeZone={page.timeZone} />
      {page.isBeingSummed ? (
        <BeingSummed />
      ) : isEmpty ? (
        <NothingYet
          icon={IconPackages}
          title="Nothing to pack"
          text="In the next 60 days no order is planned. What orders need appears here by week."
        />
      ) : (
        <>
          <div className="in-head">
            <ListSearch label="Search products" placeholder="Product, variant or id" value={search ?? ""} />
          </div>
          {found === 0 ? (
            <NoMatches text={`No planned order needs “${search}”.`} to={STOCK_PATH} label="Show everything" />
          ) : (
            <>
              <Card title={`${formatCount(units)} ${units === 1 ? "unit" : "units"} in 60 days`}>
                <BarChart
                  title="Units needed by week"
                  description={`${formatCount(units)} units in ${weeks.length} weeks. Every value is in the table below.`}
                  points={weeks.map(({ start }) => toPointLabels(start, "WEEK"))}
                  series={[{ name: "Units", values: weeks.map((week) => week.units) }]}
                  format={formatCount}
                  formatTick={formatTick}
                />
              </Card>
              <StockByWeek {...page} />
            </>
          )}
        </>
      )}
    </div>
  );
}
