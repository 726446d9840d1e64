import { Temporal } from "temporal-polyfill";
import {
  LEAST_NOTICE_MS,
  type OrderDate,
  placeOnSlots,
  toIsTaken,
} from "~/features/order-schedule/order-slots";
import { type BillingSchedule, listNextSlots } from "~/features/order-schedule/schedule";
import { toDayString } from "~/lib/format";
import { UNPAID_STATUSES } from "~db/schema/attempt-enums";
import type {
  ContractAttempt,
  ContractChange,
  ContractRow,
  ContractState,
  PaidAttempt,
} from "./contract-change";

/** The time and time zone that date rules use. */
export type ShopClock = { now: Date; timeZone: string };

export type OrderPlan = {
  /** Date of the next order. */
  next: Date;
  attempts: NonNullable<ContractChange["attempts"]>;
};

/** The contract's schedule; one that has never had a date counts from now. */
export const toSchedule = (contract: ContractRow, now: Date): BillingSchedule => ({
  interval: contract.billingInterval,
  intervalCount: contract.billingIntervalCount,
  anchors: contract.billingAnchors,
  start: contract.scheduleAnchor ?? contract.nextBillingDate ?? now,
});

/** Whether the schedule has a slot at that instant: an order whose day was set by hand is not on one. */
export const isOnSchedule = (schedule: BillingSchedule, timeZone: string, date: Date): boolean =>
  +(listNextSlots(schedule, timeZone, new Date(+date - 1), 1)[0] ?? 0) === +date;

/**
 * Gives orders new dates, in place: ids and everything attached stay. All of them become QUEUED; those without a slot
 * before the contract's end are called off. Orders not named keep their dates, and SKIPPED ones stay skipped.
 *
 * @param from `slots`: what becomes of those that the other orders stand for
 * @returns null when not even one order falls before the contract's end
 */
export function planOrders(
  { contract, attempts }: ContractState,
  moving: readonly ContractAttempt[],
  schedule: BillingSchedule,
  timeZone: string,
  { slots, ...from }: { after: Date; days?: readonly OrderDate[]; slots: Slots },
): OrderPlan | null {
  const movingIds = new Set(moving.map(({ id }) => id));
  const staying = attempts.filter(({ id }) => !movingIds.has(id));
  const others = changeSlots(staying, slots, timeZone);
  const placeOf = new Map(others.map((each) => [each.id, each]));
  const kept = staying.map((each) => ({ ...each, ...placeOf.get(each.id) }));
  const { next, placed, left } = placeOnSlots(moving, schedule, timeZone, {
    ...from,
    endsAt: contract.endsAt,
    isTaken: toIsTaken(kept, timeZone),
  });
  if (!next) return null;
  return {
    next,
    attempts: [
      ...placed.map(({ item, ...date }) => ({ id: item.id, status: "QUEUED" as const, ...date })),
      ...left.map(({ id }) => ({ id, status: "CANCELLED" as const })),
      ...others,
    ],
  };
}

/**
 * `leave`: in a new plan, the slots of the former one are free. `return`: the former plan comes back, and they with it.
 * `stay`: the plan is the same.
 */
export type Slots = "leave" | "return" | "stay";

type SlotChange = Pick<ContractAttempt, "id" | "slot" | "formerSlot">;

/** The orders whose slots change by that. A slot on an order's own day stays: the day is taken anyway. */
export const changeSlots = (
  attempts: readonly ContractAttempt[],
  slots: Slots,
  timeZone: string,
): SlotChange[] =>
  attempts.flatMap(({ id, billingDate, slot, formerSlot }): SlotChange[] => {
    if (slots === "stay") return [];
    if (slots === "return") return formerSlot && !slot ? [{ id, slot: formerSlot, formerSlot: null }] : [];
    return slot && toDayString(slot, timeZone) !== toDayString(billingDate, timeZone)
      ? [{ id, slot: null, formerSlot: slot }]
      : [];
  });

