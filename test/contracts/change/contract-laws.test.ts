import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { changeBillingInterval } from "~/features/contracts/change/billing-interval";
import type {
  ContractAttempt,
  ContractChange,
  ContractState,
} from "~/features/contracts/change/contract-change";
import { changeStatus } from "~/features/contracts/change/contract-status";
import { skipOrder, unskipOrder } from "~/features/contracts/change/order-dates";
import { toSchedule } from "~/features/contracts/change/order-plan";
import { billingSlots, MAX_INTERVAL_COUNT } from "~/features/order-schedule/schedule";
import { planUpcomingDates } from "~/features/order-schedule/upcoming-attempts";
import { DAY_MS } from "~/lib/days";
import { INTERVALS, type Interval } from "~db/schema/intervals";

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"] as const;

type Clock = { now: Date; timeZone: string };
const clockAt = (clock: Clock, days: number): Clock => ({
  ...clock,
  now: new Date(clock.now.getTime() + days * DAY_MS),
});

let lastId = 0;
const attemptOn = (billingDate: Date, status: ContractAttempt["status"]): ContractAttempt =>
  ({ id: ++lastId, billingDate, status }) as ContractAttempt;

/** As `changeContract` writes it: the fields, the attempts, and then the orders that are missing. */
function apply(state: ContractState, change: ContractChange, clock: Clock): ContractState {
  const contract = { ...state.contract, ...change.contract };
  const attempts = state.attempts.map((attempt) => ({
    ...attempt,
    ...change.attempts?.find(({ id }) => id === attempt.id),
  }));
  const next = { ...state, contract, attempts };
  return change.planOrders && contract.status === "ACTIVE" ? topUp(next, clock) : next;
}

function topUp(state: ContractState, { now, timeZone }: Clock): ContractState {
  const { contract, attempts } = state;
  if (!contract.nextBillingDate) return state;
  const from = Math.min(+contract.nextBillingDate, +now);
  const seen = attempts.filter(({ billingDate }) => +billingDate >= from);
  const isTaken = ({ status }: ContractAttempt) => ["SKIPPED", "CANCELLED", "SUCCESS"].includes(status);
  const last = seen.filter((each) => !isTaken(each)).map(({ billingDate }) => +billingDate);
  const dates = planUpcomingDates(
    {
      ...contract,
      nextBillingDate: contract.nextBillingDate,
      scheduleAnchor: toSchedule(contract, now).start,
      cyclesLeft: null,
      queuedAhead: seen.filter(({ status, billingDate }) => status === "QUEUED" && billingDate > now).length,
      lastPlanned: last.length > 0 ? new Date(Math.max(...last)) : null,
      taken: seen.filter(isTaken).map(({ billingDate }) => billingDate),
    },
    timeZone,
    now,
  );
  const added = dates.map((date) => attemptOn(date, "QUEUED"));
  return { ...state, attempts: [...attempts, ...added].sort((a, b) => +a.billingDate - +b.billingDate) };
}

const queued = ({ attempts }: ContractState): number[] =>
  attempts.filter(({ status }) => status === "QUEUED").map(({ billingDate }) => +billingDate);
const occupied = ({ attempts }: ContractState): number[] => attempts.map(({ billingDate }) => +billingDate);

const cadence = fc
  .constantFrom(...INTERVALS)
  .chain((interval) =>
    fc.tuple(fc.constant(interval), fc.integer({ min: 1, max: Math.min(MAX_INTERVAL_COUNT[interval], 40) })),
  );

/** A contract after some cycles: paid slots in the past, three upcoming orders, some perhaps skipped. */
const story = fc
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
  })
  .map(
    ({ cadence: [interval, intervalCount], timeZone, start, paidSlots, share, skips, boughtDaysBefore }) => {
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
        lastPaidDate,
      };
      const state = skips.reduce(
        (before, index) => {
          const attempt = before.attempts.filter(({ status }) => status === "QUEUED")[index];
          return attempt ? apply(before, skipOrder(before, attempt.id, clock), clock) : before;
        },
        topUp(empty, clock),
      );
      return { state, clock };
    },
  );

const local = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

/**
 * The k-th step from a paid order, computed by the rule as it is written: the anchor's day, limited to the month, at
 * the same local time.
 */
