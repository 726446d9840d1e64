import type { OrderDay } from "~/features/billing/orders/order-days";
import { DAY_LABELS } from "~/features/billing/orders-admin/order-labels";
import { type OrderTab, sortsByAmount } from "~/features/billing/orders-admin/order-list-url";
import type { OrderRowView } from "~/features/billing/orders-admin/order-view";
import { type Column, DataTable, type Sorting } from "~/ui/list/data-table";
import { StatusBadge } from "~/ui/parts/status-badge";

type Shared = { list: string };

const toOrderHref = (id: number, list: string): string =>
  `/admin/orders/${id}${list && `?list=${encodeURIComponent(list)}`}`;

const ORDER: Column<OrderRowView, Shared> = {
  title: "Order",
  isMain: true,
  cell: ({ id, name, date }, { list }) => (
    <a href={toOrderHref(id, list)} className="pn-strong-link">
      {name ?? `Order of ${date.text}`}
    </a>
  ),
};

export const ORDER_DATE: Column<OrderRowView, unknown> = {
  title: "Date",
  isNumber: true,
  sort: "billing_date",
  cell: ({ date }) => <time dateTime={date.instant}>{date.text}</time>,
};

/** The kind of day by which the list is filtered. */
const DAY_OF: Column<OrderRowView, Shared> = {
  title: "Date",
  isNumber: true,
  sort: "day_of",
  cell: ({ dayOf }) => dayOf && <time dateTime={dayOf.instant}>{dayOf.text}</time>,
};

const CUSTOMER: Column<OrderRowView, Shared> = {
  title: "Customer",
  cell: ({ customer, customerId, contractId }) => (
    <span className="pn-cell">
      <a href={`/admin/customers/${customerId}`}>
        <bdi>{customer}</bdi>
      </a>
      <span className="pn-small pn-number">
        <a href={`/admin/contracts/${contractId}`}>Contract {contractId}</a>
      </span>
    </span>
  ),
};

const STATUS: Column<OrderRowView, Shared> = {
  title: "Status",
  cell: ({ state, reason, next }) => (
    <span className="pn-cell">
      <StatusBadge {...state} />
      {reason && <span className="pn-small">{reason.why}</span>}
      {next && <span className="pn-dimmed pn-small">{next}</span>}
    </span>
  ),
};

export const ORDER_AMOUNT: Column<OrderRowView, unknown> = {
  title: "Amount",
  isNumber: true,
  align: "end",
  cell: ({ amount, refunded }) => (
    <span className="pn-cell pn-cell-end">
      {amount ?? <span className="pn-dimmed">—</span>}
      {refunded && <span className="pn-dimmed pn-small">{refunded} refunded</span>}
    </span>
  ),
};

const WHY: Column<OrderRowView, Shared> = {
  title: "Why",
  cell: ({ reason, state }) => (
    <span className="pn-cell">
      <span>{reason?.why ?? state.label}</span>
      {reason && <span className="pn-dimmed pn-small">{reason.who}</span>}
    </span>
  ),
};

const NEXT: Column<OrderRowView, Shared> = {
  title: "Next",
  sort: "next_step_at",
  cell: ({ next, tries }) => (
    <span className="pn-cell">
      <span>{next}</span>
      <span className="pn-dimmed pn-small">{tries === 1 ? "Tried once" : `Tried ${tries} times`}</span>
    </span>
  ),
};

const PRODUCTS: Column<OrderRowView, Shared> = {
  title: "Products",
  cell: ({ products }) => (
    <span className="pn-cell">
      {products?.map((line) => (
        <span key={line} dir="auto">
          {line}
        </span>
      ))}
    </span>
  ),
};

const SINCE: Column<OrderRowView, Shared> = {
  title: "Since",
  isNumber: true,
  sort: "first_failed_at",
  cell: ({ since }) => since && <time dateTime={since.instant}>{since.text}</time>,
};

const COLUMNS = [ORDER, ORDER_DATE, CUSTOMER, STATUS, ORDER_AMOUNT];
/** None of these orders has a name yet: they are shown by their date. */
const DUNNING_COLUMNS = [{ ...ORDER, sort: "billing_date" }, CUSTOMER, WHY, NEXT, ORDER_AMOUNT];

const STOCK_COLUMNS = [{ ...ORDER, sort: "billing_date" }, CUSTOMER, PRODUCTS, SINCE, NEXT, ORDER_AMOUNT];

const COLUMNS_OF: Partial<Record<OrderTab, typeof STOCK_COLUMNS>> = {
  dunning: DUNNING_COLUMNS,
  stock: STOCK_COLUMNS,
};

const toColumns = (tab: OrderTab, dayOf: OrderDay | null) => {
  const columns = dayOf
    ? [ORDER, ORDER_DATE, { ...DAY_OF, title: DAY_LABELS[dayOf] }, CUSTOMER, STATUS, ORDER_AMOUNT]
    : (COLUMNS_OF[tab] ?? COLUMNS);
  return sortsByAmount(tab)
    ? columns.map((column) => (column === ORDER_AMOUNT ? { ...ORDER_AMOUNT, sort: "amount" } : column))
    : columns;
};

type Props = { rows: OrderRowView[]; tab: OrderTab; dayOf: OrderDay | null; list: string; sorting: Sorting };

/** Orders of one tab; those in dunning with who has to act, and what comes next. */
export function OrderTable({ rows, tab, dayOf, list, sorting }: Props) {
  return (
    <DataTable
      rows={rows}
      columns={toColumns(tab, dayOf)}
      shared={{ list }}
      label="Orders"
      sorting={sorting}
    />
  );
}
