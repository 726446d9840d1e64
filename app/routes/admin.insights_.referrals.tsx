import { useLoaderData } from "@remix-run/react";
import type { PartOfOrders } from "~/features/billing/orders/order-parts";
import { CODE_LABELS } from "~/features/billing/orders-admin/order-part-labels";
import { LineChart } from "~/features/insights/charts/line-chart";
import { referralsPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import { InsightPage, NumberTiles, toDayChoices } from "~/features/insights/ui/insight-page";
import { formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { CountLink, type PageDays, toDaysBefore, toOrdersOfPart } from "~/features/insights/ui/part-links";
import { PartTable } from "~/features/insights/ui/part-table";
import { formatCount, formatMoney } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import { titled } from "~/ui/shell/page-exports";
import { NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";

export { partLinks as links } from "~/features/insights/ui/part-styles";
export { referralsPageLoader as loader };

export const meta = titled("Referrals and codes");

type Page = ReturnType<typeof useLoaderData<typeof referralsPageLoader>>;

/** The part of a code, as in the facts. */
const toPart = ({ kind, code }: Page["codes"][number]): PartOfOrders => ({
  by: "code",
  value: kind === "CODE" ? (code ?? "") : kind === "NONE" ? NO_CODE : REFERRAL_CODES,
});

const toCodeName = (part: PartOfOrders) =>
  CODE_LABELS[part.value] ?? <bdi className="pn-number">{part.value}</bdi>;

export default function InsightReferralsPage() {
  const page = useLoaderData<typeof referralsPageLoader>();
  const { currencyCode, tiles, ranges, codes } = page;
  return (
    <InsightPage page={page} title="Referrals and codes" choices={toDayChoices(ranges)}>
      <NumberTiles tiles={tiles} currencyCode={currencyCode} />
      <Friends {...page} />
      <PartTable
        title="Discount codes"
        note={`Paid orders in ${currencyCode} that had a discount, and what it took off. An order with two counts for each.`}
        more={
          <a href="/admin/discounts" className="pn-more">
            All codes
          </a>
        }
        titles={["Code", "Orders", "Before", "Taken off", "Before that"]}
        rows={codes.map((each) => {
          const part = toPart(each);
          const link = (days: PageDays, orders: number) => (
            <CountLink key={days.from} count={orders} to={toOrdersOfPart(days, "PAID", part)}>
              {formatCount(orders)}
            </CountLink>
          );
          return {
            id: part.value,
            name: toCodeName(part),
            weight: each.amount,
            cells: [
              link(page, each.orders),
              link(toDaysBefore(page), each.previousOrders),
              formatMoney(each.amount, currencyCode),
              formatMoney(each.previousAmount, currencyCode),
            ],
          };
        })}
        collapsed="codes more"
        none="No paid order had a discount in these days."
      />
    </InsightPage>
  );
}

function Friends({ dates, interval, series }: Page) {
  const accepted = series.acceptedFriends ?? [];
  const joined = series.joinedFriends ?? [];
  const sum = (values: readonly (number | null)[]) =>
    formatCount(values.reduce((total: number, value) => total + (value ?? 0), 0));
  return (
    <Card
      title="Friends"
      more={
        <a href="/admin/referrals" className="pn-more">
          All referrals
        </a>
      }
    >
      <LineChart
        title="Links used, and friends who joined"
        description={`${sum(accepted)} used a link, ${sum(joined)} joined.`}
        points={dates.map((date) => toPointLabels(date, interval))}
        series={[
          { name: "Joined", values: joined },
          { name: "Links used", values: accepted, tone: "more" },
        ]}
        format={formatCount}
        formatTick={formatTick}
      />
    </Card>
  );
}
