import { DAY_MS } from "~/lib/days";
import { toDayString } from "~/lib/format";
import type { BillingSchedule } from "./schedule";
import { sharedBillingSlots } from "./slot-days";

/** Dates that are requested or computed must be at least this far ahead: the previous order may be under way. */
export const LEAST_NOTICE_MS = DAY_MS;

const HOUR_MS = 3_600_000;

/** An order's date, and the slot it stands for if that differs, because the order was moved by hand or billed early. */
export type OrderDate = { billingDate: Date; slot: Date | null };

/**
 * Whether a slot is taken: instants are unique per contract, and a skipped, made or planned order takes the whole day
 * of its date and that of its slot, whatever the plan's time of day: another order there would bill the day twice. A
 * called-off order takes only its instant.
 *
 * @param orders those that are not moved
 */
export function toIsTaken(
  orders: readonly (OrderDate & { status: string })[],
  timeZone: string,
): (slot: Date) => boolean {
  const isOnDay = (one: Date, other: Date) =>
    // No day is longer than 25 hours: most orders need no look at the calendar.
    Math.abs(+one - +other) <= DAY_MS + HOUR_MS &&
    toDayString(one, timeZone) === toDayString(other, timeZone);
  return (wanted) =>
    orders.some(({ billingDate, slot, status }) => {
      if (+billingDate === +wanted) return true;
      if (status === "CANCELLED") return false;
      return isOnDay(billingDate, wanted) || (slot !== null && isOnDay(slot, wanted));
    });
}

/**
 * Places planned orders on the slots of a schedule, in the order given: the first on the first free slot later than
 * `after`, the others on the following slots. With `days`, the first orders go there, and the others on the slots after
 * the last of them, except slots on these days or on the days of their slots. Slots after `endsAt` are not used: if
 * there are too few, the last orders are left over and keep their dates, except that an order whose date is one of the
 * slots is never left over.
 *
 * @param isTaken whether an order that is not moved takes the slot
 * @returns where the next order falls, even if there is none to place; null = there is no slot before the end
 */
export function placeOnSlots<T extends { billingDate: Date }>(
  items: readonly T[],
  schedule: BillingSchedule,
  timeZone: string,
  {
    after,
    days = [],
    endsAt,
    isTaken,
  }: { after: Date; days?: readonly OrderDate[]; endsAt: Date | null; isTaken: (slot: Date) => boolean },
): { next: Date | null; placed: ({ item: T } & OrderDate)[]; left: T[] } {
  const wanted = Math.max(1, items.length);
  const isWithin = (date: Date) => endsAt === null || date <= endsAt;
  const dates = days.filter(({ billingDate }) => isWithin(billingDate)).slice(0, wanted);
  const slots = sharedBillingSlots(schedule, timeZone, days.at(-1)?.billingDate ?? after);
  const isGiven = toIsTaken(
    days.map((day) => ({ ...day, status: "QUEUED" })),
    timeZone,
  );
  while (dates.length < wanted) {
    const { value: slot } = slots.next();
    if (!slot || !isWithin(slot)) break;
    if (!isTaken(slot) && !isGiven(slot)) dates.push({ billingDate: slot, slot: null });
  }
  const used = dates.slice(0, items.length);
  const chosen = new Set(
    items.filter(({ billingDate }) => used.some((date) => +date.billingDate === +billingDate)),
  );
  for (const item of items) if (chosen.size < used.length) chosen.add(item);
  const placed = items.filter((item) => chosen.has(item));
  return {
    next: dates[0]?.billingDate ?? null,
    placed: used.flatMap((date, index) => {
      const item = placed[index];
      return item ? [{ item, ...date }] : [];
    }),
    left: items.filter((item) => !chosen.has(item)),
  };
}
