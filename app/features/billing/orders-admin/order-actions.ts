import type { AttemptStatus } from "~db/schema/attempt-enums";

/** What staff can do on the page of an order; `?act=<name>` opens its dialog, `?intent=<name>` does it. */
export const ORDER_ACTIONS = ["bill", "skip", "refund", "mail", "look", "mark_paid", "give_up"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** What the offer of the acts comes from. */
export type ActingOrder = {
  status: AttemptStatus;
  contractStatus: string;
  autoCharge: boolean;
  hasGateway: boolean;
  /** A process is charging it at this moment. */
  isTaken: boolean;
  /** Decimal string: what could be given back; null when it was not paid through the gateway. */
  refundable: string | null;
  /** There is something that the customer could do about it, and an address to tell them. */
  isMailable: boolean;
};

const UNPAID: readonly AttemptStatus[] = ["FAILURE", "ACTION_REQUIRED"];
const OPEN: readonly AttemptStatus[] = ["UNKNOWN", "PROCESSING"];

/** The acts that the order's state allows, the most likely first; the services behind them hold it to the same. */
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
    ...(isPlanned ? (["skip"] as const) : []),
    ...(isUnpaid && order.isMailable ? (["mail"] as const) : []),
    ...(hasGateway && (isUnpaid || isOpen) ? (["give_up"] as const) : []),
    ...(hasGateway && order.refundable !== null ? (["refund"] as const) : []),
  ];
}

export const ORDER_ACTION_LABELS: Record<OrderAction, string> = {
  bill: "Bill now",
  skip: "Skip",
  refund: "Refund",
  mail: "Send the mail again",
  look: "Ask the gateway again",
  mark_paid: "Mark as paid",
  give_up: "Give up",
};

/** What a toast says when it is done. */
export const ORDER_DONE_WORDS: Record<OrderAction, string> = {
  bill: "Order billed",
  skip: "Order skipped",
  refund: "Refunded",
  mail: "Mail sent",
  look: "The gateway was asked",
  mark_paid: "Order marked as paid",
  give_up: "Order given up",
};

/** What a dialog asks for beside a yes. */
type OrderFields =
  | { kind: "none" }
  | { kind: "reference" }
  /** Which sum; the next dialog names it and asks. `left`: decimal string. */
  | { kind: "amount"; left: string; amount: string; reason: string; problem: string | null }
  | { kind: "refund"; amount: string; reason: string };

/** A question about one action, in words. */
export type OrderDialog = {
  act: OrderAction;
  title: string;
  lines: string[];
  confirm: string;
  isHarsh: boolean;
  fields: OrderFields;
  /** What these words are about: sent along, so that a form sent twice does it once. */
  seen: number;
};
