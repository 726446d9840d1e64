import { useLoaderData } from "@remix-run/react";
import type { OrderPart } from "~/features/billing/orders/order-parts";
import {
  NOT_IN_CATALOGUE,
  toDestination,
  WITHOUT_PLAN,
} from "~/features/billing/orders-admin/order-part-labels";
import { productsPageLoader } from "~/features/insights/pages/part-pages.endpoints.server";
import { InsightPage, NumberTiles, toDayChoices } from "~/features/insights/ui/insight-page";
import { CountLink, toOrdersOfPart } from "~/features/insights/ui/part-links";
import { type PartRow, PartTable } from "~/features/insights/ui/part-table";
import { formatCount, formatMoney } from "~/lib/format";
import { titled } from "~/ui/shell/page-exports";

export { partLinks as links } from "~/features/insights/ui/part-styles";
export { productsPageLoader as loader };

export const meta = titled("Products sold");

const TITLES = ["Orders", "Units", "Amount", "Before"] as const;
type Sold = { orders: number; units: number; amount: number; previousAmount: number | null };
type Known = { paid: number; known: number };

export default function InsightProductsPage() {
  const page = useLoaderData<typeof productsPageLoader>();
  const { currencyCode, tiles, ranges, products, variants, plans, countries, bundles } = page;
  const toRow = (
    by: OrderPart,
    name: string,
    value: string | number | null,
    { orders, units, amount, previousAmount }: Sold,
  ): PartRow => ({
    id: String(value),
    name: <bdi>{name}</bdi>,
    weight: amount,
    cells: [
      <CountLink
        key="orders"
        count={orders}
        to={toOrdersOfPart(page, "PAID", { by, value: String(value ?? "") })}
      >
        {formatCount(orders)}
      </CountLink>,
      formatCount(units),
      formatMoney(amount, currencyCode),
      previousAmount === null ? "Not known" : formatMoney(previousAmount, currencyCode),
    ],
  });
  const isAllKnown = page.orders.known >= page.orders.paid;
  const none = isAllKnown ? "Nothing was sold in these days." : "What was sold in these days is not known.";
  return (
    <InsightPage page={page} title="Products sold" choices={toDayChoices(ranges)}>
      <NumberTiles tiles={tiles} currencyCode={currencyCode} />
      <NotKnown now={page.orders} before={page.previousOrders} />
      <PartTable
        title="Products"
        note="What paid orders sold, as it was then: lines after discounts, without delivery, on the day they were paid, refunds not taken off. An order with several counts for each."
        titles={["Product", ...TITLES]}
        rows={products.map((each) => toRow("product", each.title ?? NOT_IN_CATALOGUE, each.productId, each))}
        collapsed="products more"
        none={none}
      />
      <PartTable
        title="Variants"
        titles={["Variant", ...TITLES]}
        rows={variants.map((each) => toRow("variant", each.title ?? NOT_IN_CATALOGUE, each.variantId, each))}
        collapsed="variants more"
        none={none}
      />
      <PartTable
        title="Plans"
        titles={["Plan", ...TITLES]}
        rows={plans.map((each) => toRow("plan", each.plan ?? WITHOUT_PLAN, each.plan, each))}
        collapsed="plans more"
        none={none}
      />
      <PartTable
        title="Countries"
        note="Where the orders were sent."
        titles={["Country", ...TITLES]}
        rows={countries.map((each) =>
          toRow("country", toDestination(each.countryCode), each.countryCode, each),
        )}
        collapsed="countries more"
        none={none}
      />
      <PartTable
        title="Bundles"
        note="Lines that were put together in a bundle’s box."
        titles={["Bundle", ...TITLES]}
        rows={bundles.map((each) => toRow("bundle", each.title ?? each.handle, each.handle, each))}
        collapsed="bundles more"
        none={isAllKnown ? "No bundle was sold in these days." : none}
      />
    </InsightPage>
  );
}

/** Orders may have been imported without lines: then the tables show less than was sold. */
function NotKnown({ now, before }: { now: Known; before: Known }) {
  const [some, others] = [toUnknown(now, ""), toUnknown(before, " before")];
  if (!some && !others) return null;
  return (
    <p className="pn-banner pn-tone" data-tone="busy">
      It is not known what {[some, others].filter(Boolean).join(" and ")} sold: they were imported without
      their lines.
    </p>
  );
}

function toUnknown({ paid, known }: Known, when: string): string | null {
  const unknown = paid - known;
  if (unknown <= 0) return null;
  const orders = unknown === 1 ? "order" : "orders";
  return known <= 0
    ? `the ${formatCount(paid)} ${orders}${when}`
    : `${formatCount(unknown)} of the ${formatCount(paid)} orders${when}`;
}
