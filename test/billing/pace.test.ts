import { expect, test } from "vitest";
import { findPlaces, LEAST_IN_FLIGHT, MOST_IN_FLIGHT, toDiskWait } from "~/features/billing/run/pace";

const settle = (from: number, use: { busy: number; idle: number }): number[] => {
  const places = [from];
  for (let times = 0; times < 20; times++) places.push(findPlaces(places.at(-1) ?? 0, use));
  return places;
};

test("while the processors are nearly full the run takes less within a second, and never stops", () => {
  const places = settle(MOST_IN_FLIGHT, { busy: 300, idle: 100 });
  expect(places.slice(0, 6)).toEqual([64, 44, 30, 21, 14, 9]);
  expect(places.at(-1)).toBe(LEAST_IN_FLIGHT);
});

test("while two fifths of the processors' time is free it has all its places again within three seconds, and no more", () => {
  const places = settle(LEAST_IN_FLIGHT, { busy: 200, idle: 200 });
  expect(places.slice(0, 3)).toEqual([8, 12, 16]);
  expect(places[14]).toBe(MOST_IN_FLIGHT);
  expect(places.at(-1)).toBe(MOST_IN_FLIGHT);
});

test("a measurement too short to be exact counts as free", () => {
  expect(findPlaces(30, { busy: 0, idle: 0 })).toBe(34);
});

test("the time that processors wait for a disk is read from the sum over all of them", () => {
  const account = "cpu  4705 356 584 3699 23 0 23 0 0 0\ncpu0 1393 280 345 1699 11 0 20 0 0 0\nintr 1462\n";
  expect(toDiskWait(account)).toBe(230);
  expect(toDiskWait("")).toBe(0);
});
