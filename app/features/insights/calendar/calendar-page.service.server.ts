import type { PrincipalShop } from "~/access/principal";
import { type CalendarDay, readCalendar } from "~/features/insights/calendar/calendar.service.server";
import { toDayHref } from "~/features/insights/calendar/calendar-url";
import { type StockRow, toStock, toUnitTitle } from "~/features/insights/calendar/stock";
import { addDays } from "~/features/insights/definitions/day-range";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/csv";
import { toDayString } from "~/lib/format";

const DAYS = 60;
/** Of a day; the others are counted, and are in the table of weeks. */
const MOST_UNITS = 6;
/** More than that nobody reads on a page; the file has all. */
const MOST_ROWS = 100;

async function readNextDays(shop: PrincipalShop, now: Date): Promise<{ from: string; days: CalendarDay[] }> {
  const from = toDayString(now, shop.timeZone);
  const range = { from, to: addDays(from, DAYS - 1), currencyCode: shop.currencyCode };
  return { from, days: await readCalendar(shop, range, now) };
}

const withTitle = <T extends Pick<StockRow, "variantId" | "title">>(unit: T) => ({
  ...unit,
  title: toUnitTitle(unit),
});

/** The next 60 days, what to pack on each, and by week. */
export async function getCalendarPage(shop: PrincipalShop, now: Date) {
  const { from, days } = await readNextDays(shop, now);
  const stock = toStock(days);
  return {
    from,
    to: addDays(from, DAYS - 1),
    currencyCode: shop.currencyCode,
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    days: days.map(({ date, orders, amount, units }) => ({
      date,
      orders,
      amount,
      href: toDayHref(date),
      units: units.slice(0, MOST_UNITS).map(withTitle),
      more: Math.max(0, units.length - MOST_UNITS),
    })),
    stock: {
      weeks: stock.weeks,
      rows: stock.rows.slice(0, MOST_ROWS).map(withTitle),
      more: Math.max(0, stock.rows.length - MOST_ROWS),
    },
  };
}

export type CalendarPage = Awaited<ReturnType<typeof getCalendarPage>>;

/** Units needed of each variant by week, as CSV. */
export async function* exportStock(shop: PrincipalShop, now: Date): AsyncGenerator<string> {
  const { days } = await readNextDays(shop, now);
  const { weeks, rows } = toStock(days);
  yield BYTE_ORDER_MARK + toCsv([["Variant", "Id", "Units", ...weeks.map((week) => `From ${week}`)]]);
  yield toCsv(rows.map((row) => [toUnitTitle(row), row.variantId, row.total, ...row.weeks]));
}
