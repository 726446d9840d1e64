import { Temporal } from "temporal-polyfill";
import type {
  ContractAttempt,
  ContractChange,
  ContractRow,
  ContractState,
} from "~/features/contracts/change/contract-change";
import { LEAST_NOTICE_MS, placeOnSlots, toIsTaken } from "~/features/order-schedule/order-slots";
import { type BillingSchedule, listNextSlots } from "~/features/order-schedule/schedule";

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

/** Whether the schedule has an order at that instant: one whose day was set by hand is not on it. */
export const isOnSchedule = (schedule: BillingSchedule, timeZone: string, date: Date): boolean =>
  +(listNextSlots(schedule, timeZone, new Date(+date - 1), 1)[0] ?? 0) === +date;

/**
 * Dates orders anew, in place: ids and everything attached stay. All of them become QUEUED; those without a slot before
 * the contract's end are called off. Orders not named keep their slots, and SKIPPED ones stay skipped.
 *
 * @returns null when not even one order falls before the contract's end
 */
export function planOrders(
  { contract, attempts }: ContractState,
  moving: readonly ContractAttempt[],
  schedule: BillingSchedule,
  timeZone: string,
  from: { after: Date; days?: readonly Date[] },
): OrderPlan | null {
  const movingIds = new Set(moving.map(({ id }) => id));
  const staying = attempts.filter(({ id }) => !movingIds.has(id));
  const { next, placed, left } = placeOnSlots(moving, schedule, timeZone, {
    ...from,
    endsAt: contract.endsAt,
    isTaken: toIsTaken(staying, timeZone),
  });
  if (!next) return null;
  return {
    next,
    attempts: [
      ...placed.map(({ item, date }) => ({ id: item.id, status: "QUEUED" as const, billingDate: date })),
      ...left.map(({ id }) => ({ id, status: "CANCELLED" as const })),
    ],
  };
}

/**
 * Parked and called-off orders come back, on the first slots more than 24 h ahead. After a pause these are the days that
 * the parked orders have: days that were moved by hand stay so, and none comes back that skips had moved past.
 *
 * @param isUndo of the pause: also a day less than 24 h ahead is as before
 */
export function planReturn(
  state: ContractState,
  returning: readonly ContractAttempt[],
  { now, timeZone }: ShopClock,
  isUndo = false,
): OrderPlan | null {
  const after = new Date(now.getTime() + LEAST_NOTICE_MS);
  const soonest = isUndo ? now : after;
  const days = listParkedDays(state, returning).filter((day) => day > soonest);
  return planOrders(state, returning, toSchedule(state.contract, now), timeZone, { after, days });
}

/** Those of a paused contract; none where its next date shows that they are not those of its plan. */
function listParkedDays({ contract }: ContractState, returning: readonly ContractAttempt[]): Date[] {
  const days = returning.map(({ billingDate }) => billingDate);
  return contract.status === "PAUSED" && +(days[0] ?? 0) === +(contract.nextBillingDate ?? 0) ? days : [];
}

export const withStatus = (
  attempts: readonly ContractAttempt[],
  ...statuses: ContractAttempt["status"][]
): ContractAttempt[] => attempts.filter(({ status }) => statuses.includes(status));

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

/** A day of the shop's calendar (`YYYY-MM-DD`) at the local time of day of another instant. */
export function atSameTimeOn(day: string, like: Date, timeZone: string): Date {
  const plainTime = Temporal.Instant.fromEpochMilliseconds(+like).toZonedDateTimeISO(timeZone).toPlainTime();
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);
}
