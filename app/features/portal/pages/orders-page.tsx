import { PageHeader } from "~/features/customer-pages/portal-parts";
import type { PortalTexts } from "~/features/customer-pages/texts/portal-texts";
import type { OrderView } from "~/features/portal/view/contract-view";
import { type ContractPageProps, toView } from "./page-state";

/** Past orders, newest first; those made here with a link to their receipt. */
export function OrderList({ orders, ...page }: ContractPageProps & { orders: readonly OrderView[] }) {
  const { orders: texts, receipt } = page.portal.texts;
  const { colon } = page.portal.format;
  return (
    <ul className="rows">
      {orders.map((order) => {
        return (
          <li key={order.id}>
            <div>
              <time dateTime={order.date.day}>{order.date.text}</time>{" "}
              <small className={UNPAID.has(order.status) ? "bad" : undefined}>
                {toTexts(order, texts)}
                {order.name && (
                  <>
                    {" "}
                    · {texts.number} <bdi>{order.name}</bdi>
                  </>
                )}
              </small>
            </div>
            {order.amount && <span className="num">{order.amount}</span>}
            {order.hasReceipt && (
              <a
                className="b3"
                href={toView(page, "receipt", { order: order.id })}
                aria-label={`${receipt.title}${colon}${texts.number} ${order.name}`}
              >
                {receipt.title}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const UNPAID: ReadonlySet<OrderView["status"]> = new Set(["FAILURE", "ACTION_REQUIRED"]);

/** State of an order for the customer: only whether it comes and is paid. */
function toTexts({ status, refunded }: OrderView, texts: PortalTexts["orders"]): string {
  switch (status) {
    case "SUCCESS":
      if (refunded === "all") return texts.refunded;
      return refunded ? `${texts.paid} · ${texts.partRefunded(refunded)}` : texts.paid;
    case "FAILURE":
      return texts.failed;
    case "ACTION_REQUIRED":
      return texts.asksBank;
    case "SKIPPED":
      return texts.skipped;
    case "QUEUED":
    case "REQUESTING":
    case "UNKNOWN":
      return texts.underWay;
    case "CONTRACT_PAUSED":
    case "CONTRACT_CANCELLED":
    case "CONTRACT_ENDED":
    case "AUTO_CHARGE_DISABLED":
      return texts.notSent;
  }
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
        {orders.length > 0 ? <OrderList {...props} /> : <p>{texts.orders.none}</p>}
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
