import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { toInstant } from "~/features/bulk-automations/sql.server";
import { formatMoney } from "~/lib/format";
import { MAX_PRICE } from "~/lib/limits";
import { addMoney, compareMoney, currencyDecimals, subtractMoney } from "~/lib/money";
import type { FieldError } from "~/lib/problem";
import { appendBatchHistory, isPlannedInBatch } from "./batch-sql.server";
import { type AutomationShop, defineKind, type ParameterError, SKIP_WHEN_OVER } from "./kind.server";

/** Percent. */
const HIGHEST_RAISE = "1000";
const HIGHEST_CUT = "100";
const PERCENT_DECIMALS = 2;
const PRICE_FORM = /^\d{1,9}(?:\.(\d{1,9}))?$/;

/** Sets a price, or raises or cuts the price of each contract. */
export const PRICE_CHANGES = ["SET", "RAISE_AMOUNT", "RAISE_PERCENT", "CUT_AMOUNT", "CUT_PERCENT"] as const;
export type PriceChange = (typeof PRICE_CHANGES)[number];

export const PRICE_OPTIONS = [
  { value: "SET", label: "Set to a price", isPercent: false },
  { value: "RAISE_AMOUNT", label: "Raise by an amount", isPercent: false },
  { value: "RAISE_PERCENT", label: "Raise by per cent", isPercent: true },
  { value: "CUT_AMOUNT", label: "Cut by an amount", isPercent: false },
  { value: "CUT_PERCENT", label: "Cut by per cent", isPercent: true },
];

/** What a task stores: the price, or the change of each contract's price (negative for a cut); decimal strings. */
const priceParameters = z.union([
  z.object({ deliveryPrice: z.string() }),
  z.object({ amount: z.string() }),
  z.object({ percent: z.string() }),
]);
export type PriceParameters = z.output<typeof priceParameters>;

type Parsed<T> = { value: T; error: null } | { value: null; error: Pick<FieldError, "code" | "detail"> };
const fail = (code: string, detail: string) => ({ value: null, error: { code, detail } });

/** Digits and a point, with at most this many decimals; surrounding blanks are ignored. */
function parseNumber(
  text: string | undefined,
  decimals: number,
  messages: { missing: string; fine: string },
) {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return fail("required", messages.missing);
  const form = PRICE_FORM.exec(trimmed);
  if (!form) return fail("invalid_price", "Use a number such as 4.99: digits and a point.");
  if ((form[1] ?? "").length > decimals) return fail("too_many_decimals", messages.fine);
  return { value: trimmed, error: null };
}

const toDecimalText = (currencyCode: string, decimals: number): string =>
  decimals === 0 ? `${currencyCode} has no decimals.` : `${currencyCode} has at most ${decimals} decimals.`;

/**
 * A delivery price in the shop's currency: 0 to 999999.99, with at most the currency's decimals (wire.md §2 "6").
 * @returns it as a decimal string, or its first error
 */
export function parseDeliveryPrice(text: string | undefined, currencyCode: string): Parsed<string> {
  const decimals = currencyDecimals(currencyCode);
  const outOfRange = fail("out_of_range", `Use a price from 0 to ${MAX_PRICE}.`);
  if (/^\s*-\d/.test(text ?? "")) return outOfRange;
  const number = parseNumber(text, decimals, {
    missing: `Give a price in ${currencyCode}.`,
    fine: toDecimalText(currencyCode, decimals),
  });
  if (number.error) return number;
  return compareMoney(number.value, MAX_PRICE) > 0 ? outOfRange : number;
}

/**
 * The change of delivery prices that a form asks for.
 * @param text a price or an amount in the shop's currency, or a percentage with at most two decimals; above 0 unless it
 * is a price
 * @returns what the task stores, or the first error
 */
export function parsePriceChange(
  change: PriceChange,
  text: string | undefined,
  currencyCode: string,
): Parsed<PriceParameters> {
  if (change === "SET") {
    const price = parseDeliveryPrice(text, currencyCode);
    return price.error ? price : { value: { deliveryPrice: price.value }, error: null };
  }
  const isCut = change.startsWith("CUT");
  const isPercent = change.endsWith("PERCENT");
  const decimals = isPercent ? PERCENT_DECIMALS : currencyDecimals(currencyCode);
  const number = parseNumber(text, decimals, {
    missing: isPercent ? "Give a number of per cent." : `Give an amount in ${currencyCode}.`,
    fine: isPercent ? `Use at most ${decimals} decimals.` : toDecimalText(currencyCode, decimals),
  });
  if (number.error) return number;
  if (compareMoney(number.value, "0") === 0) return fail("out_of_range", "Use a number above 0.");
  const percentLimit = isCut ? HIGHEST_CUT : HIGHEST_RAISE;
  const highest = isPercent ? percentLimit : MAX_PRICE;
  if (compareMoney(number.value, highest) > 0)
    return fail("out_of_range", `Use at most ${highest}${isPercent ? " per cent" : ""}.`);
  const signed = isCut ? subtractMoney("0", number.value) : number.value;
  return { value: isPercent ? { percent: signed } : { amount: signed }, error: null };
}

