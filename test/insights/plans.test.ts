import { expect, test } from "vitest";
import { addDays } from "~/features/insights/definitions/day-range";
import {
  calendarPageLoader,
  forecastPageLoader,
  stockExport,
  stockPageLoader,
} from "~/features/insights/pages/insights-pages.endpoints.server";
import { getCalendar } from "~/features/insights/plans/calendar.endpoints.server";
import type { CalendarPage } from "~/features/insights/plans/calendar-page.service.server";
import { getForecast } from "~/features/insights/plans/forecast.endpoints.server";
import type { ForecastPage } from "~/features/insights/plans/forecast-page.service.server";
import { findSnapshot, listShopsToSum } from "~/features/insights/plans/plan-snapshots.repo.server";
import {
  LEAST_ACTIVE,
  readCalendar,
  readPlan,
  sumPlansOfShop,
  takePlanSnapshot,
} from "~/features/insights/plans/plans.service.server";
import type { StockPage } from "~/features/insights/plans/stock-page.service.server";
import { sumPlans } from "~/jobs/tasks/counters.server";
import { toDayString } from "~/lib/format";
import { db } from "~db/client.server";
import { planSnapshots } from "~db/schema/insights";
import { billedMonthly } from "../support/calls/billing";
import { askJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { inDaysAtNine } from "../support/data/days";
import { becomeLarge } from "../support/data/fact-days";
import { createTestShop, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const ZONE = "America/New_York";
const shop = shopOfEachTest({ gateway: "test", timeZone: ZONE });
const DAY_MS = 86_400_000;
const lines = [
  { variantId: 71, title: "Beans", currentPrice: "10.00", quantity: 3 },
  { variantId: 72, title: "Filters", currentPrice: "4.50", quantity: 1 },
];
const today = () => toDayString(new Date(), ZONE);
const daysFrom = (from: string, days: number) => ({ from, to: addDays(from, days - 1) });

async function readPages() {
  const cookie = await signIn(shop.id, shop.staff.id);
  const read = async (loader: typeof calendarPageLoader | typeof stockPageLoader, part: string) =>
    (await ask(loader, pageRequest(`/admin/insights/${part}`, { cookie }))).data;
  return {
    calendar: (await read(calendarPageLoader, "calendar")) as CalendarPage,
    stock: (await read(stockPageLoader, "stock")) as StockPage,
    forecast: (await ask(forecastPageLoader, pageRequest("/admin/insights/forecast", { cookie })))
      .data as ForecastPage,
  };
}
const askCalendar = (search = "") =>
  askJson(getCalendar, `/api/external/v2/analytics/calendar${search}`, { key: shop.readKey });
const askForecast = () => askJson(getForecast, "/api/external/v2/analytics/forecast", { key: shop.readKey });
async function download() {
  const cookie = await signIn(shop.id, shop.staff.id);
  const request = pageRequest("/admin/insights/stock.csv", { cookie });
  return stockExport.loader({ request, params: {}, context: {} });
}
const listJobs = () =>
  db.execute<{ payload: { shopId: number } }>(
    "select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'sum-plans'",
  );

test("the first look at a large shop says that it is being summed, has it summed once, and then agrees with a small shop's", async () => {
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  const small = await readPages();
  const calendar = await (await askCalendar()).json();
  const forecast = await (await askForecast()).json();
  const file = await (await download()).text();
  expect([small.calendar.asOf, small.calendar.isBeingSummed]).toEqual([null, false]);
  expect(small.calendar.orders).toBeGreaterThan(0);

  await becomeLarge(shop.id);
  const first = await Promise.all([readPages(), readPages(), readPages()]);
  for (const { calendar: one, stock, forecast: other } of first)
    expect([one, stock, other].map(({ isBeingSummed, asOf }) => [isBeingSummed, asOf])).toEqual(
      Array(3).fill([true, null]),
    );
  for (const refused of [await askCalendar(), await askForecast(), await download()]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("10");
    expect((await refused.json()).code).toBe("unavailable");
  }
  const jobs = await listJobs();
  expect(jobs.map(({ payload }) => payload)).toEqual([{ shopId: shop.id }]);
  // Days that are not summed in advance are summed on request.
  const beyond = await askCalendar(`?from=${addDays(today(), -1)}&to=${addDays(today(), 61)}`);
  expect(beyond.status).toBe(200);

  await sumPlans({ shopId: shop.id }, { clock: () => new Date(), signal: new AbortController().signal });
  const summed = await readPages();
  const asOf = summed.calendar.asOf;
  expect(asOf).not.toBeNull();
  expect(summed).toEqual({
    calendar: { ...small.calendar, asOf },
    stock: { ...small.stock, asOf },
    forecast: { ...small.forecast, asOf },
  });
  expect(await (await askCalendar()).json()).toEqual(calendar);
  expect(await (await askForecast()).json()).toEqual(forecast);
  expect(await (await download()).text()).toBe(file);
  const [day] = calendar.filter(({ orders }: { orders: number }) => orders > 0);
  expect(await (await askCalendar(`?from=${day.date}&to=${day.date}&currency=EUR`)).json()).toEqual([
    { ...day, amount: 0 },
  ]);
});

test("a sum from before midnight is used on the next day, for all of its days", async () => {
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  const now = new Date();
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const fresh = {
    calendar: (await readPlan(shop.shop, tomorrow, "calendar")).plan,
    units: (await readPlan(shop.shop, tomorrow, "units")).plan,
    forecast: (await readPlan(shop.shop, tomorrow, "forecast")).plan,
  };
  const range = { ...daysFrom(toDayString(tomorrow, ZONE), 60), currencyCode: "USD" };
  const days = await readCalendar(shop.shop, range, tomorrow);
  await takePlanSnapshot(shop.shop, now, now);
  for (const part of ["calendar", "units", "forecast"] as const) {
    const { asOf, plan } = await readPlan(shop.shop, tomorrow, part);
    expect(asOf).toEqual(now);
    expect(plan).toEqual(fresh[part]);
  }
  expect(fresh.calendar).toHaveLength(60);
  expect(await readCalendar(shop.shop, range, tomorrow)).toEqual(days);
});

test("a sum is used for an hour, in its time zone, and not two days later", async () => {
  const now = new Date();
  await takePlanSnapshot(shop.shop, now, now);
  const find = (from: string, timeZone = ZONE) =>
    findSnapshot({ id: shop.id, timeZone }, { from, to: addDays(from, 1) }, "forecast");
  expect(await find(today())).not.toBeNull();
  expect(await find(addDays(today(), -1))).not.toBeNull();
  expect(await find(addDays(today(), 1))).toBeNull();
  expect(await find(today(), "UTC")).toBeNull();
  await db.update(planSnapshots).set({ takenAt: new Date(now.getTime() - 61 * 60_000) });
  expect(await find(today())).toBeNull();
});

test("the job sums shops while they have many contracts, and no other shop when it is asked for one", async () => {
  await becomeLarge(shop.id);
  const other = await createTestShop();
  const now = new Date();
  await takePlanSnapshot(other.shop, now, now);
  expect(await listShopsToSum(LEAST_ACTIVE)).toEqual([
    { id: shop.id, isLarge: true },
    { id: other.id, isLarge: false },
  ]);
  expect(await listShopsToSum(LEAST_ACTIVE, shop.id)).toEqual([{ id: shop.id, isLarge: true }]);
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  await sumPlansOfShop({ id: shop.id, isLarge: true }, now);
  const before = (await readPages()).forecast;
  expect(before.asOf).toBe(now.toISOString());
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  expect((await readPages()).forecast.total).toEqual(before.total);
  await sumPlansOfShop({ id: shop.id, isLarge: true }, now);
  expect((await readPages()).forecast.total.planned).toBe(2 * before.total.planned);
  await sumPlansOfShop({ id: other.id, isLarge: false }, now);
  expect(await findSnapshot(other.shop, daysFrom(today(), 1), "calendar")).toBeNull();
});
