import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { reportOrders } from "~/features/billing/orders/order-report.endpoints.server";
import { orderListPageLoader } from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import { atSameTimeOn } from "~/features/contracts/change/order-plan";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { addDays, listPointDates } from "~/features/insights/definitions/day-range";
import { expect as expectPaid } from "~/features/insights/forecast/expected";
import { walkLaterOrders } from "~/features/insights/forecast/later-orders";
import { chooseRates, toRate, toRates } from "~/features/insights/forecast/rates";
import { forecastPageLoader } from "~/features/insights/pages/insights-pages.endpoints.server";
import { getCalendar } from "~/features/insights/plans/calendar.endpoints.server";
import type { forecastSchema } from "~/features/insights/plans/forecast.endpoints.server";
import { getForecast } from "~/features/insights/plans/forecast.endpoints.server";
import type { ForecastPage } from "~/features/insights/plans/forecast-page.service.server";
import { billingSlots } from "~/features/order-schedule/schedule";
import { toDayString } from "~/lib/format";
import { db } from "~db/client.server";
import { factDays, NO_STATUS } from "~db/schema/facts";
import { INTERVALS } from "~db/schema/intervals";
import { billedMonthly, callerAt } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { readAttempts } from "../support/data/contract-plan";
import { inDaysAtNine } from "../support/data/days";
import { signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const ZONE = "America/New_York";
const shop = shopOfEachTest({ gateway: "test", timeZone: ZONE });
const today = () => toDayString(new Date(), ZONE);

type Forecast = z.output<typeof forecastSchema>;
const PATH = "/api/external/v2/analytics/forecast";
const request = (search = "") => askJson(getForecast, `${PATH}${search}`, { key: shop.readKey });
async function read(search = ""): Promise<Forecast> {
  const response = await request(search);
  expect(response.status).toBe(200);
  return (await response.json()) as Forecast;
}
const readPage = async (search = ""): Promise<ForecastPage> => {
  const cookie = await signIn(shop.id, shop.staff.id);
  return (await ask(forecastPageLoader, pageRequest(`/admin/insights/forecast${search}`, { cookie })))
    .data as ForecastPage;
};
/** Outcomes of yesterday, as if this many orders had been paid, given up and skipped. */
const insertOutcomes = (paid: number, lost: number, skipped: number, currencyCode = "USD") =>
  db.insert(factDays).values(
    (
      [
        ["PAID", paid],
        ["LOST", lost],
        ["SKIPPED", skipped],
      ] as const
    ).map(([kind, count]): typeof factDays.$inferInsert => ({
      shopId: shop.id,
      day: addDays(today(), -1),
      kind,
      currencyCode,
      fromStatus: NO_STATUS,
      toStatus: NO_STATUS,
      count,
      amount: "0",
      subscribers: 0,
    })),
  );

/** Every week from the third day on: 13 orders within the forecast, three of them planned. */
const weekly = () => ({
  ...({ billingInterval: "WEEK", billingIntervalCount: 1 } as const),
  nextBillingDate: inDaysAtNine(3),
});

test("a rate has Wilson's interval; without orders it is 0 to 1, and a currency with few orders uses the rates of all", () => {
  const rate = toRate(5, 100);
  expect(rate.value).toBe(0.05);
  expect(rate.low).toBeCloseTo(0.0215, 4);
  expect(rate.high).toBeCloseTo(0.1118, 4);
  expect(toRate(0, 0)).toEqual({ value: 0, low: 0, high: 1, of: 0 });
  expect(toRate(0, 50)).toMatchObject({ value: 0, low: 0 });
  expect(toRate(50, 50)).toMatchObject({ value: 1, high: 1 });
  const ratesOf = chooseRates(
    new Map([
      ["USD", { paid: 90, lost: 10, skipped: 0 }],
      ["EUR", { paid: 9, lost: 1, skipped: 10 }],
    ]),
  );
  expect(ratesOf("USD").failed).toMatchObject({ value: 0.1, of: 100 });
  expect(ratesOf("EUR").failed).toMatchObject({ value: 0.1, of: 110 });
  expect(ratesOf("EUR").skipped).toMatchObject({ value: 10 / 120, of: 120 });
});

test("what is expected lies in its range, within what there is; more history makes it narrower", () => {
  const count = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(count, count, count, fc.integer({ min: 0, max: 10_000 }), (paid, lost, skipped, orders) => {
      const rates = toRates({ paid, lost, skipped });
      const { value, low, high } = expectPaid([{ most: orders, squares: orders, rates }]);
      expect(low).toBeLessThanOrEqual(value + 1e-9);
      expect(high).toBeGreaterThanOrEqual(value - 1e-9);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(orders);
      const tenfold = toRates({ paid: paid * 10, lost: lost * 10, skipped: skipped * 10 });
      const narrower = expectPaid([{ most: orders, squares: orders, rates: tenfold }]);
      expect(narrower.high - narrower.low).toBeLessThanOrEqual(high - low + 1e-6);
    }),
  );
});

