import { Temporal } from "temporal-polyfill";
import { LEAST_NOTICE_MS } from "~/features/order-schedule/order-slots";
import type { BillingSchedule } from "~/features/order-schedule/schedule";
import { formatFrequency } from "~/lib/format";
import { MAX_INTERVAL_COUNT } from "~/lib/limits";
import { invalidRequest, ProblemError } from "~/lib/problem";
import type { Interval } from "~db/schema/intervals";
import type { ContractChange, ContractRow, ContractState } from "./contract-change";
import { isOver } from "./contract-transitions";
import {
  changeSlots,
  type OrderPlan,
  planOrders,
  type ShopClock,
  type Slots,
  toPaidSlot,
  toSchedule,
  withStatus,
} from "./order-plan";

export type Cadence = { interval: Interval; intervalCount: number };

/** In comparable units: days or months. */
const UNITS: Record<Interval, { family: "days" | "months"; size: number }> = {
  DAY: { family: "days", size: 1 },
  WEEK: { family: "days", size: 7 },
  MONTH: { family: "months", size: 1 },
  YEAR: { family: "months", size: 12 },
};

/** Whether a billing covers a whole number of deliveries. Days and months do not divide each other. */
export function isWholeMultiple(billing: Cadence, delivery: Cadence): boolean {
  const [one, other] = [UNITS[billing.interval], UNITS[delivery.interval]];
  if (one.family !== other.family) return false;
  return (one.size * billing.intervalCount) % (other.size * delivery.intervalCount) === 0;
}

/**
 * Change the billing interval (wire.md §2, operation 8). The delivery interval follows if it was equal. QUEUED orders
 * move to the new dates and keep their ids, parked ones too; a contract that is not ACTIVE gets its orders when it
 * becomes ACTIVE.
 *
 * @param slots `return` when this undoes another change of the interval
 * @throws ProblemError invalid_request for a count of more than ten years, or one that is not a multiple of a prepaid
 *   contract's delivery interval; conflict for the present interval and for a contract that is over
 */
export function changeBillingInterval(
  state: ContractState,
  wanted: Cadence,
  clock: ShopClock,
  slots: Slots = "leave",
): ContractChange {
  const { contract } = state;
  requireChangeable(contract, wanted);
  const isOneCadence =
    contract.deliveryInterval === contract.billingInterval &&
    contract.deliveryIntervalCount === contract.billingIntervalCount;
  const delivery = { interval: contract.deliveryInterval, intervalCount: contract.deliveryIntervalCount };
  if (!isOneCadence && !isWholeMultiple(wanted, delivery))
    throw invalidRequest([
      {
        parameter: "intervalCount",
        code: "not_a_multiple",
        detail: "A prepaid contract is billed for a whole number of its deliveries.",
      },
    ]);
  const anchors = wanted.interval === contract.billingInterval ? contract.billingAnchors : [];
  const dates = planDates(state, { ...wanted, anchors }, clock, slots);
  return {
    action: "contract.interval_changed",
    events: ["billing-interval-changed"],
    contract: {
      billingInterval: wanted.interval,
      billingIntervalCount: wanted.intervalCount,
      billingAnchors: anchors,
      ...(isOneCadence && {
        deliveryInterval: wanted.interval,
        deliveryIntervalCount: wanted.intervalCount,
      }),
      ...dates.contract,
    },
    attempts: dates.attempts,
    recorded: {
      before: { frequency: formatFrequency(contract.billingInterval, contract.billingIntervalCount) },
      after: { frequency: formatFrequency(wanted.interval, wanted.intervalCount) },
    },
    planOrders: contract.status === "ACTIVE",
  };
}

