import type { PrincipalShop } from "~/access/principal";
import { prepareSelection, priceRows } from "~/features/billing/orders-admin/order-list-page.service.server";
import { type DayRange, listPointDates } from "~/features/insights/definitions/day-range";
import { findTitles } from "~/features/insights/facts/fact-sums.repo.server";
import { addMoney, subtractMoney } from "~/lib/money";
import { startOfDay } from "~/lib/shop-calendar.server";
import {
  findLineTitles,
  listUnusualOrders,
  type PlannedSpan,
  sumPlannedDays,
  sumPlannedUnits,
} from "./calendar.repo.server";
import type { PlannedDays } from "./planned-days";

/**
 * The planned orders of each day (wire.md §8): those of the orders page's tab "Upcoming", filtered by that day. A
 * contract has its next three orders planned; later ones are not included.
 */
export async function readPlannedDays(shop: PrincipalShop, range: DayRange, now: Date): Promise<PlannedDays> {
  const span = await findPlannedSpan(shop, range, now);
  const [sums, units, corrections] = await Promise.all([
    sumPlannedDays(shop.id, span),
    listUnits(shop.id, span),
    listCorrections(shop.id, span),
  ]);
  const orders = new Map<string, number>();
  const amounts = new Map<string, Map<string, string>>(span.days.map(({ date }) => [date, new Map()]));
  const addAmount = ({
    day,
    currencyCode,
    amount,
  }: {
    day: string;
    currencyCode: string;
    amount: string;
  }) => {
    const ofDay = amounts.get(day);
    ofDay?.set(currencyCode, addMoney(ofDay.get(currencyCode) ?? "0", amount));
  };
  for (const sum of sums) {
    orders.set(sum.day, (orders.get(sum.day) ?? 0) + sum.orders);
    addAmount(sum);
  }
  for (const correction of corrections) addAmount(correction);
  return {
    variants: units.variants,
    days: span.days.map(({ date }) => ({
      date,
      orders: orders.get(date) ?? 0,
      amounts: Object.fromEntries(
        [...(amounts.get(date) ?? [])].map(([currencyCode, amount]) => [currencyCode, Number(amount)]),
      ),
      units: units.byDay.get(date) ?? [],
    })),
  };
}

/**
 * The instants of some days, beginning no earlier than the first date that the orders page lists as upcoming: older
 * orders wait for a person.
 */
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

/** @field usualAmount by its contract @field amount the difference; decimal strings */
type Correction = {
  day: string;
  currencyCode: string;
  isCharged: boolean;
  usualAmount: string;
  amount: string;
};

/** By how much the amounts of orders differ from the usual. */
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

/** The variants needed on these days, and their units by day. */
async function listUnits(shopId: number, span: PlannedSpan) {
  const sums = await sumPlannedUnits(shopId, span);
  const all = [...new Set(sums.map(({ variantId }) => variantId))];
  const ids = all.filter((id) => id !== null);
  const { variants: titles } = await findTitles(shopId, { products: [], variants: ids });
  const others = await findLineTitles(
    shopId,
    ids.filter((id) => !titles.has(id)),
  );
  const variants: PlannedDays["variants"] = all.map((variantId) => ({
    variantId,
    title: variantId === null ? null : (titles.get(variantId) ?? others.get(variantId) ?? null),
  }));
  const placeOf = new Map(all.map((variantId, place) => [variantId, place]));
  const byDay = new Map<string, [number, number][]>();
  for (const { day, variantId, quantity } of sums) {
    const ofDay = byDay.get(day) ?? [];
    ofDay.push([placeOf.get(variantId) ?? 0, quantity]);
    byDay.set(day, ofDay);
  }
  return { variants, byDay };
}
