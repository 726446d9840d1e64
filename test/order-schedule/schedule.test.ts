import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { type BillingSchedule, listNextSlots, rollForward } from "~/features/order-schedule/schedule";
import { sharedBillingSlots } from "~/features/order-schedule/slot-days";
import { DAY_MS } from "~/lib/days";
import { MAX_INTERVAL_COUNT } from "~/lib/limits";
import type { Anchor } from "~db/schema/contracts";
import { INTERVALS } from "~db/schema/intervals";

const anchor = (overrides: Partial<Anchor>): Anchor => ({
  day: null,
  month: null,
  cutoffDay: null,
  ...overrides,
});
const at = (local: string, timeZone = "UTC"): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds);
const toLocal = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
const schedule = (
  start: Date,
  interval: BillingSchedule["interval"],
  intervalCount = 1,
  anchors: Anchor[] = [],
): BillingSchedule => ({ start, interval, intervalCount, anchors });

function localSlots(plan: BillingSchedule, timeZone: string, after: Date, count: number): string[] {
  return listNextSlots(plan, timeZone, after, count).map((slot) => toLocal(slot, timeZone));
}

describe("monthly", () => {
  test("from the 31st falls on the last day of shorter months and comes back to the 31st", () => {
    const start = at("2026-01-31T09:00");
    expect(localSlots(schedule(start, "MONTH"), "UTC", start, 4)).toEqual([
      "2026-02-28T09:00",
      "2026-03-31T09:00",
      "2026-04-30T09:00",
      "2026-05-31T09:00",
    ]);
  });

  test("from 31 January meets 29 February in a leap year", () => {
    const start = at("2028-01-31T09:00");
    expect(localSlots(schedule(start, "MONTH"), "UTC", start, 1)).toEqual(["2028-02-29T09:00"]);
  });

  test("is counted by the shop's calendar: late evening in New York is the next day in UTC", () => {
    const start = at("2026-01-31T22:00", "America/New_York");
    expect(start.toISOString()).toBe("2026-02-01T03:00:00.000Z");
    expect(localSlots(schedule(start, "MONTH"), "America/New_York", start, 2)).toEqual([
      "2026-02-28T22:00",
      "2026-03-31T22:00",
    ]);
  });
});

test("yearly from 29 February falls on the 28th until the next leap year", () => {
  const start = at("2028-02-29T09:00");
  expect(localSlots(schedule(start, "YEAR"), "UTC", start, 4)).toEqual([
    "2029-02-28T09:00",
    "2030-02-28T09:00",
    "2031-02-28T09:00",
    "2032-02-29T09:00",
  ]);
});

describe("across a clock change", () => {
  test("the local time stays: weekly at 09:00 in Berlin is an hour earlier in UTC from April on", () => {
    const start = at("2026-03-24T09:00", "Europe/Berlin");
    expect(
      listNextSlots(schedule(start, "WEEK"), "Europe/Berlin", start, 1).map((slot) => slot.toISOString()),
    ).toEqual(["2026-03-31T07:00:00.000Z"]);
    expect(start.toISOString()).toBe("2026-03-24T08:00:00.000Z");
  });

  test("a time that the change leaves out moves on by the gap, for that one slot", () => {
    const start = at("2026-03-28T02:30", "Europe/Berlin");
    expect(localSlots(schedule(start, "DAY"), "Europe/Berlin", start, 3)).toEqual([
      "2026-03-29T03:30",
      "2026-03-30T02:30",
      "2026-03-31T02:30",
    ]);
  });

  test("a time that comes twice is taken once, the first time", () => {
    const start = at("2026-10-24T02:30", "Europe/Berlin");
    expect(
      listNextSlots(schedule(start, "DAY"), "Europe/Berlin", start, 2).map((slot) => slot.toISOString()),
    ).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]);
  });

  test("a day that the zone left out altogether moves on to the next (Samoa, 30 December 2011)", () => {
    const start = at("2011-12-29T12:00", "Pacific/Apia");
    expect(localSlots(schedule(start, "DAY"), "Pacific/Apia", start, 2)).toEqual([
      "2011-12-31T12:00",
      "2012-01-01T12:00",
    ]);
  });
});

