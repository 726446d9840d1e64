import { CALENDAR_PATH, FORECAST_PATH, STOCK_PATH } from "~/features/insights/calendar/calendar-url";
import { INSIGHTS_PATH } from "~/features/insights/pages/overview-url";
import { ListTabs } from "~/ui/list/list-page";

const PAGES = [
  { label: "Overview", href: INSIGHTS_PATH },
  { label: "Forecast", href: FORECAST_PATH },
  { label: "Calendar", href: CALENDAR_PATH },
  { label: "Stock", href: STOCK_PATH },
];

/** The pages of the insights. */
export const InsightTabs = ({ current }: { current: string }) => (
  <div className="in-parts">
    <ListTabs label="Insights" tabs={PAGES.map((page) => ({ ...page, isCurrent: page.href === current }))} />
  </div>
);