function stepFrom(
  paid: Date,
  anchor: Date,
  k: number,
  [interval, count]: [Interval, number],
  timeZone: string,
): number {
  const from = local(+paid, timeZone).toPlainDateTime();
  if (interval === "DAY" || interval === "WEEK")
    return from.add({ days: k * count * (interval === "WEEK" ? 7 : 1) }).toZonedDateTime(timeZone)
      .epochMilliseconds;
  const months = k * count * (interval === "YEAR" ? 12 : 1);
  const month = from.with({ day: 1 }).add({ months });
  const wanted = local(+anchor, timeZone).day;
  const isCut = from.day === from.daysInMonth && wanted > from.day;
  const day = Math.min(isCut ? wanted : from.day, month.daysInMonth);
  return month.with({ day }).toZonedDateTime(timeZone).epochMilliseconds;
}

test("an interval change never yields a next date in the past nor skips a step: the smallest one more than 24 h ahead", () => {
  fc.assert(
    fc.property(story, cadence, ({ state, clock }, wanted) => {
      const { contract } = state;
      const lastPaidDate = state.lastPaidDate ?? (contract.originOrderId === null ? null : contract.startsAt);
      const [interval, intervalCount] = wanted;
      fc.pre(interval !== contract.billingInterval || intervalCount !== contract.billingIntervalCount);
      const after = apply(state, changeBillingInterval(state, { interval, intervalCount }, clock), clock);
      const next = +(after.contract.nextBillingDate ?? 0);
      expect(next).toBeGreaterThan(+clock.now);
      expect(queued(after)[0]).toBe(next);
      expect(new Set(occupied(after)).size).toBe(after.attempts.length);
      if (lastPaidDate === null) {
        expect(next).toBe(+(contract.nextBillingDate ?? 0));
        return;
      }
      const skipped = new Set(
        after.attempts.filter(({ status }) => status === "SKIPPED").map(({ billingDate }) => +billingDate),
      );
      const steps: number[] = [];
      for (let k = 1; steps.length < 3; k++) {
        const step = stepFrom(
          lastPaidDate,
          contract.scheduleAnchor ?? lastPaidDate,
          k,
          wanted,
          clock.timeZone,
        );
        if (step > +clock.now + DAY_MS && !skipped.has(step)) steps.push(step);
      }
      expect(queued(after).slice(0, 3)).toEqual(steps);
    }),
    { numRuns: 300 },
  );
});

test("skipping an order and taking it back restores the plan: dates, orders, marks", () => {
  fc.assert(
    fc.property(story, fc.nat(2), ({ state, clock }, index) => {
      const attempt = state.attempts.filter(({ status }) => status === "QUEUED")[index];
      fc.pre(attempt !== undefined && attempt.billingDate > clock.now);
      if (!attempt) return;
      const skipped = apply(state, skipOrder(state, attempt.id, clock), clock);
      expect(skipped.contract.nextBillingDate).not.toBeNull();
      expect(+(skipped.contract.nextBillingDate ?? 0)).toBe(queued(skipped)[0]);
      const restored = apply(skipped, unskipOrder(skipped, attempt.id, clock), clock);
      expect(restored.contract).toEqual(state.contract);
      const had = new Set(state.attempts.map(({ id }) => id));
      expect(restored.attempts.filter(({ id }) => had.has(id))).toEqual(state.attempts);
      // Orders that were planned at the end in the meantime come after all others.
      for (const date of queued(restored).slice(queued(state).length))
        expect(date).toBeGreaterThan(Math.max(...occupied(state)));
    }),
    { numRuns: 200 },
  );
});

test("pausing and resuming never makes two orders for one cycle, nor one in the past", () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 0, max: 800 }), ({ state, clock }, daysPaused) => {
      const paused = apply(state, changeStatus(state, "PAUSED", clock, { isCustomer: true }), clock);
      expect(queued(paused)).toEqual([]);
      const later = clockAt(clock, daysPaused);
      const resumed = apply(paused, changeStatus(paused, "ACTIVE", later, { isCustomer: true }), later);
      const dates = queued(resumed);
      expect(Math.min(...dates)).toBeGreaterThan(+later.now + DAY_MS);
      expect(+(resumed.contract.nextBillingDate ?? 0)).toBe(Math.min(...dates));
      // Each order is on a different slot of the schedule, and none on a paid slot.
      expect(new Set(occupied(resumed)).size).toBe(resumed.attempts.length);
      if (state.lastPaidDate) expect(Math.min(...dates)).toBeGreaterThan(+state.lastPaidDate);
      const slots = billingSlots(toSchedule(state.contract, clock.now), clock.timeZone, later.now);
      const last = Math.max(...dates);
      const onSchedule = new Set<number>();
      for (const slot of slots) {
        if (+slot > last) break;
        onSchedule.add(+slot);
      }
      for (const date of dates) expect(onSchedule.has(date)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