test("later orders fall on the days that the schedule will plan them on, up to the end and the last cycle", () => {
  const days = { from: "2026-01-20", to: "2026-04-20" };
  fc.assert(
    fc.property(
      fc.constantFrom(...INTERVALS),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 0, max: 60 }),
      fc.option(fc.integer({ min: 0, max: 120 })),
      fc.option(fc.integer({ min: 1, max: 8 })),
      fc.constantFrom("Europe/Berlin", "America/New_York", "Pacific/Auckland"),
      (interval, intervalCount, age, ahead, ends, left, timeZone) => {
        const anchor = addDays("2026-01-20", -age);
        const start = new Date(`${anchor}T13:00:00Z`);
        const schedule = { interval, intervalCount, anchors: [], start };
        const lastPlanned = atSameTimeOn(addDays("2026-01-20", ahead), start, timeZone);
        const endsOn = ends === null ? null : addDays("2026-01-20", ends);
        const wanted: string[] = [];
        for (const slot of billingSlots(schedule, timeZone, lastPlanned)) {
          const day = toDayString(slot, timeZone);
          if (day > days.to || (endsOn && day > endsOn) || wanted.length === left) break;
          wanted.push(day);
        }
        const found: string[] = [];
        const group = {
          ...{ interval, intervalCount, anchors: [], phase: "0", endsOn, left },
          ...{ currencyCode: "USD", contracts: 1, amount: 1, squares: 1 },
          ...{ taken: null, changesAfter: null, changedAmount: 1, changedSquares: 1 },
          anchor: toDayString(start, timeZone),
          lastPlanned: toDayString(lastPlanned, timeZone),
        };
        walkLaterOrders([group], days, (day) => found.push(day));
        expect(found).toEqual(wanted);
      },
    ),
    { numRuns: 300 },
  );
});

test("planned orders agree with their lists, later ones go on by the schedule, and rates are taken off", async () => {
  await insertOutcomes(90, 10, 25);
  const lines = [{ variantId: 71, title: "Beans", currentPrice: "10.00", quantity: 2 }];
  const first = await billedMonthly(shop, { ...weekly(), lines });
  await billedMonthly(shop, { ...weekly(), lines, maxCycles: 5 });
  await billedMonthly(shop, { ...weekly(), lines, endsAt: inDaysAtNine(3 + 28) });
  await billedMonthly(shop, { ...weekly(), lines, autoCharge: false });
  await billedMonthly(shop, { ...weekly(), lines, currencyCode: "EUR" });
  const forecast = await read();
  const { total, points, rates } = forecast;
  expect(points.map(({ date }) => date)).toEqual(
    listPointDates({ from: today(), to: addDays(today(), 89) }, "DAY"),
  );
  expect(total.planned).toBe(15);
  const weeks = 13;
  const plannedOf = (await readAttempts(first)).length;
  expect(plannedOf).toBe(3);
  expect(total.later).toBe(2 * (weeks - 3) + 2 + 2);
  expect(total.plannedAmount).toBe(3 * 3 * 20);
  const paid = 0.9 * (1 - 25 / 125);
  expect(total.orders).toBeCloseTo(paid * (2 * weeks + 5 + 5), 1);
  expect(total.amount).toBeCloseTo(paid * 20 * (weeks + 5 + 5), 3);
  expect(rates).toMatchObject({ orders: 100, failed: { value: 0.1 }, skipped: { value: 0.2 } });
  expect(total.amountLow).toBeLessThan(total.amount);
  expect(total.amountHigh).toBeGreaterThan(total.amount);
  const calendar = await askJson(getCalendar, "/api/external/v2/analytics/calendar", { key: shop.readKey });
  const ofCalendar = (await calendar.json()) as { date: string; orders: number }[];
  expect(ofCalendar.map(({ orders }) => orders)).toEqual(points.slice(0, 60).map(({ planned }) => planned));
  const [point] = points.filter(({ planned }) => planned > 0);
  const report = await askJson(reportOrders, point?.listUrl ?? "", { key: shop.readKey });
  expect(report.headers.get("X-Total-Count")).toBe(String(point?.planned));

  const page = await readPage();
  expect(page.total).toEqual(total);
  expect(page.interval).toBe("WEEK");
  const cookie = await signIn(shop.id, shop.staff.id);
  for (const { planned, href } of page.points.filter((each) => each.planned > 0)) {
    const list = await ask(orderListPageLoader, pageRequest(href, { cookie }));
    expect((list.data as { rows: unknown[] }).rows).toHaveLength(planned);
  }
  expect((await readPage("?interval=day&currency=eur")).total.amount).toBeCloseTo(paid * 20 * weeks, 3);
});

