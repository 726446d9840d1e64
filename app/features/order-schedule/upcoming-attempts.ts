import type { Anchor } from "~db/schema/contracts";
import type { Interval } from "~db/schema/intervals";
import { type OrderDate, toIsTaken } from "./order-slots";
import { sharedBillingSlots } from "./slot-days";

/** An ACTIVE contract has at least this many QUEUED attempts ahead of it. */
export const UPCOMING_ATTEMPTS = 3;

/** An ACTIVE contract with fewer QUEUED attempts ahead of it than it should have. */
export type ContractToTopUp = {
  id: number;
  billingInterval: Interval;
  billingIntervalCount: number;
  billingAnchors: Anchor[];
  nextBillingDate: Date;
  /** The date that steps are counted from. */
  scheduleAnchor: Date;
  endsAt: Date | null;
  /** How many more orders `maxCycles` allows; null = no limit. */
  cyclesLeft: number | null;
  /** QUEUED attempts later than now. */
  queuedAhead: number;
  /**
   * The latest date or slot of the orders under way or planned, from now or the next billing date on, whichever is
   * earlier. An order paid before its day does not count: the plan goes on from the day it was paid.
   */
  lastPlanned: Date | null;
  /**
   * All orders whose date or slot is from then on: each takes its day. That includes planned orders that are on no slot
   * because the shop has changed its time zone.
   */
  taken: readonly (OrderDate & { status: string })[];
};

/**
 * The dates to plan so that a contract has its upcoming orders: the next billing date itself when nothing is planned
 * from it on (even if it has passed: that order is due, not lost), then the slots after the planned orders. No order
 * falls after `endsAt` or beyond the last cycle.
 */
export function planUpcomingDates(plan: Omit<ContractToTopUp, "id">, timeZone: string, now: Date): Date[] {
  const dates: Date[] = [];
  const mayAdd = (date: Date): boolean =>
    (plan.endsAt === null || date <= plan.endsAt) &&
    (plan.cyclesLeft === null || dates.length < plan.cyclesLeft);
  const isTaken = toIsTaken(plan.taken, timeZone);
  let ahead = plan.queuedAhead;
  let last = plan.lastPlanned;
  if (last === null) {
    last = plan.nextBillingDate;
    if (!mayAdd(last)) return dates;
    if (!isTaken(last)) {
      dates.push(last);
      if (last > now) ahead++;
    }
  }
  const schedule = {
    interval: plan.billingInterval,
    intervalCount: plan.billingIntervalCount,
    anchors: plan.billingAnchors,
    start: plan.scheduleAnchor,
  };
  for (const slot of sharedBillingSlots(schedule, timeZone, last > now ? last : now)) {
    if (ahead >= UPCOMING_ATTEMPTS || !mayAdd(slot)) break;
    if (isTaken(slot)) continue;
    dates.push(slot);
    ahead++;
  }
  return dates;
}
