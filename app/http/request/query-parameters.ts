import { z } from "zod";
import { EXPECTED_PLATFORM_ID, type GidType, parsePlatformId, parseUuid } from "~/lib/gid";
import { readAs } from "~/lib/schemas/read-as";

/**
 * Building blocks of query schemas: each reads the text of one parameter, treats a blank one as missing, and says in
 * one sentence what it expects. `openapi` describes the parameter as the caller sees it. Source: wire.md §1
 * "Tolerance".
 */
type OpenApi = { description: string } & Record<string, unknown>;
type Reader<T> = (text: string) => T | null;

export const MISSING = "This parameter is required.";

function parameter<T>(expected: string, code: string, openapi: OpenApi, read: Reader<T>) {
  return z
    .string({ error: ({ input }) => (input === undefined ? MISSING : "Give this parameter once.") })
    .transform(
      readAs(
        (text: string): T | undefined | null => (text.trim() === "" ? undefined : read(text.trim())),
        expected,
        code,
      ),
    )
    .meta(openapi)
    .optional();
}

/** The same parameter, but required; a blank one counts as missing. */
export function required<I extends z.ZodType<unknown, string>>(schema: z.ZodOptional<I>) {
  type Value = Exclude<z.output<I>, undefined>;
  const read = (value: z.output<I>) => (value === undefined ? null : (value as Value));
  return schema.unwrap().transform(readAs(read, MISSING, "missing"));
}

/** An enum value, in any case unless `exactCase`. */
export function enumValue<const T extends string>(
  values: readonly T[],
  openapi: OpenApi,
  { exactCase = false }: { exactCase?: boolean } = {},
) {
  const byText = new Map<string, T>(values.map((each) => [each, each]));
  return parameter(
    `Use one of ${values.join(", ")}${exactCase ? ", in upper case" : ""}.`,
    "invalid_value",
    {
      type: "string",
      enum: [...values],
      ...openapi,
      description: `${openapi.description} ${exactCase ? "Upper case only." : "In any case."}`,
    },
    (text) => byText.get(exactCase ? text : text.toUpperCase()) ?? null,
  );
}

/** A whole number in plain digits. Error messages name the documented `maximum`, even where a larger one is accepted. */
export function wholeNumber(least: number, most: number, openapi: OpenApi & { maximum?: number }) {
  return parameter(
    `Use a whole number from ${least} to ${openapi.maximum ?? most}.`,
    "out_of_range",
    { type: "integer", minimum: least, maximum: most, example: least, ...openapi },
    (text) => {
      const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : null;
    },
  );
}

/** Ids as the documentation shows them; those of one example belong together. */
const EXAMPLE_IDS: Partial<Record<GidType, number>> = {
  Customer: 7_000_000_042,
  ProductVariant: 42_000_000_007,
  SubscriptionBillingAttempt: 7042,
  SubscriptionContract: 10_000_000_012,
};
export const EXAMPLE_UUID = "5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11";

/** A platform id, plain or as a gid of that type. */
export function platformId(type: GidType, openapi: OpenApi) {
  // A number or its gid form: `format` and `minimum` apply to the number only.
  const shape = { type: ["integer", "string"], format: "int64", minimum: 1 };
  return parameter(
    EXPECTED_PLATFORM_ID,
    "invalid_id",
    { ...shape, example: EXAMPLE_IDS[type], ...openapi },
    (text) => parsePlatformId(text, type),
  );
}

/** The id of a line or a discount: a uuid, plain or as a gid of that type. */
export function uuidOf(type: GidType, openapi: OpenApi) {
  return parameter(
    "Use the id as the contract shows it: a gid, or the uuid at its end.",
    "invalid_id",
    { type: "string", example: EXAMPLE_UUID, ...openapi },
    (text) => parseUuid(text, type),
  );
}

/** A text of a certain form. */
export function textOfForm(form: RegExp, expected: string, openapi: OpenApi) {
  return parameter(expected, "invalid_value", { type: "string", pattern: form.source, ...openapi }, (text) =>
    form.test(text) ? text : null,
  );
}

/**
 * A parameter that may be repeated: each of its texts is read; blank ones are ignored, and without any it is missing.
 */
export function severalTexts<T>(
  read: Reader<T>,
  { message, code, separator }: { message: string; code: string; separator?: string },
  openapi: OpenApi,
) {
  const readAll = (given: string | string[]): T[] | undefined | null => {
    const texts = [given].flat().flatMap((text) => (separator ? text.split(separator) : [text]));
    const values = texts.filter((text) => text.trim() !== "").map((text) => read(text.trim()));
    const valid = values.filter((value) => value !== null);
    if (valid.length < values.length) return null;
    return valid.length > 0 ? [...new Set(valid)] : undefined;
  };
  return z
    .union([z.string(), z.array(z.string())])
    .transform(readAs(readAll, message, code))
    .meta(openapi)
    .optional();
}

