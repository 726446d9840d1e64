import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { toInstant } from "~/features/bulk-automations/sql.server";
import { exchangeDiscounts } from "~/features/contracts/change/terms";
import { formatMoney, formatOrders } from "~/lib/format";
import { MAX_CYCLES, MAX_LINE_OF_TEXT, MAX_PRICE } from "~/lib/limits";
import { compareMoney, currencyDecimals, trimMoney } from "~/lib/money";
import { DISCOUNT_VALUE_TYPES } from "~db/schema/contract-enums";
import { changeContracts } from "./change-contracts.service.server";
import { withCodeUses } from "./code-uses.server";
import {
  type AutomationKind,
  defineKind,
  type KindValues,
  type ParameterError,
  type PlanContext,
  SKIP_WHEN_OVER,
} from "./kind.server";
import { toShortList } from "./line-values.server";

/** Values are JSON lists of the discounts concerned, in the order in which orders apply them. */
const discountValues = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    code: z.string().nullable(),
    valueType: z.enum(DISCOUNT_VALUE_TYPES),
    value: z.string(),
    lineIds: z.array(z.string()).nullable(),
    appliesOnEachItem: z.boolean(),
    recurringCycleLimit: z.number().nullable(),
    usageCount: z.number(),
    createdAt: z.coerce.date(),
    /** Whether it had its own use of the code; missing in plans made before this was stored. */
    hadUse: z.boolean().optional(),
  }),
);
const readDiscounts = (value: string) => discountValues.parse(JSON.parse(value));

const FIELDS = sql`'id', d.id, 'title', d.title, 'code', d.code, 'valueType', d.value_type, 'value', d.value::text,
  'lineIds', d.line_ids, 'appliesOnEachItem', d.applies_on_each_item, 'recurringCycleLimit', d.recurring_cycle_limit,
  'usageCount', d.usage_count, 'createdAt', d.created_at`;

/** SQL of the member `hadUse`: of the discounts that result from a split, only one has the use of the code. */
const toHadUse = (shopId: number): SQL => sql`'hadUse', exists (select from discount_code_uses u
  where u.shop_id = ${shopId}::bigint and u.contract_id = d.contract_id and u.discount_id = d.id)`;

/**
 * SQL, joined as `v`: the contract's matching discounts, or in an undo those that the change removed or added. If an
 * undo restores discounts, equal ones added since are concerned too: with them the contract is not as the change left
 * it, and would have its reduction twice.
 */
function joinDiscounts(isMeant: SQL, { shop, isUndo }: PlanContext): SQL {
  const idsOf = (value: SQL) => sql`select (e ->> 'id')::uuid from jsonb_array_elements(${value}::jsonb) e`;
  const isConcerned = isUndo
    ? sql`(d.id in (${idsOf(sql`o.after`)}) or d.id in (${idsOf(sql`o.before`)}) or o.before <> '[]' and (${isMeant}
        or lower(d.code) in (select lower(e ->> 'code') from jsonb_array_elements(o.before::jsonb) e)))`
    : isMeant;
  return sql`cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(${FIELDS}, ${toHadUse(shop.id)}) order by d.created_at, d.id)
        filter (where ${isConcerned}), '[]')::text as before, max(d.created_at) as newest
    from contract_discounts d where d.shop_id = ${shop.id}::bigint and d.contract_id = c.id) v`;
}

/** SQL: the ids of a value's discounts. Only ids are compared: a discount used since then can still be undone. */
const toIdsOf = (value: SQL): SQL => sql`jsonb_path_query_array((${value})::jsonb, '$[*].id')`;

const values: KindValues = {
  isMoney: false,
  toText: (value, { currencyCode }) =>
    toShortList(
      readDiscounts(value).map(({ title, valueType, value: size, recurringCycleLimit }) => {
        const shown = valueType === "PERCENTAGE" ? `${trimMoney(size)}%` : formatMoney(size, currencyCode);
        const orders = recurringCycleLimit === null ? "" : ` for ${formatOrders(recurringCycleLimit)}`;
        return `${title} (${shown}${orders})`;
      }),
    ) || "None",
  toPlain: (value) =>
    readDiscounts(value)
      .map(({ title }) => title)
      .join(", "),
};

