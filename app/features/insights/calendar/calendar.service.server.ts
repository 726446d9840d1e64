import type { PrincipalShop } from "~/access/principal";
import { prepareSelection, priceRows } from "~/features/billing/orders-admin/order-list-page.service.server";
import {
  findLineTitles,
  listUnusualOrders,
  type PlannedSpan,
  sumPlannedDays,
  sumPlannedUnits,
} from "~/features/insights/calendar/calendar.repo.server";
import { type DayRange, listPointDates } from "~/features/insights/definitions/day-range";
import { findTitles } from "~/features/insights/facts/fact-sums.repo.server";
import type { InsightRange } from "~/features/insights/facts/overview.service.server";
import { addMoney, subtractMoney } from "~/lib/money";
import { startOfDay } from "~/lib/shop-calendar.server";

/** @field variantId null: products that are in no catalogue @field title null: nobody has told what it is called */
type PlannedUnits = { variantId: number | null; title: string | null; quantity: number };
/** @field orders in all currencies, as the list of upcoming orders has them @field amount of those in the one asked for */
export type CalendarDay = { date: string; orders: number; amount: number; units: PlannedUnits[] };

/**
 * The planned orders of each day (wire.md §8): those of the orders page's tab "Upcoming", filtered by that day. A contract
 * has its next three orders planned; what lies beyond them is not here.
 */
export async function readCalendar(
  shop: PrincipalShop,
  range: InsightRange,
  now: Date,
): Promise<CalendarDay[]> {
  const dates = listPointDates(range, "DAY");
  const span = await findPlannedSpan(shop, range, now);
  const [days, units, corrections] = await Promise.all([
    sumPlannedDays(shop.id, span),
    listUnits(shop.id, span),
    listCorrections(shop.id, span),
  ]);
  const orders = new Map<string, number>();
  const amounts = new Map<string, string>();
  const addAmount = (day: string, amount: string) =>
    amounts.set(day, addMoney(amounts.get(day) ?? "0", amount));
  for (const { day, currencyCode, orders: count, amount } of days) {
    orders.set(day, (orders.get(day) ?? 0) + count);
    if (currencyCode === range.currencyCode) addAmount(day, amount);
  }
  for (const { day, currencyCode, amount } of corrections)
    if (currencyCode === range.currencyCode) addAmount(day, amount);
  return dates.map((date) => ({
    date,
    orders: orders.get(date) ?? 0,
    amount: Number(amounts.get(date) ?? 0),
    units: units.get(date) ?? [],
  }));
}

/** The instants of some days, from which on the orders page lists orders as upcoming: older ones wait for a person. */
export async function findPlannedSpan(shop: PrincipalShop, range: DayRange, now: Date): Promise<PlannedSpan> {
  const { missedBefore } = (await prepareSelection(shop, null, now))({
    tab: "upcoming",
    from: null,
    before: null,
    status: null,
  });
  return {
    from: new Date(Math.max(Number(startOfDay(range.from, shop.timeZone, 0)), Number(missedBefore))),
    before: startOfDay(range.to, shop.timeZone, 1),
    days: listPointDates(range, "DAY").map((date) => ({ date, start: startOfDay(date, shop.timeZone, 0) })),
  };
}

/** @field usualAmount by its contract @field amount by how much more or less it costs; decimal strings */
type Correction = {
  day: string;
  currencyCode: string;
  isCharged: boolean;
  usualAmount: string;
  amount: string;
};

/** By how much more or less than usual the unusual orders cost. */
export async function listCorrections(shopId: number, span: PlannedSpan): Promise<Correction[]> {
  const unusual = await listUnusualOrders(shopId, span);
  const amounts = await priceRows(
    shopId,
    unusual.map(({ id }) => ({ id, amount: null })),
  );
  return unusual.map(({ id, ...order }) => ({
    ...order,
    amount: subtractMoney(amounts.get(id) ?? order.usualAmount, order.usualAmount),
  }));
}

async function listUnits(shopId: number, span: PlannedSpan): Promise<Map<string, PlannedUnits[]>> {
  const sums = await sumPlannedUnits(shopId, span);
  const ids = [...new Set(sums.flatMap(({ variantId }) => (variantId === null ? [] : [variantId])))];
  const { variants } = await findTitles(shopId, { products: [], variants: ids });
  const others = await findLineTitles(
    shopId,
    ids.filter((id) => !variants.has(id)),
  );
  const units = new Map<string, PlannedUnits[]>();
  for (const { day, variantId, quantity } of sums) {
    const title = variantId === null ? null : (variants.get(variantId) ?? others.get(variantId) ?? null);
    const ofDay = units.get(day) ?? [];
    ofDay.push({ variantId, title, quantity });
    units.set(day, ofDay);
  }
  return units;
}
