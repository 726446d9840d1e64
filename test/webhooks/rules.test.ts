import { expect, test } from "vitest";
import { judge, toProbePause, toRetryPause } from "~/features/webhooks/rules/delivery-rules";

const NOW = new Date("2026-03-02T12:00:00.000Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const refused = { status: 500, isAborted: false };

test("pauses: 5, 10, 20 seconds, doubled up to an hour; a failing endpoint is tried at least every half minute", () => {
  expect([1, 2, 3, 4, 9, 10, 11, 500].map((attempts) => toRetryPause(attempts) / 1000)).toEqual([
    5, 10, 20, 40, 1280, 2560, 3600, 3600,
  ]);
  expect([1, 2, 3, 4, 500].map((rounds) => toProbePause(rounds) / 1000)).toEqual([5, 10, 20, 30, 30]);
});

test("only 2xx is a success; a receiver can ask for parking; errors alone park only after six hours, and not for a failing endpoint", () => {
  const fresh = { attempts: 0, firstFailedAt: null };
  const old = { attempts: 12, firstFailedAt: hoursAgo(6) };
  const statusOf = (...args: [Parameters<typeof judge>[0], Parameters<typeof judge>[1], boolean]) =>
    judge(...args, NOW).status;
  expect([200, 204, 299].map((status) => statusOf(fresh, { status, isAborted: true }, false))).toEqual([
    "DELIVERED",
    "DELIVERED",
    "DELIVERED",
  ]);
  expect(
    [199, 301, 404, 500, null].map((status) => statusOf(fresh, { status, isAborted: false }, true)),
  ).toEqual(Array(5).fill("PENDING"));
  expect(statusOf(fresh, { status: 400, isAborted: true }, false)).toBe("PARKED");
  expect(statusOf(old, refused, true)).toBe("PARKED");
  expect(statusOf(old, refused, false)).toBe("PENDING");
  expect(statusOf({ ...old, firstFailedAt: hoursAgo(5.99) }, refused, true)).toBe("PENDING");
  expect(statusOf(old, { status: null, isAborted: false }, true)).toBe("PENDING");
});

test("a failure says when it is tried again and when it began", () => {
  expect(judge({ attempts: 0, firstFailedAt: null }, refused, true, NOW)).toEqual({
    status: "PENDING",
    nextTryAt: new Date(NOW.getTime() + 5000),
    firstFailedAt: NOW,
  });
  expect(judge({ attempts: 2, firstFailedAt: hoursAgo(1) }, refused, true, NOW)).toEqual({
    status: "PENDING",
    nextTryAt: new Date(NOW.getTime() + 20_000),
    firstFailedAt: hoursAgo(1),
  });
});
