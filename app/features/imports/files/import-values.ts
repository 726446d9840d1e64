import { isCountryCode } from "~/lib/addresses/countries";
import { isCurrencyCode } from "~/lib/currencies";
import { MAX_INTERVAL_COUNT } from "~/lib/limits";
import { currencyDecimals } from "~/lib/money";
import { INTERVALS, type Interval } from "~db/schema/intervals";

/** Why a text is not a value of its kind; a sentence for the merchant. */
export class Invalid {
  constructor(readonly reason: string) {}
}

/** Text of a cell, trimmed and not empty → value. The rules of wire.md §3 and of the contract record. */
export type ParseValue<T> = (text: string) => T | Invalid;

const GID_FORM = /^gid:\/\/[a-z][\w-]*\/\w+\/(\d+)(?:\?.*)?$/i;
const FLOAT_FORM = /^\d+(\.\d+)?e\+?\d+$/i;
const INSTANT_FORM =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)$/i;
const MONEY_FORM = /^\d{1,10}(?:\.\d{1,4}0*)?$/;
const EMAIL_FORM = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+\.[^\s@"(),:;<>[\]\\.]+$/;

/** Spreadsheets put an apostrophe before a number to keep its digits as they are. */
const withoutApostrophe = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);

/** A platform id: a whole number from 1 to 2^53-1, plain or as gid (wire.md §1 "Ids"). */
export const parseId: ParseValue<number> = (text) => {
  const plain = withoutApostrophe(text);
  const digits = GID_FORM.exec(plain)?.[1] ?? plain;
  if (FLOAT_FORM.test(digits))
    return new Invalid("A spreadsheet has rounded this id; export the file again.");
  const id = /^\d{1,16}$/.test(digits) ? Number(digits) : 0;
  return Number.isSafeInteger(id) && id > 0
    ? id
    : new Invalid("Expected an id: a whole number from 1 to 2^53-1.");
};

export const parseText =
  (maxLength: number): ParseValue<string> =>
  (text) =>
    text.length <= maxLength ? text : new Invalid(`Longer than ${maxLength} characters.`);

/** Phones and zips: text that may carry the spreadsheet's apostrophe. */
export const parseCode: ParseValue<string> = (text) => parseText(50)(withoutApostrophe(text));

/** A non-negative decimal with a point, as numeric(14,4) keeps it. */
export const parseMoney: ParseValue<string> = (text) =>
  MONEY_FORM.test(text)
    ? text
    : new Invalid(
        "Expected an amount such as 12.50: digits, a point, at most 4 decimals, no sign and no currency.",
      );

/** Why an amount is rounded: "JPY has no decimals", "USD has 2 decimals". */
export function toDecimalsText(currencyCode: string): string {
  const decimals = currencyDecimals(currencyCode);
  return `${currencyCode} has ${decimals === 0 ? "no" : decimals} decimals`;
}

/** An instant with its zone, between 1970 and 2200. */
export const parseInstant: ParseValue<Date> = (text) => {
  const invalid = new Invalid("Expected a date and time with its zone, such as 2027-02-19T18:00:00Z.");
  const parts = INSTANT_FORM.exec(text);
  if (!parts) return invalid;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (year < 1970 || year >= 2200) return new Invalid("Expected a year from 1970 to 2199.");
  const local = Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number((parts[7] ?? "").slice(0, 3).padEnd(3, "0")),
  );
  const back = new Date(local);
  const exists =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!exists) return new Invalid("There is no such date or time of day.");
  const offset = toOffsetMinutes(parts[8] ?? "Z");
  return offset === null ? invalid : new Date(local - offset * 60_000);
};

function toOffsetMinutes(zone: string): number | null {
  if (/^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

export const parseCurrency: ParseValue<string> = (text) => {
  const code = text.toUpperCase();
  return isCurrencyCode(code) ? code : new Invalid("Expected a currency code of ISO 4217, such as EUR.");
};

export const parseCountry: ParseValue<string> = (text) => {
  const code = text.toUpperCase();
  return isCountryCode(code)
    ? code
    : new Invalid("Expected a country code of ISO 3166-1, two letters such as NL.");
};

/** A province code, with or without its country in front ("JP-13" and "13" are both Tokyo). */
export const parseProvince =
  (countryCode: string | null): ParseValue<string> =>
  (text) => {
    const [, prefix, code] = /^(?:([A-Z]{2})-)?([A-Z0-9]{1,6})$/.exec(text.toUpperCase()) ?? [];
    if (code === undefined)
      return new Invalid("Expected a province code of ISO 3166-2, such as 13 or JP-13.");
    if (prefix !== undefined && countryCode !== null && prefix !== countryCode)
      return new Invalid(`The province is in ${prefix}, but the country is ${countryCode}.`);
    return code;
  };

const STATUS_LABELS = new Map([
  ["ACTIVE", "ACTIVE"],
  ["PAUSED", "PAUSED"],
  ["CANCELLED", "CANCELLED"],
  ["CANCELED", "CANCELLED"],
  ["EXPIRED", "EXPIRED"],
  ["FAILED", "FAILED"],
] as const);
export const parseStatus = parseEnum(STATUS_LABELS);

export const parseInterval = parseEnum(new Map(INTERVALS.map((interval) => [interval, interval] as const)));

/** The platform writes SHIPPING, LOCAL and PICK_UP; its older exports and other tools write the longer names. */
const DELIVERY_LABELS = new Map([
  ["SHIPPING", "SHIPPING"],
  ["LOCAL", "LOCAL_DELIVERY"],
  ["LOCAL_DELIVERY", "LOCAL_DELIVERY"],
  ["PICK_UP", "PICKUP"],
  ["PICKUP", "PICKUP"],
  ["LOCAL_PICKUP", "PICKUP"],
  ["NONE", "NONE"],
] as const);
export const parseDeliveryMethod = parseEnum(DELIVERY_LABELS);

function parseEnum<T extends string>(byName: ReadonlyMap<string, T>): ParseValue<T> {
  const invalid = new Invalid(`Expected one of ${[...new Set(byName.values())].join(", ")}.`);
  return (text) => byName.get(text.toUpperCase().replace(/[\s-]+/g, "_")) ?? invalid;
}

export const parseIntervalCount = (interval: Interval | null): ParseValue<number> =>
  parseCount(MAX_INTERVAL_COUNT[interval ?? "DAY"]);

export function parseCount(max: number): ParseValue<number> {
  const invalid = new Invalid(`Expected a whole number from 1 to ${max}.`);
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return count >= 1 && count <= max ? count : invalid;
  };
}

/** Checks the form of an e-mail address only. */
export const parseEmail: ParseValue<string> = (text) =>
  text.length <= 254 && EMAIL_FORM.test(text)
    ? text
    : new Invalid("Expected an e-mail address such as ada@example.com.");

export const parseYesNo: ParseValue<boolean> = (text) => {
  if (/^(yes|true|1)$/i.test(text)) return true;
  if (/^(no|false|0)$/i.test(text)) return false;
  return new Invalid("Expected yes or no.");
};
