import { useLoaderData } from "@remix-run/react";
import { FORECAST_PATH } from "~/features/insights/calendar/calendar-url";
import { BandChart } from "~/features/insights/charts/band-chart";
import { forecastPageLoader } from "~/features/insights/pages/insights-pages.endpoints.server";
import { AsOf, BeingSummed } from "~/features/insights/ui/as-of";
import forecastStyles from "~/features/insights/ui/forecast.css";
import { ForecastTable, WhatItMeans } from "~/features/insights/ui/forecast-parts";
import { InsightTabs } from "~/features/insights/ui/insight-tabs";
import insightStyles from "~/features/insights/ui/insights.css";
import { formatDays, formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { formatCount, formatMoney } from "~/lib/format";
import { IconTelescope } from "~/ui/icons/icons";
import { ListTabs } from "~/ui/list/list-page";
import { Card } from "~/ui/parts/card";
import { NothingYet } from "~/ui/parts/empty-state";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { forecastPageLoader as loader };

export const links = styledBy(insightStyles, forecastStyles);
export const meta = titled("Forecast");

type Page = ReturnType<typeof useLoaderData<typeof forecastPageLoader>>;

function toHref(interval: "DAY" | "WEEK", currency: string | null): string {
  const params = new URLSearchParams();
  if (interval === "DAY") params.set("interval", "day");
  if (currency) params.set("currency", currency);
  const search = params.toString();
  return search ? `${FORECAST_PATH}?${search}` : FORECAST_PATH;
}

export default function ForecastPage() {
  const page = useLoaderData<typeof forecastPageLoader>();
  return (
    <div className="pn-page" data-width="full">
      <PageHeader
        title="Forecast"
        note={`What the orders of contracts as they stand will bring, ${formatDays(page)}. New contracts and cancellations are not predicted.`}
      />
      <InsightTabs current={FORECAST_PATH} />
      <AsOf at={page.asOf} timeZone={page.timeZone} />
      {page.isBeingSummed ? (
        <BeingSummed />
      ) : page.isEmpty ? (
        <NothingYet
          icon={IconTelescope}
          title="Nothing to come"
          text="In the next 90 days no order is planned. Orders of active contracts are forecast here."
        />
      ) : (
        <Parts page={page} />
      )}
    </div>
  );
}

function Parts({ page }: { page: Page }) {
  const { currencyCode, currencies, interval, total, points, hasHistory } = page;
  const isForeign = currencyCode !== page.shopCurrency;
  const kept = isForeign ? currencyCode : null;
  const format = (value: number) => formatMoney(value, currencyCode);
  const range = `${format(total.amountLow)} to ${format(total.amountHigh)}`;
  return (
    <>
      <div className="in-head">
        <ListTabs
          label="By"
          tabs={[
            { label: "Weeks", href: toHref("WEEK", kept), isCurrent: interval === "WEEK" },
            { label: "Days", href: toHref("DAY", kept), isCurrent: interval === "DAY" },
          ]}
        />
        {currencies.length > 1 && (
          <ListTabs
            label="Currency"
            tabs={currencies.map((code) => ({
              label: code,
              href: toHref(interval === "DAY" ? "DAY" : "WEEK", code === page.shopCurrency ? null : code),
              isCurrent: code === currencyCode,
            }))}
          />
        )}
      </div>
      <Card title="Expected revenue">
        <p className="in-total">
          <span className="in-value">{format(total.amount)}</span>
          <span className="pn-dimmed">
            {range}, from {formatCount(total.planned)} planned orders and {formatCount(total.later)} later
            ones
          </span>
        </p>
        {!hasHistory && (
          <p className="pn-banner pn-tone" data-tone="busy">
            In the last 90 days no order was paid or given up, so it is not known how many fail: anything from
            nothing to all of it may come in.
          </p>
        )}
        <BandChart
          title="Expected revenue"
          description={`${format(total.amount)}, between ${range}, ${formatDays(page)}. Every value is in the table below.`}
          points={points.map(({ date }) => toPointLabels(date, interval))}
          expected={points.map(({ amount }) => amount)}
          low={points.map(({ amountLow }) => amountLow)}
          high={points.map(({ amountHigh }) => amountHigh)}
          planned={points.map(({ plannedAmount }) => plannedAmount)}
          format={format}
          formatTick={formatTick}
        />
        <WhatItMeans rates={page.rates} />
      </Card>
      <ForecastTable points={points} interval={interval} currencyCode={currencyCode} />
    </>
  );
}