describe("anchors of the policy", () => {
  test("put a monthly order on their day, clamped, and never before the start", () => {
    const start = at("2026-01-20T09:00");
    expect(
      localSlots(schedule(start, "MONTH", 1, [anchor({ day: 15 })]), "UTC", at("2025-12-01T00:00"), 2),
    ).toEqual(["2026-02-15T09:00", "2026-03-15T09:00"]);
    expect(localSlots(schedule(start, "MONTH", 1, [anchor({ day: 31 })]), "UTC", start, 3)).toEqual([
      "2026-01-31T09:00",
      "2026-02-28T09:00",
      "2026-03-31T09:00",
    ]);
  });

  test("several a month give several orders a month, once where clamping makes them one", () => {
    const start = at("2026-01-31T09:00");
    const plan = schedule(start, "MONTH", 1, [anchor({ day: 31 }), anchor({ day: 30 }), anchor({ day: 1 })]);
    expect(localSlots(plan, "UTC", start, 4)).toEqual([
      "2026-02-01T09:00",
      "2026-02-28T09:00",
      "2026-03-01T09:00",
      "2026-03-30T09:00",
    ]);
  });

  test("put a weekly order on its weekday, counted from Monday", () => {
    const start = at("2026-03-04T09:00");
    expect(localSlots(schedule(start, "WEEK", 2, [anchor({ day: 1 })]), "UTC", start, 2)).toEqual([
      "2026-03-16T09:00",
      "2026-03-30T09:00",
    ]);
  });

  test("put a yearly order on their month and day", () => {
    const start = at("2026-03-04T09:00");
    const plan = schedule(start, "YEAR", 1, [anchor({ month: 2, day: 29 })]);
    expect(localSlots(plan, "UTC", start, 2)).toEqual(["2027-02-28T09:00", "2028-02-29T09:00"]);
  });

  test("without a day are as none", () => {
    const start = at("2026-03-04T09:00");
    expect(localSlots(schedule(start, "MONTH", 1, [anchor({})]), "UTC", start, 1)).toEqual([
      "2026-04-04T09:00",
    ]);
  });
});

describe("rolling a past date forward", () => {
  test("takes whole intervals until now or later", () => {
    const plan = schedule(at("2025-12-31T18:00"), "MONTH", 2);
    expect(rollForward(plan, "UTC", at("2026-03-02T12:00")).toISOString()).toBe("2026-04-30T18:00:00.000Z");
    expect(rollForward(plan, "UTC", at("2026-04-30T18:00")).toISOString()).toBe("2026-04-30T18:00:00.000Z");
  });

  test("leaves a future date unchanged", () => {
    const start = at("2026-06-01T09:00");
    expect(rollForward(schedule(start, "DAY", 10), "UTC", at("2026-03-02T12:00"))).toEqual(start);
  });
});

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "America/Havana",
];
const plans = fc
  .record({
    start: fc.date({ min: new Date("2015-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
    interval: fc.constantFrom(...INTERVALS),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    zone: fc.constantFrom(...zones),
    days: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    afterMs: fc.integer({ min: -1000, max: 4000 }).map((days) => days * DAY_MS + 12_345),
  })
  .map(({ start, interval, share, zone, days, afterMs }) => ({
    plan: schedule(
      start,
      interval,
      1 + Math.floor(share * (MAX_INTERVAL_COUNT[interval] - 1)),
      days.map((day) => anchor({ day, month: day })),
    ),
    zone,
    after: new Date(start.getTime() + afterMs),
  }));

test("slots rise strictly, come after the given instant and not before the start", () => {
  fc.assert(
    fc.property(plans, ({ plan, zone, after }) => {
      const slots = listNextSlots(plan, zone, after, 5);
      expect(slots).toHaveLength(5);
      slots.forEach((slot, index) => {
        expect(slot.getTime()).toBeGreaterThan((slots[index - 1] ?? after).getTime());
        expect(slot.getTime()).toBeGreaterThanOrEqual(plan.start.getTime());
      });
    }),
  );
});

test("planned for many by shared days, the slots are the rule's to the millisecond, near clock changes too", () => {
  fc.assert(
    fc.property(
      plans,
      fc.integer({ min: 0, max: 9 }),
      fc.boolean(),
      ({ plan, zone, after }, position, onSlot) => {
        const from = onSlot ? (listNextSlots(plan, zone, after, position + 1)[position] ?? after) : after;
        const shared: Date[] = [];
        for (const slot of sharedBillingSlots(plan, zone, from)) if (shared.push(slot) === 6) break;
        expect(shared).toEqual(listNextSlots(plan, zone, from, 6));
      },
    ),
    { numRuns: 200 },
  );
});

test("it does not matter where one starts asking: the slots after any instant are the tail of all slots", () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 0, max: 30 }), ({ plan, zone }, position) => {
      const all = listNextSlots(plan, zone, new Date(plan.start.getTime() - 1), position + 4);
      const middle = all[position];
      if (!middle) throw new Error("a schedule has ended");
      expect(listNextSlots(plan, zone, middle, 3)).toEqual(all.slice(position + 1));
      const justBefore = new Date(middle.getTime() - 1);
      expect(listNextSlots(plan, zone, justBefore, 4)).toEqual(all.slice(position));
    }),
  );
});

test("without anchors slot k is the start plus k intervals on the shop's calendar", () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 1, max: 6 }), ({ plan, zone }, steps) => {
      const bare = { ...plan, anchors: [] };
      const unit = { DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" }[plan.interval];
      const expected = Temporal.Instant.fromEpochMilliseconds(plan.start.getTime())
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .add({ [unit]: steps * plan.intervalCount })
        .toZonedDateTime(zone).epochMilliseconds;
      expect(listNextSlots(bare, zone, plan.start, steps).at(-1)?.getTime()).toBe(expected);
    }),
  );
});
