import { describe, expect, test } from "vitest";
import { planAfterFailure } from "~/features/billing/dunning/dunning";
import { findDeclineClass, findMostRetries } from "~/features/billing/gateway/port/declines";
import { toDueDates, toDueInstant } from "~/features/billing/settings/billing-day";
import { DEFAULT_BILLING_SETTINGS } from "~/features/billing/settings/billing-settings";
import { findNextLookUp } from "~/features/billing/tries/ladder";

const at = (text: string): Date => new Date(text);

describe("the billing hour of an order's day", () => {
  // Written by hand: nine o'clock of the local day on which the order's date falls.
  test.each([
    ["UTC", "2026-01-31T23:59:59Z", "2026-01-31T09:00:00Z"],
    ["UTC", "2028-02-29T00:00:00Z", "2028-02-29T09:00:00Z"],
    ["Europe/Berlin", "2026-03-28T23:30:00Z", "2026-03-29T07:00:00Z"],
    ["Europe/Berlin", "2026-03-28T22:30:00Z", "2026-03-28T08:00:00Z"],
    ["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-25T08:00:00Z"],
    ["America/New_York", "2026-03-08T12:00:00Z", "2026-03-08T13:00:00Z"],
    ["America/New_York", "2026-11-01T03:59:00Z", "2026-10-31T13:00:00Z"],
    ["Pacific/Pago_Pago", "2026-06-01T10:00:00Z", "2026-05-31T20:00:00Z"],
    ["Pacific/Kiritimati", "2026-06-01T10:00:00Z", "2026-06-01T19:00:00Z"],
    ["Pacific/Kiritimati", "2026-06-01T09:59:59Z", "2026-05-31T19:00:00Z"],
    ["Asia/Kathmandu", "2026-06-01T12:00:00Z", "2026-06-01T03:15:00Z"],
    ["Pacific/Apia", "2026-12-31T10:00:00Z", "2026-12-30T20:00:00Z"],
  ])("%s: an order of %s is charged at %s", (timeZone, billingDate, due) => {
    expect(toDueInstant(at(billingDate), { timeZone, hour: 9 })).toEqual(at(due));
  });

  test("an hour that a clock change leaves out comes later by the gap, one that comes twice is the first", () => {
    const berlinAt = (hour: number, date: string) =>
      toDueInstant(at(date), { timeZone: "Europe/Berlin", hour });
    expect(berlinAt(2, "2026-03-29T12:00:00Z")).toEqual(at("2026-03-29T01:00:00Z"));
    expect(berlinAt(2, "2026-10-25T12:00:00Z")).toEqual(at("2026-10-25T00:00:00Z"));
  });

  test.each([
    // A day of 23 hours and one of 25.
    ["Europe/Berlin", "2026-03-29T07:00:00Z", "2026-03-26T23:00:00Z", "2026-03-29T22:00:00Z"],
    ["Europe/Berlin", "2026-03-29T06:59:59Z", "2026-03-25T23:00:00Z", "2026-03-28T23:00:00Z"],
    ["Europe/Berlin", "2026-10-25T08:00:00Z", "2026-10-22T22:00:00Z", "2026-10-25T23:00:00Z"],
    ["Pacific/Pago_Pago", "2026-06-01T20:00:00Z", "2026-05-30T11:00:00Z", "2026-06-02T11:00:00Z"],
    ["Pacific/Kiritimati", "2026-05-31T19:00:00Z", "2026-05-29T10:00:00Z", "2026-06-01T10:00:00Z"],
    ["UTC", "2028-03-01T09:00:00Z", "2028-02-28T00:00:00Z", "2028-03-02T00:00:00Z"],
  ])("%s: at %s orders dated from %s to before %s are due", (timeZone, now, from, before) => {
    expect(toDueDates(at(now), { timeZone, hour: 9 })).toEqual({ from: at(from), before: at(before) });
  });

  test("whatever the zone and the day, an order is due at its instant and not a millisecond before", () => {
    for (const timeZone of [
      "Pacific/Pago_Pago",
      "America/St_Johns",
      "Europe/Berlin",
      "Asia/Kolkata",
      "Pacific/Kiritimati",
    ])
      for (let day = 0; day < 400; day++) {
        const date = new Date(Date.UTC(2027, 11, 1) + day * 86_400_000 + (day % 24) * 3_600_000);
        const billing = { timeZone, hour: day % 24 };
        const due = toDueInstant(date, billing);
        const isDue = ({ from, before }: { from: Date; before: Date }) => from <= date && date < before;
        expect(isDue(toDueDates(due, billing))).toBe(true);
        expect(isDue(toDueDates(new Date(+due - 1), billing))).toBe(false);
      }
  });
});

