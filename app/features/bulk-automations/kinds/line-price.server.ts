import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { setLineContents } from "~/features/contracts/change/line-edits";
import { MAX_PRICE } from "~/lib/limits";
import { currencyDecimals } from "~/lib/money";
import { chosenId, findVariantName, variantId, withNames } from "./catalogue-check.server";
import { changeContracts } from "./change-contracts.service.server";
import {
  describePriceChange,
  findPriceErrors,
  PRICE_CHANGES,
  PRICE_OPTIONS,
  type PriceParameters,
  parsePriceChange,
} from "./delivery-price.server";
import { type AutomationShop, defineKind, type ParameterError } from "./kind.server";
import {
  isConcerned,
  LINES_TOTAL,
  ofContract,
  ofLines,
  PRICE_FIELDS,
  pricedLines,
  toLinesValue,
  toPlainPrice,
  toPriceText,
  toShortList,
} from "./line-values.server";

const decimal = z
  .string()
  .regex(/^-?\d{1,6}(?:\.\d{1,4})?$/, "Use a number such as 4.99.")
  .meta({ description: "A decimal number", examples: ["5"] });

/**
 * The variant, and its new price, or what to add to each contract's price in an amount or in percent (negative for a
 * cut).
 */
const parameters = z.union([
  withNames({ variantId, price: decimal }),
  withNames({ variantId, amount: decimal }),
  withNames({ variantId, percent: decimal }),
]);
type Parameters = z.output<typeof parameters>;

const toPriceParameters = (given: Parameters): PriceParameters =>
  "price" in given ? { deliveryPrice: given.price } : given;

const findErrors = (
  { price, ...change }: { price?: string; amount?: string; percent?: string },
  currencyCode: string,
): ParameterError[] =>
  findPriceErrors({ deliveryPrice: price, ...change }, currencyCode).map(({ parameter, ...error }) => ({
    parameter: parameter === "deliveryPrice" ? "price" : parameter,
    ...error,
  }));

const UNKNOWN: ParameterError = {
  parameter: "variantId",
  code: "unknown_variant",
  detail: "The shop has no such variant.",
};

const toFormParts = (currencyCode: string) => [
  z
    .object({ pricedVariant: chosenId("Choose a product.") })
    .transform(({ pricedVariant }) => ({ variantId: pricedVariant })),
  z
    .object({ linePrice: z.enum(PRICE_CHANGES).default("SET"), lineAmount: z.string().optional() })
    .transform(({ linePrice, lineAmount }, context) => {
      const { value, error } = parsePriceChange(linePrice, lineAmount, currencyCode);
      if (!error) return "deliveryPrice" in value ? { price: value.deliveryPrice } : value;
      const { code, detail } = error;
      context.addIssue({ code: "custom", path: ["lineAmount"], params: { code }, message: detail });
      return z.NEVER;
    }),
];

/** SQL: a price of a line after the change, in the column's form; null stays null. */
function toChangedPrice(price: SQL, given: Parameters, { currencyCode }: AutomationShop): SQL {
  const exact =
    "amount" in given
      ? sql`${price} + ${given.amount}::numeric`
      : sql`${price} * (100 + ${"percent" in given ? given.percent : "0"}::numeric) * 0.01`;
  return sql`(round(${exact}, ${currencyDecimals(currencyCode)}::int) + 0.0000)`;
}

/**
 * SQL over line `l`: its prices, and whether one of them, now or later, is beyond the limits. A set price is an agreed
 * price, outside any plan; a raise applies to each price of the plan.
 */
function toPrices(
  given: Parameters,
  shop: AutomationShop,
): { currentPrice: SQL; others: Record<string, SQL>; isOut: SQL } {
  const toIsOut = (...prices: SQL[]) => {
    const all = sql.join(prices, sql`, `);
    return sql`least(${all}) < 0 or greatest(${all}) > ${MAX_PRICE}::numeric`;
  };
  if ("price" in given) {
    const currentPrice = sql`(${given.price}::numeric + 0.0000)`;
    return {
      currentPrice,
      others: { basePrice: sql`null::text`, laterPrice: sql`null::text`, laterAfterCycle: sql`null::int` },
      isOut: toIsOut(currentPrice),
    };
  }
  const change = (price: SQL) => toChangedPrice(price, given, shop);
  const [currentPrice, base, later] = [
    change(sql`l.current_price`),
    change(sql`l.base_price`),
    change(sql`l.later_price`),
  ];
  return {
    currentPrice,
    others: { basePrice: sql`${base}::text`, laterPrice: sql`${later}::text` },
    isOut: toIsOut(currentPrice, base, later),
  };
}

