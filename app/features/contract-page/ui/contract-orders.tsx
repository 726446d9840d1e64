import { Link } from "@remix-run/react";
import type { ButtonView } from "~/features/contract-page/dialogs/dialog-view";
import type { ExtraView, OrderView } from "~/features/contract-page/page/contract-detail";
import { ORDER_STATUS_LABELS } from "~/features/contracts/status-labels";
import { type Column, Table } from "~/ui/list/table";
import { Card } from "~/ui/parts/card";
import { StatusBadge } from "~/ui/parts/status-badge";
import { DialogLinks } from "./dialog-links";

type Props = {
  id: string;
  title: string;
  orders: (OrderView & { extras: ExtraView[]; buttons: ButtonView[] })[];
  mayEdit: boolean;
  /** Orders that were made have a name, planned ones do not. */
  hasNames: boolean;
  empty: string;
  cutNote: string | null;
};

/** Further orders are collapsed, since what follows on the page is needed more often. */
const SHOWN = 6;

/** Next or past orders of a contract. */
export function ContractOrders({ id, title, orders, mayEdit, hasNames, empty, cutNote }: Props) {
  const older = orders.slice(SHOWN);
  return (
    <Card title={title} id={id}>
      {orders.length === 0 ? (
        <p className="pn-dimmed">{empty}</p>
      ) : (
        <OrderTable orders={orders.slice(0, SHOWN)} hasNames={hasNames} mayEdit={mayEdit} />
      )}
      {older.length > 0 && (
        <details className="pn-opens pn-after">
          <summary>
            {older.length} {hasNames ? "older" : "later"} {older.length === 1 ? "order" : "orders"}
          </summary>
          <OrderTable orders={older} hasNames={hasNames} mayEdit={mayEdit} />
        </details>
      )}
      {cutNote && <p className="pn-dimmed pn-after">{cutNote}</p>}
    </Card>
  );
}

function OrderTable({ orders, hasNames, mayEdit }: Pick<Props, "orders" | "hasNames" | "mayEdit">) {
  const hasActions =
    mayEdit && orders.some(({ buttons }) => buttons.some(({ at }) => at !== "order-product"));
  const columns = [
    DATE,
    STATUS,
    ...(hasNames ? [NAME] : []),
    ...(hasActions ? [SIDE_AMOUNT, ACTIONS] : [AMOUNT]),
  ];
  return <Table rows={orders} columns={columns} shared={{ hasActions, mayEdit }} className="ct-orders" />;
}

type OrderColumn = Column<Props["orders"][number], { hasActions: boolean; mayEdit: boolean }>;

const MISSING = <span className="pn-dimmed">—</span>;

const DATE: OrderColumn = {
  title: "Date",
  className: "ct-date",
  isNumber: true,
  cell: ({ id, date, name, amount }, { hasActions }) => (
    <>
      <Link to={`/admin/orders/${id}`}>
        <time dateTime={date.instant}>{date.text}</time>
      </Link>
      {name && <span className="ct-narrow pn-dimmed">{name}</span>}
      {hasActions && amount && <span className="ct-narrow pn-dimmed">{amount}</span>}
    </>
  ),
};

const STATUS: OrderColumn = {
  title: "Status",
  cell: (order, { mayEdit }) => (
    <>
      <StatusBadge {...ORDER_STATUS_LABELS[order.status]} />
      {order.error && <p className="pn-error">{order.error}</p>}
      {order.note && (
        <p className="pn-dimmed" dir="auto">
          {order.note}
        </p>
      )}
      <Extras order={order} mayEdit={mayEdit} />
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
  cell: ({ id, date, buttons }) => (
    <div className="pn-actions">
      <DialogLinks buttons={buttons} at="order-row" part={{ order: id }} />
      <DialogLinks buttons={buttons} at="order" part={{ order: id }} about={`the order of ${date.text}`} />
    </div>
  ),
};

/** One-time products of this order. */
function Extras({ order, mayEdit }: { order: Props["orders"][number]; mayEdit: boolean }) {
  const { id, extras, date, buttons } = order;
  if (extras.length === 0) return null;
  return (
    <ul className="pn-plain pn-stack pn-snug" aria-label={`One-time products of the order of ${date.text}`}>
      {extras.map(({ variantId, title, price }) => (
        <li key={variantId} className="pn-row">
          <span>
            + <bdi>{title}</bdi> <span className="pn-dimmed pn-number">{price}</span>
          </span>
          {mayEdit && (
            <DialogLinks
              buttons={buttons}
              at="order-product"
              part={{ order: id, variant: variantId }}
              about={title}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
