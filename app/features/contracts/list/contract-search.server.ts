import { parsePlatformId } from "~/lib/gid";
import { client } from "~db/client.server";
import { toContainsPattern, toPrefixPattern } from "~db/like-pattern";
import type { Projection } from "./contract-lookups.server";
import {
  type Binder,
  createBinder,
  EXACT_UP_TO,
  hasName,
  isContained,
  toCustomers,
  toLines,
  toOriginOrders,
  toPastOrders,
} from "./contract-lookups.server";

/**
 * A text to look for in everything a merchant knows a contract by. `productIds`: the products whose title contains it.
 * `ids`: the contracts it finds, up to 10,000; null when there are more. The same kinds of match are written three
 * times: as lookups (`findIds`), as a condition on one contract (`isFound`), and as what a row shows (`toMatchesSql`);
 * tests keep them consistent (contract-list-model.test.ts, contract-list-page.test.ts).
 */
export type SearchFilter = Searched & { ids: number[] | null };
type Searched = { text: string; productIds: number[] };

type Bind = Binder["bind"];

const toContractId = (text: string): number | null => parsePlatformId(text, "SubscriptionContract");

/** Import handles are matched by prefix, which a plain index serves. */
const isHandle = (column: string, text: string, bind: Bind): string =>
  `lower(${column}) like lower(${bind(toPrefixPattern(text))})`;

/**
 * One lookup for each kind of match, each with an index of its own, the quickest first. A contract may appear more than
 * once.
 */
function toKinds({ text, productIds }: Searched, bind: Bind): string[] {
  const id = toContractId(text);
  return [
    ...(id === null
      ? []
      : [
          `select n.id from contracts n where n.shop_id = $1 and n.subscription_contract_id = ${bind(id)}::bigint`,
        ]),
    `select h.id from contracts h where h.shop_id = $1 and h.imported_id is not null and ${isHandle("h.imported_id", text, bind)}`,
    `select c.id from (${toCustomers(text, bind)}) found (id) cross join lateral (
      select c.id from contracts c where c.shop_id = $1 and c.customer_id = found.id and ${hasName(text, bind)} offset 0) c`,
    toOriginOrders(text, bind),
    ...(productIds.length === 0
      ? []
      : [`select distinct l.id from (${toLines({ productIds }, bind)}) l (id)`]),
    `select distinct b.id from (${toPastOrders(text, bind)}) b (id)`,
  ];
}

/**
 * Ids of the contracts that a search finds, or null for more than 10,000. As soon as one kind of match alone has too
 * many, the others are not looked up: a search for one letter would otherwise wait for all of them.
 */
export async function findIds(shopId: number, searched: Searched): Promise<number[] | null> {
  const { values, bind } = createBinder(shopId);
  const kinds = toKinds(searched, bind);
  const steps = kinds.map((kind, step) => {
    const earlier = kinds
      .slice(0, step)
      .map((_, before) => ` and (select count(*) from kind${before}) <= ${EXACT_UP_TO}`);
    return `kind${step} as materialized (
      select f.id from (${kind}) f (id) where true${earlier.join("")} limit ${EXACT_UP_TO + 1})`;
  });
  const rows = await client.unsafe<{ id: number }[]>(
    `with ${steps.join(", ")} ${kinds.map((_, step) => `select id from kind${step}`).join(" union ")}`,
    values,
  );
  return rows.length <= EXACT_UP_TO ? rows.map(({ id }) => id) : null;
}

/** Whether a search finds the contract `c`. */
export const isFound = (search: SearchFilter, bind: Bind): string =>
  search.ids ? `c.id = any(${bind(`{${search.ids.join(",")}}`)}::bigint[])` : matchesText(search, bind);

function matchesText({ text, productIds }: Searched, bind: Bind): string {
  const id = toContractId(text);
  const each = [
    ...(id === null ? [] : [`c.subscription_contract_id = ${bind(id)}::bigint`]),
    isHandle("c.imported_id", text, bind),
    hasName(text, bind),
    isContained(["c.origin_order_name"], text, bind),
    // `offset 0`: a probe per contract; the planner must not read all orders or lines of the shop instead.
    `exists (select from billing_attempts b where b.shop_id = $1 and b.contract_id = c.id
      and b.order_name is not null and ${isContained(["b.order_name"], text, bind)} offset 0)`,
    ...(productIds.length === 0
      ? []
      : [`exists (select from (${toLines({ productIds }, bind)}) l (id) where l.id = c.id offset 0)`]),
  ];
  return `(${each.join(" or ")})`;
}

/** What a search matched: the kind, and the matching text where the row does not show it. */
export type SearchMatch = [
  kind: "name" | "email" | "contract" | "handle" | "order" | "product",
  text: string,
];

/**
 * `SearchMatch[]` of a row `c` as JSON text: one of each kind, for orders the newest match. $1 is the shop, $2 to $4
 * the parameters.
 */
export function toMatchesSql(text: string): Projection {
  const contains = (column: string) => `lower(${column}) like lower($2)`;
  const sql = `(select coalesce(json_agg(json_build_array(m.kind, m.text) order by m.place), '[]')::text from (
    select 1 as place, 'name' as kind, c.customer_name as text where ${contains("c.customer_name")}
    union all select 2, 'email', c.customer_email where ${contains("c.customer_email")}
    union all select 3, 'contract', '' where c.subscription_contract_id = $4::bigint
    union all select 4, 'handle', c.imported_id where lower(c.imported_id) like lower($3)
    union all (select 5, 'order', o.name from (
        select b.order_name as name, b.billing_date as made from billing_attempts b
          where b.shop_id = $1 and b.contract_id = c.id and b.order_name is not null
        union all select c.origin_order_name, '-infinity') o
      where ${contains("o.name")} order by o.made desc limit 1)
    union all (select 6, 'product', p.title from contract_lines l join products p on p.shop_id = $1 and p.id = l.product_id
      where l.shop_id = $1 and l.contract_id = c.id and ${contains("p.title")} order by l.position, l.id limit 1)) m)`;
  return {
    sql,
    parameters: [toContainsPattern(text), toPrefixPattern(text), String(toContractId(text) ?? 0)],
  };
}
