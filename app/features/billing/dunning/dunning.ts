import { findMostRetries, isOutOfStock } from "~/features/billing/gateway/port/declines";
import type { DeclineClass } from "~/features/billing/gateway/port/payment-gateway";
import { type BillingHour, daysAfterAtHour } from "~/features/billing/settings/billing-day";
import type { BillingSettings, EndAction } from "~/features/billing/settings/billing-settings";

/** What follows a failure. */
export type AfterFailure = {
  /** The next automatic step: another try, or the end of dunning; null = a person has to act first. */
  step: { kind: "TRY" | "END"; at: Date } | null;
  /** The end action, if nothing is left to wait for. */
  end: EndAction | null;
  /** Who has to act: the customer once the code's retries are used up. */
  class: DeclineClass;
};

export type Failure = { code: string; class: DeclineClass };

/**
 * What happens to an order after a failed payment (wire.md §5 "Dunning defaults"). Class later: another try at the
 * billing hour of the next dunning day, counted from the first failure. Customer and never: no further try, but the
 * same end. Out of stock: its own days. What only the merchant can fix is held.
 *
 * @param earlier codes of earlier tries that were declined
 */
export function planAfterFailure(
  failure: Failure,
  earlier: readonly string[],
  { firstFailedAt, now }: { firstFailedAt: Date; now: Date },
  settings: BillingSettings,
  timeZone: string,
): AfterFailure {
  const isStock = isOutOfStock(failure.code);
  const declineClass = hasRetriesLeft(failure, earlier) ? failure.class : "customer";
  if (declineClass === "merchant" && !isStock) return { step: null, end: null, class: declineClass };
  const days = findDaysLeft(failure.code, { firstFailedAt, now }, settings, timeZone);
  const isTriedAgain = declineClass === "later" || isStock;
  const [next] = days;
  const last = days.at(-1);
  if (!next || !last)
    return { step: null, end: findPlan(failure.code, settings).endAction, class: declineClass };
  return {
    step: isTriedAgain ? { kind: "TRY", at: next } : { kind: "END", at: last },
    end: null,
    class: declineClass,
  };
}

/** The shop's days of dunning after a failure with that code, and the end action. */
export const findPlan = (code: string, { stockRetries, retries }: BillingSettings) =>
  isOutOfStock(code) ? stockRetries : retries;

/** The remaining days of dunning after a failure with that code. */
export function findDaysLeft(
  code: string,
  { firstFailedAt, now }: { firstFailedAt: Date; now: Date },
  settings: BillingSettings,
  timeZone: string,
): Date[] {
  const billing: BillingHour = { timeZone, hour: settings.billingHour };
  const days = findPlan(code, settings).days.map((day) => daysAfterAtHour(firstFailedAt, day, billing));
  return days.filter((at) => at > now);
}

function hasRetriesLeft({ code, class: declineClass }: Failure, earlier: readonly string[]): boolean {
  if (declineClass !== "later") return true;
  const most = findMostRetries(code);
  return most === null || earlier.filter((each) => each === code).length < most;
}

/** Customers are notified after the second failure, or at once if only they can act. */
export const isCustomerNotified = (declineClass: DeclineClass, failures: number): boolean =>
  declineClass === "customer" || declineClass === "never" || (declineClass === "later" && failures >= 2);
