import type { BillingSchedule } from "~/features/order-schedule/schedule";
import { sharedBillingSlots } from "~/features/order-schedule/slot-days";
import { DAY_MS } from "~/lib/days";

/** Dates that are requested or computed must be at least this far ahead: the previous order may be under way. */
export const LEAST_NOTICE_MS = DAY_MS;

type Planned = { billingDate: Date };

/**
 * Places planned orders on the slots of a schedule, in the order given: the first on the first free slot later than
 * `after`, the others on the following slots. With `first` the first order goes there. Slots after `endsAt` are not
 * used: when there are too few, the last orders are left over and keep their dates, except that an order whose date is
 * one of the slots is never left over.
 *
 * @param taken instants (ms) of orders that stay where they are: slots are unique per contract
 * @returns where the next order falls, even if there is none to place; null = there is no slot before the end
 */
export function placeOnSlots<T extends Planned>(
  items: readonly T[],
  schedule: BillingSchedule,
  timeZone: string,
  {
    after,
    first,
    endsAt,
    taken,
  }: { after: Date; first?: Date; endsAt: Date | null; taken: ReadonlySet<number> },
): { next: Date | null; placed: { item: T; date: Date }[]; left: T[] } {
  const dates: Date[] = [];
  const wanted = Math.max(1, items.length);
  const isWithin = (date: Date) => endsAt === null || date <= endsAt;
  if (first && isWithin(first)) dates.push(first);
  const slots = sharedBillingSlots(schedule, timeZone, first ?? after);
  while (dates.length < wanted) {
    const { value: slot } = slots.next();
    if (!slot || !isWithin(slot)) break;
    if (!taken.has(slot.getTime())) dates.push(slot);
  }
  const used = dates.slice(0, items.length);
  const chosen = new Set(items.filter(({ billingDate }) => used.some((date) => +date === +billingDate)));
  for (const item of items) if (chosen.size < used.length) chosen.add(item);
  const placed = items.filter((item) => chosen.has(item));
  return {
    next: dates[0] ?? null,
    placed: used.flatMap((date, index) => {
      const item = placed[index];
      return item ? [{ item, date }] : [];
    }),
    left: items.filter((item) => !chosen.has(item)),
  };
}
