import { describe, expect, test } from "vitest";
import {
  atSameTimeOn,
  findNextDate,
  planOrders,
  toSchedule,
  withStatus,
} from "~/features/contracts/change/order-plan";
import { placeOnSlots, toIsTaken } from "~/features/order-schedule/order-slots";
import { planUpcomingDates } from "~/features/order-schedule/upcoming-attempts";
import { anAttempt, aState, at, CLOCK, NOW } from "../../support/data/contract-state";

const MONTHLY = { interval: "MONTH", intervalCount: 1, anchors: [], start: at("2025-11-20") } as const;
const place = (days: string[], more: Partial<Parameters<typeof placeOnSlots>[3]> = {}) => {
  const { next, placed, left } = placeOnSlots(
    days.map((day) => ({ day, billingDate: at(day) })),
    MONTHLY,
    "Europe/Berlin",
    { after: NOW, endsAt: null, isTaken: () => false, ...more },
  );
  const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
  return {
    next: dayOf(next),
    placed: placed.map(({ item, billingDate }) => `${item.day} to ${dayOf(billingDate)}`),
    left: left.map(({ day }) => day),
  };
};

describe("orders put on the slots of a schedule", () => {
  test("in the order given, each on the next free slot", () => {
    expect(place(["2026-01-03", "2026-01-04"])).toEqual({
      next: "2026-01-20",
      placed: ["2026-01-03 to 2026-01-20", "2026-01-04 to 2026-02-20"],
      left: [],
    });
  });

  test("a slot that another order has -> passed over", () => {
    const isTaken = toIsTaken([anAttempt(8, "2026-01-20"), anAttempt(9, "2026-03-20")], "Europe/Berlin");
    expect(place(["2026-01-03", "2026-01-04"], { isTaken })).toMatchObject({
      next: "2026-02-20",
      placed: ["2026-01-03 to 2026-02-20", "2026-01-04 to 2026-04-20"],
    });
  });

  test("a skipped order has its whole day by the shop's calendar, one that was called off its instant only", () => {
    const early = new Date("2026-01-19T23:10:00Z");
    const order = { ...anAttempt(8, "2026-01-20"), billingDate: early };
    const onFirst = (status: "SKIPPED" | "CANCELLED") =>
      place(["2026-01-03"], { isTaken: toIsTaken([{ ...order, status }], "Europe/Berlin") }).next;
    expect([onFirst("SKIPPED"), onFirst("CANCELLED")]).toEqual(["2026-02-20", "2026-01-20"]);
    const inLondon = toIsTaken([{ ...order, status: "SKIPPED" }], "Europe/London");
    expect(inLondon(at("2026-01-20"))).toBe(false);
  });

  test("no order to place -> only where the next would fall", () => {
    expect(place([])).toEqual({ next: "2026-01-20", placed: [], left: [] });
  });

  test("with a first date -> the first order there, the others on the slots behind it", () => {
    expect(
      place(["2026-01-03", "2026-01-04"], { days: [{ billingDate: at("2026-02-25"), slot: null }] }),
    ).toMatchObject({
      next: "2026-02-25",
      placed: ["2026-01-03 to 2026-02-25", "2026-01-04 to 2026-03-20"],
    });
  });

  test("the day of a given date gets no second order, though the schedule has a slot on it at another time", () => {
    const beforeTheZoneChanged = new Date("2026-02-20T07:00:00Z");
    expect(
      place(["2026-01-03", "2026-01-04"], { days: [{ billingDate: beforeTheZoneChanged, slot: null }] }),
    ).toMatchObject({
      placed: ["2026-01-03 to 2026-02-20", "2026-01-04 to 2026-03-20"],
    });
  });

  test("a slot exactly at the end counts, a later one does not; orders without a slot are left over", () => {
    expect(place(["2026-01-03", "2026-01-04", "2026-01-05"], { endsAt: at("2026-02-20") })).toEqual({
      next: "2026-01-20",
      placed: ["2026-01-03 to 2026-01-20", "2026-01-04 to 2026-02-20"],
      left: ["2026-01-05"],
    });
  });

  test("too few slots -> an order that stands on one of them is not the one left over", () => {
    expect(place(["2026-01-03", "2026-01-04", "2026-02-20"], { endsAt: at("2026-02-20") })).toEqual({
      next: "2026-01-20",
      placed: ["2026-01-03 to 2026-01-20", "2026-02-20 to 2026-02-20"],
      left: ["2026-01-04"],
    });
  });

  test("a first date behind the end -> nothing is placed there, nor a slot behind it", () => {
    expect(
      place(["2026-01-03"], {
        days: [{ billingDate: at("2026-03-01"), slot: null }],
        endsAt: at("2026-02-28"),
      }),
    ).toEqual({
      next: null,
      placed: [],
      left: ["2026-01-03"],
    });
  });
});