/**
 * What both kinds have in common: each removes the earlier discounts and adds the planned ones, with the events of
 * single edits.
 */
const ofDiscounts = {
  values,
  current: sql`v.before`,
  toComparable: toIdsOf,
  apply: (tx, batch, audit) =>
    changeContracts(
      tx,
      batch,
      audit,
      (state, target, before) => {
        const planned = readDiscounts(target);
        const come = planned.map(({ hadUse: _, ...discount }) => discount);
        const withoutUse = planned.filter(({ hadUse }) => hadUse === false).map(({ id }) => id);
        const gone = readDiscounts(before).map(({ id }) => id);
        const action = come.length > 0 ? "contract.discount_added" : "contract.discount_removed";
        return withCodeUses(state, exchangeDiscounts(state, { gone, come }, action), withoutUse, audit);
      },
      { content: true },
    ),
} satisfies Partial<AutomationKind>;

const title = z
  .string({ error: "Write a title." })
  .trim()
  .min(1, "Write a title.")
  .max(MAX_LINE_OF_TEXT)
  .meta({ examples: ["Sorry for the wait"] });
const decimal = z.string().regex(/^\d{1,6}(?:\.\d{1,4})?$/, "Use a number such as 4.99.");
const cycles = z.int().min(1).max(MAX_CYCLES).optional().meta({
  description: "Number of orders it applies to; if omitted, all",
  format: "int32",
});

const addition = z.union([
  z.object({ title, percentage: decimal, recurringCycleLimit: cycles }),
  z.object({ title, amount: decimal, recurringCycleLimit: cycles }),
]);
type Addition = z.output<typeof addition>;

function findErrors(
  { percentage, amount }: { percentage?: string; amount?: string },
  currencyCode: string,
): ParameterError[] {
  const [parameter, size] = percentage === undefined ? ["amount", amount] : ["percentage", percentage];
  if (size === undefined) return [];
  const highest = parameter === "percentage" ? "100" : MAX_PRICE;
  const decimals = parameter === "percentage" ? 4 : currencyDecimals(currencyCode);
  const refuse = (code: string, detail: string) => [{ parameter, code, detail }];
  if (compareMoney(size, "0") === 0 || compareMoney(size, highest) > 0)
    return refuse("out_of_range", `Use a number above 0 and up to ${highest}.`);
  if ((trimMoney(size).split(".")[1] ?? "").length > decimals)
    return refuse("too_many_decimals", `Use at most ${decimals} decimals.`);
  return [];
}

const toShown = (given: Addition, currencyCode: string): string =>
  "percentage" in given ? `${trimMoney(given.percentage)}%` : formatMoney(given.amount, currencyCode);

/** `check` finds a reduction that is too high. */
const toAdditionParts = () => [
  z
    .object({
      discountTitle: title,
      discountCycles: z
        .string()
        .trim()
        .regex(/^(?:[1-9]\d{0,3})?$/, "Use a whole number.")
        .optional(),
    })
    .transform(({ discountTitle, discountCycles }) => ({
      title: discountTitle,
      ...(discountCycles && { recurringCycleLimit: Number(discountCycles) }),
    })),
  z
    .object({
      discountType: z.enum(DISCOUNT_VALUE_TYPES).default("PERCENTAGE"),
      discountValue: z
        .string({ error: "Give a number." })
        .trim()
        .regex(/^\d{1,6}(?:\.\d{1,4})?$/, "Use a number such as 4.99."),
    })
    .transform(({ discountType, discountValue }) =>
      discountType === "PERCENTAGE" ? { percentage: discountValue } : { amount: discountValue },
    ),
];

/**
 * A discount without a code on all lines (docs/wire.md §4 "add-discount"), for contracts that have none with that
 * title.
 */