function requireChangeable(contract: ContractRow, wanted: Cadence): void {
  if (isOver(contract.status))
    throw new ProblemError("conflict", `The contract is ${contract.status.toLowerCase()}.`);
  const most = MAX_INTERVAL_COUNT[wanted.interval];
  if (wanted.intervalCount > most)
    throw invalidRequest([
      { parameter: "intervalCount", code: "out_of_range", detail: `Use a whole number from 1 to ${most}.` },
    ]);
  if (wanted.interval === contract.billingInterval && wanted.intervalCount === contract.billingIntervalCount)
    throw new ProblemError("conflict", "The contract has this interval already.");
}

function planDates(
  state: ContractState,
  cadence: Omit<BillingSchedule, "start">,
  { now, timeZone }: ShopClock,
  slots: Slots,
): Pick<ContractChange, "attempts"> & {
  contract: Pick<Partial<ContractRow>, "nextBillingDate" | "scheduleAnchor">;
} {
  const { contract, attempts } = state;
  const moving = withStatus(attempts, contract.status === "PAUSED" ? "PARKED" : "QUEUED");
  const paid = findLastPaid(state, { now, timeZone });
  // Also later than the start of a contract that was bought with an order.
  const after = new Date(Math.max(now.getTime() + LEAST_NOTICE_MS, paid?.getTime() ?? 0));
  const schedule = { ...cadence, start: contract.nextBillingDate ?? toSchedule(contract, now).start };
  // Nothing has been paid yet: a next date in the future stays, and everything is counted from it.
  const days = paid === null && schedule.start > now ? [{ billingDate: schedule.start, slot: null }] : [];
  if (paid) schedule.start = toStart(paid, contract, cadence, timeZone);
  // A FAILED contract gets its date when it becomes ACTIVE: only the day to count from is set here.
  if (contract.status === "FAILED")
    return { contract: { scheduleAnchor: schedule.start }, attempts: changeSlots(attempts, slots, timeZone) };
  const plan = planOrders(state, moving, schedule, timeZone, { after, days, slots });
  if (!plan) throw new ProblemError("conflict", "The contract ends before the first order at this interval.");
  return {
    contract: { nextBillingDate: plan.next, scheduleAnchor: schedule.start },
    attempts: contract.status === "PAUSED" ? plan.attempts.map(stayParked) : plan.attempts,
  };
}

/** The orders of a paused contract have the dates that they would have without the pause. */
const stayParked = (order: OrderPlan["attempts"][number]): OrderPlan["attempts"][number] =>
  order.status === "QUEUED" ? { ...order, status: "PARKED" } : order;

/** The slot of the last paid order. The order a contract was bought with counts, unless a trial came first. */
function findLastPaid({ contract, lastPaid }: ContractState, { now, timeZone }: ShopClock): Date | null {
  if (lastPaid) return toPaidSlot(lastPaid, timeZone);
  const isTrial = contract.billingDateAfterTrial !== null && contract.billingDateAfterTrial > now;
  return contract.originOrderId === null || isTrial ? null : (contract.startsAt ?? contract.createdAt);
}

/**
 * The date from which steps are counted after a paid order: its own slot or, where the end of a month cut the day short
 * (31 Jan → 28 Feb), the latest step before it that has the full day.
 */
function toStart(
  paid: Date,
  { scheduleAnchor }: ContractRow,
  { interval, intervalCount }: Cadence,
  timeZone: string,
): Date {
  if (!scheduleAnchor || UNITS[interval].family === "days") return paid;
  const local = Temporal.Instant.fromEpochMilliseconds(+paid).toZonedDateTimeISO(timeZone);
  const { day } = Temporal.Instant.fromEpochMilliseconds(+scheduleAnchor).toZonedDateTimeISO(timeZone);
  if (day <= local.day || local.day !== local.daysInMonth) return paid;
  const months = UNITS[interval].size * intervalCount;
  let best = local;
  // Month lengths repeat every four years.
  for (let back = months; back <= 48 * months && best.day < day; back += months) {
    const month = local.subtract({ months: back });
    const candidate = month.with({ day: Math.min(day, month.daysInMonth) });
    if (candidate.day > best.day) best = candidate;
  }
  return new Date(best.epochMilliseconds);
}