describe("the orders of a contract dated anew", () => {
  test("those that move are queued, those without a slot called off, the slots of all others stay taken", () => {
    const parked = [anAttempt(1, "2025-12-20", "PARKED"), anAttempt(2, "2026-01-20", "PARKED")];
    const state = aState({
      contract: { endsAt: at("2026-02-25") },
      attempts: [...parked, anAttempt(3, "2026-02-20", "SKIPPED")],
    });
    expect(planOrders(state, parked, MONTHLY, "Europe/Berlin", { after: NOW, slots: "stay" })).toEqual({
      next: at("2026-01-20"),
      attempts: [
        { id: 2, status: "QUEUED", billingDate: at("2026-01-20"), slot: null },
        { id: 1, status: "CANCELLED" },
      ],
    });
  });

  test("no slot before the contract's end -> null", () => {
    const state = aState({ contract: { endsAt: NOW }, attempts: [] });
    expect(planOrders(state, [], MONTHLY, "Europe/Berlin", { after: NOW, slots: "stay" })).toBeNull();
  });

  test("the schedule counts from its anchor, else from the next date, else from now", () => {
    expect(toSchedule(aState().contract, NOW).start).toEqual(at("2025-11-20"));
    expect(toSchedule(aState({ contract: { scheduleAnchor: null } }).contract, NOW).start).toEqual(
      at("2026-01-20"),
    );
    const bare = aState({ contract: { scheduleAnchor: null, nextBillingDate: null } });
    expect(toSchedule(bare.contract, NOW)).toEqual({
      interval: "MONTH",
      intervalCount: 1,
      anchors: [],
      start: NOW,
    });
  });

  test("one of several statuses is enough", () => {
    const attempts = [
      anAttempt(1, "2026-01-20"),
      anAttempt(2, "2026-02-20", "SKIPPED"),
      anAttempt(3, "2026-03-20", "PARKED"),
    ];
    expect(withStatus(attempts, "QUEUED", "PARKED").map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe("the next date once an order is out of the way", () => {
  test("the soonest other queued order", () => {
    const state = aState();
    expect(findNextDate(state, anAttempt(1, "2026-01-20"), CLOCK)).toEqual(at("2026-02-20"));
    expect(findNextDate(state, anAttempt(2, "2026-02-20"), CLOCK)).toEqual(at("2026-01-20"));
  });

  test("no other -> the next slot behind it that nothing else has", () => {
    const gone = anAttempt(1, "2026-01-20");
    expect(findNextDate(aState({ attempts: [gone] }), gone, CLOCK)).toEqual(at("2026-02-20"));
    const skipped = anAttempt(2, "2026-02-20", "SKIPPED");
    expect(findNextDate(aState({ attempts: [gone, skipped] }), gone, CLOCK)).toEqual(at("2026-03-20"));
  });

  test("a later order than the first slot to come -> the slot behind it, not one before it", () => {
    const gone = anAttempt(1, "2026-02-20");
    expect(findNextDate(aState({ attempts: [gone] }), gone, CLOCK)).toEqual(at("2026-03-20"));
  });

  test("an order of the past -> the next slot from now, not one that has passed", () => {
    const gone = anAttempt(1, "2025-11-20", "PROCESSING");
    expect(findNextDate(aState({ attempts: [gone] }), gone, CLOCK)).toEqual(at("2026-01-20"));
  });

  test("the contract ends before it -> null", () => {
    const gone = anAttempt(1, "2026-01-20");
    const state = aState({ contract: { endsAt: at("2026-02-19") }, attempts: [gone] });
    expect(findNextDate(state, gone, CLOCK)).toBeNull();
  });
});

test("a day at the local time of another instant -> the same hour on the wall, also across a clock change", () => {
  expect(atSameTimeOn("2026-07-01", at("2026-01-20"), "Europe/Berlin")).toEqual(
    new Date("2026-07-01T07:00:00Z"),
  );
});

describe("the dates that a contract lacks", () => {
  const plan = (more: Partial<Parameters<typeof planUpcomingDates>[0]> = {}, now = NOW) =>
    planUpcomingDates(
      {
        billingInterval: "MONTH",
        billingIntervalCount: 1,
        billingAnchors: [],
        nextBillingDate: at("2026-01-20"),
        scheduleAnchor: at("2025-11-20"),
        endsAt: null,
        cyclesLeft: null,
        queuedAhead: 0,
        lastPlanned: null,
        taken: [],
        ...more,
      },
      "Europe/Berlin",
      now,
    ).map((date) => date.toISOString().slice(0, 10));

  test("nothing planned -> the next date itself and the two slots behind it", () => {
    expect(plan()).toEqual(["2026-01-20", "2026-02-20", "2026-03-20"]);
  });

  test("a next date that has passed -> that order is due, and three more are ahead of now", () => {
    expect(plan({ nextBillingDate: at("2025-11-20") })).toEqual([
      "2025-11-20",
      "2026-01-20",
      "2026-02-20",
      "2026-03-20",
    ]);
  });

  test("two are ahead -> one more, behind the last of them", () => {
    expect(plan({ queuedAhead: 2, lastPlanned: at("2026-02-20") })).toEqual(["2026-03-20"]);
    expect(plan({ queuedAhead: 3, lastPlanned: at("2026-03-20") })).toEqual([]);
  });

  test("the last planned order is long overdue -> slots from now on, none of the past", () => {
    expect(plan({ lastPlanned: at("2025-11-20") })).toEqual(["2026-01-20", "2026-02-20", "2026-03-20"]);
  });

  test("a slot that was skipped or called off gets no order", () => {
    const taken = [anAttempt(1, "2026-01-20", "SKIPPED"), anAttempt(2, "2026-03-20", "CANCELLED")];
    expect(plan({ taken })).toEqual(["2026-02-20", "2026-04-20", "2026-05-20"]);
  });

  test("none behind the contract's end, the end itself included", () => {
    expect(plan({ endsAt: at("2026-02-20") })).toEqual(["2026-01-20", "2026-02-20"]);
    expect(plan({ endsAt: at("2026-01-19") })).toEqual([]);
  });

  test("no more than the cycles that are left", () => {
    expect(plan({ cyclesLeft: 2 })).toEqual(["2026-01-20", "2026-02-20"]);
    expect(plan({ cyclesLeft: 0 })).toEqual([]);
    expect(plan({ cyclesLeft: 1, queuedAhead: 1, lastPlanned: at("2026-01-20") })).toEqual(["2026-02-20"]);
  });
});
