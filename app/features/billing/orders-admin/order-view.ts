import type { RefundRow } from "~/features/billing/records/orders.repo.server";
import type { TryRow } from "~/features/billing/records/tries.repo.server";
import type { ContractFormat } from "~/features/contracts/contract-format";
import { formatDate, formatMoney } from "~/lib/format";
import type { StateLabel } from "~/ui/parts/status-badge";
import { toClassLabel, toCodeLabel } from "./decline-labels";
import { toNext, toReason, toStateLabel } from "./order-labels";
import type { OrderListRow } from "./order-rows.repo.server";

export const isMissed = (row: Pick<OrderListRow, "status" | "billingDate">, missedBefore: Date): boolean =>
  row.status === "QUEUED" && new Date(row.billingDate) < missedBefore;

/** A row of the list as texts. @param planned what orders that were never tried would cost, by id */
export function toRowView(
  row: OrderListRow,
  planned: ReadonlyMap<number, string>,
  missedBefore: Date,
  timeZone: string,
) {
  const order = { ...row, isMissed: isMissed(row, missedBefore) };
  const money = (amount: string) => formatMoney(amount, row.currencyCode);
  const amount = row.amount ?? planned.get(row.id);
  return {
    id: row.id,
    name: row.orderName,
    date: { instant: new Date(row.billingDate).toISOString(), text: formatDate(row.billingDate, timeZone) },
    dayOf: row.dayOfAt && {
      instant: new Date(row.dayOfAt).toISOString(),
      text: formatDate(row.dayOfAt, timeZone),
    },
    customer: row.customerName || row.customerEmail || "No name",
    customerId: row.customerId,
    contractId: row.contractId,
    state: toStateLabel(order),
    reason: toReason(order),
    products: row.products,
    since: row.firstFailedAt && {
      instant: new Date(row.firstFailedAt).toISOString(),
      text: formatDate(row.firstFailedAt, timeZone),
    },
    next: toNext(order, timeZone),
    tries: row.attemptCount,
    amount: amount === undefined ? null : money(amount),
    refunded: row.refunded && money(row.refunded),
  };
}

export type OrderRowView = ReturnType<typeof toRowView>;

const TRY_LABELS = {
  REQUESTING: { label: "Sent", tone: "busy" },
  PENDING: { label: "The gateway has not decided", tone: "busy" },
  UNKNOWN: { label: "Nobody knows yet", tone: "warn" },
  CHALLENGE: { label: "Bank asks customer", tone: "bad" },
  PAID: { label: "Paid", tone: "good" },
  DECLINED: { label: "Declined", tone: "bad" },
  REFUSED: { label: "Not taken", tone: "plain" },
} as const satisfies Record<TryRow["state"], StateLabel>;

/** A try as texts. */
export function toTryView(
  row: TryRow,
  format: ContractFormat,
  toMethod: (id: string | null) => string | null,
) {
  const { number, state, createdAt, errorCode, errorClass, errorMessage, amount, paymentMethodId } = row;
  const hasFailed = state === "DECLINED" || state === "CHALLENGE";
  return {
    number,
    state: TRY_LABELS[state],
    at: { instant: createdAt.toISOString(), text: format.dateTime(createdAt) },
    amount: format.money(amount),
    method: toMethod(paymentMethodId),
    why: hasFailed ? toCodeLabel(errorCode, errorMessage) : state === "REFUSED" ? errorMessage : null,
    who: hasFailed ? toClassLabel(errorClass, errorCode) : null,
    code: hasFailed ? errorCode : null,
  };
}

const REFUND_LABELS = { REQUESTING: "Sent", DONE: "Refunded", REFUSED: "Refused" } as const;

export const toRefundView = (
  { number, amount, reason, state, errorMessage, createdAt }: RefundRow,
  format: ContractFormat,
) => ({
  number,
  amount: format.money(amount),
  reason,
  state: REFUND_LABELS[state],
  error: errorMessage,
  at: { instant: createdAt.toISOString(), text: format.dateTime(createdAt) },
});

export type TryView = ReturnType<typeof toTryView>;
export type RefundView = ReturnType<typeof toRefundView>;

type SumView = { count: number; amount: string | null };
/** Amounts in dunning and recovered ones, as texts; null = nothing. */
export type DunningSums = { open: SumView; month: SumView; all: SumView };