/**
 * Sets, raises or cuts what contracts pay for a unit of a variant (docs/wire.md §4 "update-line-item-price"). A set
 * price ends the plan's discount; a raise keeps it, and also raises the price before the discount and the later price.
 */
export const linePriceKind = defineKind({
  name: "LINE_PRICE",
  parameters,
  examples: [
    { variantId: 42_000_000_001, price: "11.90" },
    { variantId: 42_000_000_001, amount: "-1.50" },
    { variantId: 42_000_000_001, percent: "5" },
  ],
  async check(given, shop) {
    // Contracts may hold a variant that the shop has deleted: its name is still known.
    const { names: _, variantId, ...change } = given;
    const name = variantId === undefined ? "" : await findVariantName(shop.id, variantId);
    return {
      errors: [...(name === null ? [UNKNOWN] : []), ...findErrors(change, shop.currencyCode)],
      names: { variantId: name ?? "" },
    };
  },
  choices: [
    {
      value: "LINE_PRICE",
      label: "Product price",
      note: "Set, raise or cut what contracts pay for a product",
      asks: {
        inputs: () => [
          { type: "pick", name: "pricedVariant", label: "Product", from: "heldVariants" },
          { type: "select", name: "linePrice", label: "Change of price", options: PRICE_OPTIONS },
          { type: "amount", name: "lineAmount", label: "Price or change" },
        ],
        hint: (currencyCode) =>
          `The price of one unit, before the contract’s discounts, rounded as ${currencyCode} amounts are. A price that is set ends what a selling plan takes off; a raise or cut keeps it.`,
        toParts: toFormParts,
        fields: {
          variantId: "pricedVariant",
          price: "lineAmount",
          amount: "lineAmount",
          percent: "lineAmount",
        },
      },
    },
  ],
  toTitle: (given, currencyCode) =>
    describePriceChange(
      toPriceParameters(given),
      currencyCode,
      `the price of “${given.names?.variantId ?? given.variantId}”`,
    ),
  values: {
    isMoney: false,
    isNumber: true,
    toText: (value, { currencyCode }) =>
      toShortList(readLines(value).map((line) => toPriceText(line, currencyCode))),
    toPlain: (value, { currencyCode }) =>
      readLines(value)
        .map((line) => toPlainPrice(line, currencyCode))
        .join(", "),
    sum: LINES_TOTAL,
  },
  join(given, plan) {
    const { currentPrice, others, isOut } = toPrices(given, plan.shop);
    const after = toLinesValue({ ...PRICE_FIELDS, ...others, currentPrice: sql`${currentPrice}::text` });
    const outcome = plan.isUndo ? sql`` : sql`, case when not bool_or(${isOut}) then ${after} end as after`;
    return sql`left join lateral (
      select ${toLinesValue(PRICE_FIELDS)} as before${outcome} from contract_lines l
      where ${ofContract(plan)} and ${isConcerned(sql`l.variant_id = ${given.variantId}::bigint`, plan)}) v on true`;
  },
  ...ofLines("OUT_OF_RANGE"),
  skipReasons: {
    OUT_OF_RANGE: `price would not be from 0 to ${MAX_PRICE}`,
  },
  apply: (tx, batch, audit) =>
    changeContracts(
      tx,
      batch,
      audit,
      (state, target) =>
        setLineContents(
          state,
          readLines(target).map(({ quantity: _, ...content }) => ({
            ...content,
            currentPrice: toPlainPrice(content, state.contract.currencyCode),
          })),
          "contract.line_changed",
        ),
      { content: true },
    ),
});

const readLines = (value: string) => pricedLines.parse(JSON.parse(value));
