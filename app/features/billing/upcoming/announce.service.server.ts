import type { PrincipalShop } from "~/access/principal";
import { findNextWork } from "~/features/billing/run/due-orders.repo.server";
import { daysAfterAtHour, toDueDates, toDueInstant } from "~/features/billing/settings/billing-day";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import {
  type Announced,
  findAnnouncedUntil,
  hasToAnnounce,
  insertAnnouncements,
  lockAnnouncedUntil,
  saveAnnouncedUntil,
} from "~/features/billing/upcoming/announce.repo.server";
import { findNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { toDayString } from "~/lib/format";
import { startOfDay } from "~/lib/shop-calendar.server";
import { inTransaction } from "~db/transaction.server";

type Shop = Pick<PrincipalShop, "id" | "timeZone">;

/**
 * Orders before `until` are announced at `now`; those before `due` are being charged. Null = the shop announces none.
 */
async function findSpan({ id, timeZone }: Shop, { billingHour: hour }: BillingSettings, now: Date) {
  const settings = await findNoticeSettings(id);
  if (!settings) return null;
  const { before: due } = toDueDates(now, { timeZone, hour });
  const on = (days: number) => startOfDay(toDayString(due, timeZone), timeZone, days);
  return {
    due,
    days: settings.upcomingDays,
    until: on(settings.upcomingDays),
    dayBefore: on(settings.upcomingDays - 1),
  };
}

/**
 * Announces orders at the shop's number of days before their date, at the billing hour (event
 * `upcoming-order-notification`, docs/wire.md §6); an order that is planned later than that is announced on the next
 * day. Each date is announced once, in shops that have set the number of days. An order that is moved to a date already
 * announced is not: the person who moved it knows.
 *
 * @param now of the shop's clock
 */
export async function announceOrders(shop: Shop, settings: BillingSettings, now: Date): Promise<void> {
  const span = await findSpan(shop, settings, now);
  if (!span) return;
  await inTransaction(async (tx) => {
    const announced = toAnnounced(shop, settings, span, await lockAnnouncedUntil(tx, shop.id), now);
    if (!announced) return;
    await insertAnnouncements(tx, shop.id, announced, now);
    await saveAnnouncedUntil(tx, shop.id, span.until);
  });
}

type Span = NonNullable<Awaited<ReturnType<typeof findSpan>>>;

/** What a run at `now` announces, after orders before `done` were announced; null = nothing. */
function toAnnounced(
  { timeZone }: Shop,
  { billingHour: hour }: BillingSettings,
  { due, days, until, dayBefore }: Span,
  done: Date | null,
  now: Date,
): Announced | null {
  // The first time only the orders of one day: customers are notified that many days ahead, not of all earlier orders
  // at once.
  const from = new Date(Math.max(+(done ?? dayBefore), +due));
  if (from >= until) return null;
  // Only three orders are planned ahead: those of a frequent contract may come after the day of their announcement.
  const late = done
    ? { from: due, since: daysAfterAtHour(done, -days - 1, { timeZone, hour }) }
    : { from, since: now };
  return { from, until, late };
}

/** When the next order is announced, after `now`; null = none, as far as they are planned. */
export async function findNextAnnouncement(
  shop: Shop,
  settings: BillingSettings,
  now: Date,
): Promise<Date | null> {
  const span = await findSpan(shop, settings, now);
  if (!span) return null;
  const billing = { timeZone: shop.timeZone, hour: settings.billingHour };
  const nextRun = toDueInstant(span.due, billing);
  if (await announcesAt(shop, settings, nextRun)) return nextRun;
  const { billingDate } = await findNextWork(shop.id, { now, before: span.until });
  return billingDate && daysAfterAtHour(billingDate, -span.days, billing);
}

async function announcesAt(shop: Shop, settings: BillingSettings, at: Date): Promise<boolean> {
  const span = await findSpan(shop, settings, at);
  const announced = span && toAnnounced(shop, settings, span, await findAnnouncedUntil(shop.id), at);
  return announced !== null && (await hasToAnnounce(shop.id, announced));
}
