import { z } from "zod";
import { type FieldRule, type RuleError, withRules } from "~/http/request/field-rules";
import { MAX_NAMED_PRODUCTS, MAX_PRICE } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { DISCOUNT_VALUE_TYPES } from "~db/schema/contract-enums";
import { COVERAGES, DISCOUNT_CODE_FORM } from "./discount-code";

const MAX_COUNT = 1_000_000;

const blankToNull = (given: unknown) => (given === undefined || given === "" ? null : given);

/** A day of the shop's calendar, as date fields send it. */
const day = z.preprocess(blankToNull, calendarDay().nullable());

const count = z.preprocess(
  blankToNull,
  z.coerce
    .number({ error: "Write a whole number." })
    .int("Write a whole number.")
    .min(1, "At least 1; empty for no limit.")
    .max(MAX_COUNT, `At most ${MAX_COUNT.toLocaleString("en")}.`)
    .nullable(),
);

/** Ids separated by commas, as the form sends them, or an array. */
export const productIdsSchema = z.preprocess(
  (given) => (typeof given === "string" ? given.split(/[\s,]+/).filter((id) => id !== "") : (given ?? [])),
  z
    .array(
      z.coerce
        .number({ error: "Choose products from the list." })
        .int("Choose products from the list.")
        .positive("Choose products from the list.")
        .max(Number.MAX_SAFE_INTEGER, "Choose products from the list."),
      "Choose products from the list.",
    )
    .max(MAX_NAMED_PRODUCTS, `At most ${MAX_NAMED_PRODUCTS} products.`)
    .transform((ids) => [...new Set(ids)]),
);

const yesNo = z
  .enum(["true", "false"], { error: "Choose one of the two." })
  .transform((choice) => choice === "true");

const rules = {
  valueType: z.enum(DISCOUNT_VALUE_TYPES, { error: "Choose a percentage or an amount." }),
  value: z
    .string({ error: "Write the value." })
    .trim()
    .regex(/^\d{1,6}(\.\d{1,4})?$/, "Write a number such as 10 or 12.50.")
    .refine((value) => !/^0+(\.0+)?$/.test(value), "It must be more than 0."),
  coverage: z.enum(COVERAGES, { error: "Choose what the code covers." }),
  productIds: productIdsSchema,
  startsOn: day,
  endsOn: day,
  cycleLimit: count,
  useLimit: count,
  isOncePerCustomer: yesNo,
};

/** Each field by itself. */
export const discountCodeFields = z.object(rules);
type Rules = z.output<typeof discountCodeFields>;

const invalid = (name: keyof Rules, message: string): RuleError[] => [{ path: [name], message }];

const RULES: FieldRule<Rules>[] = [
  {
    reads: ["valueType", "value"],
    find({ valueType, value }) {
      const [most, limit] = valueType === "PERCENTAGE" ? ["100", "100 percent"] : [MAX_PRICE, MAX_PRICE];
      return compareMoney(value, most) > 0 ? invalid("value", `At most ${limit}.`) : [];
    },
  },
  {
    reads: ["coverage", "productIds"],
    find: ({ coverage, productIds }) =>
      coverage === "PRODUCTS" && productIds.length === 0
        ? invalid("productIds", "Choose at least one product.")
        : [],
  },
  {
    reads: ["startsOn", "endsOn"],
    find: ({ startsOn, endsOn }) =>
      startsOn !== null && endsOn !== null && endsOn < startsOn
        ? invalid("endsOn", "The last day is before the first day.")
        : [],
  },
];

/** The fields of a new code. Days are of the shop's calendar, the last one included. */
export const createDiscountCodeSchema = withRules(
  discountCodeFields.extend({
    code: z
      .string({ error: "Write the code." })
      .trim()
      .min(1, "Write the code.")
      .max(255, "At most 255 characters.")
      .regex(DISCOUNT_CODE_FORM, "Use letters, digits, _ and - only."),
  }),
  () => RULES,
);

/** The code itself cannot change, since contracts refer to it. `version` is the one the merchant saw. */
export const updateDiscountCodeSchema = withRules(
  discountCodeFields.extend({
    version: z.iso.datetime({ error: "The form is out of date; load the page again." }),
  }),
  () => RULES,
);

export const switchDiscountCodeSchema = z.object({ isActive: yesNo });

export type DiscountCodeRules = Rules;
export type CreateDiscountCodeInput = z.output<typeof createDiscountCodeSchema>;
export type UpdateDiscountCodeInput = z.output<typeof updateDiscountCodeSchema>;
