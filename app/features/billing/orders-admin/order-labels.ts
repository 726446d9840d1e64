import type { DeclineClass } from "~/features/billing/gateway/port/payment-gateway";
import type { OrderDay } from "~/features/billing/orders/order-days";
import { ORDER_STATUS_LABELS } from "~/features/contracts/status-labels";
import { isUndecided, isUnpaid } from "~/features/order-schedule/attempt-status";
import { formatDate, formatDateTime } from "~/lib/format";
import type { StateLabel } from "~/ui/parts/status-badge";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import { toClassLabel, toCodeLabel } from "./decline-labels";
import type { OrderTab } from "./order-list-url";

/** An order's state, as far as its texts need it. Instants as Dates or as Postgres writes them. */
export type OrderState = {
  status: AttemptStatus;
  billingDate: Date | string;
  nextStep: "TRY" | "LOOK" | "END" | null;
  nextStepAt: Date | string | null;
  /** Since when the gateway cannot be reached for it. */
  putOffSince: Date | string | null;
  errorCode: string | null;
  errorClass: DeclineClass | null;
  errorMessage: string | null;
  contractStatus: string;
  /** Whether it was planned before the dates that a run still makes up for. */
  isMissed: boolean;
};

export function toStateLabel({ status, isMissed }: Pick<OrderState, "status" | "isMissed">): StateLabel {
  return isMissed ? { label: "Overdue", tone: "bad" } : ORDER_STATUS_LABELS[status];
}

/** Why an order is not paid, and who can act on it; null for one that has not failed. */
export const toReason = (
  order: Pick<OrderState, "errorCode" | "errorClass" | "errorMessage" | "status">,
): { why: string; who: string } | null =>
  isUnpaid(order)
    ? {
        why: toCodeLabel(order.errorCode, order.errorMessage),
        who: toClassLabel(order.errorClass, order.errorCode),
      }
    : null;

/** What happens next automatically, or that a person has to decide; null if there is nothing to say. */
export function toNext(order: OrderState, timeZone: string): string | null {
  const { status, nextStep, nextStepAt, putOffSince, isMissed, contractStatus } = order;
  if (isMissed) return "More than 2 days late: it waits for you";
  if (isUndecided(order) && nextStep === "LOOK" && nextStepAt)
    return `The gateway is asked again on ${formatDateTime(nextStepAt, timeZone)}`;
  if (status === "UNKNOWN") return "The gateway could not say: it waits for you";
  if (status === "PROCESSING") return null;
  if (putOffSince && nextStep === "TRY" && contractStatus === "ACTIVE")
    return `The payment gateway has not taken it since ${formatDateTime(putOffSince, timeZone)}. It is tried every few minutes`;
  if (status === "QUEUED") return nextStepAt ? `Tried on ${formatDateTime(nextStepAt, timeZone)}` : null;
  if (!isUnpaid(order)) return null;
  if (!nextStepAt) return "Not tried again automatically";
  if (contractStatus === "PAUSED" || contractStatus === "FAILED")
    return `The contract is ${contractStatus.toLowerCase()}: not tried until it runs again`;
  if (contractStatus !== "ACTIVE") return `The contract is ${contractStatus.toLowerCase()}: not tried again`;
  if (nextStep === "TRY") return `Next try on ${formatDateTime(nextStepAt, timeZone)}`;
  return `Given up on ${formatDate(nextStepAt, timeZone)} unless it is paid`;
}

/** Names of the kinds of days, for the column's title and the filter. */
export const DAY_LABELS: Record<OrderDay, string> = {
  PAID: "Paid on",
  RECOVERED: "Recovered on",
  FAILED: "First failed on",
  LOST: "Given up on",
  REFUNDED: "Refunded on",
};

export const TAB_LABELS: Record<OrderTab, string> = {
  upcoming: "Upcoming",
  overdue: "Overdue",
  paid: "Paid",
  dunning: "In dunning",
  failed: "Failed",
  held: "Needs you",
  stock: "Out of stock",
  unknown: "Unknown",
  refunded: "Refunded",
  all: "All",
};

/** What a tab shows, if its name does not say so; and the text of an empty tab. */
export const TAB_NOTES: Record<OrderTab, { note: string | null; empty: string }> = {
  upcoming: { note: null, empty: "Planned orders of active contracts appear here." },
  overdue: {
    note: "Orders more than 2 days late are not charged automatically. Bill or skip them by hand.",
    empty: "Every order was charged on its day or within 2 days of it.",
  },
  paid: { note: null, empty: "Orders appear here once they are paid." },
  dunning: { note: null, empty: "No payment is being tried again." },
  failed: {
    note: "Unpaid, and not tried again automatically. Bill them again once the reason is gone, or give them up.",
    empty: "No unpaid order has been left behind.",
  },
  held: {
    note: "Only you can fix what holds these: a product is out of stock, the payment gateway does not take them, or the like. They are also in the other tabs.",
    empty: "No order waits for you.",
  },
  stock: {
    note: "A product of these orders is out of stock. They are tried again on the days that the billing settings give for this; customers are not told.",
    empty: "No order waits for stock.",
  },
  unknown: {
    note: "Charged or not: nobody knows yet. The gateway is asked again automatically for 5 days; after that, you decide.",
    empty: "The gateway has answered for every charge.",
  },
  refunded: { note: null, empty: "Orders with money given back appear here." },
  all: { note: null, empty: "Orders of contracts appear here." },
};
