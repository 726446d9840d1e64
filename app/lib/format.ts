import { DAY_MS } from "./days";

/**
 * How dates, money and frequencies read. Pure: the time zone and "now" are passed in, so that server and browser
 * render the same text. Parts are joined here because the separators of Intl differ between versions of its data.
 */
export type Instant = Date | string;

const LOCALE = "en";
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building an Intl formatter costs some 50 µs: one per zone and style is kept. */
function formatter(style: "date" | "time" | "numbers", timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  let found = formatters.get(key);
  if (!found) {
    const options: Intl.DateTimeFormatOptions =
      style === "date"
        ? { day: "numeric", month: "short", year: "numeric" }
        : style === "time"
          ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
          : { day: "2-digit", month: "2-digit", year: "numeric" };
    found = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone });
    formatters.set(key, found);
  }
  return found;
}

function parts(
  style: "date" | "time" | "numbers",
  instant: Instant,
  timeZone: string,
): Record<string, string> {
  const list = formatter(style, timeZone).formatToParts(new Date(instant));
  return Object.fromEntries(list.map(({ type, value }) => [type, value]));
}

/** In quotation marks; those in the text itself become single ones. */
export const quote = (text: string): string => `“${text.replaceAll("“", "‘").replaceAll("”", "’")}”`;

/** `21 Nov 2026`, the day in the given zone. */
export function formatDate(instant: Instant, timeZone: string): string {
  const { day, month, year } = parts("date", instant, timeZone);
  return `${day} ${month} ${year}`;
}

/** `21 Nov 2026, 14:05`, in the given zone. */
export function formatDateTime(instant: Instant, timeZone: string): string {
  const { hour, minute } = parts("time", instant, timeZone);
  return `${formatDate(instant, timeZone)}, ${hour}:${minute}`;
}

/** `2026-11-21`, the day in the given zone, as date fields and `<time>` want it. */
export function toDayString(instant: Instant, timeZone: string): string {
  const { day, month, year } = parts("numbers", instant, timeZone);
  return `${year}-${month}-${day}`;
}

/** `today`, `tomorrow`, `in 5 days`, `3 days ago` by calendar days of the zone; beyond 30 days the date. */
export function formatRelativeDay(instant: Instant, now: Instant, timeZone: string): string {
  const dayNumber = (at: Instant) => Date.parse(toDayString(at, timeZone)) / DAY_MS;
  const days = dayNumber(instant) - dayNumber(now);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  if (Math.abs(days) > 30) return formatDate(instant, timeZone);
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** `just now`, `5 minutes ago`, `2 hours ago` within a day, else as `formatRelativeDay`. For what has happened. */
export function formatAgo(instant: Instant, now: Instant, timeZone: string): string {
  const minutes = Math.floor((new Date(now).getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} ${minutes === 1 ? "minute" : "minutes"} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} ${hours === 1 ? "hour" : "hours"} ago`;
  return formatRelativeDay(instant, now, timeZone);
}

/** `in a moment`, `in 5 minutes`, `in 2 hours` within a day, else as `formatRelativeDay`. For what is to happen. */
export function formatUntil(instant: Instant, now: Instant, timeZone: string): string {
  const minutes = Math.round((new Date(instant).getTime() - new Date(now).getTime()) / 60_000);
  if (minutes < 1) return "in a moment";
  if (minutes < 60) return `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `in ${hours} ${hours === 1 ? "hour" : "hours"}`;
  return formatRelativeDay(instant, now, timeZone);
}

const moneyFormatters = new Map<string, Intl.NumberFormat>();

function moneyFormatter(currencyCode: string): Intl.NumberFormat {
  let found = moneyFormatters.get(currencyCode);
  if (!found) {
    found = new Intl.NumberFormat(LOCALE, { style: "currency", currency: currencyCode });
    moneyFormatters.set(currencyCode, found);
  }
  return found;
}

/** `€1,234.50`: an amount as decimal string or number, with the currency's own decimals (more where it has them). */
export function formatMoney(amount: string | number, currencyCode: string): string {
  const format = moneyFormatter(currencyCode);
  // A string keeps every digit; the narrow spaces of some versions of the data become the one of the others.
  return format.format(amount as Intl.StringNumericLiteral).replaceAll("\u202f", "\u00a0");
}

const countFormatter = new Intl.NumberFormat(LOCALE);

/** `12,345`. */
export const formatCount = (count: number): string => countFormatter.format(count);

/** `Every month`, `Every 2 weeks`: a billing or delivery policy's interval and count. */
export function formatFrequency(interval: string, count: number): string {
  const unit = interval.toLowerCase();
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

/** "1 order", "3 orders". */
export const formatOrders = (count: number): string => (count === 1 ? "1 order" : `${count} orders`);
