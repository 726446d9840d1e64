import { type BillingSchedule, billingSlots } from "~/features/billing/schedule";

/** A date asked for by request, or chosen by a rule, is at least this far ahead: the order before it may be under way. */
export const LEAST_NOTICE_MS = 24 * 3600 * 1000;

type Placed<T> = { item: T; date: Date };

/**
 * Put planned orders on the slots of a schedule, in the order given: the first slot later than `after` that nothing
 * else has, then the next. With `first` the first of them falls there, and the others on the slots behind it. Slots
 * after `endsAt` are not used: what finds no place is left over.
 *
 * @param taken instants (ms) of orders that stay where they are: a slot exists once
 * @returns where the next order falls, also when there is none to place; null = there is no slot before the end
 */
export function placeOnSlots<T>(
  items: readonly T[],
  schedule: BillingSchedule,
  timeZone: string,
  {
    after,
    first,
    endsAt,
    taken,
  }: { after: Date; first?: Date; endsAt: Date | null; taken: ReadonlySet<number> },
): { next: Date | null; placed: Placed<T>[]; left: T[] } {
  const dates: Date[] = [];
  const wanted = Math.max(1, items.length);
  const isWithin = (date: Date) => endsAt === null || date <= endsAt;
  if (first && isWithin(first)) dates.push(first);
  for (const slot of billingSlots(schedule, timeZone, first ?? after)) {
    if (dates.length >= wanted || !isWithin(slot)) break;
    if (!taken.has(slot.getTime())) dates.push(slot);
  }
  return {
    next: dates[0] ?? null,
    placed: items.flatMap((item, index) => {
      const date = dates[index];
      return date ? [{ item, date }] : [];
    }),
    left: items.slice(dates.length),
  };
}
