import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { changeBillingInterval } from "~/features/contracts/change/billing-interval";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { changeStatus } from "~/features/contracts/change/contract-status";
import { skipOrder, unskipOrder } from "~/features/contracts/change/order-dates";
import { toSchedule } from "~/features/contracts/change/order-plan";
import { billingSlots } from "~/features/order-schedule/schedule";
import { DAY_MS } from "~/lib/days";
import type { Interval } from "~db/schema/intervals";
import {
  apply,
  type Clock,
  cadence,
  clockAt,
  occupied,
  queued,
  story,
} from "../../../support/models/planned-contract";

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

/** The slot of the last paid order; of one taken early it is on the day it was paid. */
function findPaid({ lastPaid }: ContractState, { timeZone }: Clock): Date | null {
  if (!lastPaid?.completedAt) return null;
  const [slot, paid] = [lastPaid.billingDate, lastPaid.completedAt].map((each) => local(+each, timeZone));
  if (!slot || !paid || paid.toPlainDate().until(slot.toPlainDate()).sign <= 0)
    return lastPaid.slot ?? lastPaid.billingDate;
  const { epochMilliseconds } = paid
    .toPlainDate()
    .toZonedDateTime({ timeZone, plainTime: slot.toPlainTime() });
  return new Date(epochMilliseconds);
}

test("an interval change never yields a next date in the past nor skips a step: the smallest one more than 24 h ahead", () => {
  fc.assert(
    fc.property(story, cadence, ({ state, clock }, wanted) => {
      const { contract } = state;
      const lastPaidDate =
        findPaid(state, clock) ?? (contract.originOrderId === null ? null : contract.startsAt);
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
      const dayOf = (instant: number) => local(instant, clock.timeZone).toPlainDate().toString();
      const taken = new Set(
        after.attempts
          .filter(({ status }) => status === "SKIPPED" || status === "SUCCESS")
          .map(({ billingDate }) => dayOf(+billingDate)),
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
        if (step > +clock.now + DAY_MS && !taken.has(dayOf(step))) steps.push(step);
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
      // Orders that were planned at the end in the meantime come after all others to come.
      const toCome = state.attempts.filter(({ status }) => status !== "SUCCESS");
      for (const date of queued(restored).slice(queued(state).length))
        expect(date).toBeGreaterThan(Math.max(...toCome.map(({ billingDate }) => +billingDate)));
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
      const paid = findPaid(state, clock);
      if (paid) expect(Math.min(...dates)).toBeGreaterThan(+paid);
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
