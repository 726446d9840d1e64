import { StatusBadge } from "~/components/status-badge";
import type { OrderView } from "~/features/contracts/contract-detail";

type Props = {
  id: string;
  title: string;
  orders: OrderView[];
  /** Orders that are made have a name, planned ones do not. */
  hasNames: boolean;
  empty: string;
  cutNote: string | null;
};

/** The others are folded away: what comes below is looked for more often. */
const SHOWN = 6;

/** Next or past orders of a contract. */
export function ContractOrders({ id, title, orders, hasNames, empty, cutNote }: Props) {
  const older = orders.slice(SHOWN);
  return (
    <section className="pn-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {orders.length === 0 ? (
        <p className="pn-dimmed">{empty}</p>
      ) : (
        <OrderTable orders={orders.slice(0, SHOWN)} hasNames={hasNames} />
      )}
      {older.length > 0 && (
        <details className="ct-older">
          <summary>{older.length === 1 ? "1 older order" : `${older.length} older orders`}</summary>
          <OrderTable orders={older} hasNames={hasNames} />
        </details>
      )}
      {cutNote && <p className="pn-dimmed ct-cut">{cutNote}</p>}
    </section>
  );
}

function OrderTable({ orders, hasNames }: Pick<Props, "orders" | "hasNames">) {
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
          <th scope="col" data-align="end">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} hasNames={hasNames} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order, hasNames }: { order: OrderView; hasNames: boolean }) {
  return (
    <tr>
      <td className="pn-number">
        <time dateTime={order.date.instant}>{order.date.text}</time>
        {order.name && <span className="ct-narrow pn-dimmed">{order.name}</span>}
      </td>
      <td>
        <StatusBadge status={order.status} />
        {order.error && <p className="ct-error">{order.error}</p>}
        {order.note && (
          <p className="pn-dimmed" dir="auto">
            {order.note}
          </p>
        )}
      </td>
      {hasNames && <td className="ct-wide">{order.name ?? <span className="pn-dimmed">—</span>}</td>}
      <td data-align="end" className="pn-number">
        {order.amount ?? <span className="pn-dimmed">—</span>}
      </td>
    </tr>
  );
}
