import type { Utf8Text } from "~/lib/text/utf8-text";
import { type ResolvedFilters, toGathering, toWhere, type Way } from "./contract-filters.server";
import { toAfter, toKeyColumns, toOrderBy, toReverse } from "./contract-keyset.server";
import type { ListPaging } from "./contract-list.schema";
import { type Binder, EXACT_UP_TO, type Projection } from "./contract-lookups.server";
import { type SortTerm, toTotalOrder } from "./contract-sort";
import { toCountedTotal } from "./counted-totals.repo.server";

/** What to read. `counted`: the total comes from the counters, in the same statement. */
export type PageSource = {
  filters: ResolvedFilters;
  sort: SortTerm[];
  paging: ListPaging;
  way: Way;
  counted: boolean;
};

/**
 * The row that a page statement returns, in this order. `total` is null when neither counted nor gathered. `found` is
 * at most one more than the page holds. `first` and `last` are JSON arrays of the keys of the first and last contract.
 */
export type PageRow = {
  total: number | null;
  found: number;
  first: string | null;
  last: string | null;
  body: Utf8Text;
};

/**
 * One statement for a page: first the ids in order, then only the contracts with these ids, joined into the text of an
 * array.
 */
export function toPageStatement(source: PageSource, projection: Projection, { bind }: Binder): string {
  const { filters, paging, way } = source;
  const order = toTotalOrder(source.sort);
  const isBackward = paging.mode === "cursor" && paging.direction === "previous";
  const walked = isBackward ? toReverse(order) : order;
  const keyColumns = toKeyColumns(order);
  const columns = [...new Set(["id", ...keyColumns])].map((column) => `c.${column}`).join(", ");
  const after = paging.mode === "cursor" && paging.keys ? ` and (${toAfter(walked, paging.keys, bind)})` : "";
  const offset = paging.mode === "page" && paging.page > 0 ? ` offset ${paging.page * paging.size}` : "";
  // One more than the page holds, to know whether there is a next page.
  const pick = (from: string) =>
    `select ${columns} from ${from}${after} order by ${toOrderBy(walked)} limit ${paging.size + 1}${offset}`;
  const keys =
    paging.mode === "cursor"
      ? `, json_build_array(${keyColumns.map((column) => `c.${column}::text`).join(", ")})::text as keys`
      : "";
  const keysAt = (position: number) =>
    keys ? `max(r.keys) filter (where r.position = ${position})` : "null::text";
  const isOnPage = `filter (where r.position <= ${paging.size})`;
  const rows = (picked: string, total: string) => `
    select ${total} as total, count(*)::int as found, ${keysAt(1)} as first, ${keysAt(paging.size)} as last,
      '[' || coalesce(string_agg(r.body, ',' order by r.position${isBackward ? " desc" : ""}) ${isOnPage}, '') || ']' as body
    from (
      select p.position, ${projection.sql} as body${keys}
      from (select row_number() over () as position, k.id from (${picked}) k) p
      join contracts c on c.shop_id = $1 and c.id = p.id
    ) r`;
  if (way === "walk")
    return rows(
      pick(`contracts c where ${toWhere(filters, bind, "walk")}`),
      source.counted ? toCountedTotal(filters, bind) : "null::int",
    );
  // With too many matches there is no page: the gathered ones are not all.
  return `with matches as materialized (select ${columns} from ${toGathering(filters, bind)} limit ${EXACT_UP_TO + 1}),
    total as (select count(*)::int as total from matches)
    ${rows(pick(`matches c where (select t.total from total t) <= ${EXACT_UP_TO}`), "(select t.total from total t)")}`;
}
