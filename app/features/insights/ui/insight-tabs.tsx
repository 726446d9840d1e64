import { CALENDAR_PATH, FORECAST_PATH, STOCK_PATH } from "~/features/insights/calendar/calendar-url";
import {
  CANCELLATIONS_PATH,
  COHORTS_PATH,
  INSIGHTS_PATH,
  PAYMENTS_PATH,
  PRODUCTS_PATH,
  REFERRALS_PATH,
} from "~/features/insights/pages/overview-url";
import { ListTabs } from "~/ui/list/list-page";

const PAGES = [
  { label: "Overview", href: INSIGHTS_PATH },
  { label: "Cohorts", href: COHORTS_PATH },
  { label: "Cancellations", href: CANCELLATIONS_PATH },
  { label: "Payments", href: PAYMENTS_PATH },
  { label: "Products", href: PRODUCTS_PATH },
  { label: "Referrals", href: REFERRALS_PATH },
  { label: "Forecast", href: FORECAST_PATH },
  { label: "Calendar", href: CALENDAR_PATH },
  { label: "Stock", href: STOCK_PATH },
];

/** The pages of the insights. @param search days and currency, which links keep: `?from=…` */
export const InsightTabs = ({ current, search = "" }: { current: string; search?: string }) => (
  <div className="in-parts">
    <ListTabs
      label="Insights"
      tabs={PAGES.map(({ label, href }) => ({
        label,
        href: `${href}${search}`,
        isCurrent: href === current,
      }))}
    />
  </div>
);
