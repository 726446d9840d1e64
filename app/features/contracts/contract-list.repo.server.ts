import {
  EXACT_UP_TO,
  estimateTotal,
  type Total,
  toCountedTotal,
} from "~/features/contracts/contract-counts.repo.server";
import {
  type Binder,
  createBinder,
  isCountable,
  toWhere,
} from "~/features/contracts/contract-filters.server";
import { toAfter, toKeyColumns, toOrderBy, toReverse } from "~/features/contracts/contract-keyset.server";
import type { ContractFilters, ListPaging } from "~/features/contracts/contract-list.schema";
import { type SortTerm, toTotalOrder } from "~/features/contracts/contract-sort";
import { client } from "~db/client.server";

/** What a page is made of: SQL over `c` (a contract) that yields JSON text. $1 is the shop, $2… the `parameters`. */
export type Projection = { sql: string; parameters: string[] };

export type ListRequest = {
  shopId: number;
  filters: ContractFilters;
  sort: SortTerm[];
  paging: ListPaging;
};

/**
 * A page of the list. `body` is the text of a JSON array. `firstKeys` and `lastKeys` are the sort keys of its outermost
 * contracts, for cursors: in cursor mode only, and null when the page is empty.
 */
export type ListPage = {
  body: string;
  total: Total;
  hasPrevious: boolean;
  hasNext: boolean;
  firstKeys: string[] | null;
  lastKeys: string[] | null;
};

/**
 * One page of the contracts that match, in order, with the total. Countable filters take one statement that walks an
 * index in list order. Any other filter first gathers its matches up to 10,000, by whatever index suits it; only when
 * there are more does a second statement walk in list order, where the page then cannot be far.
 */
export async function findContractPage(request: ListRequest, projection: Projection): Promise<ListPage> {
  if (isCountable(request.filters)) return readPage("walk", request, projection);
  const gathered = await readPage("gather", request, projection);
  if (gathered.total.count <= EXACT_UP_TO) return gathered;
  const [walked, count] = await Promise.all([
    readPage("walk", request, projection),
    estimateTotal(request.shopId, request.filters),
  ]);
  return { ...walked, total: { count, precision: "estimate" } };
}

/** How a page's contracts are found: by gathering all matches first, or by walking in list order. */
type Way = "gather" | "walk";

type PageRow = { total: number; found: number; body: string; first: string | null; last: string | null };

async function readPage(way: Way, request: ListRequest, projection: Projection): Promise<ListPage> {
  const binder = createBinder(request.shopId, ...projection.parameters);
  const statement = toStatement(way, request, projection, binder);
  const rows = await client.unsafe<PageRow[]>(statement, binder.values);
  const row = rows[0];
  if (!row) throw new Error("an aggregate returned no row");
  return toListPage(row, request.paging);
}

function toStatement(
  way: Way,
  { filters, sort, paging }: ListRequest,
  projection: Projection,
  { bind }: Binder,
): string {
  const order = toTotalOrder(sort);
  const isBackward = paging.mode === "cursor" && paging.direction === "previous";
  const walked = isBackward ? toReverse(order) : order;
  const keyColumns = toKeyColumns(order);
  const columns = [...new Set(["id", ...keyColumns])].map((column) => `c.${column}`).join(", ");
  const where = toWhere(filters, bind);
  const after = paging.mode === "cursor" && paging.keys ? ` and (${toAfter(walked, paging.keys, bind)})` : "";
  const offset = paging.mode === "page" && paging.page > 0 ? ` offset ${paging.page * paging.size}` : "";
  const pick = (source: string) =>
    `select ${columns} from ${source}${after} order by ${toOrderBy(walked)} limit ${paging.size + 1}${offset}`;
  const picked =
    way === "walk"
      ? pick(`contracts c where ${where}`)
      : pick(`matches c where (select t.total from total t) <= ${EXACT_UP_TO}`);
  const keys =
    paging.mode === "cursor"
      ? `, json_build_array(${keyColumns.map((column) => `c.${column}::text`).join(", ")})::text as keys`
      : "";
  const keyOf = (position: number) =>
    keys ? `max(r.keys) filter (where r.position = ${position})` : "null::text";

  // One more than the page holds is picked: that tells whether there is a next page.
  return `${way === "gather" ? toGathering(columns, where) : ""}
    select ${toTotal(way, filters, bind)} as total, count(*)::int as found,
      '[' || coalesce(string_agg(r.body, ',' order by r.position${isBackward ? " desc" : ""})
        filter (where r.position <= ${paging.size}), '') || ']' as body,
      ${keyOf(1)} as first, ${keyOf(paging.size)} as last
    from (
      select p.position, ${projection.sql} as body${keys}
      from (select row_number() over () as position, k.id from (${picked}) k) p
      join contracts c on c.shop_id = $1 and c.id = p.id
    ) r`;
}

const toGathering = (columns: string, where: string): string =>
  `with matches as materialized (select ${columns} from contracts c where ${where} limit ${EXACT_UP_TO + 1}),
    total as (select count(*)::int as total from matches)`;

function toTotal(way: Way, filters: ContractFilters, bind: Binder["bind"]): string {
  if (way === "gather") return "(select t.total from total t)";
  return isCountable(filters) ? toCountedTotal(filters, bind) : "0";
}

function toListPage(row: PageRow, paging: ListPaging): ListPage {
  const hasMore = row.found > paging.size;
  const total: Total = { count: row.total, precision: "exact" };
  if (paging.mode === "page") {
    const hasPrevious = paging.page > 0;
    return { body: row.body, total, hasPrevious, hasNext: hasMore, firstKeys: null, lastKeys: null };
  }
  const walkedFirst = toKeys(row.first);
  const walkedLast = hasMore ? toKeys(row.last) : null;
  const isFromWithin = paging.keys !== null;
  return paging.direction === "next"
    ? {
        body: row.body,
        total,
        hasPrevious: isFromWithin,
        hasNext: hasMore,
        firstKeys: walkedFirst,
        lastKeys: walkedLast,
      }
    : {
        body: row.body,
        total,
        hasPrevious: hasMore,
        hasNext: isFromWithin,
        firstKeys: walkedLast,
        lastKeys: walkedFirst,
      };
}

const toKeys = (text: string | null): string[] | null => (text === null ? null : JSON.parse(text));
