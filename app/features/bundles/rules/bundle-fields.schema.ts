import { z } from "zod";
import { platformIdField } from "~/http/request/body-fields";
import type { GidType } from "~/lib/gid";
import { readAs } from "~/lib/schemas/read-as";

/**
 * Building blocks of the bundle's schema. Numbers may be numbers (JSON) or text (form fields); every error message says
 * in one sentence what is expected.
 */
const numeric = z.union([z.string(), z.number()], { error: "Write a number." });

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

/** A whole number. */
export function count(least: number, most: number) {
  const expected = `Use a whole number from ${least} to ${most}.`;
  const read = (given: string | number) => {
    const text = String(given).trim();
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : null;
  };
  return z
    .union([z.string(), z.number()], { error: expected })
    .transform(readAs(read, expected, "out_of_range"));
}

/** Blank text becomes null. */
const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isBlank(value) ? null : value), schema.nullable());

export const optionalCount = (least: number, most: number) => orNull(count(least, most));

function decimal(most: number, expected: string) {
  const read = (given: string | number) => {
    const text = String(given).trim().replace(",", ".");
    const parts = /^0*(\d{1,7})(?:\.(\d{0,2})0*)?$/.exec(text);
    const fraction = (parts?.[2] ?? "").replace(/0+$/, "");
    if (!parts?.[1] || !(Number(text) <= most)) return null;
    return fraction ? `${parts[1]}.${fraction}` : parts[1];
  };
  return numeric.transform(readAs(read, expected, "out_of_range"));
}

/** A percentage with at most two decimals, as a decimal string; blank means none. */
export const percent = z.preprocess(
  (value) => (isBlank(value) ? "0" : value),
  decimal(100, "Use a percentage from 0 to 100, with at most two decimals."),
);

/** An amount in the shop's currency, as a decimal string; blank becomes null. */
export const optionalAmount = orNull(
  decimal(999_999.99, "Use an amount from 0 to 999999.99, with at most two decimals."),
);

export const optionalPlatformId = (type: GidType) => orNull(platformIdField(type));

/** Ids in the given order, without duplicates. */
export const platformIdList = (type: GidType, most: number) =>
  z
    .array(platformIdField(type), { error: "Use a list of ids." })
    .max(most, `At most ${most}.`)
    .transform((ids) => [...new Set(ids)]);

export const text = (most: number) =>
  z.string({ error: "Write a text." }).trim().max(most, `At most ${most} characters.`);

export const optionalText = (most: number) => orNull(text(most));

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `Use one of ${values.join(", ")}.` });

export const yesOrNo = z.boolean({ error: "Use true or false." });
