import { type RevenueFields, toMrr } from "~/features/facts/mrr";
import { subtractMoney } from "~/lib/money";
import { type ContractFactKind, NO_REASON, PAYMENT_FAILED, RAN_OUT } from "~db/schema/fact-enums";
import { type facts, NO_STATUS } from "~db/schema/facts";

/** A fact as it is appended, but for its shop. */
export type Fact = Omit<typeof facts.$inferInsert, "shopId" | "id">;
/** @field day in the shop's zone: `2026-03-31` */
export type FactTime = { day: string; startedOn: string };
/** What facts are made of; a row of contracts fits. */
export type FactFields = RevenueFields & { currencyCode: string; cancellationFeedback: string | null };

/** A contract that runs, though it may be paused; its customer is a subscriber. */
export const isRunning = (status: RevenueFields["status"]): boolean =>
  status === "ACTIVE" || status === "PAUSED";

/**
 * What a change of a contract is in the numbers, or null when it is nothing in them. Every kind but MOVED is a movement
 * of recurring revenue, and their amounts add up to its change (docs/insights.md "Movements").
 *
 * @param before null: it was made
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

/** Most changes make a contract, end it, or leave its revenue: nothing to reckon. */
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

/** The reason from the list, without the note behind it (contract-status.ts puts a colon between). */
const toReason = ({ status, cancellationFeedback }: FactFields): string => {
  if (status === "EXPIRED") return RAN_OUT;
  if (status === "FAILED") return PAYMENT_FAILED;
  return toReasonName(cancellationFeedback ?? "") || NO_REASON;
};

/** A reason as it is counted: without its note, a line long. */
export const toReasonName = (told: string): string =>
  (told.split(": ")[0] ?? "").trim().slice(0, LONGEST_REASON);

/** Free text, too, may be a reason: what is shown side by side is a line. */
const LONGEST_REASON = 100;
