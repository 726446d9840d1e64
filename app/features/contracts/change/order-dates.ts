import { Temporal } from "temporal-polyfill";
import type { BillingSchedule } from "~/features/order-schedule/schedule";
import { toDayString } from "~/lib/format";
import { MAX_YEARS_AHEAD } from "~/lib/limits";
import { invalidRequest, ProblemError } from "~/lib/problem";
import type { ContractAttempt, ContractChange, ContractState } from "./contract-change";
import { findNextDate, isOnSchedule, planOrders, type ShopClock, toSchedule, withStatus } from "./order-plan";

/** Only an ACTIVE contract has upcoming orders. @throws ProblemError conflict */
export function requireActive({ contract: { status } }: ContractState): void {
  if (status !== "ACTIVE")
    throw new ProblemError("conflict", `The contract is ${status.toLowerCase()}: it has no upcoming orders.`);
}

const refuseDate = (code: string, detail: string, parameter = "nextBillingDate"): ProblemError =>
  invalidRequest([{ parameter, code, detail }]);

/**
 * @param parameter the field that has the date
 * @param others dates that follow from it
 * @throws ProblemError invalid_request for a date that has passed, is too far ahead, or lies beyond the contract's end
 */
export function requirePossibleDate(
  { contract }: Pick<ContractState, "contract">,
  date: Date,
  { now }: ShopClock,
  parameter: string,
  others: readonly Date[] = [],
): void {
  const farthest = new Date(now);
  farthest.setUTCFullYear(farthest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (date <= now) throw refuseDate("too_soon", "Use a future date.", parameter);
  if ([date, ...others].some((each) => each > farthest))
    throw refuseDate("too_far", `Use a date within ${MAX_YEARS_AHEAD} years.`, parameter);
  if (contract.endsAt && date > contract.endsAt)
    throw refuseDate("after_end", "The contract ends before that date.", parameter);
}

/** The days a customer may choose for the next order, from tomorrow on, as `YYYY-MM-DD` of the shop's calendar. */
export function toCustomersDays({ now, timeZone }: ShopClock): { first: string; last: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone).toPlainDate();
  return { first: today.add({ days: 1 }).toString(), last: today.add({ days: 365 }).toString() };
}

/** @throws ProblemError invalid_request for a day that a customer may not choose */
export function requireCustomersDay(day: string, clock: ShopClock): void {
  const { first, last } = toCustomersDays(clock);
  if (day < first) throw refuseDate("too_soon", "Use tomorrow or a later day.");
  if (day > last) throw refuseDate("too_far", "Use a day within a year.");
}

/** @throws ProblemError invalid_request for a day that is not later than the next order */
export function requireLaterDay({ contract }: ContractState, day: string, { timeZone }: ShopClock): void {
  const { nextBillingDate: next } = contract;
  if (next && day <= toDayString(next, timeZone))
    throw refuseDate("too_soon", "Use a day after that of the next order.");
}

type Counted = { countedFrom?: Date; slot?: Date | null; isUndo?: boolean };

/**
 * Changes the date of the next order; later orders are counted from it.
 *
 * @param counted the date to count later orders from instead, and the slot that the order stands for if its date is not
 *   one: an undo restores both
 * @throws ProblemError invalid_request for a date that has passed or lies beyond the contract's end; conflict when an
 *   order has been made on it, or when the contract is not ACTIVE
 */
export function changeNextDate(
  state: ContractState,
  wanted: Date,
  clock: ShopClock,
  { countedFrom = wanted, slot = null, isUndo = false }: Counted = {},
): ContractChange {
  requireActive(state);
  const { contract, attempts } = state;
  requirePossibleDate(state, wanted, clock, "nextBillingDate", [countedFrom, slot ?? wanted]);
  const there =
    attempts.find(({ billingDate }) => +billingDate === +wanted) ??
    withStatus(attempts, "SKIPPED").find(
      ({ billingDate }) => toDayString(billingDate, clock.timeZone) === toDayString(wanted, clock.timeZone),
    );
  if (there && !["QUEUED", "SKIPPED", "CANCELLED"].includes(there.status))
    throw new ProblemError("conflict", "An order of this contract has that date already.");
  // A skipped or called-off order of this day is planned again.
  const moving = withStatus(attempts, "QUEUED");
  if (there && there.status !== "QUEUED") moving.unshift(there);
  const schedule = { ...toSchedule(contract, clock.now), start: countedFrom };
  const plan = planOrders(state, moving, schedule, clock.timeZone, {
    after: wanted,
    days: [{ billingDate: wanted, slot }],
    slots: isUndo ? "return" : "leave",
  });
  return {
    action: "contract.next_date_changed",
    events: ["next-order-date-changed"],
    contract: { nextBillingDate: wanted, scheduleAnchor: countedFrom },
    attempts: plan?.attempts,
    planOrders: true,
  };
}

