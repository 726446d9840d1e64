import { subtractMoney } from "~/lib/money";
import { type ContractFactKind, NO_REASON, PAYMENT_FAILED, RAN_OUT } from "~db/schema/fact-enums";
import { type facts, NO_STATUS } from "~db/schema/facts";
import { type RevenueFields, toMrr } from "./mrr";

/** A fact to append, without its shop. */
export type Fact = Omit<typeof facts.$inferInsert, "shopId" | "id">;
/** @field day in the shop's time zone: `2026-03-31` */
export type FactTime = { day: string; startedOn: string };
/** Fields that facts are computed from; a row of contracts fits. */
export type FactFields = RevenueFields & { currencyCode: string; cancellationFeedback: string | null };

/** Whether a contract is active or paused; its customer is then a subscriber. */
export const isRunning = (status: RevenueFields["status"]): boolean =>
  status === "ACTIVE" || status === "PAUSED";

/**
 * The fact of a contract's change, or null if it changes no number. Every kind but MOVED is a movement of recurring
 * revenue, and the amounts add up to its change (docs/insights.md "Movements").
 *
 * @param before null: the contract was created
 */
export function toContractFact(before: FactFields | null, after: FactFields, time: FactTime): Fact | null {
  const amount = toDifference(toMrr(after), before ? toMrr(before) : NOTHING);
  const change = amount === NOTHING ? 0 : amount.startsWith("-") ? -1 : 1;
  if (before && before.status === after.status && change === 0) return null;
  const kind = toKind(before, after, change);
  return {
    day: time.day,
    startedOn: time.startedOn,
    kind,
    currencyCode: after.currencyCode,
    fromStatus: before?.status ?? NO_STATUS,
    toStatus: after.status,
    count: 1,
    amount,
    subscribers: 0,
    reason: kind === "CHURNED" ? toReason(after) : null,
  };
}

const NOTHING = "0.0000";

/** Most changes create or end a contract, or leave its revenue unchanged: those need no arithmetic. */
function toDifference(after: string, before: string): string {
  if (before === NOTHING) return after;
  if (before === after) return NOTHING;
  return after === NOTHING ? `-${before}` : subtractMoney(after, before);
}

function toKind(before: FactFields | null, after: FactFields, change: number): ContractFactKind {
  if (!before) return "NEW";
  if (isRunning(before.status) && !isRunning(after.status)) return "CHURNED";
  if (!isRunning(before.status) && isRunning(after.status)) return "REACTIVATED";
  if (change === 0) return "MOVED";
  return change > 0 ? "EXPANSION" : "CONTRACTION";
}

/** The reason from the list, without the note after it (contract-status.ts joins them with a colon). */
const toReason = ({ status, cancellationFeedback }: FactFields): string => {
  if (status === "EXPIRED") return RAN_OUT;
  if (status === "FAILED") return PAYMENT_FAILED;
  return toReasonName(cancellationFeedback ?? "") || NO_REASON;
};

/** A reason as it is counted: without its note, in one line. */
export const toReasonName = (feedback: string): string =>
  (feedback.split(": ")[0] ?? "").trim().slice(0, LONGEST_REASON);

/** A reason may also be free text: it is cut to what fits a line of a table. */
const LONGEST_REASON = 100;
