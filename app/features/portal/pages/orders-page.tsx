import type { PortalContext } from "~/features/customer-pages/portal-context";
import { PageHeader } from "~/features/customer-pages/portal-parts";
import type { OrderView } from "~/features/portal/view/contract-view";
import { type ContractPageProps, toView } from "./page-state";

/** Past orders, the newest first. */
export function OrderList({ portal, orders }: { portal: PortalContext; orders: readonly OrderView[] }) {
  const { orders: texts } = portal.texts;
  const words: Partial<Record<OrderView["status"], string>> = {
    SUCCESS: texts.paid,
    FAILURE: texts.failed,
    SKIPPED: texts.skipped,
  };
  return (
    <ul className="rows">
      {orders.map((order) => (
        <li key={order.id}>
          <div>
            <time dateTime={order.date.day}>{order.date.text}</time>{" "}
            <small className={order.status === "FAILURE" ? "bad" : undefined}>
              {[words[order.status], order.name && `${texts.number} ${order.name}`]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </div>
          {order.amount && <span className="num">{order.amount}</span>}
        </li>
      ))}
    </ul>
  );
}

export function OrdersPage(
  props: ContractPageProps & { orders: readonly OrderView[]; page: number; pages: number },
) {
  const { portal, contract, orders, page, pages } = props;
  const { texts, format } = portal;
  return (
    <>
      <PageHeader
        title={texts.orders.title}
        lead={contract.name}
        back={{ href: toView(props), label: texts.back }}
      />
      <section className="card">
        {orders.length > 0 ? <OrderList portal={portal} orders={orders} /> : <p>{texts.orders.none}</p>}
      </section>
      {pages > 1 && (
        <nav className="rows" aria-label={texts.pages.of(format.number(page + 1), format.number(pages))}>
          {page > 0 && (
            <a className="b3" rel="prev" href={toView(props, "orders", { page: page - 1 })}>
              {texts.pages.previous}
            </a>
          )}{" "}
          <span className="muted">{texts.pages.of(format.number(page + 1), format.number(pages))}</span>{" "}
          {page + 1 < pages && (
            <a className="b3" rel="next" href={toView(props, "orders", { page: page + 1 })}>
              {texts.pages.next}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
