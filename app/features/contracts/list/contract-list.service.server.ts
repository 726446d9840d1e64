import { CONTRACT_RECORD_SQL } from "~/features/contracts/record/contract-record.server";
import type { PageLinks } from "~/http/request/pagination.server";
import { invalidRequest } from "~/lib/problem";
import type { Utf8Text } from "~/lib/text/utf8-text";
import { resolveFilters } from "./contract-catalogue.repo.server";
import { encodeCursor, type ListCursor } from "./contract-cursor";
import { isKeysOf } from "./contract-keyset.server";
import {
  findContractPage,
  type ListPage,
  type ListRequest,
  walkContractPage,
} from "./contract-list.repo.server";
import { type ContractListQuery, toListFingerprint } from "./contract-list.schema";
import type { Projection } from "./contract-lookups.server";
import { EXACT_UP_TO } from "./contract-lookups.server";
import { DEFAULT_SORT } from "./contract-sort";
import { type CountsByStatus, countByStatus } from "./contract-totals.repo.server";

const EXPORTED_AT_ONCE = 1000;

type Shop = { id: number; storeDomain: string };

/** A page of the list with its links. Beyond 10,000 the total may be an estimate; then there is no last page. */
export type ContractPage<T> = {
  items: T;
  total: ListPage["total"];
  links: PageLinks;
};

/**
 * A page of contract records as a JSON array, passed on as Postgres wrote it.
 * @throws ProblemError 400 for a cursor that no page gave.
 */
export function findRecordPage(shop: Shop, query: ContractListQuery): Promise<ContractPage<Utf8Text>> {
  return readListPage(shop, query, {
    sql: CONTRACT_RECORD_SQL,
    parameters: [JSON.stringify(shop.storeDomain)],
  });
}

/** How many contracts the filters match: exact up to 10,000 and an estimate beyond, like the list's total. */
export async function countContracts(
  shop: Pick<Shop, "id">,
  { filters }: Pick<ContractListQuery, "filters">,
): Promise<ListPage["total"]> {
  const paging = { mode: "page" as const, page: 0, size: 1 };
  const request = { shopId: shop.id, filters, sort: DEFAULT_SORT, paging };
  return (await findContractPage(request, { sql: "''", parameters: [] })).total;
}

/**
 * Every contract that matches, in list order, in batches: for exports. Each batch is the text of a JSON array of
 * `projection` records and a statement of its own, so nothing is held open while the receiver is slow.
 */
export async function* iterateContracts(
  shop: Pick<Shop, "id">,
  { filters, sort }: Pick<ContractListQuery, "filters" | "sort">,
  projection: Projection,
): AsyncGenerator<string> {
  const toRequest = (keys: string[] | null): ListRequest => ({
    shopId: shop.id,
    filters,
    sort,
    paging: { mode: "cursor", direction: "next", keys, size: EXPORTED_AT_ONCE },
  });
  const first = await findContractPage(toRequest(null), projection);
  // Few matches may lie far apart, so each batch gathers them. With many, walking finds the next ones at once.
  const findNext = first.total.count > EXACT_UP_TO ? walkContractPage : findContractPage;
  let page: Omit<ListPage, "total"> = first;
  for (; page.hasNext; page = await findNext(toRequest(page.lastKeys), projection))
    yield page.body.intoString();
  yield page.body.intoString();
}

/** How many contracts of each status the other filters match: for the list's tabs. */
export async function countContractsByStatus(
  shop: Shop,
  { filters }: Pick<ContractListQuery, "filters">,
): Promise<CountsByStatus> {
  return countByStatus(shop.id, await resolveFilters(shop.id, filters));
}

/**
 * A page of `projection` records, as the text of a JSON array. @throws ProblemError 400 for a cursor that no page gave.
 */
export async function findPage(
  shop: Shop,
  query: ContractListQuery,
  projection: Projection,
): Promise<ContractPage<string>> {
  const page = await readListPage(shop, query, projection);
  return { ...page, items: page.items.intoString() };
}

async function readListPage(
  shop: Shop,
  query: ContractListQuery,
  projection: Projection,
): Promise<ContractPage<Utf8Text>> {
  const { filters, sort, paging } = query;
  if (paging.mode === "cursor" && paging.keys && !isKeysOf(sort, paging.keys))
    throw invalidRequest([
      { parameter: "cursor", code: "invalid_cursor", detail: "Use a cursor as a Link header gave it." },
    ]);
  const page = await findContractPage({ shopId: shop.id, filters, sort, paging }, projection);
  return { items: page.body, total: page.total, links: toLinks(query, page) };
}

function toLinks({ filters, sort, paging }: ContractListQuery, page: ListPage): PageLinks {
  const isExact = page.total.precision === "exact";
  if (paging.mode === "page") {
    const last = Math.max(0, Math.ceil(page.total.count / paging.size) - 1);
    const previous = isExact ? Math.min(paging.page - 1, last) : paging.page - 1;
    return {
      first: { page: 0 },
      ...(page.hasPrevious && { prev: { page: previous } }),
      ...(page.hasNext && { next: { page: paging.page + 1 } }),
      ...(isExact && { last: { page: last } }),
    };
  }
  const list = toListFingerprint(filters, sort);
  const to = (direction: ListCursor["direction"], keys: string[] | null) => ({
    cursor: encodeCursor({ direction, keys, list }),
  });
  return {
    first: { cursor: "" },
    ...(page.hasPrevious && { prev: to("previous", page.firstKeys) }),
    ...(page.hasNext && { next: to("next", page.lastKeys) }),
    ...(isExact && { last: to("previous", null) }),
  };
}
