import { Temporal } from "temporal-polyfill";
import type {
  ContractAttempt,
  ContractChange,
  ContractRow,
  ContractState,
} from "~/features/contracts/change/contract-change";
import { LEAST_NOTICE_MS, placeOnSlots } from "~/features/order-schedule/order-slots";
import type { BillingSchedule } from "~/features/order-schedule/schedule";

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
  from: { after: Date; first?: Date },
): OrderPlan | null {
  const movingIds = new Set(moving.map(({ id }) => id));
  const taken = new Set(attempts.flatMap(({ id, billingDate }) => (movingIds.has(id) ? [] : [+billingDate])));
  const { next, placed, left } = placeOnSlots(moving, schedule, timeZone, {
    ...from,
    endsAt: contract.endsAt,
    taken,
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

/** Parked and called-off orders come back, on the first slots more than 24 h ahead. */
export const planReturn = (
  state: ContractState,
  returning: readonly ContractAttempt[],
  { now, timeZone }: ShopClock,
): OrderPlan | null =>
  planOrders(state, returning, toSchedule(state.contract, now), timeZone, {
    after: new Date(now.getTime() + LEAST_NOTICE_MS),
  });

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
    taken: new Set(attempts.map(({ billingDate }) => +billingDate)),
  }).next;
}

/** A day of the shop's calendar (`YYYY-MM-DD`) at the local time of day of another instant. */
export function atSameTimeOn(day: string, like: Date, timeZone: string): Date {
  const plainTime = Temporal.Instant.fromEpochMilliseconds(+like).toZonedDateTimeISO(timeZone).toPlainTime();
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);
}
