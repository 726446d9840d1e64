import { describe, expect, test } from "vitest";
import { changeBillingInterval, isWholeMultiple } from "~/features/contracts/change/billing-interval";
import { anAttempt, aPaidOne, aState, at, CLOCK } from "../../support/data/contract-state";

const TWO_MONTHS = { interval: "MONTH", intervalCount: 2 } as const;
const conflict = expect.objectContaining({ code: "conflict" });
const refusal = (code: string) =>
  expect.objectContaining({
    extra: { errors: [expect.objectContaining({ parameter: "intervalCount", code })] },
  });

test("a billing is a whole number of deliveries -> only within days and weeks, or within months and years", () => {
  const cadence = (interval: "DAY" | "WEEK" | "MONTH" | "YEAR", intervalCount: number) => ({
    interval,
    intervalCount,
  });
  expect(isWholeMultiple(cadence("WEEK", 2), cadence("DAY", 7))).toBe(true);
  expect(isWholeMultiple(cadence("DAY", 10), cadence("WEEK", 1))).toBe(false);
  expect(isWholeMultiple(cadence("YEAR", 1), cadence("MONTH", 3))).toBe(true);
  expect(isWholeMultiple(cadence("YEAR", 1), cadence("MONTH", 5))).toBe(false);
  expect(isWholeMultiple(cadence("MONTH", 1), cadence("MONTH", 2))).toBe(false);
  expect(isWholeMultiple(cadence("MONTH", 1), cadence("DAY", 1))).toBe(false);
});

describe("another billing interval", () => {
  test("orders to come move with their ids, counted from the last paid one; delivery follows", () => {
    expect(changeBillingInterval(aState(), TWO_MONTHS, CLOCK)).toEqual({
      action: "contract.interval_changed",
      events: ["billing-interval-changed"],
      contract: {
        billingInterval: "MONTH",
        billingIntervalCount: 2,
        billingAnchors: [],
        deliveryInterval: "MONTH",
        deliveryIntervalCount: 2,
        nextBillingDate: at("2026-02-20"),
        scheduleAnchor: at("2025-12-20"),
      },
      attempts: [
        { id: 1, status: "QUEUED", billingDate: at("2026-02-20"), slot: null },
        { id: 2, status: "QUEUED", billingDate: new Date("2026-04-20T07:00:00Z"), slot: null },
        { id: 3, status: "QUEUED", billingDate: new Date("2026-06-20T07:00:00Z"), slot: null },
      ],
      recorded: { before: { frequency: "Every month" }, after: { frequency: "Every 2 months" } },
      planOrders: true,
    });
  });

  test("days that the policy fixes stay within the same unit, and go with another", () => {
    const state = aState({ contract: { billingAnchors: [{ day: 20, month: null }] as never } });
    expect(changeBillingInterval(state, TWO_MONTHS, CLOCK).contract?.billingAnchors).toHaveLength(1);
    const weekly = changeBillingInterval(state, { interval: "WEEK", intervalCount: 1 }, CLOCK);
    expect(weekly.contract?.billingAnchors).toEqual([]);
  });

  test("a prepaid contract keeps its deliveries, and is billed for a whole number of them only", () => {
    const prepaid = aState({ contract: { billingIntervalCount: 3 } });
    const change = changeBillingInterval(prepaid, { interval: "MONTH", intervalCount: 6 }, CLOCK);
    expect(change.contract).not.toHaveProperty("deliveryIntervalCount");
    expect(change.contract?.billingIntervalCount).toBe(6);
    expect(() => changeBillingInterval(prepaid, { interval: "WEEK", intervalCount: 6 }, CLOCK)).toThrow(
      refusal("not_a_multiple"),
    );
    const otherUnit = aState({ contract: { deliveryInterval: "WEEK" } });
    expect(() => changeBillingInterval(otherUnit, TWO_MONTHS, CLOCK)).toThrow(refusal("not_a_multiple"));
  });

  test("ten years' worth is the most of each unit", () => {
    for (const [interval, most] of [
      ["DAY", 3650],
      ["WEEK", 521],
      ["MONTH", 120],
      ["YEAR", 10],
    ] as const) {
      expect(
        changeBillingInterval(aState(), { interval, intervalCount: most }, CLOCK).contract
          ?.billingIntervalCount,
      ).toBe(most);
      expect(() => changeBillingInterval(aState(), { interval, intervalCount: most + 1 }, CLOCK)).toThrow(
        refusal("out_of_range"),
      );
    }
  });

  test("the present interval, and a contract that is over -> conflict", () => {
    expect(() => changeBillingInterval(aState(), { interval: "MONTH", intervalCount: 1 }, CLOCK)).toThrow(
      "The contract has this interval already.",
    );
    expect(() => changeBillingInterval(aState(), { interval: "MONTH", intervalCount: 1 }, CLOCK)).toThrow(
      conflict,
    );
    for (const status of ["CANCELLED", "EXPIRED"] as const)
      expect(() => changeBillingInterval(aState({ contract: { status } }), TWO_MONTHS, CLOCK)).toThrow(
        `The contract is ${status.toLowerCase()}.`,
      );
  });

  test("nothing was paid yet -> a date to come stays; one that has passed does not", () => {
    const unpaid = (nextBillingDate: Date) =>
      changeBillingInterval(
        aState({ contract: { nextBillingDate, scheduleAnchor: null }, attempts: [], lastPaid: null }),
        TWO_MONTHS,
        CLOCK,
      ).contract;
    expect(unpaid(at("2026-01-16"))).toMatchObject({
      nextBillingDate: at("2026-01-16"),
      scheduleAnchor: at("2026-01-16"),
    });
    expect(unpaid(at("2026-01-10"))).toMatchObject({ nextBillingDate: new Date("2026-03-10T08:00:00Z") });
    expect(unpaid(CLOCK.now)?.nextBillingDate).toEqual(new Date("2026-03-15T11:00:00Z"));
  });

  test("bought with an order of the shop -> counted from the day it started, else from the day it was made", () => {
    const bought = (contract: object) =>
      changeBillingInterval(
        aState({ contract: { originOrderId: 5, ...contract }, attempts: [], lastPaid: null }),
        TWO_MONTHS,
        CLOCK,
      ).contract?.scheduleAnchor;
    expect(bought({ startsAt: at("2026-01-05") })).toEqual(at("2026-01-05"));
    expect(bought({ createdAt: at("2026-01-06") })).toEqual(at("2026-01-06"));
    // While a trial runs, the order it was bought with has paid for no cycle.
    expect(bought({ startsAt: at("2026-01-05"), billingDateAfterTrial: at("2026-01-16") })).toEqual(
      at("2026-01-20"),
    );
    expect(bought({ startsAt: at("2026-01-05"), billingDateAfterTrial: CLOCK.now })).toEqual(
      at("2026-01-05"),
    );
  });

  test("an order paid before its day -> counted from the day it was paid, and its slot is not used again", () => {
    const paid = anAttempt(2, "2026-02-21", "SUCCESS");
    const lastPaid = aPaidOne(paid.billingDate, at("2026-01-10"));
    const weekly = (attempts: ReturnType<typeof anAttempt>[]) =>
      changeBillingInterval(aState({ lastPaid, attempts }), { interval: "WEEK", intervalCount: 1 }, CLOCK);
    expect(weekly([]).contract).toMatchObject({
      scheduleAnchor: at("2026-01-10"),
      nextBillingDate: at("2026-01-17"),
    });
    const queued = [17, 24, 31].map((day) => anAttempt(day, `2026-01-${day}`));
    const later = [7, 14, 28].map((day) => anAttempt(day, `2026-03-${String(day).padStart(2, "0")}`));
    const dates = weekly([...queued, paid, ...later]).attempts?.map(({ billingDate }) => billingDate);
    expect(dates?.slice(3)).toEqual(["2026-02-07", "2026-02-14", "2026-02-28"].map(at));
  });

  test("paused -> its orders stay parked, on the days of the new interval; a failed contract gets only the day to count from", () => {
    const attempts = [anAttempt(1, "2026-01-20", "PARKED")];
    const paused = changeBillingInterval(
      aState({ contract: { status: "PAUSED" }, attempts }),
      TWO_MONTHS,
      CLOCK,
    );
    expect(paused).toMatchObject({
      attempts: [{ id: 1, status: "PARKED", billingDate: at("2026-02-20") }],
      planOrders: false,
    });
    expect(paused.contract?.nextBillingDate).toEqual(at("2026-02-20"));
    const queued = changeBillingInterval(aState({ contract: { status: "PAUSED" } }), TWO_MONTHS, CLOCK);
    expect(queued.attempts).toEqual([]);
    const failed = changeBillingInterval(
      aState({ contract: { status: "FAILED" }, attempts }),
      TWO_MONTHS,
      CLOCK,
    );
    expect(failed.attempts).toEqual([]);
    expect(failed.contract).not.toHaveProperty("nextBillingDate");
    expect(failed.contract?.scheduleAnchor).toEqual(at("2025-12-20"));
  });

  test("the contract ends before the first order at this interval -> conflict", () => {
    const state = aState({ contract: { endsAt: at("2026-02-19") } });
    expect(() => changeBillingInterval(state, TWO_MONTHS, CLOCK)).toThrow(conflict);
  });
});

