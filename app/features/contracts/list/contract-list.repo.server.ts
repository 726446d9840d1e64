import { Utf8Text } from "~/lib/text/utf8-text";
import { client } from "~db/client.server";
import { resolveFilters } from "./contract-catalogue.repo.server";
import { isCountable, type ResolvedFilters } from "./contract-filters.server";
import type { ContractFilters, ListPaging } from "./contract-list.schema";
import { createBinder, EXACT_UP_TO, type Projection } from "./contract-lookups.server";
import { type PageRow, type PageSource, toPageStatement } from "./contract-page-sql.server";
import { isDefaultSort, type SortTerm } from "./contract-sort";
import { canGather, estimateTotal } from "./contract-totals.repo.server";
import { listCountedGroups, sumCounts, type Total } from "./counted-totals.repo.server";

export type ListRequest = {
  shopId: number;
  filters: ContractFilters;
  sort: SortTerm[];
  paging: ListPaging;
};

/**
 * A page of the list. `body` is a JSON array as Postgres sent it; most pages pass it on unchanged.
 * `firstKeys` and `lastKeys` are the sort keys of the first and last contract, for cursors: in cursor mode only. In the
 * direction of reading they are null when no contract lies beyond; on the other side `hasPrevious`/`hasNext` tell.
 */
export type ListPage = {
  body: Utf8Text;
  total: Total;
  hasPrevious: boolean;
  hasNext: boolean;
  firstKeys: string[] | null;
  lastKeys: string[] | null;
};

/**
 * One page of the contracts that match, in order, with the total.
 *
 * All contracts, and those of one status in the default order or by next date, have an index in list order: one
 * statement walks it and sums the counters. Any other list of up to 10,000 matches is gathered by whatever index suits
 * its filters and then sorted, which takes time in proportion to the matches, however large the shop is. With more
 * matches, walking in list order soon finds a page's worth.
 */
export async function findContractPage(request: ListRequest, projection: Projection): Promise<ListPage> {
  const { shopId, sort, paging } = request;
  const filters = await resolveFilters(shopId, request.filters);
  const read = (source: Pick<PageSource, "way"> & Partial<PageSource>) =>
    readPage(shopId, { filters, sort, paging, counted: false, ...source }, projection);
  const exactly = ({ row, page }: ReadPage, count = row.total ?? 0): ListPage => ({
    ...page,
    total: { count, precision: "exact" },
  });

  if (isInListOrder(filters, sort)) return exactly(await read({ way: "walk", counted: true }));
  if (isCountable(filters)) {
    const groups = await listCountedGroups(shopId, filters);
    const count = sumCounts(groups);
    const isFew = count <= EXACT_UP_TO && groups.length > 0;
    return exactly(await read(isFew ? { way: "gather", filters: { groups } } : { way: "walk" }), count);
  }
  const isGathered = await canGather(shopId, filters);
  const gathered = isGathered ? await read({ way: "gather" }) : null;
  if (gathered && (gathered.row.total ?? 0) <= EXACT_UP_TO) return exactly(gathered);
  const [{ row, page }, estimate] = await Promise.all([
    read({ way: "walk" }),
    estimateTotal(shopId, filters),
  ]);
  const count = Math.max(estimate, isGathered ? EXACT_UP_TO + 1 : row.found);
  return { ...page, total: { count, precision: "estimate" } };
}

/** The same without a total, always walking: for callers that go through all of a long list. */
export async function walkContractPage(
  { shopId, filters, sort, paging }: ListRequest,
  projection: Projection,
): Promise<Omit<ListPage, "total">> {
  const resolved = await resolveFilters(shopId, filters);
  const source: PageSource = { way: "walk", filters: resolved, sort, paging, counted: false };
  return (await readPage(shopId, source, projection)).page;
}

/** Whether an index holds exactly the matches in list order. */
function isInListOrder(filters: ResolvedFilters, sort: SortTerm[]): boolean {
  const { status, ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined)) return false;
  const isByNextDate = sort.length === 1 && sort[0]?.column === "next_billing_date";
  return status === undefined || isDefaultSort(sort) || isByNextDate;
}

/** Page sizes that the admin and most clients use. */
const PREPARED_SIZES = new Set([10, 20, 25, 50, 100, 200, 250]);

/**
 * Whether the statement is kept prepared, which saves planning it again: only the most frequent forms, since every
 * connection keeps each form for as long as it lives. All others are planned for the values they carry.
 */
const isPrepared = ({ counted, sort, paging }: PageSource): boolean =>
  counted &&
  isDefaultSort(sort) &&
  PREPARED_SIZES.has(paging.size) &&
  (paging.mode === "cursor" || paging.page === 0);

type ReadPage = { row: PageRow; page: Omit<ListPage, "total"> };

async function readPage(shopId: number, source: PageSource, projection: Projection): Promise<ReadPage> {
  const binder = createBinder(shopId, ...projection.parameters);
  const statement = toPageStatement(source, projection, binder);
  const options = { prepare: isPrepared(source), copyRaw: copyColumn };
  const rows: unknown[][] = await client.unsafe(statement, binder.values, options).raw();
  const row = toPageRow(rows[0]);
  return { row, page: toPage(row, source.paging) };
}

/** Which of `PageRow`'s columns, counted from 0, is the body. */
const BODY = 4;
const copyColumn = (bytes: Buffer, column: number) =>
  column === BODY ? new Utf8Text(bytes) : bytes.toString();

/** Columns arrive as `copyColumn` makes them, in the order of `PageRow`. */
function toPageRow([total, found, first, last, body]: unknown[] = []): PageRow {
  if (!(body instanceof Utf8Text)) throw new Error("an aggregate returned no row");
  return {
    total: total === null ? null : Number(total),
    found: Number(found),
    first: first === null ? null : String(first),
    last: last === null ? null : String(last),
    body,
  };
}

function toPage(row: PageRow, paging: ListPaging): Omit<ListPage, "total"> {
  const hasMore = row.found > paging.size;
  const { body } = row;
  if (paging.mode === "page")
    return { body, hasPrevious: paging.page > 0, hasNext: hasMore, firstKeys: null, lastKeys: null };
  const nearest = toKeys(row.first);
  const farthest = hasMore ? toKeys(row.last) : null;
  const isFromWithin = paging.keys !== null;
  return paging.direction === "next"
    ? { body, hasPrevious: isFromWithin, hasNext: hasMore, firstKeys: nearest, lastKeys: farthest }
    : { body, hasPrevious: hasMore, hasNext: isFromWithin, firstKeys: farthest, lastKeys: nearest };
}

const toKeys = (text: string | null): string[] | null => (text === null ? null : JSON.parse(text));
