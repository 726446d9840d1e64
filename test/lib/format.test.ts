import { describe, expect, test } from "vitest";
import {
  formatAgo,
  formatCount,
  formatDate,
  formatDateTime,
  formatFrequency,
  formatMoney,
  formatRelativeDay,
  formatUntil,
  toDayString,
} from "~/lib/format";
import { toDaySpan } from "~/lib/shop-calendar.server";

describe("dates", () => {
  test("an instant is on the day it is in the shop's zone", () => {
    const instant = "2026-03-01T23:30:00Z";
    expect(formatDate(instant, "UTC")).toBe("1 Mar 2026");
    expect(formatDate(instant, "Asia/Tokyo")).toBe("2 Mar 2026");
    expect(formatDateTime(instant, "America/New_York")).toBe("1 Mar 2026, 18:30");
    expect(toDayString(instant, "Asia/Tokyo")).toBe("2026-03-02");
  });

  test("midnight reads 00:00", () => {
    expect(formatDateTime(new Date("2026-03-01T00:00:00Z"), "UTC")).toBe("1 Mar 2026, 00:00");
  });

  test.each([
    ["2026-03-02T23:59:00Z", "today"],
    ["2026-03-03T00:01:00Z", "tomorrow"],
    ["2026-03-01T00:01:00Z", "yesterday"],
    ["2026-03-12T12:00:00Z", "in 10 days"],
    ["2026-02-20T12:00:00Z", "10 days ago"],
    ["2026-05-02T12:00:00Z", "2 May 2026"],
  ])("seen from 2 March, %s is %s", (instant, expected) => {
    expect(formatRelativeDay(instant, "2026-03-02T12:00:00Z", "UTC")).toBe(expected);
  });

  test("days are counted in the shop's zone, also across a clock change", () => {
    // 28 to 29 March: Berlin's day of 23 hours.
    expect(formatRelativeDay("2026-03-29T21:59:00Z", "2026-03-28T23:30:00Z", "Europe/Berlin")).toBe("today");
    expect(formatRelativeDay("2026-03-29T22:01:00Z", "2026-03-28T23:30:00Z", "Europe/Berlin")).toBe(
      "tomorrow",
    );
  });

  test.each([
    [20, "just now"],
    [60, "1 minute ago"],
    [59 * 60, "59 minutes ago"],
    [3600, "1 hour ago"],
    [23 * 3600, "23 hours ago"],
    [24 * 3600, "yesterday"],
  ])("%i seconds ago reads %s", (seconds, expected) => {
    const now = new Date("2026-03-02T12:00:00Z");
    expect(formatAgo(new Date(now.getTime() - seconds * 1000), now, "UTC")).toBe(expected);
  });

  test.each([
    [-90, "in a moment"],
    [20, "in a moment"],
    [60, "in 1 minute"],
    [59 * 60, "in 59 minutes"],
    [3599, "in 1 hour"],
    [2 * 3600, "in 2 hours"],
    [24 * 3600, "tomorrow"],
  ])("%i seconds from now reads %s", (seconds, expected) => {
    const now = new Date("2026-03-02T12:00:00Z");
    expect(formatUntil(new Date(now.getTime() + seconds * 1000), now, "UTC")).toBe(expected);
  });

  test("the seven days from today begin and end at the shop's midnights", () => {
    const { from, to } = toDaySpan(new Date("2026-03-27T12:00:00Z"), "Europe/Berlin", 7);
    expect(from.toISOString()).toBe("2026-03-26T23:00:00.000Z");
    // The clock has gone forward on 29 March.
    expect(to.toISOString()).toBe("2026-04-02T21:59:59.999Z");
  });
});

describe("money and counts", () => {
  test.each([
    ["1234.5", "EUR", "€1,234.50"],
    ["0", "USD", "$0.00"],
    ["1500", "JPY", "¥1,500"],
    ["12.345", "KWD", "KWD\u00a012.345"],
    ["90071992547409931.25", "USD", "$90,071,992,547,409,931.25"],
  ])("%s %s reads %s", (amount, currency, expected) => {
    expect(formatMoney(amount, currency)).toBe(expected);
  });

  test("thousands are set apart", () => expect(formatCount(1234567)).toBe("1,234,567"));
});

test.each([
  ["MONTH", 1, "Every month"],
  ["WEEK", 2, "Every 2 weeks"],
  ["DAY", 10, "Every 10 days"],
  ["YEAR", 1, "Every year"],
])("%s × %i reads %s", (interval, count, expected) => {
  expect(formatFrequency(interval, count)).toBe(expected);
});
