import { expect, test } from "vitest";
import { findPlaces, LEAST_IN_FLIGHT, MOST_IN_FLIGHT } from "~/features/billing/run/pace";

const settle = (from: number, share: { ran: number; waited: number }): number[] => {
  const places = [from];
  for (let times = 0; times < 20; times++) places.push(findPlaces(places.at(-1) ?? 0, share));
  return places;
};

test("while others want the processors the run takes less within half a second, and never stops", () => {
  const places = settle(MOST_IN_FLIGHT, { ran: 40, waited: 60 });
  expect(places.slice(0, 6)).toEqual([64, 44, 30, 21, 16, 16]);
  expect(places.at(-1)).toBe(LEAST_IN_FLIGHT);
});

test("when nobody does it has all its places again within two seconds, and no more", () => {
  const places = settle(LEAST_IN_FLIGHT, { ran: 60, waited: 40 });
  expect(places.slice(0, 3)).toEqual([16, 20, 24]);
  expect(places.at(-1)).toBe(MOST_IN_FLIGHT);
});

test("a process that had nothing to do was not held up", () => {
  expect(findPlaces(30, { ran: 0, waited: 0 })).toBe(34);
});