describe("a month's end that has cut the day short", () => {
  const paidOn = (paid: string, anchor: string, now: string) => ({
    state: aState({
      contract: { scheduleAnchor: at(anchor), nextBillingDate: at(now), endsAt: null },
      attempts: [],
      lastPaid: aPaidOne(at(paid)),
    }),
    clock: { now: at(now), timeZone: "UTC" },
  });
  const anchorAfter = (
    { state, clock }: ReturnType<typeof paidOn>,
    wanted: Parameters<typeof changeBillingInterval>[1],
  ) => changeBillingInterval(state, wanted, clock).contract?.scheduleAnchor?.toISOString().slice(0, 10);

  test("paid on 28 February for the 31st -> counted from the latest step that has the day in full", () => {
    const february = paidOn("2026-02-28", "2025-10-31", "2026-03-05");
    expect(anchorAfter(february, TWO_MONTHS)).toBe("2025-12-31");
    expect(anchorAfter(february, { interval: "MONTH", intervalCount: 3 })).toBe("2025-08-31");
  });

  test("weeks and days, a day that was not cut, and a contract without an anchor -> from the paid slot itself", () => {
    const february = paidOn("2026-02-28", "2025-10-31", "2026-03-05");
    expect(anchorAfter(february, { interval: "WEEK", intervalCount: 1 })).toBe("2026-02-28");
    expect(anchorAfter(paidOn("2026-02-27", "2025-10-31", "2026-03-05"), TWO_MONTHS)).toBe("2026-02-27");
    expect(anchorAfter(paidOn("2026-02-28", "2025-10-28", "2026-03-05"), TWO_MONTHS)).toBe("2026-02-28");
    expect(anchorAfter(paidOn("2026-02-28", "2025-10-05", "2026-03-05"), TWO_MONTHS)).toBe("2026-02-28");
  });

  test("no step ever has the day -> the one that comes nearest", () => {
    expect(
      anchorAfter(paidOn("2026-02-28", "2025-10-31", "2026-03-05"), { interval: "YEAR", intervalCount: 1 }),
    ).toBe("2024-02-29");
  });
});
