import { toContainsPattern } from "~db/like-pattern";
import { CUSTOMER_NGRAMS } from "~db/schema/customers";

/**
 * Collects the parameters of one statement: `bind(value)` returns its placeholder. Instants go as ISO text, arrays as
 * `{…}`.
 */
export type Binder = { values: (string | number)[]; bind(value: string | number): string };

export function createBinder(...values: (string | number)[]): Binder {
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** With more matches than this, a total that the counters do not know is estimated. */
export const EXACT_UP_TO = 10_000;

/** A line with any of these. */
export type LineFilter = { productIds?: number[]; variantIds?: number[]; sellingPlanIds?: number[] };

/** Whether one of the columns contains the text, ignoring case. */
export function isContained(columns: string[], text: string, bind: Binder["bind"]): string {
  const pattern = `lower(${bind(toContainsPattern(text))})`;
  const each = columns.map((column) => `lower(${column}) like ${pattern}`);
  return each.length > 1 ? `(${each.join(" or ")})` : each.join();
}

export const hasName = (text: string, bind: Binder["bind"]): string =>
  isContained(["c.customer_name", "c.customer_email"], text, bind);

/** Customers whose grams fit the text; `hasName` then checks whether the text itself is contained. */
export const toCustomers = (text: string, bind: Binder["bind"]): string =>
  `select cu.id from customers cu where cu.shop_id = $1 and ${CUSTOMER_NGRAMS} @@ search_query($1, ${bind(text)})`;

export const toOriginOrders = (text: string, bind: Binder["bind"]): string =>
  `select o.id from contracts o where o.shop_id = $1
    and search_grams(o.shop_id, o.origin_order_name) @@ search_query($1, ${bind(text)})
    and ${isContained(["o.origin_order_name"], text, bind)}`;

export const toPastOrders = (text: string, bind: Binder["bind"]): string =>
  `select b.contract_id from billing_attempts b where b.shop_id = $1 and b.order_name is not null
    and search_grams(b.shop_id, b.order_name) @@ search_query($1, ${bind(text)})
    and ${isContained(["b.order_name"], text, bind)}`;

/** Contracts with a line that the filter names; a contract may appear more than once. */
export function toLines(filter: LineFilter, bind: Binder["bind"]): string {
  const isOneOf = (column: string, [first, ...others]: number[] = []) => {
    if (first === undefined) return [];
    if (others.length === 0) return [`l.${column} = ${bind(first)}::bigint`];
    return [`l.${column} = any(${bind(`{${[first, ...others].join(",")}}`)}::bigint[])`];
  };
  const each = [
    ...isOneOf("product_id", filter.productIds),
    ...isOneOf("variant_id", filter.variantIds),
    ...isOneOf("selling_plan_id", filter.sellingPlanIds),
  ];
  const isNamed = each.length > 0 ? `(${each.join(" or ")})` : "false";
  return `select l.contract_id from contract_lines l where l.shop_id = $1 and ${isNamed}`;
}

/** Content of a page: SQL over `c` (a contract) that yields JSON text. $1 is the shop, $2… the `parameters`. */
export type Projection = { sql: string; parameters: string[] };