/**
 * Parked and called-off orders come back, on the first slots more than 24 h ahead. After a pause, the parked orders
 * keep their own days: days set by hand stay, and days that skips had moved past do not come back.
 *
 * @param isUndo of the pause: days less than 24 h ahead are restored as well
 */
export function planReturn(
  state: ContractState,
  returning: readonly ContractAttempt[],
  { now, timeZone }: ShopClock,
  isUndo = false,
): OrderPlan | null {
  const after = new Date(now.getTime() + LEAST_NOTICE_MS);
  const soonest = isUndo ? now : after;
  const days = listParkedDays(state, returning).filter(({ billingDate }) => billingDate > soonest);
  return planOrders(state, returning, toSchedule(state.contract, now), timeZone, {
    after,
    days,
    slots: "stay",
  });
}

/** The days of a paused contract's orders; none if its next date shows that they are not those of its plan. */
function listParkedDays({ contract }: ContractState, returning: readonly ContractAttempt[]): OrderDate[] {
  const days = returning.map(({ billingDate, slot }) => ({ billingDate, slot }));
  return contract.status === "PAUSED" && +(days[0]?.billingDate ?? 0) === +(contract.nextBillingDate ?? 0)
    ? days
    : [];
}

export const withStatus = (
  attempts: readonly ContractAttempt[],
  ...statuses: ContractAttempt["status"][]
): ContractAttempt[] => attempts.filter(({ status }) => statuses.includes(status));

/** Whether an order's payment has failed and its dunning is not over. */
const isDunned = ({ firstFailedAt, nextStep }: ContractAttempt): boolean =>
  Boolean(firstFailedAt && nextStep);

/** Whether one of these orders keeps an active contract in dunning. */
export const hasDunned = (attempts: readonly ContractAttempt[]): boolean => attempts.some(isDunned);

/**
 * A cancelled contract is no longer in dunning, not even after a reactivation. Orders whose charge is under way keep
 * their look-ups.
 */
export const endDunning = (attempts: readonly ContractAttempt[]): NonNullable<ContractChange["attempts"]> =>
  withStatus(attempts, ...UNPAID_STATUSES)
    .filter(({ nextStep }) => nextStep !== null)
    .map(({ id }) => ({ id, nextStep: null, nextStepAt: null }));

/**
 * The contract's next date without one order: the soonest other QUEUED one, else the next free slot; null when the
 * contract ends before it.
 */
export function findNextDate(
  { contract, attempts }: ContractState,
  gone: ContractAttempt,
  { now, timeZone }: ShopClock,
): Date | null {
  const [next] = withStatus(attempts, "QUEUED").filter(({ id }) => id !== gone.id);
  if (next) return next.billingDate;
  return placeOnSlots<ContractAttempt>([], toSchedule(contract, now), timeZone, {
    after: gone.billingDate > now ? gone.billingDate : now,
    endsAt: contract.endsAt,
    isTaken: toIsTaken(attempts, timeZone),
  }).next;
}

/**
 * The slot of a paid order. An order paid before its day has the slot of the day it was paid on, at its own time of day
 * (wire.md §5 "order now"). An order moved to another day by hand counts by that day.
 */
export function toPaidSlot({ billingDate, slot, completedAt }: PaidAttempt, timeZone: string): Date {
  const day = toDayString(billingDate, timeZone);
  const paidOn = completedAt && toDayString(completedAt, timeZone);
  if (paidOn && paidOn < day) return atSameTimeOn(paidOn, billingDate, timeZone);
  return slot && toDayString(slot, timeZone) === day ? slot : billingDate;
}

/** A day of the shop's calendar (`YYYY-MM-DD`) at the local time of day of another instant. */
export function atSameTimeOn(day: string, like: Date, timeZone: string): Date {
  const plainTime = Temporal.Instant.fromEpochMilliseconds(+like).toZonedDateTimeISO(timeZone).toPlainTime();
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);
}
