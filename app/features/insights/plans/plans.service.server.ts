import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { readCalendar } from "~/features/insights/calendar/calendar.service.server";
import { CALENDAR_DAYS, toCalendarPlan } from "~/features/insights/calendar/calendar-plan";
import { toStock } from "~/features/insights/calendar/stock";
import { addDays } from "~/features/insights/definitions/day-range";
import { readForecastSource } from "~/features/insights/forecast/forecast.service.server";
import {
  deleteSnapshot,
  findSnapshot,
  saveSnapshot,
} from "~/features/insights/plans/plan-snapshots.repo.server";
import type { Plans } from "~/features/insights/plans/plans";
import { toDayString } from "~/lib/format";

/** With fewer active contracts everything is summed at each look: some hundredths of a second. */
export const LEAST_ACTIVE = 10_000;

async function sumPlan<P extends keyof Plans>(shop: PrincipalShop, now: Date, part: P): Promise<Plans[P]> {
  if (part === "forecast") return (await readForecastSource(shop, now)) as Plans[P];
  const days = await readNextDays(shop, now);
  return (part === "stock" ? toStock(days) : toCalendarPlan(days)) as Plans[P];
}

function readNextDays(shop: PrincipalShop, now: Date) {
  const from = toDayString(now, shop.timeZone);
  const range = { from, to: addDays(from, CALENDAR_DAYS - 1), currencyCode: shop.currencyCode };
  return readCalendar(shop, range, now);
}

/**
 * A part of what is planned in a shop: as it is now, or, of a shop with many contracts, as it was some minutes ago
 * (decision 060).
 *
 * @returns asOf null: now
 */
export async function readPlans<P extends keyof Plans>(
  shop: PrincipalShop,
  now: Date,
  part: P,
): Promise<{ asOf: Date | null } & Pick<Plans, P>> {
  const today = toDayString(now, shop.timeZone);
  const found = await findSnapshot(shop.id, { today, timeZone: shop.timeZone }, part);
  const plan = found ? found.plan : await sumPlan(shop, now, part);
  return { asOf: found?.takenAt ?? null, [part]: plan } as { asOf: Date | null } & Pick<Plans, P>;
}

/** The job's part: sum what a shop with many contracts has planned. A run that is repeated does the same again. */
export async function takePlanSnapshot(shop: PrincipalShop, now: Date, realNow: Date): Promise<void> {
  const days = await readNextDays(shop, now);
  const plans: Plans = {
    calendar: toCalendarPlan(days),
    stock: toStock(days),
    forecast: await readForecastSource(shop, now),
  };
  const today = toDayString(now, shop.timeZone);
  await saveSnapshot(shop.id, { today, timeZone: shop.timeZone, takenAt: realNow }, plans);
}

/** The job's part for one shop: a shop that has become small sums at each look again. */
export async function sumPlansOfShop(
  { id, isLarge }: { id: number; isLarge: boolean },
  realNow: Date,
): Promise<void> {
  const shop = isLarge ? await findShopSettings(id) : null;
  if (shop) await takePlanSnapshot(shop, await findShopNow(shop, realNow), realNow);
  else await deleteSnapshot(id);
}
