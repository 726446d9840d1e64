import { useLoaderData } from "@remix-run/react";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { cancellationsPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import { InsightPage, NumberTiles, toDayChoices } from "~/features/insights/ui/insight-page";
import { formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { toAgeLabel, toOfferLabel } from "~/features/insights/ui/part-labels";
import { CountLink, type PageDays, toContractsThat, toDaysBefore } from "~/features/insights/ui/part-links";
import { PartTable } from "~/features/insights/ui/part-table";
import { formatCount, formatMoney } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import { titled } from "~/ui/shell/page-exports";

export { partLinks as links } from "~/features/insights/ui/part-styles";
export { cancellationsPageLoader as loader };

export const meta = titled("Cancellations");

type Page = ReturnType<typeof useLoaderData<typeof cancellationsPageLoader>>;

const toLinks =
  (did: "Ended" | "Kept") => (days: PageDays, contracts: number, also: Record<string, string | null>) => (
    <CountLink key={`${did} ${days.from}`} count={contracts} to={toContractsThat(did, days, also)}>
      {formatCount(contracts)}
    </CountLink>
  );
const ended = toLinks("Ended");
const stayed = toLinks("Kept");

export default function InsightCancellationsPage() {
  const page = useLoaderData<typeof cancellationsPageLoader>();
  const { currencyCode, tiles, ranges, reasons, products, saved } = page;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const before = toDaysBefore(page);
  return (
    <InsightPage page={page} title="Cancellations" choices={toDayChoices(ranges)}>
      <NumberTiles tiles={tiles} currencyCode={currencyCode} />
      <EndedAndKept {...page} />
      <PartTable
        title="Reasons"
        note={`Of contracts in ${currencyCode} that ended, and of those that stayed for an offer, the reason given.`}
        titles={["Reason", "Ended", "Before", "MRR lost", "Kept by an offer"]}
        rows={reasons.map(({ reason, contracts, mrr, previousContracts, saved: kept }) => ({
          id: reason,
          name: <bdi>{reason}</bdi>,
          weight: contracts,
          cells: [
            ended(page, contracts, { endedReason: reason }),
            ended(before, previousContracts, { endedReason: reason }),
            money(mrr),
            stayed(page, kept, { keptReason: reason }),
          ],
        }))}
        collapsed="reasons more"
        none="No contract ended in these days."
      />
      <PartTable
        title="Kept by an offer"
        note="Cancellations begun in the portal after which the customer took an offer instead. The offer for each reason is part of the portal’s settings."
        more={
          <a href="/admin/portal" className="pn-more">
            Offers
          </a>
        }
        titles={["Offer", "Kept", "Before", "MRR kept"]}
        rows={saved.map(({ offer, contracts, previousContracts, mrr }) => ({
          id: offer,
          name: toOfferLabel(offer),
          weight: contracts,
          cells: [
            stayed(page, contracts, { keptBy: offer }),
            stayed(before, previousContracts, { keptBy: offer }),
            money(mrr),
          ],
        }))}
        collapsed="offers more"
        none="No offer was taken in these days."
      />
      <Ages {...page} />
      <PartTable
        title="Products of contracts that ended"
        note="A contract with several counts for each."
        titles={["Product", "Ended", "Before", "MRR lost"]}
        rows={products.map(({ productId, title, contracts, previousContracts, mrr }) => ({
          id: String(productId),
          name: <bdi>{title ?? "Not in the catalogue"}</bdi>,
          weight: contracts,
          cells: [
            ended(page, contracts, { endedProductId: String(productId) }),
            ended(before, previousContracts, { endedProductId: String(productId) }),
            money(mrr),
          ],
        }))}
        collapsed="products more"
        none="No contract ended in these days."
      />
    </InsightPage>
  );
}

/** Kept contracts upwards, ended ones downwards. */
function EndedAndKept({ dates, interval, series }: Page) {
  const ended = series.churnedContracts ?? [];
  const kept = series.savedContracts ?? [];
  const sum = (values: readonly (number | null)[]) =>
    values.reduce((total: number, value) => total + (value ?? 0), 0);
  return (
    <Card title="Ended, and kept by an offer">
      <BarChart
        title="Contracts that ended, and those kept by an offer"
        description={`${formatCount(sum(ended))} ended, ${formatCount(sum(kept))} kept by an offer.`}
        points={dates.map((date) => toPointLabels(date, interval))}
        series={[
          { name: "Kept by an offer", values: kept },
          { name: "Ended", values: ended.map((value) => -(value ?? 0) || 0), tone: "gone" },
        ]}
        format={(value) => formatCount(Math.abs(value))}
        formatTick={(value) => formatTick(Math.abs(value))}
      />
    </Card>
  );
}

/** Older ones together: a bar of three pixels would say nothing. */
const OLDEST = 36;

function Ages(page: Page) {
  const { ages } = page;
  const last = Math.min(OLDEST, Math.max(0, ...ages.map(({ months }) => months)));
  const values = Array.from({ length: last + 1 }, (_, months) =>
    ages
      .filter((age) => Math.min(OLDEST, age.months) === months)
      .reduce((sum, { contracts }) => sum + contracts, 0),
  );
  if (ages.length === 0) return null;
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <Card title="Age at the end" note="Whole months from the start of a contract to its end.">
      <BarChart
        title="Age of contracts at their end"
        description={`${formatCount(total)} contracts by the whole months they lasted.`}
        points={values.map((_, months) => {
          const isOpen = months === OLDEST;
          return {
            label: isOpen ? `${OLDEST} months or more` : toAgeLabel(months),
            tick: `${months}${isOpen ? "+" : ""}`,
            href: values[months]
              ? toContractsThat("Ended", page, {
                  fromEndedMonths: String(months),
                  toEndedMonths: isOpen ? null : String(months),
                })
              : null,
          };
        })}
        series={[{ name: "Contracts", values, tone: "gone" }]}
        format={formatCount}
        formatTick={formatTick}
      />
    </Card>
  );
}
