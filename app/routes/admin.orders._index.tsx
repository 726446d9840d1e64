import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import { DAY_LABELS, TAB_NOTES } from "~/features/billing/orders-admin/order-labels";
import {
  orderListPageLoader,
  orderViewsAction,
} from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import {
  findOrderDay,
  findPartOfOrders,
  findStatus,
  ORDERS_PATH,
  type OrderFilter,
  toOrdersHref,
  withoutFilter,
  withoutFilters,
} from "~/features/billing/orders-admin/order-list-url";
import { PART_LABELS } from "~/features/billing/orders-admin/order-part-labels";
import { DunningTiles } from "~/features/billing/orders-admin/ui/dunning-tiles";
import { OrderSearch } from "~/features/billing/orders-admin/ui/order-search";
import { OrderTable } from "~/features/billing/orders-admin/ui/order-table";
import orderStyles from "~/features/billing/orders-admin/ui/orders.css";
import { ORDER_STATUS_LABELS } from "~/features/contracts/status-labels";
import { formatDate } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useLive } from "~/ui/hooks/use-live";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { IconDownload, IconReceipt } from "~/ui/icons/icons";
import { ListChips } from "~/ui/list/list-chips";
import { ListPage, ListPages, ListTabs, NoMatches } from "~/ui/list/list-page";
import { SavedViewsMenu, VIEWS_DONE } from "~/ui/list/saved-views-menu";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { orderListPageLoader as loader, orderViewsAction as action };

export const links = styledBy(orderStyles);
export const meta = titled("Orders");

const FILTER_LABELS: Record<OrderFilter, string> = {
  q: "Search",
  dayOf: "Day",
  from: "From",
  to: "To",
  status: "Status",
  by: "By",
  part: "Part",
  currency: "Currency",
};

function toFilterLabel(name: OrderFilter, text: string): string {
  if (name === "dayOf") {
    const day = findOrderDay({ filters: { dayOf: text } });
    return day ? DAY_LABELS[day] : text;
  }
  if (name === "status") {
    const status = findStatus(text);
    return status ? ORDER_STATUS_LABELS[status].label : text;
  }
  const isDay = (name === "from" || name === "to") && !Number.isNaN(Date.parse(`${text}T12:00:00Z`));
  return isDay ? formatDate(`${text}T12:00:00Z`, "UTC") : text;
}

export default function OrdersPage() {
  const page = useLoaderData<typeof orderListPageLoader>();
  const mark = useShopMark();
  useLive("orders");
  const { rows, tabs, state, problems, dunning, hasGateway, total, sum } = page;
  const { filters, tab } = state;
  const { note, empty } = TAB_NOTES[tab];
  const isLoading = useNavigation().location?.pathname === ORDERS_PATH;
  const part = findPartOfOrders(state);
  // A part is shown together with what it is a part of.
  const isShown = ([name]: [OrderFilter, string]) =>
    name !== "part" || page.partLabel === null || problems.part !== undefined;
  const hasFilters = Object.keys(filters).length > 0;
  const isNone = !hasFilters && tabs.every(({ isEmpty }) => isEmpty);
  const [column, direction] = page.sort.split(",");
  return (
    <ListPage
      title="Orders"
      isWide
      done={VIEWS_DONE}
      note={hasGateway ? undefined : <NoGateway />}
      nothingYet={
        isNone && {
          icon: IconReceipt,
          title: "No orders yet",
          text: "Each active contract has its next three orders planned. They appear here once there are contracts.",
        }
      }
      actions={
        <>
          <SavedViewsMenu
            all="Upcoming orders"
            path={ORDERS_PATH}
            views={page.views}
            here={page.here}
            kept={page.kept}
          />
          <Link to="/admin/settings/billing" className="pn-button">
            Billing settings
          </Link>
          <a href={mark(`/admin/orders.csv${page.kept && "?"}${page.kept}`)} download className="pn-button">
            <IconDownload size={16} />
            Export CSV
          </a>
        </>
      }
    >
      {dunning && <DunningTiles dunning={dunning} />}
      <section className="pn-list-card pn-card-flush" aria-label="Order list" aria-busy={isLoading}>
        <ListTabs
          label="Orders by state"
          tabs={tabs.map(({ label, href, tab: name, count }) => ({
            label,
            href,
            isCurrent: name === tab,
            ...(count !== null && { count }),
          }))}
        />
        <OrderSearch state={problems.sort ? { ...state, sort: null } : state} />
        <ListChips
          chips={(Object.entries(filters) as [OrderFilter, string][]).filter(isShown).map(([name, text]) => ({
            key: name,
            label: name === "by" && part ? PART_LABELS[part.by] : FILTER_LABELS[name],
            value: name === "by" && page.partLabel !== null ? page.partLabel : toFilterLabel(name, text),
            problem: problems[name] ?? null,
            removeHref: toOrdersHref(withoutFilter(state, name)),
          }))}
          problems={[problems.sort, problems.cursor].filter((text) => text !== undefined)}
          clearHref={toOrdersHref(withoutFilters(state))}
        />
        {note && rows.length > 0 && <p className="pn-list-note">{note}</p>}
        {rows.length === 0 ? (
          hasFilters ? (
            <NoMatches
              text="No orders match here. Remove a filter or try another tab."
              to={toOrdersHref(withoutFilters(state))}
              label="Remove the filters"
            />
          ) : (
            <p className="pn-list-empty">{empty}</p>
          )
        ) : (
          <OrderTable
            rows={rows}
            tab={tab}
            dayOf={findOrderDay(state)}
            list={page.search}
            sorting={{
              direction: (sort) =>
                sort === column ? (direction === "desc" ? "descending" : "ascending") : null,
              toHref: (sort) => {
                const isAscending = sort === column && direction === "asc";
                return toOrdersHref({
                  ...state,
                  cursor: null,
                  sort: `${sort},${isAscending ? "desc" : "asc"}`,
                });
              },
            }}
          />
        )}
        {rows.length > 0 && total !== null && (
          <p className="pn-list-note or-total">
            {total === "1" ? "1 order" : `${total} orders`}
            {sum && `, ${sum}${filters.dayOf === "REFUNDED" ? " refunded" : ""}`}
          </p>
        )}
        <ListPages
          steps={[
            ["Previous", page.previousHref ?? false],
            ["Next", page.nextHref ?? false],
          ]}
        />
      </section>
    </ListPage>
  );
}

function NoGateway() {
  const isOwner = useAdminShell().role === "owner";
  return (
    <>
      Nothing is charged: this shop has not chosen a payment gateway yet.
      {isOwner && " See “npm run shop:gateway” in the README."}
    </>
  );
}
