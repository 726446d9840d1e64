import { expect, test } from "vitest";
import type { CalendarPage } from "~/features/insights/calendar/calendar-page.service.server";
import { toStock } from "~/features/insights/calendar/stock";
import { calendarPageLoader, stockExport } from "~/features/insights/pages/insights-pages.endpoints.server";
import { billedMonthly } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { inDaysAtNine } from "../support/data/days";
import { signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

test("units are summed by weeks from Monday, the first from the calendar's first day, the most needed first", () => {
  const unit = (variantId: number | null, quantity: number) => ({ variantId, title: null, quantity });
  const stock = toStock([
    { date: "2026-03-07", units: [unit(1, 2)] },
    { date: "2026-03-08", units: [unit(1, 1), unit(null, 1)] },
    { date: "2026-03-09", units: [unit(2, 9)] },
    { date: "2026-03-16", units: [unit(1, 4)] },
  ]);
  expect(stock.weeks).toEqual(["2026-03-07", "2026-03-09", "2026-03-16"]);
  expect(stock.rows.map(({ variantId, weeks, total }) => [variantId, ...weeks, total])).toEqual([
    [2, 0, 9, 0, 9],
    [1, 3, 0, 4, 7],
    [null, 1, 0, 0, 1],
  ]);
  expect(toStock([])).toEqual({ weeks: [], rows: [] });
});

test("the page and its file agree on what is needed", async () => {
  const cookie = await signIn(shop.id, shop.staff.id);
  const read = async () =>
    (await ask(calendarPageLoader, pageRequest("/admin/insights/calendar", { cookie }))).data as CalendarPage;
  expect(await read()).toMatchObject({ orders: 0, stock: { rows: [] } });
  const lines = [{ variantId: 71, title: 'Beans, "dark"', currentPrice: "10.00", quantity: 3 }];
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  const page = await read();
  expect(page.days).toHaveLength(60);
  expect(page.orders).toBe(page.days.reduce((sum, { orders }) => sum + orders, 0));
  const [row] = page.stock.rows;
  expect(row).toMatchObject({ variantId: 71, title: 'Beans, "dark"', total: page.orders * 3 });
  const request = pageRequest("/admin/insights/stock.csv", { cookie });
  const file = await (await stockExport.loader({ request, params: {}, context: {} })).text();
  expect(file.split(/\r?\n/)[1]).toBe(`"Beans, ""dark""",71,${[row?.total, ...(row?.weeks ?? [])].join()}`);
});
