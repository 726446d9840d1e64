import type { PrincipalShop } from "~/access/principal";
import { findNextWork } from "~/features/billing/run/due-orders.repo.server";
import { daysAfterAtHour, toDueDates } from "~/features/billing/settings/billing-day";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import {
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
 * Orders before `until` are to be announced at `now`, those before `due` are being charged; null = the shop announces
 * none.
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
 * `upcoming-order-notification`, docs/wire.md §6); one that is planned later than that, on the next day. Each date once,
 * in shops that have set the number of days. An order
 * that is moved to a date already announced is not announced: whoever moved it knows.
 *
 * @param now of the shop's clock
 */
export async function announceOrders(shop: Shop, settings: BillingSettings, now: Date): Promise<void> {
  const span = await findSpan(shop, settings, now);
  if (!span) return;
  await inTransaction(async (tx) => {
    // The first time only those of one day: customers are notified that many days ahead, not of everything before at
    // once.
    const done = await lockAnnouncedUntil(tx, shop.id);
    const from = new Date(Math.max(+(done ?? span.dayBefore), +span.due));
    if (from >= span.until) return;
    // Orders are planned three ahead: those of a frequent contract come after the day of their announcement.
    const billing = { timeZone: shop.timeZone, hour: settings.billingHour };
    const late = done
      ? { from: span.due, since: daysAfterAtHour(done, -span.days - 1, billing) }
      : { from, since: now };
    await insertAnnouncements(tx, shop.id, { from, until: span.until, late, now });
    await saveAnnouncedUntil(tx, shop.id, span.until);
  });
}

/** When the next order is announced, after `now`; null = none, as far as they are planned. */
export async function findNextAnnouncement(
  shop: Shop,
  settings: BillingSettings,
  now: Date,
): Promise<Date | null> {
  const span = await findSpan(shop, settings, now);
  if (!span) return null;
  const { billingDate } = await findNextWork(shop.id, { now, before: span.until });
  const billing = { timeZone: shop.timeZone, hour: settings.billingHour };
  return billingDate && daysAfterAtHour(billingDate, -span.days, billing);
}
