import { placeOnSlots } from "~/features/billing/order-slots";
import type { BillingSchedule } from "~/features/billing/schedule";
import type {
  ContractAttempt,
  ContractChange,
  ContractRow,
  ContractState,
} from "~/features/contracts/contract-change";

/** What rules on dates go by. */
export type ShopClock = { now: Date; timeZone: string };

export type OrderPlan = {
  /** Where the next order falls. */
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
 * Date orders anew, in place: ids and what is attached to them stay. All of them are QUEUED afterwards; those that find
 * no slot before the contract's end are called off. Orders not named keep their slots, SKIPPED ones their marks.
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

export const withStatus = (
  attempts: readonly ContractAttempt[],
  ...statuses: ContractAttempt["status"][]
): ContractAttempt[] => attempts.filter(({ status }) => statuses.includes(status));
