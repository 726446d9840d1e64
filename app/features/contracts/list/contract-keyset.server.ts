import type { Binder } from "./contract-lookups.server";
import { type SortColumn, type SortTerm, toTotalOrder } from "./contract-sort";

type SortKey = { column: string; type: string; pattern: RegExp };

const INTEGER = /^\d{1,16}$/;
const INSTANT = /^(infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?[+-]\d\d(:\d\d)?)$/;
const TEXT = /^[^\0]*$/;

/** Never null: a null in a keyset comparison loses rows. A missing value sorts as the greatest. */
const SORT_KEYS: Record<SortColumn, SortKey> = {
  id: { column: "id", type: "bigint", pattern: INTEGER },
  subscription_contract_id: { column: "subscription_contract_id", type: "bigint", pattern: INTEGER },
  created_at: { column: "created_at", type: "timestamptz", pattern: INSTANT },
  updated_at: { column: "updated_at", type: "timestamptz", pattern: INSTANT },
  next_billing_date: { column: "next_billing_sort", type: "timestamptz", pattern: INSTANT },
  customer_name: { column: "customer_name_sort", type: "text", pattern: TEXT },
  order_amount: { column: "order_amount", type: "numeric", pattern: /^\d{1,10}(\.\d{1,4})?$/ },
  order_name: { column: "order_name_sort", type: "text", pattern: TEXT },
  status: { column: "status", type: "text", pattern: /^[A-Z]+$/ },
};

/** Columns of `contracts` that a total order compares. */
export const toKeyColumns = (order: SortTerm[]): string[] =>
  order.map(({ column }) => SORT_KEYS[column].column);

export const toOrderBy = (order: SortTerm[]): string =>
  order
    .map(({ column, descending }) => `c.${SORT_KEYS[column].column}${descending ? " desc" : ""}`)
    .join(", ");

export const toReverse = (order: SortTerm[]): SortTerm[] =>
  order.map(({ column, descending }) => ({ column, descending: !descending }));

/** Whether a cursor's keys have the types of this sort, so that Postgres can read them. */
export function isKeysOf(sort: SortTerm[], keys: string[]): boolean {
  const order = toTotalOrder(sort);
  return (
    keys.length === order.length &&
    order.every(({ column }, index) => SORT_KEYS[column].pattern.test(keys[index] ?? "\0"))
  );
}

/**
 * Condition for the rows after these keys in a total order. If all terms have one direction: a row comparison, which an
 * index answers directly. Mixed: `a >= x and (a > x or (b <= y and (b < y or …)))`, whose first part an index answers.
 */
export function toAfter(order: SortTerm[], keys: string[], bind: Binder["bind"]): string {
  const terms = order.map(({ column, descending }, index) => ({
    sql: `c.${SORT_KEYS[column].column}`,
    key: `${bind(keys[index] ?? "")}::${SORT_KEYS[column].type}`,
    beyond: descending ? "<" : ">",
  }));
  const beyond = terms[0]?.beyond ?? ">";
  if (terms.every((term) => term.beyond === beyond))
    return `(${terms.map((term) => term.sql).join(", ")}) ${beyond} (${terms.map((term) => term.key).join(", ")})`;
  return terms.reduceRight(
    (rest, term) =>
      rest === ""
        ? `${term.sql} ${term.beyond} ${term.key}`
        : `${term.sql} ${term.beyond}= ${term.key} and (${term.sql} ${term.beyond} ${term.key} or (${rest}))`,
    "",
  );
}
