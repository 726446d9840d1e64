import { type AttemptRow, findDunningOf, listTries } from "~/features/billing/records/tries.repo.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import type { ContractRow, ContractState } from "~/features/contracts/change/contract-change";
import { isOver } from "~/features/contracts/change/contract-transitions";
import type { NotCharged } from "~/features/contracts/change/outcome/order-outcome";
import { ProblemError } from "~/lib/problem";
import type { Engine } from "./engine.server";

/** Somebody wants an order charged now, whatever its date. */
export type Asked = {
  /** The contract's version, if they have seen what the order costs: at another version it is not charged. */
  version?: number;
};

/** The contract has changed since the person who asks for the charge saw the order. */
export const hasChanged = (): ProblemError =>
  new ProblemError("stale_version", "The contract has changed meanwhile. Check the order first.");

/**
 * An order, if it may be charged at this instant: the run charges only what it would claim; a person may ask for
 * whatever is unpaid. The caller has the lease; the answer holds as long as the contract has the same version.
 *
 * @returns null when it may not be charged, or no longer
 * @throws ProblemError stale_version when the person who asks has seen another version
 */
export async function findChargeable(
  engine: Engine,
  { contract, attempts }: ContractState,
  attemptId: number,
  asked: Asked | null,
): Promise<AttemptRow | null> {
  if (asked?.version !== undefined && asked.version !== contract.version) throw hasChanged();
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt || !isUnpaid(attempt)) return null;
  return (await mayBeCharged(engine, attempt, contract, asked !== null)) ? attempt : null;
}

async function mayBeCharged(
  engine: Engine,
  attempt: AttemptRow,
  contract: ContractRow,
  isAsked: boolean,
): Promise<boolean> {
  const { status } = contract;
  if (isOver(status)) return false;
  if (attempt.status === "QUEUED") {
    const isPlanned = status === "ACTIVE" && findBar(contract, attempt) === null;
    return isPlanned && (isAsked || isOrderDue(engine, attempt));
  }
  if (isAsked) return true;
  const isStepDue = attempt.nextStepAt !== null && attempt.nextStepAt <= engine.audit.now;
  if (!isStepDue || attempt.nextStep !== "TRY") return false;
  return status === "ACTIVE" || hasNewMethod(engine, attempt, contract);
}

/** Why a planned order is never charged; null if it may be. */
export function findBar(
  { autoCharge, endsAt }: Pick<ContractRow, "autoCharge" | "endsAt">,
  { billingDate }: Pick<AttemptRow, "billingDate">,
): NotCharged | null {
  if (endsAt && billingDate > endsAt) return "CONTRACT_ENDED";
  return autoCharge ? null : "AUTO_CHARGE_DISABLED";
}

export const isUnpaid = ({ status }: Pick<AttemptRow, "status">): boolean =>
  ["QUEUED", "FAILURE", "ACTION_REQUIRED"].includes(status);

/**
 * The rules by which the run claims planned orders. An order with a step was due or asked for when it got the step, and
 * loses it when it is moved, so its date alone does not count.
 */
export function isOrderDue({ shop, settings, audit: { now } }: Engine, attempt: AttemptRow): boolean {
  const { billingDate, nextStepAt } = attempt;
  const { from, before } = toDueDates(now, { timeZone: shop.timeZone, hour: settings.billingHour });
  return billingDate >= from && (nextStepAt ? nextStepAt <= now : billingDate < before);
}

/**
 * Whether dunning has stopped the contract, and it has since got a payment method with which this order, the newest of
 * its unpaid ones, was not tried. A contract that a person has paused does not count: nothing is charged there unless
 * they ask.
 */
export async function hasNewMethod(
  { shop, database }: Engine,
  attempt: AttemptRow,
  { status, pausedOn, paymentMethodId }: Pick<ContractRow, "status" | "pausedOn" | "paymentMethodId">,
): Promise<boolean> {
  if (attempt.nextStep !== "TRY" || (status !== "PAUSED" && status !== "FAILED")) return false;
  const { hasNewer, isPausedByDunning } = await findDunningOf(database.on, attempt, pausedOn);
  if (hasNewer || (status === "PAUSED" && !isPausedByDunning)) return false;
  const { id } = attempt;
  const tries = await listTries(database.on, shop.id, id);
  return tries.findLast(({ state }) => state !== "REFUSED")?.paymentMethodId !== paymentMethodId;
}
