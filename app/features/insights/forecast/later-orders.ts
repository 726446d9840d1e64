import type { DayRange } from "~/features/insights/definitions/day-range";
import { type BillingSchedule, billingSlots } from "~/features/order-schedule/schedule";

/**
 * Contracts whose orders after the planned ones fall on the same days. All days are the shop's, as if every order were
 * at the same time of day.
 *
 * @field phase identifies equal schedules: `anchor` is that of one of them
 * @field lastPlanned the last day that has a planned order, or was passed by one
 * @field endsOn no order after it @field left how many more orders `maxCycles` allows; null = no limit
 * @field taken days after it that have an order already, skipped or made before its day; null = none
 * @field amount,squares sum of the order amounts, and of their squares
 * @field changesAfter after so many later orders the amounts are the changed ones; null = never
 */
export type AlikeContracts = Pick<BillingSchedule, "interval" | "intervalCount" | "anchors"> & {
  phase: string;
  anchor: string;
  lastPlanned: string;
  endsOn: string | null;
  left: number | null;
  taken: string[] | null;
  currencyCode: string;
  contracts: number;
  amount: number;
  squares: number;
  changesAfter: number | null;
  changedAmount: number;
  changedSquares: number;
};

/** Orders of one day. */
type LaterOrders = Pick<AlikeContracts, "currencyCode" | "contracts" | "amount" | "squares">;

const toInstant = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * The days of orders after the planned ones, by the rule that will plan them (order-schedule/schedule.ts). Each
 * schedule is walked once, however many contracts have it: at 00:00 UTC, since a schedule keeps its time of day.
 *
 * @param days from today on: earlier days are never planned any more
 * @param each called for every such day of a group
 */
export function walkLaterOrders(
  groups: readonly AlikeContracts[],
  days: DayRange,
  each: (day: string, orders: LaterOrders) => void,
): void {
  const slots = new Map<string, string[]>();
  for (const group of groups) {
    const key = `${group.interval} ${group.intervalCount} ${group.phase} ${JSON.stringify(group.anchors)}`;
    const ofSchedule = slots.get(key) ?? listSlotDays(group, days);
    slots.set(key, ofSchedule);
    const last = group.endsOn === null || group.endsOn > days.to ? days.to : group.endsOn;
    const later = ofSchedule.filter(
      (day) => day > group.lastPlanned && day <= last && !group.taken?.includes(day),
    );
    const changed = { ...group, amount: group.changedAmount, squares: group.changedSquares };
    const changesAfter = group.changesAfter ?? later.length;
    for (const [index, day] of later.slice(0, group.left ?? later.length).entries())
      each(day, index < changesAfter ? group : changed);
  }
}

function listSlotDays(group: AlikeContracts, { from, to }: DayRange): string[] {
  const schedule: BillingSchedule = { ...group, start: toInstant(group.anchor) };
  const days: string[] = [];
  for (const slot of billingSlots(schedule, "UTC", new Date(+toInstant(from) - 1))) {
    const day = slot.toISOString().slice(0, 10);
    if (day > to) break;
    days.push(day);
  }
  return days;
}