describe("what follows a failure", () => {
  const first = at("2026-03-31T09:00:00Z");
  const plan = (code: string, earlier: string[] = [], now = first) =>
    planAfterFailure(
      { code, class: findDeclineClass(code) ?? "later" },
      earlier,
      { firstFailedAt: first, now },
      DEFAULT_BILLING_SETTINGS,
      "UTC",
    );

  test("class later: the next of the days, and after the last the end", () => {
    expect(plan("CARD_DECLINED").step).toEqual({ kind: "TRY", at: at("2026-04-01T09:00:00Z") });
    expect(plan("CARD_DECLINED", [], at("2026-04-01T15:00:00Z")).step?.at).toEqual(
      at("2026-04-03T09:00:00Z"),
    );
    expect(plan("CARD_DECLINED", [], at("2026-04-14T09:00:00Z"))).toMatchObject({ step: null, end: "pause" });
  });

  test("a manual try between two retry days leaves both of them", () => {
    expect(plan("CARD_DECLINED", ["CARD_DECLINED"], at("2026-04-01T20:00:00Z")).step?.at).toEqual(
      at("2026-04-03T09:00:00Z"),
    );
  });

  test("classes customer and never: no try, and the end with the last day", () => {
    for (const code of ["EXPIRED_CARD", "FRAUD_SUSPECTED"])
      expect(plan(code).step).toEqual({ kind: "END", at: at("2026-04-14T09:00:00Z") });
  });

  test("out of stock: tried on five days, then the order is skipped", () => {
    expect(plan("INSUFFICIENT_INVENTORY").step).toEqual({ kind: "TRY", at: at("2026-04-01T09:00:00Z") });
    expect(plan("INSUFFICIENT_INVENTORY", [], at("2026-04-05T09:00:00Z"))).toMatchObject({
      step: null,
      end: "skip",
    });
  });

  test("what the merchant alone can put right is held", () => {
    expect(plan("MERCHANT_ACCOUNT_ERROR")).toEqual({ step: null, end: null, class: "merchant" });
  });

  test("a code nobody knows is tried again twice, an amount too large once; then the customer has to act", () => {
    expect(plan("SOMETHING_NEW", ["SOMETHING_NEW"])).toMatchObject({ class: "later", step: { kind: "TRY" } });
    expect(plan("SOMETHING_NEW", ["SOMETHING_NEW", "SOMETHING_NEW"])).toMatchObject({
      class: "customer",
      step: { kind: "END" },
    });
    expect(plan("AMOUNT_TOO_LARGE").class).toBe("later");
    expect(plan("AMOUNT_TOO_LARGE", ["AMOUNT_TOO_LARGE"]).class).toBe("customer");
    expect(findMostRetries("CARD_DECLINED")).toBeNull();
  });
});

test("a charge of which nobody knows is looked up after 5 minutes, 1 hour and five times a day, then left to a person", () => {
  const now = at("2026-03-31T09:00:00Z");
  const pauses = Array.from({ length: 8 }, (_, looks) => findNextLookUp(looks, now)?.getTime() ?? null).map(
    (next) => (next === null ? null : (next - now.getTime()) / 60_000),
  );
  expect(pauses).toEqual([5, 60, 1440, 1440, 1440, 1440, 1440, null]);
});

test("a payment that is on its way is looked up daily after that, up to thirty days from its charge", () => {
  const charged = at("2026-03-31T09:00:00Z");
  const after = (days: number) => new Date(charged.getTime() + days * 86_400_000);
  const look = (looks: number, days: number) => findNextLookUp(looks, after(days), charged);
  expect([look(0, 0), look(7, 6), look(30, 29.9)]).toEqual([
    at("2026-03-31T09:05:00Z"),
    after(7),
    after(30.9),
  ]);
  expect(look(31, 30)).toBeNull();
});
