import { describe, expect, test } from "vitest";
import { toDueDates } from "~/features/billing/settings/billing-day";
import { listNextSlots } from "~/features/order-schedule/schedule";
import type { Anchor } from "~db/schema/contracts";
import type { Interval } from "~db/schema/intervals";

/**
 * Written by hand, from a calendar on paper: local start, interval, zone -> the instants in UTC. The code's results
 * must match these values, not the other way round.
 */
type Row = [
  start: string,
  every: [number, Interval],
  zone: string,
  slots: string[],
  anchors?: Partial<Anchor>[],
];

const TABLE: Record<string, Row> = {
  "the 31st, through a year's short months": [
    "2026-10-31T08:00Z",
    [1, "MONTH"],
    "UTC",
    ["2026-11-30T08:00Z", "2026-12-31T08:00Z", "2027-01-31T08:00Z", "2027-02-28T08:00Z", "2027-03-31T08:00Z"],
  ],
  "the 30th, which February alone moves": [
    "2027-12-30T08:00Z",
    [1, "MONTH"],
    "UTC",
    ["2028-01-30T08:00Z", "2028-02-29T08:00Z", "2028-03-30T08:00Z"],
  ],
  "the 31st every three months": [
    "2026-08-31T08:00Z",
    [3, "MONTH"],
    "UTC",
    ["2026-11-30T08:00Z", "2027-02-28T08:00Z", "2027-05-31T08:00Z", "2027-08-31T08:00Z"],
  ],
  "29 February every year": [
    "2024-02-29T08:00Z",
    [1, "YEAR"],
    "UTC",
    ["2025-02-28T08:00Z", "2026-02-28T08:00Z", "2027-02-28T08:00Z", "2028-02-29T08:00Z"],
  ],
  "29 February every four years, over 2100, which has none": [
    "2096-02-29T08:00Z",
    [4, "YEAR"],
    "UTC",
    ["2100-02-28T08:00Z", "2104-02-29T08:00Z"],
  ],
  "a year of weeks over 29 February": [
    "2028-02-15T08:00Z",
    [1, "WEEK"],
    "UTC",
    ["2028-02-22T08:00Z", "2028-02-29T08:00Z", "2028-03-07T08:00Z"],
  ],
  "Berlin's spring: the same time on the wall": [
    "2026-03-27T08:00Z",
    [1, "DAY"],
    "Europe/Berlin",
    ["2026-03-28T08:00Z", "2026-03-29T07:00Z", "2026-03-30T07:00Z"],
  ],
  "Berlin's autumn": [
    "2026-10-23T07:00Z",
    [1, "DAY"],
    "Europe/Berlin",
    ["2026-10-24T07:00Z", "2026-10-25T08:00Z", "2026-10-26T08:00Z"],
  ],
  "New York changes three weeks before Berlin": [
    "2026-03-01T14:00Z",
    [1, "WEEK"],
    "America/New_York",
    ["2026-03-08T13:00Z", "2026-03-15T13:00Z", "2026-03-22T13:00Z"],
  ],
  "Sydney's spring is in October": [
    "2026-09-26T23:00Z",
    [1, "WEEK"],
    "Australia/Sydney",
    ["2026-10-03T22:00Z", "2026-10-10T22:00Z"],
  ],
  "Lord Howe moves by half an hour": [
    "2026-09-27T22:30Z",
    [1, "WEEK"],
    "Australia/Lord_Howe",
    ["2026-10-04T22:00Z", "2026-10-11T22:00Z"],
  ],
  "Pago Pago, 11 hours behind: the 31st at nine there": [
    "2026-01-31T20:00Z",
    [1, "MONTH"],
    "Pacific/Pago_Pago",
    ["2026-02-28T20:00Z", "2026-03-31T20:00Z", "2026-04-30T20:00Z"],
  ],
  "Pago Pago in the evening: the day there, not UTC's": [
    "2026-02-01T08:00Z",
    [1, "MONTH"],
    "Pacific/Pago_Pago",
    ["2026-03-01T08:00Z", "2026-04-01T08:00Z", "2026-05-01T08:00Z"],
  ],
  "Kiritimati, 14 hours ahead: the 31st at nine there is UTC's 30th": [
    "2026-01-30T19:00Z",
    [1, "MONTH"],
    "Pacific/Kiritimati",
    ["2026-02-27T19:00Z", "2026-03-30T19:00Z", "2026-04-29T19:00Z"],
  ],
  "Kathmandu, a quarter of an hour off": [
    "2028-01-31T03:15Z",
    [1, "MONTH"],
    "Asia/Kathmandu",
    ["2028-02-29T03:15Z", "2028-03-31T03:15Z"],
  ],
  "an anchor on the 31st": [
    "2026-01-05T08:00Z",
    [1, "MONTH"],
    "UTC",
    ["2026-01-31T08:00Z", "2026-02-28T08:00Z", "2026-03-31T08:00Z"],
    [{ day: 31 }],
  ],
  "an anchor on a weekday (Thursday), over Berlin's spring": [
    "2026-03-17T08:00Z",
    [1, "WEEK"],
    "Europe/Berlin",
    ["2026-03-19T08:00Z", "2026-03-26T08:00Z", "2026-04-02T07:00Z"],
    [{ day: 4 }],
  ],
  "an anchor on a day of the year": [
    "2026-06-01T08:00Z",
    [1, "YEAR"],
    "UTC",
    ["2027-02-28T08:00Z", "2028-02-29T08:00Z", "2029-02-28T08:00Z"],
    [{ day: 29, month: 2 }],
  ],
  // A cut-off affects only the first order, which is placed before the contract reaches us (decision 010): it moves
  // none of these.
  "a weekday with a cut-off two days before it (Friday), Pago Pago, which never changes its clocks": [
    "2026-03-18T20:00Z",
    [1, "WEEK"],
    "Pacific/Pago_Pago",
    ["2026-03-20T20:00Z", "2026-03-27T20:00Z", "2026-04-03T20:00Z"],
    [{ day: 5, cutoffDay: 2 }],
  ],
  "a weekday with a cut-off, started on the anchor itself (Sunday), over Berlin's spring, on the very day": [
    "2026-03-22T08:00Z",
    [1, "WEEK"],
    "Europe/Berlin",
    ["2026-03-29T07:00Z", "2026-04-05T07:00Z"],
    [{ day: 7, cutoffDay: 6 }],
  ],
  "two weekdays (Monday, Thursday) with cut-offs of their own, every other week, over Berlin's autumn": [
    "2026-10-12T07:00Z",
    [2, "WEEK"],
    "Europe/Berlin",
    ["2026-10-15T07:00Z", "2026-10-26T08:00Z", "2026-10-29T08:00Z", "2026-11-09T08:00Z"],
    [
      { day: 1, cutoffDay: 3 },
      { day: 4, cutoffDay: 1 },
    ],
  ],
  "a weekday with a cut-off in Kiritimati: Monday at nine there is UTC's Sunday": [
    "2026-06-02T19:00Z",
    [1, "WEEK"],
    "Pacific/Kiritimati",
    ["2026-06-07T19:00Z", "2026-06-14T19:00Z"],
    [{ day: 1, cutoffDay: 4 }],
  ],
  "a day of the month with a cut-off, over New York's spring": [
    "2026-02-12T14:00Z",
    [1, "MONTH"],
    "America/New_York",
    ["2026-02-15T14:00Z", "2026-03-15T13:00Z", "2026-04-15T13:00Z"],
    [{ day: 15, cutoffDay: 10 }],
  ],
  "the 31st with a cut-off, Pago Pago: the days there, not UTC's": [
    "2026-01-31T20:00Z",
    [1, "MONTH"],
    "Pacific/Pago_Pago",
    ["2026-02-28T20:00Z", "2026-03-31T20:00Z"],
    [{ day: 31, cutoffDay: 31 }],
  ],
  "the 1st and the 15th with cut-offs, Kiritimati, at nine there": [
    "2026-12-14T19:00Z",
    [1, "MONTH"],
    "Pacific/Kiritimati",
    ["2026-12-31T19:00Z", "2027-01-14T19:00Z", "2027-01-31T19:00Z"],
    [
      { day: 1, cutoffDay: 5 },
      { day: 15, cutoffDay: 5 },
    ],
  ],
  "the 30th with a cut-off every two months, over New York's autumn": [
    "2026-08-30T13:00Z",
    [2, "MONTH"],
    "America/New_York",
    ["2026-10-30T13:00Z", "2026-12-30T14:00Z", "2027-02-28T14:00Z"],
    [{ day: 30, cutoffDay: 1 }],
  ],
  "a day of the year with a cut-off, on Berlin's day of 23 hours": [
    "2025-06-01T07:00Z",
    [1, "YEAR"],
    "Europe/Berlin",
    ["2026-03-29T07:00Z", "2027-03-29T07:00Z", "2028-03-29T07:00Z"],
    [{ day: 29, month: 3, cutoffDay: 14 }],
  ],
  "a day of the year with a cut-off, on Berlin's day of 25 hours": [
    "2025-11-01T08:00Z",
    [1, "YEAR"],
    "Europe/Berlin",
    ["2026-10-25T08:00Z", "2027-10-25T07:00Z"],
    [{ day: 25, month: 10, cutoffDay: 14 }],
  ],
  "29 February with a cut-off, Kiritimati: at nine there it is UTC's day before": [
    "2026-06-01T19:00Z",
    [1, "YEAR"],
    "Pacific/Kiritimati",
    ["2027-02-27T19:00Z", "2028-02-28T19:00Z", "2029-02-27T19:00Z"],
    [{ day: 29, month: 2, cutoffDay: 7 }],
  ],
  "New Year's Eve in Pago Pago with a cut-off: in the evening it is UTC's new year": [
    "2026-05-02T05:00Z",
    [1, "YEAR"],
    "Pacific/Pago_Pago",
    ["2027-01-01T05:00Z", "2028-01-01T05:00Z"],
    [{ day: 31, month: 12, cutoffDay: 1 }],
  ],
};