export const discountAdditionKind = defineKind({
  name: "DISCOUNT_ADDITION",
  parameters: addition,
  examples: [
    { title: "Sorry for the wait", percentage: "10", recurringCycleLimit: 2 },
    { title: "Sorry for the wait", amount: "5.00" },
  ],
  async check(given, { currencyCode }) {
    return { errors: findErrors(given, currencyCode) };
  },
  choices: [
    {
      value: "ADD_DISCOUNT",
      label: "Give a discount",
      note: "Without a code, on all products of a contract",
      asks: {
        inputs: () => [
          { type: "text", name: "discountTitle", label: "Title" },
          {
            type: "select",
            name: "discountType",
            label: "Kind",
            options: [
              { value: "PERCENTAGE", label: "Per cent", isPercent: true },
              { value: "FIXED_AMOUNT", label: "Amount off each order" },
            ],
          },
          { type: "amount", name: "discountValue", label: "Reduction" },
          { type: "text", name: "discountCycles", label: "For how many orders" },
        ],
        hint: () => "Customers read the title. Leave the number of orders empty for all of them.",
        toParts: toAdditionParts,
        fields: {
          title: "discountTitle",
          percentage: "discountValue",
          amount: "discountValue",
          recurringCycleLimit: "discountCycles",
        },
      },
    },
  ],
  toTitle(given, currencyCode) {
    const { title, recurringCycleLimit: limit } = given;
    const orders = limit === undefined ? "all orders" : formatOrders(limit);
    return `Give the discount “${title}” of ${toShown(given, currencyCode)} for ${orders}`;
  },
  ...ofDiscounts,
  join(given, plan) {
    const isSame = sql`d.code is null and lower(d.title) = lower(${given.title}::text)`;
    if (plan.isUndo) return joinDiscounts(isSame, plan);
    const [type, size] =
      "percentage" in given ? ["PERCENTAGE", given.percentage] : ["FIXED_AMOUNT", given.amount];
    // After the existing ones: orders apply discounts in this order.
    const createdAt = sql`greatest(${toInstant(plan.shopNow)}, v.newest + interval '1 millisecond')`;
    return sql`${joinDiscounts(isSame, plan)} cross join lateral (select jsonb_build_array(jsonb_build_object(
      'id', gen_random_uuid(), 'title', ${given.title}::text, 'code', null, 'valueType', ${type}::text,
      'value', ${size}::text, 'lineIds', null, 'appliesOnEachItem', false,
      'recurringCycleLimit', ${given.recurringCycleLimit ?? null}::int, 'usageCount', 0,
      'createdAt', ${createdAt}))::text as after) w`;
  },
  toTarget: () => sql`w.after`,
  toSkipReason: (_target, { currencyCode }, { isUndo }) => sql`case
    ${SKIP_WHEN_OVER}
    ${isUndo ? sql`` : sql`when v.before <> '[]' then 'HAS_DISCOUNT'`}
    when c.currency_code <> ${currencyCode}::text then 'OTHER_CURRENCY' end`,
  skipReasons: {
    HAS_DISCOUNT: "has a discount of that title already",
  },
});

/**
 * Removes discounts by title or code, whether or not they came from a code; a code's use that no order has had is given
 * back.
 */
export const discountRemovalKind = defineKind({
  name: "DISCOUNT_REMOVAL",
  parameters: z.object({ title: title.meta({ description: "Title or code of the discounts" }) }),
  examples: [{ title: "Sorry for the wait" }],
  choices: [
    {
      value: "REMOVE_DISCOUNT",
      label: "Remove a discount",
      note: "By its title or code",
      asks: {
        inputs: () => [{ type: "text", name: "removedTitle", label: "Title or code" }],
        hint: () => null,
        toParts: () => [
          z.object({ removedTitle: title }).transform(({ removedTitle }) => ({ title: removedTitle })),
        ],
      },
    },
  ],
  toTitle: ({ title }) => `Remove the discount “${title}”`,
  ...ofDiscounts,
  join: ({ title }, plan) =>
    joinDiscounts(sql`lower(${title}::text) in (lower(d.title), lower(d.code))`, plan),
  toTarget: () => sql`'[]'`,
  toSkipReason: (_target, _shop, { isUndo }) => sql`case
    ${SKIP_WHEN_OVER}
    ${isUndo ? sql`` : sql`when v.before = '[]' then 'NO_SUCH_DISCOUNT'`} end`,
  skipReasons: { NO_SUCH_DISCOUNT: "no discount of that title or code" },
});
