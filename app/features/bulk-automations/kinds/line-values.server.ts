import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fitsCurrency } from "~/features/contracts/change/line-price";
import { formatMoney } from "~/lib/format";
import { currencyDecimals, roundMoney } from "~/lib/money";
import { type AutomationKind, type PlanContext, SKIP_WHEN_OVER } from "./kind.server";

/**
 * Values of kinds that change lines: a JSON list of what each line concerned holds, in the order of the lines. Fields
 * that are only informative (a quantity) are not compared when the change is undone.
 */

const text = z.string().nullable();
const number = z.number().nullable();

export const pricedLine = z.object({
  id: z.string(),
  quantity: z.number(),
  currentPrice: z.string(),
  basePrice: text,
  laterPrice: text,
  laterAfterCycle: number,
});

/** What a line costs. */
export const pricedLines = z.array(pricedLine);

/** What a line holds and costs. */
export const filledLines = z.array(
  pricedLine.extend({
    productId: number,
    variantId: number,
    title: z.string(),
    variantTitle: text,
    sku: text,
    taxable: z.boolean(),
    requiresShipping: z.boolean(),
  }),
);

type Fields = Record<string, SQL>;

/** SQL over line `l`: the fields that a line's price consists of. */
export const PRICE_FIELDS: Fields = {
  id: sql`l.id`,
  quantity: sql`l.quantity`,
  currentPrice: sql`l.current_price::text`,
  basePrice: sql`l.base_price::text`,
  laterPrice: sql`l.later_price::text`,
  laterAfterCycle: sql`l.later_after_cycle`,
};

/** SQL over line `l`: what it holds besides its price. */
export const CONTENT_FIELDS: Fields = {
  productId: sql`l.product_id`,
  variantId: sql`l.variant_id`,
  title: sql`l.title`,
  variantTitle: sql`l.variant_title`,
  sku: sql`l.sku`,
  taxable: sql`l.taxable`,
  requiresShipping: sql`l.requires_shipping`,
};

/**
 * SQL, an aggregate over lines `l`: a json list of them. json is built as text and takes half as long as jsonb. Lines
 * and fields always have the same order, so that equal lists are equal texts.
 */
