import { expect, test } from "vitest";
import { orderListPageLoader } from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import { toStock } from "~/features/insights/calendar/stock";
import {
  calendarPageLoader,
  stockExport,
  stockPageLoader,
} from "~/features/insights/pages/insights-pages.endpoints.server";
import type { CalendarPage } from "~/features/insights/plans/calendar-page.service.server";
import type { StockPage } from "~/features/insights/plans/stock-page.service.server";
import { billedMonthly } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { inDaysAtNine } from "../support/data/days";
import { signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

test("units are summed by weeks from Monday, the first from the calendar's first day, the most needed first", () => {
  const day = (date: string, units: [number, number][]) => ({ date, orders: 1, amounts: {}, units });
  const stock = toStock({
    variants: [1, null, 2, 3].map((variantId) => ({ variantId, title: null })),
    days: [
      day("2026-03-07", [[0, 2]]),
      day("2026-03-08", [
        [0, 1],
        [1, 1],
      ]),
      day("2026-03-09", [[2, 9]]),
      day("2026-03-16", [[0, 4]]),
    ],
  });
  expect(stock.weeks).toEqual(["2026-03-07", "2026-03-09", "2026-03-16"]);
  expect(stock.rows.map(({ variantId, weeks, total }) => [variantId, ...weeks, total])).toEqual([
    [2, 0, 9, 0, 9],
    [1, 3, 0, 4, 7],
    [null, 1, 0, 0, 1],
  ]);
  expect(toStock({ variants: [], days: [] })).toEqual({ weeks: [], to: "", rows: [] });
});

test("pages and file agree on what is needed; a search finds by words of the title or by id", async () => {
  const cookie = await signIn(shop.id, shop.staff.id);
  const read = async () =>
    (await ask(calendarPageLoader, pageRequest("/admin/insights/calendar", { cookie }))).data as CalendarPage;
  const readStock = async (search = "") =>
    (await ask(stockPageLoader, pageRequest(`/admin/insights/stock${search}`, { cookie }))).data as StockPage;
  expect(await read()).toMatchObject({ orders: 0, asOf: null });
  expect(await readStock()).toMatchObject({ isEmpty: true, rows: [] });
  const lines = [
    { variantId: 71, title: 'Beans, "dark"', currentPrice: "10.00", quantity: 3 },
    { variantId: 72, title: "Café Filters", currentPrice: "4.00", quantity: 1 },
  ];
  await billedMonthly(shop, { lines, nextBillingDate: inDaysAtNine(3) });
  const page = await read();
  expect(page.days).toHaveLength(60);
  expect(page.orders).toBe(page.days.reduce((sum, { orders }) => sum + orders, 0));
  const stock = await readStock();
  const [row] = stock.rows;
  expect(row).toMatchObject({ variantId: 71, title: 'Beans, "dark"', total: page.orders * 3 });
  expect(stock.units).toBe(page.orders * 4);
  expect(stock.weeks.reduce((sum, { units }) => sum + units, 0)).toBe(stock.units);
  const week = stock.weeks.find(({ units }) => units > 0);
  const list = await ask(orderListPageLoader, pageRequest(week?.href ?? "", { cookie }));
  expect((list.data as { rows: unknown[] }).rows).toHaveLength((week?.units ?? 0) / 4);
  for (const search of ["?q=cafe+FILT", "?q=72"]) {
    const found = await readStock(search);
    expect(found.rows.map(({ variantId }) => variantId)).toEqual([72]);
    expect(found.units).toBe(page.orders);
  }
  expect(await readStock("?q=tea")).toMatchObject({ found: 0, isEmpty: false, units: 0 });
  const download = async (path: string) => {
    const request = pageRequest(path, { cookie });
    return (await (await stockExport.loader({ request, params: {}, context: {} })).text()).split(/\r?\n/);
  };
  const [, first] = await download(stock.csvHref);
  expect(first).toBe(`"Beans, ""dark""",71,${[row?.total, ...(row?.weeks ?? [])].join()}`);
  const searched = await download((await readStock("?q=cafe")).csvHref);
  expect(searched[1]).toContain("Café Filters,72");
  expect(searched[2] ?? "").toBe("");
});
