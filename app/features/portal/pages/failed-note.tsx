import type { FailedOrder } from "~/features/billing/hosted/failed-orders.repo.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { ActionForm } from "~/features/customer-pages/portal-parts";
import { isUndecided } from "~/features/order-schedule/attempt-status";

/**
 * A failed payment, with what the customer can do: pay now or use another card or, if there is no payment method, enter
 * a first card. For a card that is never tried again it says no more than for any other (wire.md §5 "Dunning
 * defaults").
 */
export function FailedNote({
  portal,
  order,
  name,
  isOnCardPage = false,
}: {
  portal: PortalContext;
  order: FailedOrder;
  /** The contract's name, if there are several on the page. */
  name?: string;
  /** On the page for changing the card, whose main action is then another card. */
  isOnCardPage?: boolean;
}) {
  const { format, texts } = portal;
  const { paying } = texts;
  const amount = format.money(order.amount, order.currencyCode);
  const contract = order.contractId;
  const canPay = canPayNow(order);
  const card = order.hasMethod ? paying.another : paying.addCard;
  if (isUndecided(order))
    return (
      <section className="note" aria-labelledby={`p-${order.attemptId}`}>
        <p id={`p-${order.attemptId}`}>{paying.checking(amount)}</p>
      </section>
    );
  return (
    <section className="card bad-edge" aria-labelledby={`p-${order.attemptId}`}>
      <div>
        {name && <p dir="auto">{name}</p>}
        <p id={`p-${order.attemptId}`}>
          <strong>{paying.failed(amount, format.pastDate(new Date(order.billingDate)))}</strong>
        </p>
        <p>{toNext(order, portal)}</p>
      </div>
      <div className="pair">
        {canPay && (
          <ActionForm
            action={portal.action({ contract, intent: "pay-now" })}
            label={paying.payNow(amount)}
            name={name && `${paying.payNow(amount)}${format.colon}${name}`}
            kind="b"
            fields={{ attempt: order.attemptId, tries: order.tries, version: order.version }}
          />
        )}
        {!isOnCardPage && portal.isOn("payment_update") && (
          <a
            className={canPay ? "b2" : "b"}
            href={portal.href({ contract, view: "payment" })}
            aria-label={name && `${card}${format.colon}${name}`}
          >
            {card}
          </a>
        )}
      </div>
    </section>
  );
}

/** Whether the note has a button to pay at once: another card is then the second choice. */
export const canPayNow = (order: FailedOrder): boolean => order.hasMethod && !isUndecided(order);

/** What happens next, by who has to act. */
function toNext(order: FailedOrder, { format, texts }: PortalContext): string {
  const { status, errorClass, nextTryAt } = order;
  if (!order.hasMethod) return texts.next.noPayment;
  if (status === "ACTION_REQUIRED") return texts.paying.bank;
  if (errorClass === "later" && nextTryAt) return texts.paying.retry(format.date(new Date(nextTryAt)));
  return texts.paying.act;
}
