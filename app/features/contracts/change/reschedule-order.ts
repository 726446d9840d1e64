import { listNextSlots } from "~/features/order-schedule/schedule";
import { toDayString } from "~/lib/format";
import { invalidRequest, ProblemError } from "~/lib/problem";
import type { ContractAttempt, ContractChange, ContractState } from "./contract-change";
import { requirePossibleDate } from "./order-dates";
import { planOrders, type ShopClock, toSchedule, withStatus } from "./order-plan";

type Wanted = { attemptId: number; billingDate: Date; withLater: boolean };

const isOutOfOrder = (detail: string): ProblemError =>
  invalidRequest([{ parameter: "billingDate", code: "out_of_order", detail }]);

/**
 * Changes the date of one planned order, alone or with the orders after it, which are then counted from it. Alone it
 * has to stay between its neighbours: otherwise the plan would have a gap or bill a cycle twice.
 *
 * @throws ProblemError conflict when the order is not QUEUED or the contract not ACTIVE, or when another order has that
 *   date; invalid_request for a date that has passed, is too far ahead, after the contract's end, or not between its
 *   neighbours
 */
export function rescheduleOrder(state: ContractState, wanted: Wanted, clock: ShopClock): ContractChange {
  const { contract, attempts } = state;
  const { attemptId, billingDate, withLater } = wanted;
  const queued = withStatus(attempts, "QUEUED");
  const place = queued.findIndex(({ id }) => id === attemptId);
  const order = queued[place];
  if (contract.status !== "ACTIVE")
    throw new ProblemError(
      "conflict",
      `The contract is ${contract.status.toLowerCase()}: it has no upcoming orders.`,
    );
  if (!order) throw new ProblemError("conflict", "Only an order that is planned can be moved.");
  requirePossibleDate(state, billingDate, clock, "billingDate");
  const before = queued[place - 1];
  if (before && billingDate <= before.billingDate)
    throw isOutOfOrder(`Use a date after the order before it (${before.billingDate.toISOString()}).`);
  requireFree(attempts, billingDate, withLater ? queued.slice(place).map(({ id }) => id) : [attemptId]);
  const isNext = place === 0;
  const plan = withLater
    ? planLater(state, queued.slice(place), billingDate, clock)
    : planAlone(state, order, queued[place + 1], billingDate, clock);
  return {
    action: "contract.order_rescheduled",
    events: [isNext ? "next-order-date-changed" : "updated"],
    contract: {
      ...(isNext && { nextBillingDate: billingDate }),
      ...(withLater && { scheduleAnchor: billingDate }),
    },
    attempts: plan,
    recorded: {
      before: { order: { date: order.billingDate } },
      after: { order: { date: billingDate } },
    },
    billingAttemptId: attemptId,
    planOrders: true,
  };
}

/** Slots are unique per contract, whatever the status of their orders. */
function requireFree(attempts: readonly ContractAttempt[], date: Date, moving: readonly number[]): void {
  if (attempts.some((each) => +each.billingDate === +date && !moving.includes(each.id)))
    throw new ProblemError("conflict", "Another order of this contract has that date.");
}

function planLater(
  state: ContractState,
  moving: readonly ContractAttempt[],
  start: Date,
  { now, timeZone }: ShopClock,
): ContractChange["attempts"] {
  const schedule = { ...toSchedule(state.contract, now), start };
  return planOrders(state, moving, schedule, timeZone, {
    after: start,
    days: [{ billingDate: start, slot: null }],
    slots: "leave",
  })?.attempts;
}

function planAlone(
  { contract }: ContractState,
  order: ContractAttempt,
  after: ContractAttempt | undefined,
  billingDate: Date,
  { now, timeZone }: ShopClock,
): ContractChange["attempts"] {
  const slot = order.slot ?? order.billingDate;
  // If the shop has changed its time zone, the order's own day may also have a slot at another time.
  const following = listNextSlots(toSchedule(contract, now), timeZone, slot, 2).find(
    (each) => toDayString(each, timeZone) !== toDayString(slot, timeZone),
  );
  const end = after?.billingDate ?? following;
  if (end && billingDate >= end)
    throw isOutOfOrder(
      `Use a date before the order after it (${end.toISOString()}), or move the later orders too (rescheduleFutureOrder=true).`,
    );
  return [{ id: order.id, billingDate, slot: +slot === +billingDate ? null : slot }];
}
