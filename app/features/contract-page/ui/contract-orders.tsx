import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ExtraView, OrderView } from "~/features/contract-page/page/contract-detail";
import { EditLink } from "~/features/contract-page/ui/edit-link";
import { type Column, Table } from "~/ui/list/table";
import { Card } from "~/ui/parts/card";
import { StatusBadge } from "~/ui/parts/status-badge";

type Props = {
  id: string;
  title: string;
  orders: (OrderView & { action: "skip" | "unskip" | null; extras: ExtraView[]; canAdd: boolean })[];
  /** Address of the dialog of an order's action; null = the viewer may not change anything. */
  toDialog: ((action: "skip" | "unskip", orderId: number) => string) | null;
  /** Orders that were made have a name, planned ones do not. */
  hasNames: boolean;
  empty: string;
  cutNote: string | null;
};

/** Further orders are collapsed, since what follows on the page is needed more often. */
const SHOWN = 6;

/** Next or past orders of a contract. */
export function ContractOrders({ id, title, orders, toDialog, hasNames, empty, cutNote }: Props) {
  const older = orders.slice(SHOWN);
  return (
    <Card title={title} id={id}>
      {orders.length === 0 ? (
        <p className="pn-dimmed">{empty}</p>
      ) : (
        <OrderTable orders={orders.slice(0, SHOWN)} hasNames={hasNames} toDialog={toDialog} />
      )}
      {older.length > 0 && (
        <details className="pn-opens pn-after">
          <summary>
            {older.length} {hasNames ? "older" : "later"} {older.length === 1 ? "order" : "orders"}
          </summary>
          <OrderTable orders={older} hasNames={hasNames} toDialog={toDialog} />
        </details>
      )}
      {cutNote && <p className="pn-dimmed pn-after">{cutNote}</p>}
    </Card>
  );
}

function OrderTable({ orders, hasNames, toDialog }: Pick<Props, "orders" | "hasNames" | "toDialog">) {
  const hasActions = toDialog !== null && orders.some(({ action, canAdd }) => action !== null || canAdd);
  const columns = [
    DATE,
    STATUS,
    ...(hasNames ? [NAME] : []),
    ...(hasActions ? [SIDE_AMOUNT, ACTIONS] : [AMOUNT]),
  ];
  return (
    <Table rows={orders} columns={columns} shared={hasActions ? toDialog : null} className="ct-orders" />
  );
}

type OrderColumn = Column<Props["orders"][number], Props["toDialog"]>;

const MISSING = <span className="pn-dimmed">—</span>;

const DATE: OrderColumn = {
  title: "Date",
  className: "ct-date",
  isNumber: true,
  cell: ({ id, date, name, amount }, toDialog) => (
    <>
      <Link to={`/admin/orders/${id}`}>
        <time dateTime={date.instant}>{date.text}</time>
      </Link>
      {name && <span className="ct-narrow pn-dimmed">{name}</span>}
      {toDialog && amount && <span className="ct-narrow pn-dimmed">{amount}</span>}
    </>
  ),
};

const STATUS: OrderColumn = {
  title: "Status",
  cell: (order, toDialog) => (
    <>
      <StatusBadge status={order.status} />
      {order.error && <p className="pn-error">{order.error}</p>}
      {order.note && (
        <p className="pn-dimmed" dir="auto">
          {order.note}
        </p>
      )}
      <Extras order={order} mayEdit={toDialog !== null} />
    </>
  ),
};

const NAME: OrderColumn = { title: "Order", className: "ct-wide", cell: ({ name }) => name ?? MISSING };

const AMOUNT: OrderColumn = {
  title: "Amount",
  align: "end",
  isNumber: true,
  cell: ({ amount }) => amount ?? MISSING,
};

/** On a narrow screen the buttons take its place, and the amount moves below the date. */
const SIDE_AMOUNT: OrderColumn = { ...AMOUNT, className: "ct-wide" };

const ACTIONS: OrderColumn = {
  title: "Actions",
  isTitleHidden: true,
  className: "ct-actions",
  align: "end",
  cell: ({ id, date, action, canAdd }, toDialog) => (
    <div className="pn-actions">
      {canAdd && (
        <EditLink
          edit="add_product"
          place={{ order: id }}
          label="Add product"
          about={`to the order of ${date.text}`}
        />
      )}
      {action && toDialog && (
        <Button component={Link} to={toDialog(action, id)} preventScrollReset variant="default" size="xs">
          {action === "skip" ? "Skip" : "Unskip"}
          <span className="pn-hidden"> the order of {date.text}</span>
        </Button>
      )}
    </div>
  ),
};

/** One-time products of this order. */
function Extras({ order, mayEdit }: { order: Props["orders"][number]; mayEdit: boolean }) {
  const { id, extras, date } = order;
  if (extras.length === 0) return null;
  return (
    <ul className="pn-plain pn-stack pn-snug" aria-label={`One-time products of the order of ${date.text}`}>
      {extras.map(({ variantId, title, price }) => (
        <li key={variantId} className="pn-row">
          <span>
            + <bdi>{title}</bdi> <span className="pn-dimmed pn-number">{price}</span>
          </span>
          {mayEdit && (
            <EditLink
              edit="remove_product"
              place={{ order: id, variant: variantId }}
              label="Remove"
              about={title}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
