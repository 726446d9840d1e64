import type { AttemptStatus } from "~db/schema/attempt-enums";

/** Actions for staff on the page of an order; `?action=<name>` opens the dialog, `?intent=<name>` performs it. */
const ORDER_ACTIONS = ["bill", "refund", "mail", "look", "mark_paid", "give_up"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export const isOrderAction = (name: string | null): name is OrderAction =>
  ORDER_ACTIONS.some((action) => action === name);

/** The state that decides which actions are offered. */
export type ActingOrder = {
  status: AttemptStatus;
  contractStatus: string;
  autoCharge: boolean;
  hasGateway: boolean;
  /** A process is charging it now. */
  isTaken: boolean;
  /** Decimal string: how much can be refunded; null when it was not paid through the gateway. */
  refundable: string | null;
  /** Whether the customer could do something about it, and has an e-mail address. */
  isMailable: boolean;
};

const UNPAID: readonly AttemptStatus[] = ["FAILURE", "ACTION_REQUIRED"];
const OPEN: readonly AttemptStatus[] = ["UNKNOWN", "PROCESSING"];

/** The actions that the order's state allows, the most likely first; their services check the same rules. */
export function listOrderActions(order: ActingOrder): OrderAction[] {
  const { status, contractStatus, autoCharge, hasGateway, isTaken } = order;
  if (isTaken) return [];
  const isOver = contractStatus === "CANCELLED" || contractStatus === "EXPIRED";
  const isPlanned = status === "QUEUED" && contractStatus === "ACTIVE";
  const isUnpaid = UNPAID.includes(status);
  const isOpen = OPEN.includes(status);
  return [
    ...(hasGateway && autoCharge && (isPlanned || (isUnpaid && !isOver)) ? (["bill"] as const) : []),
    ...(hasGateway && isOpen ? (["look", "mark_paid"] as const) : []),
    ...(isUnpaid && order.isMailable ? (["mail"] as const) : []),
    ...(hasGateway && (isUnpaid || isOpen) ? (["give_up"] as const) : []),
    ...(hasGateway && order.refundable !== null ? (["refund"] as const) : []),
  ];
}

export const ORDER_ACTION_LABELS: Record<OrderAction, string> = {
  bill: "Bill now",
  refund: "Refund",
  mail: "Send the mail again",
  look: "Ask the gateway again",
  mark_paid: "Mark as paid",
  give_up: "Give up",
};

/** Possible results of billing an order; `bill`: it is paid. */
export type BilledDone =
  | "bill"
  | "bill_declined"
  | "bill_asks_bank"
  | "bill_waiting"
  | "bill_empty"
  | "bill_ended";
export type OrderDone = OrderAction | BilledDone;

/** Texts of the toasts. */
export const ORDER_DONE_TEXTS: Record<OrderDone, string> = {
  bill: "Order paid",
  bill_declined: "The payment did not go through",
  bill_asks_bank: "Not paid yet: the bank asks the customer to confirm the payment",
  bill_waiting: "Not paid yet: the charge is under way or follows by itself",
  bill_empty: "Nothing was charged: the order is empty and was skipped",
  bill_ended: "Nothing was charged: the contract had ended before this order",
  refund: "Refunded",
  mail: "Mail sent",
  look: "The gateway was asked",
  mark_paid: "Order marked as paid",
  give_up: "Order given up",
};

/** Results other than the wanted one. */
export const ORDER_NOT_DONE: readonly OrderDone[] = [
  "bill_declined",
  "bill_asks_bank",
  "bill_waiting",
  "bill_empty",
  "bill_ended",
];

/** Fields of a dialog, if it has more than a button to confirm. */
type OrderFields =
  | { kind: "none" }
  | { kind: "reference" }
  /** Asks for the amount; the next dialog names it and asks for confirmation. `left`: decimal string. */
  | { kind: "amount"; left: string; amount: string; reason: string; problem: string | null }
  | { kind: "refund"; amount: string; reason: string };

/** A question about one action, as texts. */
export type OrderDialog = {
  action: OrderAction;
  title: string;
  lines: string[];
  confirm: string;
  isHarsh: boolean;
  fields: OrderFields;
  /** The state that the texts describe, sent along so that a form sent twice acts once. */
  seen: number;
};
