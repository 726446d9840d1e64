import { directionOf, nameIn } from "~/features/portal-settings/portal-languages";
import { isCountryCode } from "~/lib/addresses/countries";
import { DAY_MS } from "~/lib/days";
import { toDayString } from "~/lib/format";
import { writeDate } from "~/lib/languages/dates";
import { colonIn } from "~/lib/languages/wording";
import type { PortalLocale } from "./portal-language";

/** Formats for a customer: in their language, the shop's time zone, the contract's currency. */
export type PortalFormat = {
  /** `Tuesday, December 1`; with the year if it is not the present one. */
  date(instant: Date): string;
  /** `December 1, 2026`, for past dates. */
  pastDate(instant: Date): string;
  /** `2026-12-01`, the day in the shop's time zone, for date fields and `<time>`. */
  day(instant: Date): string;
  /** `in 5 days`, by calendar days of the shop's time zone. */
  relativeDay(instant: Date): string;
  money(amount: string, currencyCode: string): string;
  number(value: number): string;
  /** `6, 12 or 24`. */
  either(values: readonly string[]): string;
  /** `10%`, of a decimal string in percent. */
  percent(percent: string): string;
  /** `12/2027`, as the locale writes month and year. */
  month(year: number, month: number): string;
  /** A country's name by its ISO 3166-1 alpha-2 code; null for any other text. */
  country(code: string): string | null;
  /** Separates a label from its value. */
  colon: string;
  /** A name within a sentence, isolated so that it keeps its own direction. */
  name(name: string): string;
};

/** Regions come from browsers, so the number of kept formatters is limited. */
const MAX_KEPT = 500;
type Writer =
  | Intl.DateTimeFormat
  | Intl.NumberFormat
  | Intl.RelativeTimeFormat
  | Intl.DisplayNames
  | Intl.ListFormat;
const kept = new Map<string, Writer>();

/** Keeps formatters: building an Intl formatter costs some 50 µs. */
function keep<T extends Writer>(key: string, build: () => T): T {
  const found = kept.get(key) as T | undefined;
  if (found) return found;
  if (kept.size >= MAX_KEPT) kept.clear();
  const built = build();
  kept.set(key, built);
  return built;
}

const LONG = { weekday: "long", day: "numeric", month: "long" } as const;
const STYLES = {
  near: LONG,
  far: { ...LONG, year: "numeric" },
  past: { day: "numeric", month: "long", year: "numeric" },
} as const;

/** Formats a decimal string as money, with the currency's decimals; it never becomes a float. */
export function writeMoney({ language, locale }: PortalLocale, amount: string, currencyCode: string): string {
  const writer = keep(
    `${currencyCode} ${locale}`,
    () => new Intl.NumberFormat(locale, { style: "currency", currency: currencyCode }),
  );
  const digits = amount as Intl.StringNumericLiteral;
  if (directionOf(language) === "ltr") return writer.format(digits);
  // Otherwise "US$" would be displayed as "$US".
  return writer
    .formatToParts(digits)
    .map(({ type, value }) => (type === "currency" ? nameIn(language, value) : value))
    .join("");
}

/** A country's name by its ISO 3166-1 alpha-2 code; null for any other text. */
export const writeCountry = ({ locale }: Pick<PortalLocale, "locale">, code: string): string | null =>
  isCountryCode(code)
    ? (keep(
        `country ${locale}`,
        () => new Intl.DisplayNames(locale, { type: "region", fallback: "none" }),
      ).of(code) ?? null)
    : null;

export function createPortalFormat(
  { language, locale }: PortalLocale,
  timeZone: string,
  now: Date,
): PortalFormat {
  const write = (style: keyof typeof STYLES, instant: Date) =>
    writeDate(
      keep(
        `${style} ${locale} ${timeZone}`,
        () => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone }),
      ),
      locale,
      instant,
    );
  // A page formats the same few instants again and again.
  const days = new Map<number, string>();
  const day = (instant: Date) => {
    const known = days.get(instant.getTime()) ?? toDayString(instant, timeZone);
    days.set(instant.getTime(), known);
    return known;
  };
  const dayNumber = (instant: Date) => Date.parse(day(instant)) / DAY_MS;
  const number = (style: string, options: Intl.NumberFormatOptions) =>
    keep(`${style} ${locale}`, () => new Intl.NumberFormat(locale, options));
  return {
    date: (instant) => write(day(instant).slice(0, 4) === day(now).slice(0, 4) ? "near" : "far", instant),
    pastDate: (instant) => write("past", instant),
    day,
    relativeDay: (instant) =>
      keep(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" })).format(
        dayNumber(instant) - dayNumber(now),
        "day",
      ),
    money: (amount, currencyCode) => writeMoney({ language, locale }, amount, currencyCode),
    number: (value) => number("number", {}).format(value),
    either: (values) =>
      keep(`either ${locale}`, () => new Intl.ListFormat(locale, { type: "disjunction" })).format(values),
    percent: (percent) =>
      number("percent", { style: "percent", maximumFractionDigits: 2 }).format(Number(percent) / 100),
    month: (year, month) =>
      keep(
        `month ${locale}`,
        () => new Intl.DateTimeFormat(locale, { month: "2-digit", year: "numeric", timeZone: "UTC" }),
      ).format(Date.UTC(year, month - 1, 15)),
    country: (code) => writeCountry({ locale }, code),
    colon: colonIn(language),
    name: (name) => nameIn(language, name),
  };
}
