import { describe, expect, test } from "vitest";
import {
  changeNextDate,
  requireCustomersDay,
  skipOrder,
  toCustomersDays,
  unskipOrder,
} from "~/features/contracts/change/order-dates";
import { anAttempt, aState, at, CLOCK, NOW } from "../../support/data/contract-state";

const code = (code: string) => expect.objectContaining({ code });
const fieldError = (code: string) =>
  expect.objectContaining({
    extra: { errors: [expect.objectContaining({ parameter: "nextBillingDate", code })] },
  });

describe("the days a customer may choose", () => {
  test("from tomorrow on for a year, by the shop's calendar and not by UTC's", () => {
    const now = new Date("2026-01-15T23:30:00Z");
    expect(toCustomersDays({ now, timeZone: "Europe/Berlin" })).toEqual({
      first: "2026-01-17",
      last: "2027-01-16",
    });
    expect(toCustomersDays({ now, timeZone: "UTC" })).toEqual({ first: "2026-01-16", last: "2027-01-15" });
  });

  test("the first and the last of them are allowed, the days beside them are not", () => {
    for (const day of ["2026-01-16", "2027-01-15"])
      expect(() => requireCustomersDay(day, CLOCK)).not.toThrow();
    expect(() => requireCustomersDay("2026-01-15", CLOCK)).toThrow(fieldError("too_soon"));
    expect(() => requireCustomersDay("2027-01-16", CLOCK)).toThrow(fieldError("too_far"));
  });
});

