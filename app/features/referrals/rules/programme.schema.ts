import { z } from "zod";
import { COVERAGES } from "~/features/discounts/discount-code";
import { type RuleError, withRules } from "~/http/request/field-rules";
import { MAX_NAMED_PRODUCTS, MAX_PRICE } from "~/lib/limits";
import { compareMoney } from "~/lib/money";
import { DISCOUNT_VALUE_TYPES } from "~db/schema/contract-enums";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import { CODE_DELIVERIES, REFERRER_REWARDS } from "~db/schema/referral-enums";

const MAX_DAYS = 3650;
const MAX_ORDERS = 1000;

const valueType = z.enum(DISCOUNT_VALUE_TYPES, { error: "Choose a percentage or an amount." });
const value = z
  .string({ error: "Write the value." })
  .trim()
  .regex(/^\d{1,6}(\.\d{1,4})?$/, "Write a number such as 10 or 12.50.")
  .refine((text) => !/^0+(\.0+)?$/.test(text), "It must be more than 0.");

/** A whole number; empty for no limit. */
const count = (most: number) =>
  z.preprocess(
    (given) => (given === undefined || given === "" ? null : given),
    z.coerce
      .number({ error: "Write a whole number." })
      .int("Write a whole number.")
      .min(1, "At least 1; empty for no limit.")
      .max(most, `At most ${most.toLocaleString("en")}.`)
      .nullable(),
  );

const id = z.coerce
  .number({ error: "Choose products from the list." })
  .int("Choose products from the list.")
  .positive("Choose products from the list.")
  .max(Number.MAX_SAFE_INTEGER, "Choose products from the list.");
/** Ids separated by commas, as the form sends them. */
const productIds = z.preprocess(
  (given) =>
    typeof given === "string" ? given.split(/[\s,]+/).filter((part) => part !== "") : (given ?? []),
  z
    .array(id, "Choose products from the list.")
    .max(MAX_NAMED_PRODUCTS, `At most ${MAX_NAMED_PRODUCTS} products.`)
    .transform((ids) => [...new Set(ids)]),
);

const textOfAtMost = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default("");

/** Each field by itself. */
export const programmeFields = z.object({
  isActive: z
    .enum(["true", "false"], { error: "Choose one of the two." })
    .transform((choice) => choice === "true"),
  friendValueType: valueType,
  friendValue: value,
  coverage: z.enum(COVERAGES, { error: "Choose what the code covers." }),
  productIds,
  friendValidDays: count(MAX_DAYS),
  friendCycleLimit: count(MAX_ORDERS),
  codeDelivery: z.enum(CODE_DELIVERIES, { error: "Choose how friends get their code." }),
  referrerReward: z.enum(REFERRER_REWARDS, { error: "Choose a code or the next order." }),
  referrerValueType: valueType,
  referrerValue: value,
  referrerValidDays: count(MAX_DAYS),
  wordsLanguage: z.enum(PORTAL_LANGUAGES),
  headline: textOfAtMost(80),
  offer: textOfAtMost(200),
  share: textOfAtMost(300),
  version: z.iso.datetime({ error: "The form is out of date; load the page again." }).or(z.literal("")),
});

const invalid = (name: string, message: string): RuleError[] => [{ path: [name], message }];

function findHighValue(name: string, type: z.output<typeof valueType>, value: string): RuleError[] {
  const most = type === "PERCENTAGE" ? "100" : MAX_PRICE;
  return compareMoney(value, most) > 0 ? invalid(name, `At most ${most}.`) : [];
}

/** The whole form of the programme; `version` is the one the merchant saw, empty when there was none. */
export const programmeSchema = withRules(programmeFields, (rule) => [
  rule(["friendValueType", "friendValue"], ({ friendValueType, friendValue }) =>
    findHighValue("friendValue", friendValueType, friendValue),
  ),
  rule(["referrerValueType", "referrerValue"], ({ referrerValueType, referrerValue }) =>
    findHighValue("referrerValue", referrerValueType, referrerValue),
  ),
  rule(["coverage", "productIds"], ({ coverage, productIds: chosen }) =>
    coverage === "PRODUCTS" && chosen.length === 0
      ? invalid("productIds", "Choose at least one product.")
      : [],
  ),
]);
export type ProgrammeInput = z.output<typeof programmeSchema>;
