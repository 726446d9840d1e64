import { PageHeader } from "~/features/customer-pages/portal-parts";
import type { ReceiptView } from "~/features/portal/view/receipt-view";
import { type ContractPageProps, toView } from "./page-state";

export const toReceiptHeading = (
  { texts, format }: ContractPageProps["portal"],
  { name }: Pick<ReceiptView, "name">,
): string => `${texts.receipt.title} · ${texts.orders.number} ${format.name(name)}`;

/** A receipt on one page: who sold what to whom, what was paid and what was refunded. */
export function ReceiptPage(props: ContractPageProps & { receipt: ReceiptView }) {
  const { portal, receipt } = props;
  const { texts, settings, shopName } = portal;
  return (
    <>
      <PageHeader
        title={toReceiptHeading(portal, receipt)}
        lead={
          <>
            {texts.receipt.paidOn} <time dateTime={receipt.paidOn.day}>{receipt.paidOn.text}</time>
          </>
        }
        back={{ href: toView(props, "orders"), label: texts.orders.title }}
      />
      <section className="card" aria-label={texts.items}>
        <ul className="rows">
          {receipt.lines.map((line) => (
            <li key={line.key}>
              <div>
                <span dir="auto">{[line.title, line.variant].filter(Boolean).join(", ")}</span>{" "}
                <small className="num">{line.count}</small>
              </div>
              <span className="num">{line.amount}</span>
            </li>
          ))}
        </ul>
        <Sums {...props} />
        {receipt.deliveries && <p>{receipt.deliveries}</p>}
        <p className="small muted">{texts.receipt.tax}</p>
      </section>
      <section className="card facts" aria-label={texts.receipt.title}>
        <div>
          <h2>{texts.receipt.soldBy}</h2>
          <address className="lines" dir="auto">
            {[shopName, settings.shopAddress].filter(Boolean).join("\n")}
          </address>
        </div>
        {receipt.deliveredTo.length > 0 && (
          <div>
            <h2>{texts.next.shipTo}</h2>
            <address className="lines" dir="auto">
              {receipt.deliveredTo.join("\n")}
            </address>
          </div>
        )}
        {receipt.paidWith && (
          <div>
            <h2>{texts.next.payment}</h2>
            <p>{receipt.paidWith}</p>
          </div>
        )}
      </section>
    </>
  );
}

function Sums({ portal, receipt }: ContractPageProps & { receipt: ReceiptView }) {
  const { next, receipt: texts } = portal.texts;
  const { delivery } = receipt;
  return (
    <dl className="sum">
      <dt>{texts.subtotal}</dt>
      <dd className="num">{receipt.subtotal}</dd>
      {receipt.discounts.map(({ key, name, amount }) => (
        <Line key={key} name={name} amount={amount} />
      ))}
      {delivery && <Line name={next.delivery} amount={delivery.isFree ? next.free : delivery.amount} />}
      <dt className="all">{next.total}</dt>
      <dd className="num all">{receipt.total}</dd>
      {receipt.refunds.map(({ key, name, amount }) => (
        <Line key={key} name={name} amount={amount} />
      ))}
      {receipt.left && (
        <>
          <dt className="all">{texts.left}</dt>
          <dd className="num all">{receipt.left}</dd>
        </>
      )}
    </dl>
  );
}

const Line = ({ name, amount }: { name: string; amount: string }) => (
  <>
    <dt dir="auto">{name}</dt>
    <dd className="num">{amount}</dd>
  </>
);
