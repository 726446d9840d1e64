import type { PrincipalShop } from "~/access/principal";
import { findNextWork } from "~/features/billing/run/due-orders.repo.server";
import { daysAfterAtHour, toDueDates, toDueInstant } from "~/features/billing/settings/billing-day";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import { listBillingHours } from "~/features/billing/settings/billing-settings.repo.server";
import { toDatesOfShops } from "~/features/billing/settings/dates-of-shops";
import { findNoticeSettings, listUpcomingDays } from "~/features/notice-settings/notice-settings.repo.server";
import { toDayString } from "~/lib/format";
import { startOfDay } from "~/lib/shop-calendar.server";
import { inTransaction } from "~db/transaction.server";
import {
  type Announced,
  findAnnouncedUntil,
  hasToAnnounce,
  insertAnnouncements,
  listAnnouncedUntil,
  lockAnnouncedUntil,
  saveAnnouncedUntil,
} from "./announce.repo.server";

type Shop = Pick<PrincipalShop, "id" | "timeZone">;
type Span = ReturnType<typeof toSpan>;

/** Orders before `until` are announced at `now`; those before `due` are being charged. */
function toSpan({ timeZone }: Shop, hour: number, days: number, now: Date) {
  const { before: due } = toDueDates(now, { timeZone, hour });
  const on = (count: number) => startOfDay(toDayString(due, timeZone), timeZone, count);
  return { due, days, until: on(days), dayBefore: on(days - 1) };
}

/** Null = the shop announces none. */
async function findSpan(shop: Shop, { billingHour }: BillingSettings, now: Date): Promise<Span | null> {
  const settings = await findNoticeSettings(shop.id);
  return settings && toSpan(shop, billingHour, settings.upcomingDays, now);
}

/**
 * Those of these shops whose orders have not been announced yet as far as they can be: each shop once a day. For the job
 * of every minute: its number of statements does not grow with the shops, and dates are computed once for each time zone,
 * billing hour and number of days. A shop of which that cannot be found out is one of them: its turn fails and says why.
 *
 * @param now of their clocks
 */
export async function listShopsToAnnounce<S extends Shop>(shops: readonly S[], now: Date): Promise<S[]> {
  const daysOf = await listUpcomingDays();
  const untilOf = await listAnnouncedUntil();
  const hourOf = await listBillingHours();
  const announcing = shops.flatMap((shop) => {
    const days = daysOf.get(shop.id);
    return days === undefined ? [] : [{ shop, days, hour: hourOf(shop.id) }];
  });
  const { dated, failed } = toDatesOfShops(
    announcing,
    ({ shop, days, hour }) => `${days} ${hour} ${shop.timeZone}`,
    ({ shop, days, hour }) => toSpan(shop, hour, days, now),
  );
  const toAnnounceNow = dated.filter(
    ({ shop: { shop }, dates: span }) => toFirst(span, untilOf.get(shop.id) ?? null) < span.until,
  );
  return [...toAnnounceNow, ...failed].map(({ shop: { shop } }) => shop);
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

/** What a run at `now` announces, after orders before `done` were announced; null = nothing. */
function toAnnounced(
  { timeZone }: Shop,
  { billingHour: hour }: BillingSettings,
  span: Span,
  done: Date | null,
  now: Date,
): Announced | null {
  const { due, days, until } = span;
  const from = toFirst(span, done);
  if (from >= until) return null;
  // Only three orders are planned ahead: those of a frequent contract may come after the day of their announcement.
  const late = done
    ? { from: due, since: daysAfterAtHour(done, -days - 1, { timeZone, hour }) }
    : { from, since: now };
  return { from, until, late };
}

/**
 * Orders from this date on are announced, after those before `done`. The first time only those of one day: customers are
 * notified that many days ahead, not of all earlier orders at once.
 */
const toFirst = ({ due, dayBefore }: Span, done: Date | null): Date =>
  new Date(Math.max(+(done ?? dayBefore), +due));

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
