import type { PrincipalShop } from "~/access/principal";
import { findPlannedSpan, listCorrections } from "~/features/insights/calendar/calendar.service.server";
import {
  addDays,
  type DayRange,
  type IntervalOfTime,
  listPointDates,
} from "~/features/insights/definitions/day-range";
import type { InsightRange } from "~/features/insights/facts/overview.service.server";
import { startOfDay } from "~/lib/shop-calendar.server";
import { type ByCurrency, type Expected, expectAmount, expectOrders, type MaybePaid } from "./expected";
import { listAlikeContracts, sumOutcomes, sumPlannedOrders } from "./forecast.repo.server";
import { walkLaterOrders } from "./later-orders";
import { chooseRates, type ForecastRates, type Outcomes } from "./rates";

/** Length of a forecast, including today. */
export const FORECAST_DAYS = 90;
/** Days before today over which the rates of failed and skipped orders are taken. */
const DAYS_OF_RATES = 90;

/** Upcoming orders of a day in one currency. @field planned as in the list of upcoming orders */
type OrdersToCome = {
  day: string;
  currencyCode: string;
  planned: number;
  plannedAmount: number;
  later: number;
  maybePaid: MaybePaid;
};

/** @field from the first day, today */
export type ForecastSource = { from: string; days: OrdersToCome[] };

export type ForecastPoint = {
  date: string;
  planned: number;
  plannedAmount: number;
  later: number;
  orders: number;
  ordersLow: number;
  ordersHigh: number;
  amount: number;
  amountLow: number;
  amountHigh: number;
};
export type Forecast = DayRange & {
  currencyCode: string;
  interval: IntervalOfTime;
  rates: DayRange & { orders: number } & ForecastRates;
  total: Omit<ForecastPoint, "date">;
  points: ForecastPoint[];
};

/** The upcoming orders of some days from today on: planned ones as they are, and later ones by their schedules. */
export async function readForecastSource(
  shop: PrincipalShop,
  range: DayRange,
  now: Date,
): Promise<ForecastSource> {
  const span = await findPlannedSpan(shop, range, now);
  const [planned, corrections, alike] = await Promise.all([
    sumPlannedOrders(shop.id, span),
    listCorrections(shop.id, span),
    listAlikeContracts(shop.id, shop.timeZone, {
      from: startOfDay(range.from, shop.timeZone, 0),
      before: span.before,
    }),
  ]);
  const days = new Map<string, OrdersToCome>();
  const at = (day: string, currencyCode: string): OrdersToCome => {
    const key = `${day} ${currencyCode}`;
    const found = days.get(key);
    if (found) return found;
    const none = { orders: 0, amount: 0, squares: 0 };
    const made = { day, currencyCode, planned: 0, plannedAmount: 0, later: 0, maybePaid: none };
    days.set(key, made);
    return made;
  };
  for (const { day, currencyCode, orders, charged, amount, squares } of planned) {
    const into = at(day, currencyCode);
    into.planned = orders;
    into.plannedAmount = amount;
    into.maybePaid = { orders: charged, amount, squares };
  }
  for (const { day, currencyCode, isCharged, usualAmount, amount } of corrections) {
    if (!isCharged) continue;
    const into = at(day, currencyCode);
    const usual = Number(usualAmount);
    const more = Number(amount);
    into.plannedAmount += more;
    into.maybePaid.amount += more;
    into.maybePaid.squares += (usual + more) ** 2 - usual ** 2;
  }
  walkLaterOrders(alike, range, (day, { currencyCode, contracts, amount, squares }) => {
    const into = at(day, currencyCode);
    into.later += contracts;
    into.maybePaid.orders += contracts;
    into.maybePaid.amount += amount;
    into.maybePaid.squares += squares;
  });
  return { from: range.from, days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)) };
}

/**
 * What orders of some future days will bring (wire.md §8 `forecast`, docs/insights.md "Forecast").
 *
 * @param range within the 90 days of the source
 */
export async function toForecast(
  shop: PrincipalShop,
  { from: today, days }: ForecastSource,
  range: InsightRange,
  interval: IntervalOfTime,
): Promise<Forecast> {
  const past = { from: addDays(today, -DAYS_OF_RATES), to: addDays(today, -1) };
  const outcomes = await readOutcomes(shop, past);
  const ratesOf = chooseRates(outcomes);
  const rates = ratesOf(range.currencyCode);
  const within = days.filter(({ day }) => day >= range.from && day <= range.to);
  const dates = listPointDates(range, interval);
  const toPoint = (some: readonly OrdersToCome[]) => sumPoint(some, range.currencyCode, ratesOf);
  return {
    ...range,
    interval,
    rates: { ...past, orders: rates.failed.of, ...rates },
    total: toPoint(within),
    points: dates.map((date, index) => {
      const next = dates[index + 1];
      const last = next ? addDays(next, -1) : range.to;
      return { date, ...toPoint(within.filter(({ day }) => day >= date && day <= last)) };
    }),
  };
}

async function readOutcomes(shop: PrincipalShop, past: DayRange): Promise<Map<string, Outcomes>> {
  const span = {
    start: startOfDay(past.from, shop.timeZone, 0),
    end: startOfDay(past.to, shop.timeZone, 1),
  };
  const outcomes = new Map<string, Outcomes>();
  for (const { currencyCode, kind, count } of await sumOutcomes(shop.id, past, span)) {
    const sum = outcomes.get(currencyCode) ?? { paid: 0, lost: 0, skipped: 0 };
    if (kind === "PAID") sum.paid += count;
    else if (kind === "LOST") sum.lost += count;
    else sum.skipped += count;
    outcomes.set(currencyCode, sum);
  }
  return outcomes;
}

function sumPoint(
  days: readonly OrdersToCome[],
  currencyCode: string,
  ratesOf: (currencyCode: string) => ForecastRates,
): Omit<ForecastPoint, "date"> {
  const sums = new Map<string, MaybePaid>();
  for (const { currencyCode: code, maybePaid } of days) {
    const had = sums.get(code) ?? { orders: 0, amount: 0, squares: 0 };
    sums.set(code, {
      orders: had.orders + maybePaid.orders,
      amount: had.amount + maybePaid.amount,
      squares: had.squares + maybePaid.squares,
    });
  }
  const own = days.filter((day) => day.currencyCode === currencyCode);
  const orders = round(expectOrders(sums, ratesOf), 2);
  const amount = round(expectAmount(sums satisfies ByCurrency, currencyCode, ratesOf), 4);
  return {
    planned: days.reduce((sum, { planned }) => sum + planned, 0),
    plannedAmount: roundTo(
      own.reduce((sum, { plannedAmount }) => sum + plannedAmount, 0),
      4,
    ),
    later: days.reduce((sum, { later }) => sum + later, 0),
    orders: orders.value,
    ordersLow: orders.low,
    ordersHigh: orders.high,
    amount: amount.value,
    amountLow: amount.low,
    amountHigh: amount.high,
  };
}

const roundTo = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const round = ({ value, low, high }: Expected, decimals: number): Expected => ({
  value: roundTo(value, decimals),
  low: roundTo(low, decimals),
  high: roundTo(high, decimals),
});
