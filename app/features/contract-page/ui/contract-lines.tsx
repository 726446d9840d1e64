import type { ButtonView } from "~/features/contract-page/dialogs/dialog-view";
import type { PriceSummary } from "~/features/contract-page/history/price-summary";
import type { LineView } from "~/features/contract-page/page/contract-detail";
import { ProductPicture } from "~/ui/form/product-picture";
import { Card } from "~/ui/parts/card";
import { StatusBadge } from "~/ui/parts/status-badge";
import { DialogLinks } from "./dialog-links";

/** What one order holds and costs. */
export function ContractLines({
  lines,
  price,
  buttons,
  mayEdit,
}: {
  lines: LineView[];
  price: PriceSummary;
  buttons: ButtonView[];
  mayEdit: boolean;
}) {
  return (
    <Card title="Each order">
      {lines.length === 0 && <p className="pn-dimmed">This contract has no products.</p>}
      <ul className="pn-plain">
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            discounted={price.discountedLines[line.id]}
            buttons={buttons}
            mayEdit={mayEdit}
          />
        ))}
      </ul>
      <dl className="pn-terms pn-sum">
        <SumRow label="Subtotal" amount={price.subtotal} />
        {price.discounts.map((discount) => (
          <SumRow key={`${discount.label} ${discount.amount}`} {...discount} />
        ))}
        <SumRow label="Delivery" amount={price.delivery} />
        <SumRow label="Total per order" amount={price.total} isTotal />
      </dl>
      {mayEdit && (
        <p className="pn-row pn-tight pn-after">
          <DialogLinks buttons={buttons} at="products" />
        </p>
      )}
    </Card>
  );
}

function Line({
  line,
  discounted,
  buttons,
  mayEdit,
}: {
  line: LineView;
  discounted: string | undefined;
  buttons: ButtonView[];
  mayEdit: boolean;
}) {
  const details = [line.variantTitle, line.sku && `SKU ${line.sku}`].filter(Boolean).join(" · ");
  return (
    <li className="pn-item">
      <ProductPicture url={line.image?.url} alt={line.title} size={48} />
      <div className="pn-item-text">
        <p className="pn-row pn-item-title">
          <bdi>{line.title}</bdi>
          {line.isDeleted && <StatusBadge label="Deleted from the store" tone="bad" />}
          {line.isSkipped && <StatusBadge label="Skipped in the next order" tone="warn" />}
        </p>
        {details && <p className="pn-dimmed">{details}</p>}
        {line.sellingPlan && <p className="pn-dimmed">{line.sellingPlan}</p>}
        {line.attributes.length > 0 && <Attributes attributes={line.attributes} />}
      </div>
      <p className="pn-item-price pn-dimmed">
        {line.basePrice && (
          <>
            <span className="pn-hidden">Usual price </span>
            <s className="pn-dimmed">{line.basePrice}</s>{" "}
          </>
        )}
        {line.unitPrice} × {line.quantity}
      </p>
      <p className="pn-item-total">
        {discounted ? (
          <>
            <span className="pn-hidden">Before discounts </span>
            <s className="pn-dimmed">{line.total}</s> <span className="pn-number">{discounted}</span>
          </>
        ) : (
          line.total
        )}
      </p>
      {mayEdit && (
        <p className="pn-row pn-tight pn-item-edits">
          <DialogLinks buttons={buttons} at="line" part={{ line: line.id }} about={line.title} />
        </p>
      )}
    </li>
  );
}

/** Attributes of shop or customer; each has the text direction of its own content. */
export function Attributes({ attributes }: { attributes: { key: string; value: string }[] }) {
  return (
    <dl className="pn-terms pn-small pn-attributes">
      {attributes.map(({ key, value }) => (
        <div key={key}>
          <dt dir="auto">{key}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SumRow({ label, amount, isTotal }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined} className={isTotal ? "pn-strong" : undefined}>
      <dt>{label}</dt>
      <dd className="pn-number">{amount}</dd>
    </div>
  );
}
