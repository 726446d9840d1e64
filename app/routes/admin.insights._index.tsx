import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { LineChart } from "~/features/insights/charts/line-chart";
import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { DIGEST_PATH } from "~/features/insights/pages/overview-url";
import { overviewPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import { InsightPage, toDayChoices } from "~/features/insights/ui/insight-page";
import insightStyles from "~/features/insights/ui/insights.css";
import {
  formatDays,
  formatNumber,
  formatTick,
  toChange,
  toPointLabels,
} from "~/features/insights/ui/number-format";
import { InsightTile } from "~/features/insights/ui/number-tile";
import { formatMoney } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { overviewPageLoader as loader };

export const links = styledBy(insightStyles);
export const meta = titled("Insights");

const GROUPS: [title: string, names: NumberName[]][] = [
  [
    "Contracts",
    [
      "activeContracts",
      "pausedContracts",
      "subscribers",
      "newContracts",
      "churnedContracts",
      "reactivatedContracts",
      "contractChurnRate",
      "revenueChurnRate",
      "lifetimeValue",
    ],
  ],
  ["Orders", ["paidOrders", "revenue", "averageOrder", "refunds", "skippedOrders"]],
  ["Payments", ["failedOrders", "recoveredOrders", "lostOrders", "recoveryRate", "recoveredRevenue"]],
];

type Page = ReturnType<typeof useLoaderData<typeof overviewPageLoader>>;

export default function InsightsPage() {
  const page = useLoaderData<typeof overviewPageLoader>();
  return (
    <InsightPage
      page={page}
      title="Insights"
      choices={toDayChoices(page.ranges)}
      actions={
        <Button component={Link} to={DIGEST_PATH} variant="default">
          Weekly digest
        </Button>
      }
    >
      <Revenue page={page} />
      <Movements page={page} />
      {GROUPS.map(([title, names]) => (
        <section key={title} aria-label={title}>
          <h2 className="in-group">{title}</h2>
          <ul className="pn-plain pn-tiles in-tiles">
            {names.flatMap((name) =>
              page.tiles
                .filter((tile) => tile.name === name)
                .map((tile) => <InsightTile key={name} tile={tile} currencyCode={page.currencyCode} />),
            )}
          </ul>
        </section>
      ))}
    </InsightPage>
  );
}

const toPoints = ({ dates, interval }: Page) => dates.map((date) => toPointLabels(date, interval));

function Revenue({ page }: { page: Page }) {
  const { currencyCode, series, seriesBefore } = page;
  const { mrr = [] } = series;
  const tile = page.tiles.find(({ name }) => name === "mrr");
  const format = (value: number) => formatMoney(value, currencyCode);
  const text = formatNumber("mrr", tile?.value ?? null, currencyCode);
  const change = toChange("mrr", tile?.value ?? null, tile?.previous ?? null);
  const first = formatNumber("mrr", mrr[0] ?? null, currencyCode);
  return (
    <Card title="Monthly recurring revenue">
      <p className="in-total">
        <span className="in-value">{text}</span>
        {change && (
          <span className="pn-tone in-change-text" data-tone={change.tone}>
            {change.text}
          </span>
        )}
        <span className="pn-dimmed">
          {formatNumber("mrr", tile?.previous ?? null, currencyCode)} at the end of the time before
        </span>
      </p>
      <LineChart
        title="Monthly recurring revenue"
        description={`From ${first} to ${text}, ${formatDays(page)}. Every value is in the table below.`}
        points={toPoints(page)}
        series={[
          { name: "MRR", values: mrr },
          { name: "Time before", values: seriesBefore.mrr ?? [], isComparison: true },
        ]}
        format={format}
        formatTick={formatTick}
      />
      <details className="pn-opens pn-small">
        <summary>
          What it means<span className="pn-hidden">: MRR</span>
        </summary>
        <p className="pn-flush">{NUMBERS.mrr.definition}</p>
      </details>
    </Card>
  );
}

/** In the order in which they are stacked: gains upwards, losses downwards. */
const MOVEMENTS = [
  ["newMrr", 1, undefined],
  ["expansionMrr", 1, "more"],
  ["reactivatedMrr", 1, "again"],
  ["contractionMrr", -1, "less"],
  ["churnedMrr", -1, "gone"],
] as const;

function Movements({ page }: { page: Page }) {
  const { currencyCode, series, tiles } = page;
  const totals = MOVEMENTS.map(([name, sign]) => {
    const value = tiles.find((tile) => tile.name === name)?.value ?? 0;
    return { name, amount: `${sign > 0 ? "+" : "−"}${formatMoney(value, currencyCode)}` };
  });
  return (
    <Card title="What moved it">
      <BarChart
        title="What moved the monthly recurring revenue"
        description={`${totals.map(({ name, amount }) => `${NUMBERS[name].label} ${amount}`).join(", ")}.`}
        points={toPoints(page)}
        series={MOVEMENTS.map(([name, sign, tone]) => ({
          name: NUMBERS[name].label,
          values: (series[name] ?? []).map((value) => (value ?? 0) * sign || 0),
          ...(tone && { tone }),
        }))}
        format={(value) => formatMoney(value, currencyCode)}
        formatTick={formatTick}
      />
      <details className="pn-opens pn-small in-sums">
        <summary>Sums, and what they mean</summary>
        <dl className="pn-terms">
          {totals.map(({ name, amount }) => (
            <div key={name}>
              <dt>
                {NUMBERS[name].label}: {NUMBERS[name].definition}
              </dt>
              <dd className="pn-number">{amount}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}
