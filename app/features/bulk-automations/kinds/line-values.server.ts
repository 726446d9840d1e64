import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { PlanContext } from "~/features/bulk-automations/kinds/kind.server";
import { fitsCurrency } from "~/features/contracts/change/line-price";
import { formatMoney } from "~/lib/format";
import { roundMoney } from "~/lib/money";

/**
 * Values of kinds that change lines: a JSON list of what each line concerned holds, in the order of the lines. Fields that
 * only tell (a quantity) are not compared when it is undone.
 */

const text = z.string().nullable();
const number = z.number().nullable();

const lineValue = z.object({
  id: z.string(),
  quantity: z.number(),
  currentPrice: z.string(),
  basePrice: text,
  laterPrice: text,
  laterAfterCycle: number,
});

/** What a line costs. */
export const pricedLines = z.array(lineValue);

/** What a line holds and costs. */
export const filledLines = z.array(
  lineValue.extend({
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

/** SQL over line `l`: what it holds beside its price. */
export const CONTENT_FIELDS: Fields = {
  productId: sql`l.product_id`,
  variantId: sql`l.variant_id`,
  title: sql`l.title`,
  variantTitle: sql`l.variant_title`,
  sku: sql`l.sku`,
  taxable: sql`l.taxable`,
  requiresShipping: sql`l.requires_shipping`,
};

/** SQL, an aggregate over lines `l`: the value. */
export const toLinesValue = (fields: Fields): SQL => {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`jsonb_agg(jsonb_build_object(${sql.join(pairs, sql`, `)}) order by l.position, l.id)::text`;
};

/** SQL over line `l`: whether it is concerned. In an undo those are that were changed, whatever they hold now. */
export const isConcerned = (isMeant: SQL, { isUndo }: PlanContext): SQL =>
  isUndo ? sql`l.id in (select (e ->> 'id')::uuid from jsonb_array_elements(o.after::jsonb) e)` : isMeant;

/** SQL: the lines `l` of contract `c`. */
export const ofContract = ({ shop }: PlanContext): SQL =>
  sql`l.shop_id = ${shop.id}::bigint and l.contract_id = c.id`;

/** SQL: a value without what only tells. */
export const toComparedLines = (value: SQL): SQL =>
  sql`(select jsonb_agg(e - 'quantity') from jsonb_array_elements(${value}::jsonb) e)`;

/** SQL: what the lines of a value cost together. */
export const toLinesAmount = (value: SQL): SQL => sql`(
  select sum((e ->> 'currentPrice')::numeric * (e ->> 'quantity')::int) from jsonb_array_elements(${value}::jsonb) e)`;

type Priced = { currentPrice: string; quantity: number };

/** "2 × €12.00"; one piece without its number. */
export const toPriceText = ({ currentPrice, quantity }: Priced, currencyCode: string): string =>
  `${quantity === 1 ? "" : `${quantity} × `}${formatMoney(currentPrice, currencyCode)}`;

/** As the API tells a price: "12.60". */
export const toPlainPrice = ({ currentPrice }: Pick<Priced, "currentPrice">, currencyCode: string): string =>
  fitsCurrency(currentPrice, currencyCode) ? roundMoney(currentPrice, currencyCode) : currentPrice;
