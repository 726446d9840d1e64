import { useLoaderData } from "@remix-run/react";
import type { PartOfOrders } from "~/features/billing/orders/order-parts";
import { CLASS_LABELS, toFailureLabel } from "~/features/billing/orders-admin/order-part-labels";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { LineChart } from "~/features/insights/charts/line-chart";
import { paymentsPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import { InsightPage, NumberTiles, toDayChoices } from "~/features/insights/ui/insight-page";
import { formatNumber, formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { CountLink, toOrdersOfPart } from "~/features/insights/ui/part-links";
import { type PartRow, PartTable } from "~/features/insights/ui/part-table";
import { formatCount, formatMoney } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import { titled } from "~/ui/shell/page-exports";

export { partLinks as links } from "~/features/insights/ui/part-styles";
export { paymentsPageLoader as loader };

export const meta = titled("Payments and dunning");

type Page = ReturnType<typeof useLoaderData<typeof paymentsPageLoader>>;
type Code = Page["codes"][number];

const CLASSES = ["later", "customer", "merchant", "never", "unknown"] as const;
const TITLES = ["Failed", "Recovered", "Lost", "Recovery rate", "Amount lost"] as const;

export default function InsightPaymentsPage() {
  const page = useLoaderData<typeof paymentsPageLoader>();
  const { currencyCode, tiles, ranges, codes } = page;
  const toRow = (part: PartOfOrders, name: string, failures: readonly Code[]): PartRow => {
    const link = (dayOf: "FAILED" | "RECOVERED" | "LOST", count: number) => (
      <CountLink key={dayOf} count={count} to={toOrdersOfPart(page, dayOf, part)}>
        {formatCount(count)}
      </CountLink>
    );
    const orders = (kind: "failed" | "recovered" | "lost") =>
      failures.reduce((sum, code) => sum + code[kind].orders, 0);
    const [failed, recovered, lost] = [orders("failed"), orders("recovered"), orders("lost")];
    const decided = recovered + lost;
    const rate = decided > 0 ? recovered / decided : null;
    const amountLost = failures.reduce((sum, code) => sum + code.lost.amount, 0);
    return {
      id: part.value,
      name,
      weight: failed,
      cells: [
        link("FAILED", failed),
        link("RECOVERED", recovered),
        link("LOST", lost),
        formatNumber("recoveryRate", rate, currencyCode),
        formatMoney(amountLost, currencyCode),
      ],
    };
  };
  const none = "No payment failed in these days.";
  return (
    <InsightPage page={page} title="Payments and dunning" choices={toDayChoices(ranges)}>
      <NumberTiles tiles={tiles} currencyCode={currencyCode} />
      <Pictures {...page} />
      <PartTable
        title="Who has to act"
        note={`Orders in ${currencyCode}, by the first failure of each. Failed counts on the day of that failure, recovered on the day it was paid, lost on the day it was given up.`}
        titles={["Who has to act", ...TITLES]}
        rows={CLASSES.flatMap((name) => {
          const failures = codes.filter((code) => (code.class ?? "unknown") === name);
          return failures.length > 0
            ? [toRow({ by: "declineClass", value: name }, CLASS_LABELS[name], failures)]
            : [];
        })}
        collapsed="more"
        none={none}
      />
      <PartTable
        title="What payments failed with"
        titles={["First failure", ...TITLES]}
        rows={codes.map((code) =>
          toRow({ by: "failure", value: code.code ?? "" }, toFailureLabel(code.code), [code]),
        )}
        collapsed="reasons more"
        none={none}
      />
    </InsightPage>
  );
}

function Pictures({ dates, interval, series, seriesBefore }: Page) {
  const points = dates.map((date) => toPointLabels(date, interval));
  const sum = (values: readonly (number | null)[] = []) =>
    formatCount(values.reduce((total: number, value) => total + (value ?? 0), 0));
  return (
    <>
      <Card title="Failed payments">
        <LineChart
          title="Failed payments"
          description={`${sum(series.failedOrders)} orders whose first try failed; ${sum(seriesBefore.failedOrders)} in the time before.`}
          points={points}
          series={[
            { name: "Failed", values: series.failedOrders ?? [] },
            { name: "Time before", values: seriesBefore.failedOrders ?? [], isComparison: true },
          ]}
          format={formatCount}
          formatTick={formatTick}
        />
      </Card>
      <Card title="Recovered and lost">
        <BarChart
          title="Recovered and lost payments"
          description={`${sum(series.recoveredOrders)} recovered, ${sum(series.lostOrders)} lost.`}
          points={points}
          series={[
            { name: "Recovered", values: series.recoveredOrders ?? [] },
            {
              name: "Lost",
              values: (series.lostOrders ?? []).map((value) => -(value ?? 0) || 0),
              tone: "gone",
            },
          ]}
          format={(value) => formatCount(Math.abs(value))}
          formatTick={(value) => formatTick(Math.abs(value))}
        />
      </Card>
    </>
  );
}