test.each(Object.entries(TABLE))("%s", (_, [start, [count, interval], zone, slots, anchors = []]) => {
  const from = new Date(start);
  const schedule = {
    start: from,
    interval,
    intervalCount: count,
    anchors: anchors.map((anchor) => ({ day: null, month: null, cutoffDay: null, ...anchor })),
  };
  const found = listNextSlots(schedule, zone, from, slots.length).map((slot) =>
    slot.toISOString().replace(":00.000Z", "Z"),
  );
  expect(found).toEqual(slots);
});

describe("the day that is billed", () => {
  /** Written by hand: for an instant, the dates (from, before) of the orders that are due. */
  const DUE: Record<string, [now: string, zone: string, from: string, before: string]> = {
    "an hour before the billing hour it is still yesterday": [
      "2026-06-10T07:59Z",
      "UTC",
      "2026-06-07T00:00Z",
      "2026-06-10T00:00Z",
    ],
    "at the billing hour the whole of today is due": [
      "2026-06-10T09:00Z",
      "UTC",
      "2026-06-08T00:00Z",
      "2026-06-11T00:00Z",
    ],
    "Kiritimati: nine there is 19:00 UTC of the day before": [
      "2026-06-09T19:00Z",
      "Pacific/Kiritimati",
      "2026-06-07T10:00Z",
      "2026-06-10T10:00Z",
    ],
    "Pago Pago: nine there is 20:00 UTC": [
      "2026-06-10T20:00Z",
      "Pacific/Pago_Pago",
      "2026-06-08T11:00Z",
      "2026-06-11T11:00Z",
    ],
    "Berlin's day of 23 hours": [
      "2026-03-29T07:00Z",
      "Europe/Berlin",
      "2026-03-26T23:00Z",
      "2026-03-29T22:00Z",
    ],
    "Berlin's day of 25 hours": [
      "2026-10-25T08:00Z",
      "Europe/Berlin",
      "2026-10-22T22:00Z",
      "2026-10-25T23:00Z",
    ],
  };
  test.each(Object.entries(DUE))("%s", (_, [now, timeZone, from, before]) => {
    expect(toDueDates(new Date(now), { timeZone, hour: 9 })).toEqual({
      from: new Date(from),
      before: new Date(before),
    });
  });
});