export const toLinesList = (fields: Fields): SQL => {
  const pairs = Object.entries(fields)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by l.position, l.id)`;
};

/** SQL, an aggregate over lines `l`: the value. */
export const toLinesValue = (fields: Fields): SQL => sql`${toLinesList(fields)}::text`;

/** SQL over line `l`: whether it is concerned. In an undo, the lines that were changed are, whatever they hold now. */
export const isConcerned = (
  isMeant: SQL,
  { isUndo }: PlanContext,
  changed: SQL = sql`o.after::jsonb`,
): SQL =>
  isUndo ? sql`l.id in (select (e ->> 'id')::uuid from jsonb_array_elements(${changed}) e)` : isMeant;

/** SQL: the lines `l` of contract `c`. */
export const ofContract = ({ shop }: PlanContext): SQL =>
  sql`l.shop_id = ${shop.id}::bigint and l.contract_id = c.id`;

type Cadence = { interval: SQL; intervalCount: SQL };

/** SQL: how many deliveries one order pays for, as `countDeliveries` counts (contracts/change/line-price.ts). */
export function toDeliveryCount(billing: Cadence, delivery: Cadence): SQL {
  const days = ({ interval, intervalCount }: Cadence) =>
    sql`(case ${interval} when 'DAY' then 1 when 'WEEK' then 7 when 'MONTH' then 30.4375 else 365.25 end * ${intervalCount})`;
  return sql`case when (${billing.interval}, ${billing.intervalCount}) = (${delivery.interval}, ${delivery.intervalCount})
    then 1 else greatest(1, round(${days(billing)} / ${days(delivery)}))::int end`;
}

/** SQL over contract `c`: how often it is billed and delivered. */
export const BILLING: Cadence = {
  interval: sql`c.billing_interval`,
  intervalCount: sql`c.billing_interval_count`,
};
export const DELIVERY: Cadence = {
  interval: sql`c.delivery_interval`,
  intervalCount: sql`c.delivery_interval_count`,
};

/**
 * SQL, joined behind line `l` and its plan `s`: what a unit costs under the plan, by the rule of `toPlanPrice`
 * (contracts/change/line-price.ts). @param base SQL: what it costs without a plan, in one order
 */
export function joinPlanPrice(base: SQL, { shop }: PlanContext): SQL {
  const decimals = currencyDecimals(shop.currencyCode);
  const less = (percent: SQL) =>
    sql`b.base - round(b.base * coalesce(${percent}, 0) * 0.01, ${decimals}::int)`;
  const paidHere = sql`from billing_attempts a
    where a.shop_id = ${shop.id}::bigint and a.contract_id = c.id and a.status = 'SUCCESS'`;
  const paid = sql`(select count(*) ${paidHere}) + case when c.origin_order_id is not null
    and not exists (select ${paidHere} and a.order_id = c.origin_order_id) then 1 else 0 end`;
  // "offset 0": otherwise Postgres would inline each of these wherever it is used, and compute it again there.
  return sql`
    cross join lateral (select ${base} as base offset 0) b
    cross join lateral (select ${less(sql`s.discount_percentage`)} as first,
      case when s.discount_cycles is null then ${less(sql`s.discount_percentage`)}
        else ${less(sql`s.later_discount_percentage`)} end as later,
      case when s.discount_cycles is null then true else ${paid} < s.discount_cycles end as is_first offset 0) f
    cross join lateral (select case when f.is_first then f.first else f.later end as price,
      f.is_first and f.first <> f.later as changes offset 0) g`;
}

/** SQL: the price fields of a line under its plan, where `joinPlanPrice` is joined. */
export const PLAN_PRICE_FIELDS: Fields = {
  currentPrice: sql`g.price::text`,
  basePrice: sql`case when g.price < b.base or (g.changes and f.later < b.base) then b.base::text end`,
  laterPrice: sql`case when g.changes then f.later::text end`,
  laterAfterCycle: sql`case when g.changes then s.discount_cycles end`,
};

/** SQL: a value without fields that are only for display. */
const toComparedLines = (value: SQL): SQL =>
  sql`(select jsonb_agg(e - 'quantity') from jsonb_array_elements(${value}::jsonb) e)`;

/** What the lines of a value cost together. */
export const LINES_TOTAL = {
  label: "Total of this product",
  toAmount: (value: SQL): SQL => sql`(
  select sum((e ->> 'currentPrice')::numeric * (e ->> 'quantity')::int) from jsonb_array_elements(${value}::jsonb) e)`,
};

/**
 * Members of a kind whose value is a list of lines, joined as `v`: `before` is null where the contract has no such line.
 * @param lost the code of contracts whose lines cannot be changed: `after` is null
 */
export const ofLines = (lost: string) =>
  ({
    toTarget: () => sql`v.after`,
    current: sql`v.before`,
    toComparable: toComparedLines,
    toSkipReason: (target, { currencyCode }) => sql`case
    ${SKIP_WHEN_OVER}
    when v.before is null then 'NO_SUCH_LINE'
    when c.currency_code <> ${currencyCode}::text then 'OTHER_CURRENCY'
    when (${target}) is null then ${sql.raw(`'${lost}'`)}
    when v.before = (${target}) then 'UNCHANGED' end`,
  }) satisfies Partial<AutomationKind>;

const SHOWN = 3;

/** A list shortened for a table cell: a contract may have a hundred lines. */
export const toShortList = (parts: readonly string[], between = ", "): string =>
  parts.length <= SHOWN + 1
    ? parts.join(between)
    : `${parts.slice(0, SHOWN).join(between)} and ${parts.length - SHOWN} more`;

type Priced = { currentPrice: string; quantity: number };

/** "2 × €12.00"; without the number for a single piece. */
export const toPriceText = ({ currentPrice, quantity }: Priced, currencyCode: string): string =>
  `${quantity === 1 ? "" : `${quantity} × `}${formatMoney(currentPrice, currencyCode)}`;

/** A price as the API returns it: "12.60". */
export const toPlainPrice = ({ currentPrice }: Pick<Priced, "currentPrice">, currencyCode: string): string =>
  fitsCurrency(currentPrice, currencyCode) ? roundMoney(currentPrice, currencyCode) : currentPrice;
