import { readTypedAmount } from "~/features/billing/charging/refund-fields";
import type { OrderAction, OrderDialog } from "~/features/billing/orders-admin/actions/order-actions";

type About = {
  action: OrderAction;
  /** Values of the dialog's form in its address. */
  given: { amount: string | null; reason: string };
  title: string;
  total: string;
  tries: number;
  customer: string;
  method: string | null;
  /** Decimal string: how much can be refunded. */
  left: string;
  currencyCode: string;
  money(amount: string): string;
  seen: number;
};

/** The question before an action: what will happen, with the amount if money moves. */
export function toOrderDialog(about: About): OrderDialog {
  const { action, seen, title, total, tries, customer, method } = about;
  const plain = { action, seen, isHarsh: false, fields: { kind: "none" } } as const;
  const by = method ? ` by ${method}` : "";
  switch (action) {
    case "bill":
      return {
        ...plain,
        title: tries === 0 ? `Bill ${total} now?` : `Try to charge ${total} again?`,
        lines: [
          `${title} is charged${by} at once. If it changed since, the sum is the contract’s of this moment.`,
          ...(tries === 0 ? ["Billed before its day, the next orders count from today."] : []),
        ],
        confirm: tries === 0 ? `Bill ${total}` : `Charge ${total}`,
      };
    case "mail":
      return {
        ...plain,
        title: "Send the mail again?",
        lines: [`${customer} is told once more that the payment failed, with a new link to put it right.`],
        confirm: "Send mail",
      };
    case "look":
      return {
        ...plain,
        title: "Ask the gateway again?",
        lines: [
          "What the gateway knows of the charge is recorded. If the charge has not arrived there, the same one is sent again: the customer pays once at most.",
        ],
        confirm: "Ask the gateway",
      };
    case "mark_paid":
      return {
        ...plain,
        title: `Mark ${total} as paid?`,
        lines: [
          "Do this only if you see the payment in the gateway’s own books. The gateway is asked once more; if it still cannot say, the order is made as paid.",
        ],
        confirm: "Mark as paid",
        fields: { kind: "reference" },
      };
    case "give_up":
      return {
        ...plain,
        isHarsh: true,
        title: `Give up ${title}?`,
        lines: [
          `${total} will not be charged, and the order is skipped. The contract goes on with its next order.`,
          "Should the gateway report the money later, the order is recorded as paid all the same.",
        ],
        confirm: "Give up order",
      };
    case "refund":
      return toRefundDialog(about);
  }
}

/** First asks for the amount, then for a confirmation that names it. */
function toRefundDialog({ action, given, left, currencyCode, money, title, customer, method, seen }: About) {
  const amount = given.amount === null ? null : readTypedAmount(given.amount, left, currencyCode);
  const shared = { action, seen, isHarsh: true };
  if (amount === null || "problem" in amount)
    return {
      ...shared,
      isHarsh: false,
      title: `Refund ${title}`,
      lines: [`Up to ${money(left)} can be given back.`],
      confirm: "Continue",
      fields: {
        kind: "amount" as const,
        left,
        amount: given.amount ?? left,
        reason: given.reason,
        problem: amount?.problem ?? null,
      },
    };
  return {
    ...shared,
    title: `Refund ${money(amount.amount)}?`,
    lines: [
      `${money(amount.amount)} of ${title} goes back to ${customer}${method ? `, to ${method}` : ""}. This cannot be undone.`,
    ],
    confirm: `Refund ${money(amount.amount)}`,
    fields: { kind: "refund" as const, amount: amount.amount, reason: given.reason },
  };
}