/** Platform ids separated by commas; the parameter may also be repeated. */
export const platformIds = (type: GidType, openapi: OpenApi) =>
  severalTexts(
    (text) => parsePlatformId(text, type),
    { message: `${EXPECTED_PLATFORM_ID} Separate several by commas.`, code: "invalid_id", separator: "," },
    { type: "string", ...openapi },
  );

export function flag(openapi: OpenApi) {
  return parameter(
    "Use true or false.",
    "invalid_value",
    { type: "boolean", default: false, ...openapi },
    (text) => {
      const lower = text.toLowerCase();
      return lower === "true" ? true : lower === "false" ? false : null;
    },
  );
}

const LONGEST_SEARCH = 255;

/** No e-mail address has a blank: it was a `+` that the caller did not encode (wire.md §2 "1 list"). */
export const withPlus = (email: string): string => email.replaceAll(" ", "+");

/** A customer's e-mail address, or part of one. */
export const emailText = (openapi: OpenApi) => searchText(openapi, withPlus);

/** Part of a name or an e-mail; names have no `@`. */
export const nameOrEmail = (openapi: OpenApi) =>
  searchText(openapi, (text) => (text.includes("@") ? withPlus(text) : text));

/** Part of a text to search for. */
export function searchText(openapi: OpenApi, toMeant = (text: string) => text) {
  return parameter(
    `Use at most ${LONGEST_SEARCH} characters, none of them a control character.`,
    "invalid_text",
    { type: "string", maxLength: LONGEST_SEARCH, ...openapi },
    // Postgres refuses NUL, and no name has other control characters.
    (text) => (text.length <= LONGEST_SEARCH && !/\p{Cc}|\p{Cs}/u.test(text) ? toMeant(text) : null),
  );
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,](\d{1,9}))?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/**
 * An instant: ISO 8601 with a zone, or a bare date, which means the start or the end of that UTC day. A `+` before the
 * offset that arrived as a space (not encoded by the caller) is accepted.
 */
export function instant(edge: "start" | "end", openapi: OpenApi) {
  return parameter(
    "Use an ISO 8601 date-time with a zone (2026-01-31T09:00:00Z) or a date (2026-01-31).",
    "invalid_date",
    { type: "string", format: "date-time", ...openapi },
    (text) => parseInstant(text, edge),
  );
}

/** An instant to set: ISO 8601 with a zone; no bare date, which would leave the time open. */
export function exactInstant(openapi: OpenApi) {
  return parameter(
    "Use an ISO 8601 date-time with a zone, e.g. 2026-01-31T09:00:00Z.",
    "invalid_date",
    { type: "string", format: "date-time", example: "2027-01-31T09:00:00Z", ...openapi },
    (text) => (DATE.test(text) ? null : parseInstant(text, "end")),
  );
}

/** A calendar day in the shop's time zone: 2026-01-31. */
export function calendarDay(openapi: OpenApi) {
  return parameter(
    "Use a day, e.g. 2026-01-31.",
    "invalid_date",
    { type: "string", format: "date", example: "2026-01-31", ...openapi },
    (text) => (isCalendarDay(text) ? text : null),
  );
}

/** Stored in milliseconds: finer digits are rounded up for a start and down for an end. */
function parseInstant(text: string, edge: "start" | "end"): Date | null {
  if (DATE.test(text)) {
    if (!isCalendarDay(text)) return null;
    return new Date(`${text}T${edge === "start" ? "00:00:00.000" : "23:59:59.999"}Z`);
  }
  const written = text.replace(/ (?=\d{2}:?\d{2}$)/, "+");
  const match = INSTANT.exec(written);
  if (!match?.[1] || !isCalendarDay(match[1])) return null;
  const digits = match[2] ?? "";
  const standard = written
    .toUpperCase()
    .replace(/[.,]\d+/, digits ? `.${digits.slice(0, 3).padEnd(3, "0")}` : "")
    .replace(/([+-]\d{2})(\d{2})$/, "$1:$2");
  const isFiner = /[1-9]/.test(digits.slice(3));
  const date = new Date(Date.parse(standard) + (isFiner && edge === "start" ? 1 : 0));
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}

function isCalendarDay(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (!year || !month || !day || month > 12) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
