import type { SoldView } from "~/features/billing/orders-admin/sold-view";
import { Attributes } from "~/features/contract-page/ui/contract-lines";
import { Card } from "~/ui/parts/card";
import { StatusBadge } from "~/ui/parts/status-badge";

/** Contents and cost of an order. @param props.sold null: not stored here */
export function OrderContents({ sold, isTried }: { sold: SoldView | null; isTried: boolean }) {
  if (!sold)
    return (
      <Card title="Contents">
        <p className="pn-dimmed">This order was made elsewhere: its contents are not kept here.</p>
      </Card>
    );
  return (
    <Card
      title={sold.isMade ? "As sold" : isTried ? "As last tried" : "What it will contain"}
      note={sold.isMade ? undefined : "Its contents are worked out again at each charge."}
    >
      <ul className="pn-plain">
        {sold.lines.map((line) => (
          <li key={line.key} className="pn-item or-line">
            <div>
              <p className="pn-row pn-item-title">
                <bdi>{line.title}</bdi>
                {line.isOnce && <StatusBadge label="One time" tone="busy" />}
              </p>
              {(line.variant || line.sku) && (
                <p className="pn-dimmed">
                  {[line.variant, line.sku && `SKU ${line.sku}`].filter(Boolean).join(" · ")}
                </p>
              )}
              {line.plan && <p className="pn-dimmed">{line.plan}</p>}
              {line.attributes.length > 0 && <Attributes attributes={line.attributes} />}
            </div>
            <p className="pn-item-price pn-dimmed">
              {line.unitPrice} × {line.quantity}
            </p>
            <p className="pn-item-total">{line.subtotal}</p>
          </li>
        ))}
      </ul>
      <dl className="pn-terms pn-sum">
        {sold.discounts.map(({ id, title, amount }) => (
          <SumRow key={id} label={title} amount={amount} />
        ))}
        <SumRow label="Delivery" amount={sold.delivery} />
        <SumRow label="Total" amount={sold.total} isTotal />
        {sold.refunded && <SumRow label="Refunded" amount={sold.refunded} />}
        {sold.net && <SumRow label="Kept" amount={sold.net} isTotal />}
      </dl>
      {sold.deliveries > 1 && (
        <p className="pn-dimmed pn-after">Paid once for {sold.deliveries} deliveries.</p>
      )}
    </Card>
  );
}

function SumRow({ label, amount, isTotal }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined} className={isTotal ? "pn-strong" : undefined}>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd className="pn-number">{amount}</dd>
    </div>
  );
}
