import { Button } from "@mantine/core";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { LineChart } from "~/features/insights/charts/line-chart";
import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { overviewPageLoader } from "~/features/insights/pages/insights-pages.endpoints.server";
import { DIGEST_PATH, INSIGHTS_PATH } from "~/features/insights/pages/overview-url";
import { InsightTabs } from "~/features/insights/ui/insight-tabs";
import insightStyles from "~/features/insights/ui/insights.css";
import {
  formatDay,
  formatDays,
  formatNumber,
  formatTick,
  toChange,
  toPointLabels,
} from "~/features/insights/ui/number-format";
import { InsightTile } from "~/features/insights/ui/number-tile";
import { RangeForm } from "~/features/insights/ui/range-form";
import { formatMoney } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { IconChartBar } from "~/ui/icons/icons";
import { ListTabs } from "~/ui/list/list-page";
import { Card } from "~/ui/parts/card";
import { NothingYet } from "~/ui/parts/empty-state";
import { PageHeader } from "~/ui/parts/page-header";

export { overviewPageLoader as loader };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: insightStyles }];
export const meta: MetaFunction = () => [{ title: pageTitle("Insights") }];

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
  const { tiles, ranges, currencyCode, isEmpty } = page;
  const before = { from: page.previousFrom, to: page.previousTo };
  const isLoading = useNavigation().location?.pathname === INSIGHTS_PATH;
  return (
    <div className="pn-page" data-width="full" aria-busy={isLoading}>
      <PageHeader title="Insights" note={`${formatDays(page)}, compared with ${formatDays(before)}`}>
        <Button component={Link} to={DIGEST_PATH} variant="default">
          Weekly digest
        </Button>
      </PageHeader>
      <InsightTabs current={INSIGHTS_PATH} search={page.search} />
      <div className="in-head">
        <ListTabs
          label="Days up to today"
          tabs={ranges.map(({ days, href, isCurrent }) => ({ label: `${days} days`, href, isCurrent }))}
        />
        <RangeForm {...page} />
      </div>
      {isEmpty ? (
        <NothingYet
          icon={IconChartBar}
          title="No numbers yet"
          text={`Up to ${formatDay(page.to)} no contract was made and no order was paid. Numbers appear here with the first contract.`}
        />
      ) : (
        <>
          <Whole page={page} />
          <Revenue page={page} />
          <Movements page={page} />
          {GROUPS.map(([title, names]) => (
            <section key={title} aria-label={title}>
              <h2 className="in-group">{title}</h2>
              <ul className="pn-plain pn-tiles in-tiles">
                {names.flatMap((name) =>
                  tiles
                    .filter((tile) => tile.name === name)
                    .map((tile) => <InsightTile key={name} tile={tile} currencyCode={currencyCode} />),
                )}
              </ul>
            </section>
          ))}
        </>
      )}
    </div>
  );
}

/** From which day on the numbers are complete, if that is later than the first day shown. */
function Whole({ page: { wholeFrom, previousFrom } }: { page: Page }) {
  if (wholeFrom !== null && wholeFrom <= previousFrom) return null;
  return (
    <p className="pn-notice pn-tone" data-tone="busy">
      {wholeFrom === null
        ? "What the shop had before is still being counted: numbers are too low for a while."
        : `Numbers are whole from ${formatDay(wholeFrom)} on; before that day they tell what the history of contracts and orders still says.`}
    </p>
  );
}

const toPoints = ({ dates, interval }: Page) => dates.map((date) => toPointLabels(date, interval));

function Revenue({ page }: { page: Page }) {
  const { currencyCode, mrr, mrrBefore } = page;
  const tile = page.tiles.find(({ name }) => name === "mrr");
  const format = (value: number) => formatMoney(value, currencyCode);
  const words = formatNumber("mrr", tile?.value ?? null, currencyCode);
  const change = toChange("mrr", tile?.value ?? null, tile?.previous ?? null);
  const first = formatNumber("mrr", mrr[0] ?? null, currencyCode);
  return (
    <Card title="Monthly recurring revenue">
      <p className="in-total">
        <span className="in-value">{words}</span>
        {change && (
          <span className="pn-tone in-change-words" data-tone={change.tone}>
            {change.words}
          </span>
        )}
        <span className="pn-dimmed">
          {formatNumber("mrr", tile?.previous ?? null, currencyCode)} at the end of the time before
        </span>
      </p>
      <LineChart
        title="Monthly recurring revenue"
        description={`From ${first} to ${words}, ${formatDays(page)}. Every value is in the table below.`}
        points={toPoints(page)}
        series={[
          { name: "MRR", values: mrr },
          { name: "Time before", values: mrrBefore, isComparison: true },
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
  const { currencyCode, movements, tiles } = page;
  const totals = MOVEMENTS.map(([name, sign]) => {
    const value = tiles.find((tile) => tile.name === name)?.value ?? 0;
    return { name, words: `${sign > 0 ? "+" : "−"}${formatMoney(value, currencyCode)}` };
  });
  return (
    <Card title="What moved it">
      <BarChart
        title="What moved the monthly recurring revenue"
        description={`${totals.map(({ name, words }) => `${NUMBERS[name].label} ${words}`).join(", ")}.`}
        points={toPoints(page)}
        series={MOVEMENTS.map(([name, sign, tone]) => ({
          name: NUMBERS[name].label,
          values: movements[name].map((value) => (value ?? 0) * sign || 0),
          ...(tone && { tone }),
        }))}
        format={(value) => formatMoney(value, currencyCode)}
        formatTick={formatTick}
      />
      <details className="pn-opens pn-small in-sums">
        <summary>Sums, and what they mean</summary>
        <dl className="pn-terms">
          {totals.map(({ name, words }) => (
            <div key={name}>
              <dt>
                {NUMBERS[name].label}: {NUMBERS[name].definition}
              </dt>
              <dd className="pn-number">{words}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}
