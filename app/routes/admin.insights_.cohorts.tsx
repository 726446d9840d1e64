import { useLoaderData } from "@remix-run/react";
import type { CohortsPage } from "~/features/insights/pages/cohorts-page.service.server";
import { cohortsPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import { HeatTable } from "~/features/insights/ui/heat-table";
import { InsightPage } from "~/features/insights/ui/insight-page";
import { formatDay } from "~/features/insights/ui/number-format";
import { formatCount, formatMoney } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import { titled } from "~/ui/shell/page-exports";

export { partLinks as links } from "~/features/insights/ui/part-styles";
export { cohortsPageLoader as loader };

export const meta = titled("Cohorts");

/** `Mar 2026` */
const toMonthLabel = (month: string): string => formatDay(month).split(" ").slice(1).join(" ");

const toRows = (cohorts: CohortsPage["cohorts"], name: "contracts" | "mrr") =>
  cohorts.map(({ month, href, months, ...start }) => ({
    id: month,
    label: toMonthLabel(month),
    href,
    start: start[name],
    months: months.map((each) => ({
      month: each.month,
      value: each[name],
      href: name === "contracts" ? each.href : null,
    })),
  }));

export default function InsightCohortsPage() {
  const page = useLoaderData<typeof cohortsPageLoader>();
  const { cohorts, currencyCode, lengths, isCut } = page;
  return (
    <InsightPage
      page={page}
      title="Cohorts"
      choices={lengths.map(({ months, ...length }) => ({ ...length, label: `${months} months` }))}
      note={`Contracts that began from ${toMonthLabel(page.from)} to ${toMonthLabel(page.to)}${isCut ? ", the latest 36 months of those asked for" : ""}`}
    >
      {cohorts.length === 0 ? (
        <p className="pn-banner">In these months no contract in {currencyCode} began.</p>
      ) : (
        <>
          <Card
            title="Contracts that stay"
            note="How many of the contracts that started in a month are active or paused at the end of that month (0) and of each month since. Contracts that were cancelled and reactivated count again."
          >
            <HeatTable
              label="Contracts that stay"
              startTitle="Contracts"
              rows={toRows(cohorts, "contracts")}
              format={formatCount}
            />
          </Card>
          <Card
            title="Revenue that stays"
            note={`What those contracts bring in a month (MRR, in ${currencyCode}), of what they brought when they began. More than 100 % is growth; paused contracts bring nothing.`}
          >
            <HeatTable
              label="Revenue that stays"
              startTitle="MRR"
              rows={toRows(cohorts, "mrr")}
              format={(value) => formatMoney(value, currencyCode)}
            />
          </Card>
        </>
      )}
    </InsightPage>
  );
}
