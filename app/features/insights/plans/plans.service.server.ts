import type { PrincipalShop } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import { readPlannedDays } from "~/features/insights/calendar/calendar.service.server";
import { CALENDAR_DAYS, toCalendarPlan } from "~/features/insights/calendar/calendar-plan";
import { type CalendarDay, cutDays, toCalendar } from "~/features/insights/calendar/planned-days";
import { addDays, type DayRange } from "~/features/insights/definitions/day-range";
import type { InsightRange } from "~/features/insights/facts/overview.service.server";
import { FORECAST_DAYS, readForecastSource } from "~/features/insights/forecast/forecast.service.server";
import { toDayString } from "~/lib/format";
import { ProblemError } from "~/lib/problem";
import { enqueue, hasLiveJob } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { deleteSnapshot, findSnapshot, listShopsToSum, saveSnapshot } from "./plan-snapshots.repo.server";
import type { Plans } from "./plans";

/** With fewer active contracts everything is summed for each page: some hundredths of a second. */
export const LEAST_ACTIVE = 10_000;

/** A snapshot from before midnight is still valid after it: it has a day more than is shown. */
const SPARE_DAYS = 1;

/** The next days of a shop, today included. */
export function toNextDays(shop: PrincipalShop, now: Date, days: number): DayRange {
  const from = toDayString(now, shop.timeZone);
  return { from, to: addDays(from, days - 1) };
}

/** Number of days that each part shows. */
const DAYS_OF: Record<keyof Plans, number> = {
  calendar: CALENDAR_DAYS,
  units: CALENDAR_DAYS,
  forecast: FORECAST_DAYS,
};

async function sumUnits(shop: PrincipalShop, now: Date): Promise<Plans["units"]> {
  return readPlannedDays(shop, toNextDays(shop, now, CALENDAR_DAYS + SPARE_DAYS), now);
}

const toPlan = ({ currencyCode }: PrincipalShop, units: Plans["units"]): Plans["calendar"] =>
  toCalendarPlan(toCalendar(units, currencyCode));

/** How each part is summed. */
const SUMS: { [P in keyof Plans]: (shop: PrincipalShop, now: Date) => Promise<Plans[P]> } = {
  calendar: async (shop, now) => toPlan(shop, await sumUnits(shop, now)),
  units: sumUnits,
  forecast: (shop, now) => readForecastSource(shop, toNextDays(shop, now, FORECAST_DAYS + SPARE_DAYS), now),
};

/** Cuts a part to the days that are shown. */
const CUTS: { [P in keyof Plans]: (plan: Plans[P], days: DayRange) => Plans[P] } = {
  calendar: (plan, { from, to }) => plan.filter(({ date }) => date >= from && date <= to),
  units: cutDays,
  forecast: (plan, { from, to }) => ({
    from,
    days: plan.days.filter(({ day }) => day >= from && day <= to),
  }),
};

/** @field asOf by the real clock, null: now @field plan null: it is being summed, and soon available */
type ReadPlan<P extends keyof Plans> = { asOf: Date | null; plan: Plans[P] | null };

/**
 * A part of a shop's plans: as they are now or, for a shop with many contracts, as of some minutes ago (decisions 060
 * and 073).
 */
export async function readPlan<P extends keyof Plans>(
  shop: PrincipalShop,
  now: Date,
  part: P,
): Promise<ReadPlan<P>> {
  const days = toNextDays(shop, now, DAYS_OF[part]);
  const kept = await findKept(shop, days.from, part);
  const { asOf, plan } = kept ?? { asOf: null, plan: await SUMS[part](shop, now) };
  return { asOf, plan: plan && CUTS[part](plan, days) };
}

/** @returns null for a shop whose plans are summed for each page */
async function findKept<P extends keyof Plans>(
  shop: PrincipalShop,
  today: string,
  part: P,
): Promise<ReadPlan<P> | null> {
  const days = { from: addDays(today, -SPARE_DAYS), to: today };
  const found = await findSnapshot(shop, days, part);
  if (found) return { asOf: found.takenAt, plan: found.plan };
  const [listed] = await listShopsToSum(LEAST_ACTIVE, shop.id);
  if (!listed?.isLarge) return null;
  await askForPlans(shop.id);
  return { asOf: null, plan: null };
}

/** Requests that a shop's plans are summed at once, unless that is under way. */
async function askForPlans(shopId: number): Promise<void> {
  const jobKey = `sum-plans/${shopId}`;
  if (await hasLiveJob(db, jobKey)) return;
  await enqueue(db, "sum-plans", { shopId }, { jobKey, maxAttempts: 3 });
}

const SUMMED_IN_SECONDS = 10;

/**
 * The answer when a file or JSON of a large shop is requested before its plans are summed: the connection must not wait
 * for that.
 */
export const plansAreBeingSummed = (): ProblemError =>
  new ProblemError("unavailable", "What is planned in this shop is being summed. Try again in a moment.", {
    headers: { "Retry-After": String(SUMMED_IN_SECONDS) },
  });

/**
 * The planned orders of each day of a range (wire.md §8). For a shop with many contracts the next 60 days come from the
 * snapshot; other days are always summed.
 *
 * @throws ProblemError unavailable
 */
export async function readCalendar(
  shop: PrincipalShop,
  range: InsightRange,
  now: Date,
): Promise<CalendarDay[]> {
  const next = toNextDays(shop, now, CALENDAR_DAYS);
  const isKept = range.from >= next.from && range.to <= next.to;
  const kept = isKept ? await findKept(shop, next.from, "units") : null;
  if (kept && !kept.plan) throw plansAreBeingSummed();
  const planned = kept?.plan ?? (await readPlannedDays(shop, range, now));
  return toCalendar(cutDays(planned, range), range.currencyCode);
}

/** The job's part: sums the plans of a shop with many contracts. A repeated run does the same again. */
export async function takePlanSnapshot(shop: PrincipalShop, now: Date, realNow: Date): Promise<void> {
  const units = await sumUnits(shop, now);
  const plans: Plans = { units, calendar: toPlan(shop, units), forecast: await SUMS.forecast(shop, now) };
  const today = toDayString(now, shop.timeZone);
  await saveSnapshot(shop.id, { today, timeZone: shop.timeZone, takenAt: realNow }, plans);
}

/** The job's part for one of `listShopsToSum`; deletes the snapshot of a shop that has become small. */
export async function sumPlansOfShop(
  { id, isLarge }: { id: number; isLarge: boolean },
  realNow: Date,
): Promise<void> {
  const shop = isLarge ? await findShopSettings(id) : null;
  if (shop) await takePlanSnapshot(shop, await findShopNow(shop, realNow), realNow);
  else await deleteSnapshot(id);
}