/** The errors of a price, or of a change of prices: beyond its limits, or with more decimals than the currency. */
export function findPriceErrors(
  { deliveryPrice, amount, percent }: { deliveryPrice?: string; amount?: string; percent?: string },
  currencyCode: string,
): ParameterError[] {
  if (deliveryPrice !== undefined) {
    const { error } = parseDeliveryPrice(deliveryPrice, currencyCode);
    return error ? [{ parameter: "deliveryPrice", ...error }] : [];
  }
  const [parameter, value] = amount === undefined ? ["percent", percent] : ["amount", amount];
  if (value === undefined) return [];
  const direction = value.startsWith("-") ? "CUT" : "RAISE";
  const change = `${direction}_${parameter === "amount" ? "AMOUNT" : "PERCENT"}` as const;
  const { error } = parsePriceChange(change, value.replace(/^-/, ""), currencyCode);
  return error ? [{ parameter, ...error }] : [];
}

/** "Set delivery price to €4.99", "Cut delivery price by 10%". */
export function describePriceChange(
  parameters: PriceParameters,
  currencyCode: string,
  what = "delivery price",
): string {
  if ("deliveryPrice" in parameters)
    return `Set ${what} to ${formatMoney(parameters.deliveryPrice, currencyCode)}`;
  const by = "amount" in parameters ? parameters.amount : parameters.percent;
  const size = by.replace(/^-/, "");
  const change = "amount" in parameters ? formatMoney(size, currencyCode) : `${size}%`;
  return `${by.startsWith("-") ? "Cut" : "Raise"} ${what} by ${change}`;
}

const toFormParts = (currencyCode: string) => [
  z
    .object({ price: z.enum(PRICE_CHANGES).default("SET"), amount: z.string().optional() })
    .transform(({ price, amount }, context): PriceParameters => {
      const { value, error } = parsePriceChange(price, amount, currencyCode);
      if (!error) return value;
      const { code, detail } = error;
      context.addIssue({ code: "custom", path: ["amount"], params: { code }, message: detail });
      return z.NEVER;
    }),
];

/** The new price after a change by an amount or a percentage, rounded to the currency's decimals. */
function toChangedPrice(
  parameters: { amount: string } | { percent: string },
  { currencyCode }: AutomationShop,
): SQL {
  const exact =
    "amount" in parameters
      ? sql`c.delivery_price + ${parameters.amount}::numeric`
      : sql`c.delivery_price * (100 + ${parameters.percent}::numeric) * 0.01`;
  return sql`round(${exact}, ${currencyDecimals(currencyCode)}::int)`;
}

/**
 * Sets, raises or cuts the delivery price of contracts (operation 6). Orders already made keep their price; QUEUED ones
 * have none yet and get the new one when they are made.
 */
export const deliveryPriceKind = defineKind({
  name: "DELIVERY_PRICE",
  parameters: priceParameters,
  examples: [{ deliveryPrice: "4.99" }, { amount: "0.50" }, { percent: "-10" }],
  async check(given, { currencyCode }) {
    return { errors: findPriceErrors(given, currencyCode) };
  },
  choices: [
    {
      value: "DELIVERY_PRICE",
      label: "Delivery price",
      note: "Set, raise or cut it",
      button: "Change delivery price",
      asks: {
        inputs: () => [
          { type: "select", name: "price", label: "How", options: PRICE_OPTIONS },
          { type: "amount", name: "amount", label: "How much" },
        ],
        hint: (currencyCode) =>
          `The price of each delivery, rounded as ${currencyCode} amounts are. Orders already placed keep their price.`,
        toParts: toFormParts,
      },
    },
  ],
  toTitle: describePriceChange,
  recordFields: {
    deliveryPrice: {
      schema: z.number().nullable().meta({
        description:
          "The requested price; null for an undo, for a change by an amount or a percentage, and for other kinds",
      }),
      from: (parameters) => ("deliveryPrice" in parameters ? Number(parameters.deliveryPrice) : null),
      example: 4.99,
    },
  },
  values: { isMoney: true, sumLabel: "Total of their delivery prices" },
  // With as many decimals as the column: it is later compared as text.
  toTarget(parameters, shop) {
    if ("deliveryPrice" in parameters) return sql`${addMoney(parameters.deliveryPrice, "0.0000")}::text`;
    const price = toChangedPrice(parameters, shop);
    return sql`case when ${price} between 0 and ${MAX_PRICE}::numeric then (${price} + 0.0000)::text end`;
  },
  current: sql`c.delivery_price::text`,
  toSkipReason: (target, { currencyCode }) => sql`case
    ${SKIP_WHEN_OVER}
    when not c.allow_delivery_price_override then 'OVERRIDE_NOT_ALLOWED'
    when c.currency_code <> ${currencyCode}::text then 'OTHER_CURRENCY'
    when (${target}) is null then 'OUT_OF_RANGE'
    when c.delivery_price = (${target})::numeric then 'UNCHANGED' end`,
  skipReasons: {
    OVERRIDE_NOT_ALLOWED: "delivery price may not be overridden",
    OUT_OF_RANGE: `price would not be from 0 to ${MAX_PRICE}`,
  },
  async apply(tx, batch, audit) {
    const rows = await tx.execute<{ id: number }>(sql`
      update contracts c set delivery_price = i.after::numeric, order_amount = c.contract_amount + i.after::numeric,
        version = c.version + 1, updated_at = greatest(c.updated_at, ${toInstant(audit.now)})
      from bulk_automation_items i where ${isPlannedInBatch(batch)}
      returning c.id`);
    const changed = rows.map(({ id }) => id);
    await appendBatchHistory(tx, batch, audit, changed, {
      action: "contract.delivery_price_changed",
      before: sql`jsonb_build_object('deliveryPrice', i.before)`,
      after: sql`jsonb_build_object('deliveryPrice', i.after)`,
      eventType: sql`'updated'`,
      changedFields: ["deliveryPrice", "orderAmount"],
    });
    return { changed, refused: [] };
  },
});
