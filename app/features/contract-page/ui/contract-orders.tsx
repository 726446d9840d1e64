import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ExtraView, OrderView } from "~/features/contract-page/page/contract-detail";
import { EditLink } from "~/features/contract-page/ui/edit-link";
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
  return (
    <table className="pn-table ct-orders">
      <thead>
        <tr>
          <th scope="col" className="ct-date">
            Date
          </th>
          <th scope="col">Status</th>
          {hasNames && (
            <th scope="col" className="ct-wide">
              Order
            </th>
          )}
          {/* On a narrow screen the button takes this column's place, and the amount moves below the date. */}
          <th scope="col" data-align="end" className={hasActions ? "ct-wide" : undefined}>
            Amount
          </th>
          {hasActions && (
            <th scope="col" className="ct-actions">
              <span className="pn-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            hasNames={hasNames}
            toDialog={hasActions ? toDialog : null}
          />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({
  order,
  hasNames,
  toDialog,
}: Pick<Props, "hasNames" | "toDialog"> & { order: Props["orders"][number] }) {
  return (
    <tr>
      <td className="pn-number">
        <Link to={`/admin/orders/${order.id}`}>
          <time dateTime={order.date.instant}>{order.date.text}</time>
        </Link>
        {order.name && <span className="ct-narrow pn-dimmed">{order.name}</span>}
        {toDialog && order.amount && <span className="ct-narrow pn-dimmed">{order.amount}</span>}
      </td>
      <td>
        <StatusBadge status={order.status} />
        {order.error && <p className="pn-error">{order.error}</p>}
        {order.note && (
          <p className="pn-dimmed" dir="auto">
            {order.note}
          </p>
        )}
        <Extras order={order} mayEdit={toDialog !== null} />
      </td>
      {hasNames && <td className="ct-wide">{order.name ?? <span className="pn-dimmed">—</span>}</td>}
      <td data-align="end" className={toDialog ? "pn-number ct-wide" : "pn-number"}>
        {order.amount ?? <span className="pn-dimmed">—</span>}
      </td>
      {toDialog && (
        <td data-align="end">
          <div className="pn-actions">
            {order.canAdd && (
              <EditLink
                edit="add_product"
                place={{ order: order.id }}
                label="Add product"
                about={`to the order of ${order.date.text}`}
              />
            )}
            {order.action && (
              <Button
                component={Link}
                to={toDialog(order.action, order.id)}
                preventScrollReset
                variant="default"
                size="xs"
              >
                {order.action === "skip" ? "Skip" : "Unskip"}
                <span className="pn-hidden"> the order of {order.date.text}</span>
              </Button>
            )}
          </div>
        </td>
      )}
    </tr>
  );
}

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
