import fc from "fast-check";
import { expect, test } from "vitest";
import { changeBillingInterval } from "~/features/contracts/change/billing-interval";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { changeStatus } from "~/features/contracts/change/contract-status";
import { changeNextDate, skipOrder, unskipOrder } from "~/features/contracts/change/order-dates";
import { withStatus } from "~/features/contracts/change/order-plan";
import { rescheduleOrder } from "~/features/contracts/change/reschedule-order";
import { listPlannedSince, takeBack, toUndo } from "~/features/contracts/undo/undo";
import { DAY_MS } from "~/lib/days";
import { toDayString } from "~/lib/format";
import { ProblemError } from "~/lib/problem";
import { apply, type Clock, cadence, clockAt, queued, story } from "../../../support/models/planned-contract";

const HOUR_MS = 3_600_000;
const index = fc.nat(2);
const days = fc.integer({ min: -40, max: 60 });
/** A move by whole days, or to another time of day, too. */
const shift = fc
  .tuple(days, fc.constantFrom(0, 0, 3, -5))
  .map(([by, hours]) => by * DAY_MS + hours * HOUR_MS);

const edit = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant("skip" as const), index }), weight: 3 },
  fc.record({ kind: fc.constant("unskip" as const), index }),
  fc.record({ kind: fc.constant("move" as const), index, shift, withLater: fc.boolean() }),
  fc.record({ kind: fc.constant("next" as const), shift }),
  fc.record({ kind: fc.constant("interval" as const), cadence }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const at = (state: ContractState, status: "QUEUED" | "SKIPPED", place: number) => {
  const order = withStatus(state.attempts, status)[place];
  if (!order) throw new ProblemError("conflict", "There is no such order.");
  return order;
};

function toChange(state: ContractState, wanted: Edit, clock: Clock): ContractChange {
  switch (wanted.kind) {
    case "skip":
      return skipOrder(state, at(state, "QUEUED", wanted.index).id, clock);
    case "unskip":
      return unskipOrder(state, at(state, "SKIPPED", wanted.index).id, clock);
    case "move": {
      const { id, billingDate } = at(state, "QUEUED", wanted.index);
      const order = { attemptId: id, billingDate: new Date(+billingDate + wanted.shift) };
      return rescheduleOrder(state, { ...order, withLater: wanted.withLater }, clock);
    }
    case "next":
      return changeNextDate(
        state,
        new Date(+(state.contract.nextBillingDate ?? clock.now) + wanted.shift),
        clock,
      );
    case "interval": {
      const [interval, intervalCount] = wanted.cadence;
      return changeBillingInterval(state, { interval, intervalCount }, clock);
    }
  }
}

/** As for a caller: an edit that a rule refuses changes nothing. */
function tryEdit(state: ContractState, wanted: Edit, clock: Clock): ContractState {
  try {
    return apply(state, toChange(state, wanted, clock), clock);
  } catch (error) {
    if (error instanceof ProblemError) return state;
    throw error;
  }
}

const edited = fc.tuple(story, fc.array(edit, { maxLength: 5 })).map(([{ state, clock }, edits]) => ({
  clock,
  state: edits.reduce((before, each) => tryEdit(before, each, clock), state),
}));

const status = (state: ContractState, wanted: "PAUSED" | "ACTIVE", clock: Clock, isUndo = false) =>
  apply(state, changeStatus(state, wanted, clock, { isCustomer: false, isUndo }), clock);

/** The dates and states of orders, and what later ones are counted from. */
const plan = ({ contract, attempts }: ContractState) => ({
  next: contract.nextBillingDate,
  anchor: contract.scheduleAnchor,
  frequency: [contract.billingInterval, contract.billingIntervalCount],
  orders: attempts.map(({ id, billingDate, slot, status: now }) => ({ id, billingDate, slot, now })),
});

const skippedDays = ({ attempts }: ContractState, { timeZone }: Clock) =>
  new Set(withStatus(attempts, "SKIPPED").map(({ billingDate }) => toDayString(billingDate, timeZone)));

test("a pause that is undone leaves dates as though it had never been made", () => {
  fc.assert(
    fc.property(edited, fc.double({ min: 0, max: 0.99, noNaN: true }), ({ state, clock }, share) => {
      const next = +(state.contract.nextBillingDate ?? 0);
      fc.pre(next > +clock.now);
      const later = { ...clock, now: new Date(Math.floor(+clock.now + share * (next - +clock.now))) };
      const paused = status(state, "PAUSED", clock);
      expect(plan(status(paused, "ACTIVE", later, true))).toEqual(plan(state));
    }),
    { numRuns: 500 },
  );
});

test("a pause that ends in time leaves them, too; one that lasts brings no order before those that were planned", () => {
  fc.assert(
    fc.property(edited, fc.integer({ min: 0, max: 400 }), ({ state, clock }, daysPaused) => {
      const later = clockAt(clock, daysPaused);
      const resumed = status(status(state, "PAUSED", clock), "ACTIVE", later);
      const [first = 0] = queued(state);
      if (first > +later.now + DAY_MS) expect(plan(resumed)).toEqual(plan(state));
      const had = new Set(queued(state));
      const latest = Math.max(...queued(state));
      for (const date of queued(resumed)) {
        expect(date).toBeGreaterThan(+later.now + DAY_MS);
        if (date <= latest) expect(had.has(date)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test("a moved date and a frequency that staff take back leave dates as before, also of a paused contract", () => {
  fc.assert(
    fc.property(edited, edit, fc.boolean(), ({ state: active, clock }, wanted, isPaused) => {
      fc.pre(wanted.kind === "next" || wanted.kind === "interval");
      const state = isPaused ? status(active, "PAUSED", clock) : active;
      let change: ContractChange;
      try {
        change = toChange(state, wanted, clock);
      } catch (error) {
        if (error instanceof ProblemError) return;
        throw error;
      }
      const undo = toUndo(state, change);
      if (!undo) return;
      const after = apply(state, change, clock);
      const gone = new Set(listPlannedSince(after, undo).map(({ id }) => id));
      const undone = apply(after, takeBack(after, undo, change.action, clock), clock);
      const left = { ...undone, attempts: undone.attempts.filter(({ id }) => !gone.has(id)) };
      expect(plan(left)).toEqual(plan(state));
    }),
    { numRuns: 500 },
  );
});

test("however orders are moved alone and left out: no two stand for the same day of the plan", () => {
  const isAlone = ({ kind }: Edit) => kind === "skip" || kind === "unskip" || kind === "move";
  fc.assert(
    fc.property(story, fc.array(edit.filter(isAlone), { maxLength: 8 }), ({ state, clock }, edits) => {
      const alone = edits.map((each) => (each.kind === "move" ? { ...each, withLater: false } : each));
      const { attempts } = alone.reduce((before, each) => tryEdit(before, each, clock), state);
      const days = withStatus(attempts, "QUEUED", "SKIPPED").map(({ billingDate, slot }) =>
        toDayString(slot ?? billingDate, clock.timeZone),
      );
      expect(days).toEqual([...new Set(days)]);
    }),
    { numRuns: 500 },
  );
});

test("whatever is changed: no order is planned on a day whose order was skipped, unless that day was asked for", () => {
  fc.assert(
    fc.property(
      story,
      fc.array(edit, { maxLength: 6 }),
      fc.boolean(),
      ({ state, clock }, edits, isPaused) => {
        // Dates that were requested explicitly.
        const asked = new Set<number>();
        let present = state;
        for (const wanted of edits) {
          if (wanted.kind === "next") asked.add(+(present.contract.nextBillingDate ?? 0) + wanted.shift);
          if (wanted.kind === "move")
            asked.add(
              +(withStatus(present.attempts, "QUEUED")[wanted.index]?.billingDate ?? 0) + wanted.shift,
            );
          if (wanted.kind === "unskip")
            asked.add(+(withStatus(present.attempts, "SKIPPED")[wanted.index]?.billingDate ?? 0));
          const had = new Set(queued(present));
          present = tryEdit(present, wanted, clock);
          if (isPaused) present = status(status(present, "PAUSED", clock), "ACTIVE", clock);
          const skipped = skippedDays(present, clock);
          // One of two orders on a day may be skipped: the other was planned before.
          for (const date of queued(present).filter((each) => !had.has(each)))
            expect(!asked.has(date) && skipped.has(toDayString(new Date(date), clock.timeZone))).toBe(false);
        }
      },
    ),
    { numRuns: 500 },
  );
});