describe("another date for the next order", () => {
  test("the next order falls there, the later ones follow counted from it", () => {
    expect(changeNextDate(aState(), at("2026-01-25"), CLOCK)).toEqual({
      action: "contract.next_date_changed",
      events: ["next-order-date-changed"],
      contract: { nextBillingDate: at("2026-01-25"), scheduleAnchor: at("2026-01-25") },
      attempts: [
        { id: 1, status: "QUEUED", billingDate: at("2026-01-25"), slot: null },
        { id: 2, status: "QUEUED", billingDate: at("2026-02-25"), slot: null },
        { id: 3, status: "QUEUED", billingDate: new Date("2026-03-25T08:00:00Z"), slot: null },
      ],
      planOrders: true,
    });
  });

  test("a skipped order on the very date -> it is the one that is wanted, before the others", () => {
    const attempts = [anAttempt(1, "2026-01-20"), anAttempt(2, "2026-02-20", "SKIPPED")];
    const change = changeNextDate(aState({ attempts }), at("2026-02-20"), CLOCK);
    expect(change.attempts).toEqual([
      { id: 2, status: "QUEUED", billingDate: at("2026-02-20"), slot: null },
      { id: 1, status: "QUEUED", billingDate: at("2026-03-20"), slot: null },
    ]);
  });

  test("the date of a queued order -> that order is not named twice", () => {
    const change = changeNextDate(aState(), at("2026-02-20"), CLOCK);
    expect(change.attempts?.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test("a called-off order on that date -> it is queued again; one under way or made -> conflict", () => {
    const withOne = (status: "CANCELLED" | "PROCESSING" | "SUCCESS") =>
      aState({ attempts: [anAttempt(1, "2026-01-25", status)] });
    expect(changeNextDate(withOne("CANCELLED"), at("2026-01-25"), CLOCK).attempts).toHaveLength(1);
    for (const status of ["PROCESSING", "SUCCESS"] as const)
      expect(() => changeNextDate(withOne(status), at("2026-01-25"), CLOCK)).toThrow(code("conflict"));
  });

  test("now or earlier -> too soon; ten years are allowed, later is too far", () => {
    expect(() => changeNextDate(aState(), NOW, CLOCK)).toThrow(fieldError("too_soon"));
    const soon = new Date(NOW.getTime() + 1);
    expect(changeNextDate(aState(), soon, CLOCK).contract?.nextBillingDate).toEqual(soon);
    const farthest = new Date("2036-01-15T11:00:00Z");
    expect(changeNextDate(aState(), farthest, CLOCK).contract?.nextBillingDate).toEqual(farthest);
    expect(() => changeNextDate(aState(), new Date(farthest.getTime() + 1), CLOCK)).toThrow(
      fieldError("too_far"),
    );
  });

  test("the very end of the contract is allowed, later is not", () => {
    const state = aState({ contract: { endsAt: at("2026-02-01") } });
    expect(changeNextDate(state, at("2026-02-01"), CLOCK).contract?.nextBillingDate).toEqual(
      at("2026-02-01"),
    );
    expect(() => changeNextDate(state, at("2026-02-02"), CLOCK)).toThrow(fieldError("after_end"));
  });

  test("a contract that is not ACTIVE -> conflict that says its status", () => {
    const paused = aState({ contract: { status: "PAUSED" } });
    expect(() => changeNextDate(paused, at("2026-02-01"), CLOCK)).toThrow(code("conflict"));
    expect(() => changeNextDate(paused, at("2026-02-01"), CLOCK)).toThrow("The contract is paused");
  });
});

describe("an order skipped", () => {
  test("it stays with its mark, and the next one is the contract's next date", () => {
    expect(skipOrder(aState(), 1, CLOCK)).toEqual({
      action: "contract.order_skipped",
      events: ["billing-skipped"],
      contract: { nextBillingDate: at("2026-02-20") },
      attempts: [{ id: 1, status: "SKIPPED" }],
      recorded: {
        before: { order: { date: at("2026-01-20"), status: "QUEUED" } },
        after: { order: { date: at("2026-01-20"), status: "SKIPPED" } },
      },
      billingAttemptId: 1,
      planOrders: true,
    });
  });

  test("already skipped, under way, unknown, or of a contract that is not ACTIVE -> conflict, each with its reason", () => {
    const of = (status: "SKIPPED" | "PROCESSING") =>
      aState({ attempts: [anAttempt(1, "2026-01-20", status)] });
    expect(() => skipOrder(of("SKIPPED"), 1, CLOCK)).toThrow("The order is skipped already.");
    expect(() => skipOrder(of("PROCESSING"), 1, CLOCK)).toThrow("The order cannot be skipped any more.");
    expect(() => skipOrder(aState(), 9, CLOCK)).toThrow("The date of this order has passed.");
    const paused = aState({ contract: { status: "PAUSED" } });
    expect(() => skipOrder(paused, 1, CLOCK)).toThrow("The contract is paused");
    for (const [state, id] of [
      [of("SKIPPED"), 1],
      [of("PROCESSING"), 1],
      [aState(), 9],
    ] as const)
      expect(() => skipOrder(state, id, CLOCK)).toThrow(code("conflict"));
  });
});

describe("a skipped order taken back", () => {
  const skipped = (day: string, ...others: ReturnType<typeof anAttempt>[]) => [
    anAttempt(1, day, "SKIPPED"),
    ...others,
  ];

  test("before the next one -> it is the next date, and that is recorded", () => {
    const state = aState({
      contract: { nextBillingDate: at("2026-02-20") },
      attempts: skipped("2026-01-20", anAttempt(2, "2026-02-20")),
    });
    expect(unskipOrder(state, 1, CLOCK)).toEqual({
      action: "contract.order_unskipped",
      events: ["next-order-date-changed"],
      contract: { nextBillingDate: at("2026-01-20") },
      attempts: [{ id: 1, status: "QUEUED" }],
      recorded: {
        before: { order: { date: at("2026-01-20"), status: "SKIPPED" } },
        after: { order: { date: at("2026-01-20"), status: "QUEUED" } },
      },
      billingAttemptId: 1,
    });
  });

  test("after the next one -> the next date stays, and no other date is recorded", () => {
    const state = aState({ attempts: skipped("2026-02-20", anAttempt(2, "2026-01-20")) });
    const change = unskipOrder(state, 1, CLOCK);
    expect(change.contract).toEqual({ nextBillingDate: at("2026-01-20") });
    expect(change.events).toEqual(["updated"]);
  });

  test("no other order is queued -> its date is the next", () => {
    const state = aState({ contract: { nextBillingDate: null }, attempts: skipped("2026-02-20") });
    const change = unskipOrder(state, 1, CLOCK);
    expect(change.contract).toEqual({ nextBillingDate: at("2026-02-20") });
    expect(change.events).toEqual(["next-order-date-changed"]);
  });

  test("not skipped, its date now or gone, unknown, or a contract that is not ACTIVE -> conflict", () => {
    expect(() => unskipOrder(aState(), 1, CLOCK)).toThrow("The order is not skipped.");
    const passed = aState({ attempts: skipped("2026-01-10") });
    expect(() => unskipOrder(passed, 1, CLOCK)).toThrow("The date of this order has passed.");
    const now = aState({ attempts: skipped("2026-01-20") });
    expect(() => unskipOrder(now, 1, { ...CLOCK, now: at("2026-01-20") })).toThrow(code("conflict"));
    expect(() => unskipOrder(now, 9, CLOCK)).toThrow(code("conflict"));
    const failed = aState({ contract: { status: "FAILED" }, attempts: skipped("2026-01-20") });
    expect(() => unskipOrder(failed, 1, CLOCK)).toThrow("The contract is failed");
  });
});