test("later orders cost what they will once limited discounts have ended and a plan's later price has begun", async () => {
  const amountOf = async (overrides: Parameters<typeof billedMonthly>[1]) => {
    const { subscriptionContractId } = await billedMonthly(shop, { ...weekly(), ...overrides });
    const { amount } = (await read()).total;
    await contractStatus.run(callerAt(shop, new Date()), {
      contractId: subscriptionContractId,
      status: "CANCELLED",
    });
    return amount;
  };
  const laterPrice = { currentPrice: "8.00", basePrice: "10.00", laterPrice: "9.50", laterAfterCycle: 5 };
  expect(await amountOf({ lines: [laterPrice], deliveryPrice: "1.00" })).toBe(5 * 9 + 8 * 10.5);
  // Without the order it was bought with.
  expect(await amountOf({ lines: [laterPrice], originOrderId: 77 })).toBe(4 * 8 + 9 * 9.5);
  const ending = { valueType: "FIXED_AMOUNT", value: "4", recurringCycleLimit: 6, usageCount: 2 } as const;
  expect(await amountOf({ discounts: [ending] })).toBe(4 * 6 + 9 * 10);
  const used = { ...ending, usageCount: 6 };
  expect(await amountOf({ discounts: [used] })).toBe(13 * 10);
  expect(await amountOf({ lines: [laterPrice], discounts: [ending] })).toBe(5 * 4 + 8 * 9.5);
  // Planned orders cost what their list says.
  expect(await amountOf({ discounts: [{ ...ending, usageCount: 5 }] })).toBe(3 * 6 + 10 * 10);
});

test("an order that was skipped behind the last planned one is not expected", async () => {
  const contract = await billedMonthly(shop, weekly());
  const contractId = contract.subscriptionContractId;
  const skip = (attemptId: number | undefined, isSkipped = true) =>
    orderSkip.run(callerAt(shop, new Date()), { contractId, attemptId: attemptId ?? 0, skip: isSkipped });
  const third = (await readAttempts(contract))[2];
  await skip(third?.id);
  await skip((await readAttempts(contract))[3]?.id);
  await skip(third?.id, false);
  expect((await readAttempts(contract)).map(({ status }) => status)).toEqual([
    ...["QUEUED", "QUEUED", "QUEUED", "SKIPPED"],
  ]);
  const { total } = await read();
  expect([total.planned, total.later]).toEqual([3, 13 - 3 - 1]);
});

test("an order that was called off or moved behind the last planned one leaves no order to expect on its slot", async () => {
  await billedMonthly(shop, {
    ...weekly(),
    attempts: [
      { status: "CANCELLED", billingDate: inDaysAtNine(3 + 4 * 7) },
      { status: "SKIPPED", billingDate: inDaysAtNine(3 + 6 * 7 - 2), slot: inDaysAtNine(3 + 6 * 7) },
    ],
  });
  const { total } = await read();
  expect([total.planned, total.later]).toEqual([3, 13 - 3 - 2]);
});

test("without history the range is from nothing to everything; an empty shop expects nothing", async () => {
  expect(await readPage()).toMatchObject({ isEmpty: true, total: { amount: 0 } });
  await billedMonthly(shop, { nextBillingDate: inDaysAtNine(3) });
  const { total, rates } = await read();
  expect(rates.failed).toEqual({ value: 0, low: 0, high: 1, of: 0 });
  expect(total.amount).toBeGreaterThan(0);
  expect([total.amountLow, total.amountHigh]).toEqual([0, total.amount]);
});

test("days before today and beyond ninety are refused by name", async () => {
  const response = await request(`?from=${addDays(today(), -1)}&to=${addDays(today(), 90)}`);
  expect(response.status).toBe(400);
  const { errors } = await response.json();
  expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(["from", "to"]);
});
