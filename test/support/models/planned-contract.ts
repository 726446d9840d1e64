import fc from "fast-check";
import {
  type ContractAttempt,
  type ContractChange,
  type ContractState,
  toPlaced,
} from "~/features/contracts/change/contract-change";
import { skipOrder } from "~/features/contracts/change/order-dates";
import { toSchedule } from "~/features/contracts/change/order-plan";
import { recordPaid } from "~/features/contracts/change/outcome/order-outcome";
import { billingSlots } from "~/features/order-schedule/schedule";
import { planUpcomingDates } from "~/features/order-schedule/upcoming-attempts";
import { DAY_MS } from "~/lib/days";
import { MAX_INTERVAL_COUNT } from "~/lib/limits";
import { INTERVALS } from "~db/schema/intervals";

/** Contracts with planned orders, changed as `changeContract` changes them, without a database. */
export const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
] as const;

export type Clock = { now: Date; timeZone: string };
export const clockAt = (clock: Clock, days: number): Clock => ({
  ...clock,
  now: new Date(clock.now.getTime() + days * DAY_MS),
});

let lastId = 0;
const attemptOn = (billingDate: Date, status: ContractAttempt["status"]): ContractAttempt =>
  ({ id: ++lastId, billingDate, slot: null, formerSlot: null, paidWithId: null, status }) as ContractAttempt;

/** As `changeContract` writes it: the fields, the attempts, and then the orders that are missing. */
export function apply(state: ContractState, change: ContractChange, clock: Clock): ContractState {
  const contract = { ...state.contract, ...change.contract };
  const attempts = state.attempts
    .map((attempt) => ({
      ...attempt,
      ...toPlaced(change.attempts?.find(({ id }) => id === attempt.id) ?? {}),
    }))
    .sort((a, b) => +a.billingDate - +b.billingDate);
  const next = { ...state, contract, attempts };
  return change.planOrders && contract.status === "ACTIVE" ? topUp(next, clock) : next;
}

function topUp(state: ContractState, { now, timeZone }: Clock): ContractState {
  const { contract, attempts } = state;
  if (!contract.nextBillingDate) return state;
  const from = Math.min(+contract.nextBillingDate, +now);
  const seen = attempts.filter(({ billingDate, slot }) => Math.max(+billingDate, +(slot ?? 0)) >= from);
  const isTaken = ({ status }: ContractAttempt) => ["SKIPPED", "CANCELLED", "SUCCESS"].includes(status);
  const last = seen
    .filter((each) => !isTaken(each))
    .map(({ billingDate, slot }) => Math.max(+billingDate, +(slot ?? 0)));
  const dates = planUpcomingDates(
    {
      ...contract,
      nextBillingDate: contract.nextBillingDate,
      scheduleAnchor: toSchedule(contract, now).start,
      cyclesLeft: null,
      queuedAhead: seen.filter(({ status, billingDate }) => status === "QUEUED" && billingDate > now).length,
      lastPlanned: last.length > 0 ? new Date(Math.max(...last)) : null,
      taken: seen,
    },
    timeZone,
    now,
  );
  const added = dates.map((date) => attemptOn(date, "QUEUED"));
  return { ...state, attempts: [...attempts, ...added].sort((a, b) => +a.billingDate - +b.billingDate) };
}

export const queued = ({ attempts }: ContractState): number[] =>
  attempts.filter(({ status }) => status === "QUEUED").map(({ billingDate }) => +billingDate);
export const occupied = ({ attempts }: ContractState): number[] =>
  attempts.map(({ billingDate }) => +billingDate);

export const cadence = fc
  .constantFrom(...INTERVALS)
  .chain((interval) =>
    fc.tuple(fc.constant(interval), fc.integer({ min: 1, max: Math.min(MAX_INTERVAL_COUNT[interval], 40) })),
  );

/** "Order now": the next order is paid at once. */
function takeNext(state: ContractState, clock: Clock): ContractState {
  const [next] = state.attempts.filter(({ status }) => status === "QUEUED");
  if (!next) throw new Error("no order is planned");
  const paid = recordPaid(state, next.id, { orderId: 5_500_002, orderName: "#2" }, clock, []);
  if (!paid) throw new Error("it was paid before");
  const after = apply(state, paid, clock);
  const { billingDate, slot } = after.attempts.find(({ id }) => id === next.id) ?? next;
  const lastPaid = { billingDate, slot, completedAt: clock.now };
  return { ...after, paidOrders: state.paidOrders + 1, lastPaid };
}

/** A contract after some cycles: paid slots in the past, three upcoming orders, the first perhaps taken early, some perhaps skipped. */
export const story = fc
  .record({
    cadence,
    timeZone: fc.constantFrom(...ZONES),
    start: fc.date({ min: new Date("2023-01-01"), max: new Date("2025-12-31"), noInvalidDate: true }),
    paidSlots: fc.integer({ min: 0, max: 14 }),
    // How far the present is between the last paid slot and the next one.
    share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    skips: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
    // Bought with an order of the shop, days before its first slot.
    boughtDaysBefore: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null }),
    isTakenEarly: fc.boolean(),
  })
  .map(({ cadence: [interval, intervalCount], timeZone, start, paidSlots, share, ...story }) => {
    const { skips, boughtDaysBefore, isTakenEarly } = story;
    const slots: Date[] = [];
    const schedule = { interval, intervalCount, anchors: [], start };
    for (const slot of billingSlots(schedule, timeZone, new Date(+start - 1)))
      if (slots.push(slot) > paidSlots) break;
    const lastPaidDate = slots.at(-2) ?? null;
    const nextBillingDate = slots.at(-1) ?? start;
    const earlier = lastPaidDate ?? new Date(+nextBillingDate - DAY_MS * 20);
    const now = new Date(Math.floor(+earlier + share * (+nextBillingDate - +earlier)));
    const clock = { now, timeZone };
    const contract = {
      status: "ACTIVE",
      currencyCode: "EUR",
      deliveryPrice: "0",
      billingInterval: interval,
      billingIntervalCount: intervalCount,
      billingAnchors: [],
      deliveryInterval: interval,
      deliveryIntervalCount: intervalCount,
      nextBillingDate,
      scheduleAnchor: start,
      originOrderId: boughtDaysBefore === null ? null : 5_500_001,
      startsAt: boughtDaysBefore === null ? null : new Date(+start - boughtDaysBefore * DAY_MS),
      billingDateAfterTrial: null,
      endsAt: null,
      minCycles: null,
    } as unknown as ContractState["contract"];
    const empty: ContractState = {
      contract,
      lines: [],
      discounts: [],
      attempts: [],
      paidOrders: paidSlots,
      lastPaid: lastPaidDate && { billingDate: lastPaidDate, slot: null, completedAt: lastPaidDate },
    };
    const planned = topUp(empty, clock);
    const state = skips.reduce(
      (before, index) => {
        const attempt = before.attempts.filter(({ status }) => status === "QUEUED")[index];
        return attempt ? apply(before, skipOrder(before, attempt.id, clock), clock) : before;
      },
      isTakenEarly ? takeNext(planned, clock) : planned,
    );
    return { state, clock };
  });
