import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ButtonView } from "~/features/contract-page/dialogs/dialog-view";
import type { DeliveryView, DiscountView } from "~/features/contract-page/page/contract-aside";
import type { Fact } from "~/features/contract-page/page/contract-detail";
import type { PaymentView } from "~/features/contracts/payment-view";
import { Card } from "~/ui/parts/card";
import { Attributes } from "./contract-lines";
import { DialogLinks } from "./dialog-links";

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="pn-terms">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ScheduleCard({ facts }: { facts: Fact[] }) {
  return (
    <Card title="Schedule">
      <Facts facts={facts} />
    </Card>
  );
}

type Customer = { id: number; name: string; email: string | null; phone: string | null };

export function CustomerCard({ customer, listHref }: { customer: Customer; listHref: string }) {
  return (
    <Card title="Customer">
      <p className="pn-strong">
        <Link to={`/admin/customers/${customer.id}`}>
          <bdi>{customer.name}</bdi>
        </Link>
      </p>
      <p>
        {customer.email ? (
          <a href={`mailto:${encodeURI(customer.email)}`}>{customer.email}</a>
        ) : (
          "No e-mail address"
        )}
      </p>
      {customer.phone && (
        <p>
          <a href={`tel:${customer.phone.replaceAll(/[^+\d]/g, "")}`}>{customer.phone}</a>
        </p>
      )}
      <p className="pn-after">
        <Link to={listHref}>All contracts of this customer</Link>
      </p>
    </Card>
  );
}

export function DeliveryCard({
  delivery,
  buttons,
  mayEdit,
}: {
  delivery: DeliveryView;
  buttons: ButtonView[];
  mayEdit: boolean;
}) {
  return (
    <Card title="Delivery">
      <p className="pn-dimmed">{delivery.method}</p>
      {delivery.lines.length > 0 ? (
        <address className="pn-written">{delivery.lines.join("\n")}</address>
      ) : (
        delivery.method === "Shipping" && <p>No address yet</p>
      )}
      {delivery.phone && <p>{delivery.phone}</p>}
      {delivery.note && <p dir="auto">{delivery.note}</p>}
      {mayEdit && buttons.some(({ at }) => at === "delivery") && (
        <p className="pn-after">
          <DialogLinks buttons={buttons} at="delivery" />
        </p>
      )}
    </Card>
  );
}

type PaymentProps = {
  payment: PaymentView | null;
  buttons: ButtonView[];
  mayEdit: boolean;
  /** Opens the dialog that asks the customer for another card; null = not possible, or not permitted. */
  askHref: string | null;
};

export function PaymentCard({ payment, buttons, mayEdit, askHref }: PaymentProps) {
  return (
    <Card title="Payment method">
      {payment ? (
        <>
          <p className="pn-strong">{payment.title}</p>
          {payment.holder && (
            <p>
              <bdi>{payment.holder}</bdi>
            </p>
          )}
          {payment.expiry && <p className="pn-dimmed">Expires {payment.expiry}</p>}
          {payment.warning && <p className="pn-error">{payment.warning}</p>}
        </>
      ) : (
        <p className="pn-dimmed">No payment method</p>
      )}
      {mayEdit && (
        <p className="pn-after pn-actions">
          <DialogLinks buttons={buttons} at="payment" />
          {askHref && (
            <Button component={Link} to={askHref} preventScrollReset variant="default" size="xs">
              Ask for another card
            </Button>
          )}
        </p>
      )}
    </Card>
  );
}

type DiscountsProps = { discounts: DiscountView[]; buttons: ButtonView[]; mayEdit: boolean };

export function DiscountsCard({ discounts, buttons, mayEdit }: DiscountsProps) {
  if (discounts.length === 0 && !mayEdit) return null;
  return (
    <Card title="Discounts">
      {discounts.length > 0 && (
        <ul className="pn-plain pn-stack">
          {discounts.map((discount) => (
            <li key={discount.id}>
              <p className="pn-strong">
                <bdi>{discount.title}</bdi>
              </p>
              <p>{discount.value}</p>
              <p className="pn-dimmed">
                {[discount.code && `Code ${discount.code}`, discount.use].filter(Boolean).join(" · ")}
              </p>
              {mayEdit && (
                <p className="pn-after">
                  <DialogLinks
                    buttons={buttons}
                    at="discount"
                    part={{ discount: discount.id }}
                    about={discount.title}
                  />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <p className="pn-row pn-tight pn-after">
          <DialogLinks buttons={buttons} at="discounts" />
        </p>
      )}
    </Card>
  );
}

export function NotesCard({
  note,
  attributes,
  buttons,
  mayEdit,
}: {
  note: string | null;
  attributes: { key: string; value: string }[];
  buttons: ButtonView[];
  mayEdit: boolean;
}) {
  if (!note && attributes.length === 0 && !mayEdit) return null;
  return (
    <Card title="Order note">
      {note && (
        <p className="pn-written" dir="auto">
          {note}
        </p>
      )}
      {attributes.length > 0 && <Attributes attributes={attributes} />}
      {mayEdit && (
        <p className="pn-after">
          <DialogLinks buttons={buttons} at="note" />
        </p>
      )}
    </Card>
  );
}

export function NotificationsCard({ facts, contractId }: { facts: Fact[]; contractId: number }) {
  return (
    <Card title="Notices">
      <Facts facts={facts} />
      <p className="pn-after">
        <Link to={`/admin/notices/log?contract=${contractId}`}>All notices</Link>
      </p>
    </Card>
  );
}