/**
 * Refuses to go back to an earlier plan if an order was skipped since: its day is in the present plan only, so the
 * earlier plan would bring the order back.
 *
 * @param former the plan to go back to
 * @throws ProblemError conflict
 */
export function requireNoneSkippedSince(
  { contract, attempts }: ContractState,
  former: BillingSchedule,
  { now, timeZone }: ShopClock,
): void {
  const present = toSchedule(contract, now);
  const isSince = withStatus(attempts, "SKIPPED").some(
    ({ billingDate, slot, formerSlot }) =>
      billingDate > now &&
      isOnSchedule(present, timeZone, slot ?? formerSlot ?? billingDate) &&
      !isOnSchedule(former, timeZone, slot ?? formerSlot ?? billingDate),
  );
  if (isSince)
    throw new ProblemError(
      "conflict",
      "An order of the present dates was skipped: the former ones would bring it.",
    );
}

const requireAttempt = ({ attempts }: ContractState, attemptId: number): ContractAttempt => {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt) throw new ProblemError("conflict", "The date of this order has passed.");
  return attempt;
};

const toRecordedOrder = (
  attempt: ContractAttempt,
  status: ContractAttempt["status"],
): ContractChange["recorded"] => ({
  before: { order: { date: attempt.billingDate, status: attempt.status } },
  after: { order: { date: attempt.billingDate, status } },
});

/**
 * Skips an order; the next one's date becomes the contract's next date.
 *
 * @throws ProblemError conflict unless the order is QUEUED and the contract ACTIVE
 */
export function skipOrder(state: ContractState, attemptId: number, clock: ShopClock): ContractChange {
  const attempt = requireAttempt(state, attemptId);
  requireActive(state);
  if (attempt.status === "SKIPPED") throw new ProblemError("conflict", "The order is skipped already.");
  if (attempt.status !== "QUEUED")
    throw new ProblemError("conflict", "The order cannot be skipped any more.");
  const isNext = withStatus(state.attempts, "QUEUED")[0]?.id === attempt.id;
  return {
    action: "contract.order_skipped",
    events: ["billing-skipped"],
    contract: { nextBillingDate: findNextDate(state, attempt, clock) },
    ...(isNext && isEmpty(state) && withAllLines(state)),
    attempts: [{ id: attempt.id, status: "SKIPPED" }],
    recorded: toRecordedOrder(attempt, "SKIPPED"),
    billingAttemptId: attempt.id,
    planOrders: true,
  };
}

/** All lines are left out of the next order, which has, or had, products of its own. */
const isEmpty = ({ lines }: ContractState): boolean =>
  lines.length > 0 && lines.every(({ skippedNextOrder }) => skippedNextOrder);

/** The order after a skipped empty one gets all lines: otherwise it would be empty, too, and no order ever made. */
const withAllLines = ({ lines }: ContractState): Pick<ContractChange, "lines" | "isOneWay"> => ({
  lines: lines.map((line) => ({ ...line, skippedNextOrder: false })),
  isOneWay: true,
});

/**
 * Unskips an order.
 *
 * @throws ProblemError conflict when its date has passed, it is not skipped, or the contract is not ACTIVE
 */
export function unskipOrder(state: ContractState, attemptId: number, clock: ShopClock): ContractChange {
  const attempt = requireAttempt(state, attemptId);
  requireActive(state);
  if (attempt.status !== "SKIPPED") throw new ProblemError("conflict", "The order is not skipped.");
  if (attempt.billingDate <= clock.now)
    throw new ProblemError("conflict", "The date of this order has passed.");
  const [first] = withStatus(state.attempts, "QUEUED");
  const next = first && first.billingDate < attempt.billingDate ? first.billingDate : attempt.billingDate;
  return {
    action: "contract.order_unskipped",
    events: [+next === +(state.contract.nextBillingDate ?? 0) ? "updated" : "next-order-date-changed"],
    contract: { nextBillingDate: next },
    attempts: [{ id: attempt.id, status: "QUEUED" }],
    recorded: toRecordedOrder(attempt, "QUEUED"),
    billingAttemptId: attempt.id,
  };
}
