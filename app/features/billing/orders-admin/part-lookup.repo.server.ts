import type { OrderDay } from "~/features/billing/orders/order-days";
import type { OrderPart, PartOfOrders } from "~/features/billing/orders/order-parts";
import { type Binder, createBinder } from "~/features/contracts/list/contract-lookups.server";
import { DAY_MS } from "~/lib/days";
import { client } from "~db/client.server";
import { BUNDLE_KEY, NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";

/**
 * Among which orders those of a part are: the numbers they lie between.
 *
 * @field isFew there are at most as many as are counted: they are gathered and sorted then
 */
export type PartLookup = { part: PartOfOrders; first: number; last: number; isFew: boolean };

/** Of a table: those of which this holds, or else that; each is the condition of an index. */
type Candidates = { table: string; alias: string; id: string; is: string; or?: string };

const LINES = { table: "order_lines", alias: "l", id: "order_id" };
const ORDERS = { table: "orders", alias: "o", id: "id" };

/** The indexes have the first bundle of a line and the first code of an order; the few with several are another index each. */
const HAS_BUNDLE = `l.custom_attributes @> '[{"key":"${BUNDLE_KEY}"}]'`;
const FIRST_BUNDLE = `left(jsonb_path_query_first(l.custom_attributes, '$[*] ? (@.key == "${BUNDLE_KEY}")') ->> 'value', 100)`;
const HAS_BUNDLES = `jsonb_array_length(jsonb_path_query_array(l.custom_attributes, '$[*] ? (@.key == "${BUNDLE_KEY}")')) > 1`;
const HAS_DISCOUNT = "o.discounts <> '[]'";
const FIRST_CODE = "left(o.discounts -> 0 ->> 'code', 100)";
const HAS_DISCOUNTS = "jsonb_array_length(o.discounts) > 1";

/** As much of a text as the indexes have: they take no longer ones than a third of a page. */
const toIndexed = (text: string, bind: Binder["bind"]): string => `left(${bind(text)}::text, 100)`;

const isId = (column: string, value: string, bind: Binder["bind"]): string =>
  value === "" ? `${column} is null` : `${column} = ${bind(value)}::bigint`;

/** Orders that an index finds, those of the part among them; null where none does. */
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

/** SQL: the numbers of those orders, each once. */
export function toCandidates({ part, first, last }: PartLookup, bind: Binder["bind"]): string {
  const candidates = CANDIDATES[part.by]?.(part.value, bind);
  if (!candidates) throw new Error(`orders of a part are not looked up by ${part.by} “${part.value}”`);
  const { table, alias, id, is, or } = candidates;
  const range = `between ${bind(first)}::bigint and ${bind(last)}::bigint`;
  // In order, so that the index is read no further than is needed.
  const read = (condition: string) => `(select distinct ${alias}.${id} as id from ${table} ${alias}
    where ${alias}.shop_id = $1 and ${condition} and ${alias}.${id} ${range} order by 1)`;
  if (or === undefined) return read(is);
  return `${read(is)} union all select m.id from ${read(or)} m
    where not exists (select from ${table} ${alias} where ${alias}.shop_id = $1 and ${alias}.${id} = m.id and ${is})`;
}

type Asked = { part: PartOfOrders; dayOf: OrderDay | null; from: Date | null; before: Date | null };

/** How the orders of a part are found, or null where each order of the days has to be asked. @param most that are counted */
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
  // Few of many orders are of another day than the one they were paid on: these are read by an index of that day.
  return isFew || dayOf === "PAID" ? { part, ...range, isFew } : null;
}

/** The numbers of the orders paid within some days; a day more on both sides, since order and payment are written one after the other. */
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
    // `offset 0`: else Postgres would look for the least by going through all orders from the first on.
    `select min(p.id) as first, max(p.id) as last from (select o.id from orders o where ${paid} offset 0) p`,
    values,
  );
  return row?.first == null || row.last == null ? null : { first: row.first, last: row.last };
}
