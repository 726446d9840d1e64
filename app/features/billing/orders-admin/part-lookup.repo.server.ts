import type { OrderDay } from "~/features/billing/orders/order-days";
import { isId } from "~/features/billing/orders/order-part-sql.server";
import type { OrderPart, PartOfOrders } from "~/features/billing/orders/order-parts";
import { type Binder, createBinder } from "~/features/contracts/list/contract-lookups.server";
import { DAY_MS } from "~/lib/days";
import { client } from "~db/client.server";
import { BUNDLE_KEY, NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";

/**
 * The range of order numbers in which to look for the orders of a part.
 *
 * @field isFew there are no more than are counted, so that they can be gathered and sorted
 */
export type PartLookup = { part: PartOfOrders; first: number; last: number; isFew: boolean };

/** Rows of a table that meet the condition `is`, or else `or`; an index exists for each. */
type Candidates = { table: string; alias: string; id: string; is: string; or?: string };

const LINES = { table: "order_lines", alias: "l", id: "order_id" };
const ORDERS = { table: "orders", alias: "o", id: "id" };

/** The indexes hold a line's first bundle and an order's first code; the few rows with several have their own index. */
const HAS_BUNDLE = `l.custom_attributes @> '[{"key":"${BUNDLE_KEY}"}]'`;
const FIRST_BUNDLE = `left(jsonb_path_query_first(l.custom_attributes, '$[*] ? (@.key == "${BUNDLE_KEY}")') ->> 'value', 100)`;
const HAS_BUNDLES = `jsonb_array_length(jsonb_path_query_array(l.custom_attributes, '$[*] ? (@.key == "${BUNDLE_KEY}")')) > 1`;
const HAS_DISCOUNT = "o.discounts <> '[]'";
const FIRST_CODE = "left(o.discounts -> 0 ->> 'code', 100)";
const HAS_DISCOUNTS = "jsonb_array_length(o.discounts) > 1";

/** The part of a text that the indexes hold: Postgres refuses entries longer than a third of a page. */
const toIndexed = (text: string, bind: Binder["bind"]): string => `left(${bind(text)}::text, 100)`;

/** Index conditions that find all orders of a part, and perhaps others; null if no index helps. */
const CANDIDATES: Partial<Record<OrderPart, (value: string, bind: Binder["bind"]) => Candidates | null>> = {
  product: (value, bind) => ({ ...LINES, is: isId("l.product_id", value, bind) }),
  variant: (value, bind) => ({ ...LINES, is: isId("l.variant_id", value, bind) }),
  plan: (value, bind) =>
    value === "" ? null : { ...LINES, is: `left(l.selling_plan_name, 100) = ${toIndexed(value, bind)}` },
  country: (value, bind) =>
    value === ""
      ? null
      : { ...ORDERS, is: `left(o.delivery_address ->> 'countryCode', 100) = ${toIndexed(value, bind)}` },
  bundle: (value, bind) =>
    value === ""
      ? null
      : {
          ...LINES,
          is: `${HAS_BUNDLE} and ${FIRST_BUNDLE} = ${toIndexed(value, bind)}`,
          or: HAS_BUNDLES,
        },
  code: (value, bind) => ({
    ...ORDERS,
    is: `${HAS_DISCOUNT} and ${isFirstCode(value, bind)}`,
    or: HAS_DISCOUNTS,
  }),
};

function isFirstCode(value: string, bind: Binder["bind"]): string {
  if (value === NO_CODE) return `${FIRST_CODE} is null`;
  if (value !== REFERRAL_CODES) return `${FIRST_CODE} = ${toIndexed(value, bind)}`;
  return `${FIRST_CODE} in (select left(d.code, 100) from discount_codes d where d.shop_id = $1 and d.origin = 'REFERRAL')`;
}

/** SQL: the numbers of the orders found, each once. */
export function toCandidates({ part, first, last }: PartLookup, bind: Binder["bind"]): string {
  const candidates = CANDIDATES[part.by]?.(part.value, bind);
  if (!candidates) throw new Error(`orders of a part are not looked up by ${part.by} “${part.value}”`);
  const { table, alias, id, is, or } = candidates;
  const range = `between ${bind(first)}::bigint and ${bind(last)}::bigint`;
  // Sorted by number, so that no more of the index is read than needed.
  const read = (condition: string) => `(select distinct ${alias}.${id} as id from ${table} ${alias}
    where ${alias}.shop_id = $1 and ${condition} and ${alias}.${id} ${range} order by 1)`;
  if (or === undefined) return read(is);
  return `${read(is)} union all select m.id from ${read(or)} m
    where not exists (select from ${table} ${alias} where ${alias}.shop_id = $1 and ${alias}.${id} = m.id and ${is})`;
}

type Asked = { part: PartOfOrders; dayOf: OrderDay | null; from: Date | null; before: Date | null };

/**
 * How to find the orders of a part; null if each order of the days has to be checked. @param most how many are counted
 */
export async function findPartLookup(
  shopId: number,
  { part, dayOf, from, before }: Asked,
  most: number,
): Promise<PartLookup | null> {
  if (!CANDIDATES[part.by]?.(part.value, () => "")) return null;
  const whole = { first: 0, last: Number.MAX_SAFE_INTEGER };
  const range = dayOf === "PAID" ? await findNumbers(shopId, from, before) : whole;
  if (!range) return { part, ...whole, last: 0, isFew: true };
  const { values, bind } = createBinder(shopId);
  const candidates = toCandidates({ part, ...range, isFew: false }, bind);
  const [row] = await client.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (select from (${candidates}) c limit ${most + 1}) f`,
    values,
  );
  const isFew = (row?.count ?? 0) <= most;
  // For days other than that of payment there are few orders, and an index of that day finds them.
  return isFew || dayOf === "PAID" ? { part, ...range, isFew } : null;
}

/**
 * First and last number of the orders paid in a period, extended by a day on both sides: an order does not get its
 * number at the moment of its payment.
 */
async function findNumbers(shopId: number, from: Date | null, before: Date | null) {
  if (!from && !before) return { first: 0, last: Number.MAX_SAFE_INTEGER };
  const { values, bind } = createBinder(shopId);
  const instant = (at: Date, days: number) =>
    `${bind(new Date(at.getTime() + days * DAY_MS).toISOString())}::timestamptz`;
  const paid = [
    "o.shop_id = $1",
    ...(from ? [`o.paid_at >= ${instant(from, -1)}`] : []),
    ...(before ? [`o.paid_at < ${instant(before, 1)}`] : []),
  ].join(" and ");
  const [row] = await client.unsafe<{ first: number | null; last: number | null }[]>(
    // Without `offset 0` Postgres would find the lowest number by reading all orders from the first one on.
    `select min(p.id) as first, max(p.id) as last from (select o.id from orders o where ${paid} offset 0) p`,
    values,
  );
  return row?.first == null || row.last == null ? null : { first: row.first, last: row.last };
}
