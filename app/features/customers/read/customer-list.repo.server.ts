import { type Binder, createBinder, EXACT_UP_TO } from "~/features/contracts/list/contract-lookups.server";
import { hadStatus } from "~/features/contracts/list/contract-past-status.server";
import { findSamplePlaces, SAMPLE } from "~/features/contracts/list/contract-sample.repo.server";
import { listCountedGroups, sumCounts } from "~/features/contracts/list/counted-totals.repo.server";
import { parsePlatformId } from "~/lib/gid";
import { client } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import { CUSTOMER_NAME_SORT, CUSTOMER_NGRAMS } from "~db/schema/customers";

/**
 * Parts of texts, ignoring case; all given ones must match. `search`: in the name or the e-mail, or the customer's id.
 */
export type CustomerFilters = {
  name?: string;
  email?: string;
  search?: string;
  /** Only customers with an active or paused contract, as the insights count subscribers. */
  isSubscriber?: true;
  /** Only those who were subscribers at an instant. */
  subscribedAt?: Date;
};
export type CustomerSort = { column: "customer_id" | "name" | "email"; isDescending: boolean };

/** Where a page begins: at an offset, or just after or before the customer with these keys. */
export type PlaceInList = { offset: number } | { keys: readonly [string, string]; isBackwards: boolean };

export type CustomerRow = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  active: number;
  total: number;
  /** As Postgres writes it. */
  nextOrderDate: string | null;
  sortKey: string;
};

const NAME = `lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')))`;
const SORT_KEYS: Record<CustomerSort["column"], string> = {
  customer_id: "id",
  name: CUSTOMER_NAME_SORT,
  email: "lower(email)",
};

/** `offset 0` makes Postgres check customer by customer. As a join it would read all contracts of the shop for a page of 20. */
function hasContract({ isSubscriber, subscribedAt }: CustomerFilters, bind: Binder["bind"]): string {
  const also = [
    ...(isSubscriber ? ["c.status in ('ACTIVE', 'PAUSED')"] : []),
    ...(subscribedAt ? [hadStatus({ statuses: ["ACTIVE", "PAUSED"], at: subscribedAt }, bind)] : []),
  ].map((condition) => ` and ${condition}`);
  return `exists (select from contracts c where c.shop_id = $1 and c.customer_id = customers.id${also.join("")} offset 0)`;
}

type Search = { text: string; condition: string };

/** Each filter with its search text for the index. */
function toSearches({ name, email, search }: CustomerFilters, bind: Binder["bind"]): Search[] {
  const contains = (column: string, text: string) => `${column} like lower(${bind(toContainsPattern(text))})`;
  const id = search === undefined ? null : parsePlatformId(search, "Customer");
  return [
    ...(name === undefined ? [] : [{ text: name, condition: contains(NAME, name) }]),
    ...(email === undefined ? [] : [{ text: email, condition: contains("lower(email)", email) }]),
    ...(search === undefined || id !== null
      ? []
      : [
          {
            text: search,
            condition: `(${contains(NAME, search)} or ${contains("lower(email)", search)})`,
          },
        ]),
    ...(id === null ? [] : [{ text: "", condition: `id = ${bind(id)}::bigint` }]),
  ];
}

/** @param isGathered whether matches are found by the text index; otherwise each customer is tested */
function toWhere(filters: CustomerFilters, bind: Binder["bind"], isGathered: boolean): string {
  const each = toSearches(filters, bind).flatMap(({ text, condition }) => [
    // For one or two letters the index only finds beginnings: testing each customer is faster.
    ...(isGathered && text.length >= 3 ? [`${CUSTOMER_NGRAMS} @@ search_query($1, ${bind(text)})`] : []),
    condition,
  ]);
  return ["shop_id = $1", ...each, hasContract(filters, bind)].join(" and ");
}

const isFiltered = (filters: CustomerFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/**
 * A page of customers with contracts, in list order.
 *
 * @param isFew whether at most 10,000 match: then they are gathered, otherwise the list is walked
 */
export async function listCustomerRows(
  shopId: number,
  filters: CustomerFilters,
  sort: CustomerSort,
  place: PlaceInList,
  { limit, isFew }: { limit: number; isFew: boolean },
): Promise<CustomerRow[]> {
  const { values, bind } = createBinder(shopId);
  const isBackwards = "keys" in place && place.isBackwards;
  const isDescending = sort.isDescending !== isBackwards;
  const direction = isDescending ? "desc" : "asc";
  const key = SORT_KEYS[sort.column];
  // By the id itself: as a text "63…" comes before "9…", however many digits follow.
  const orderBy = (value: string) =>
    sort.column === "customer_id" ? `id ${direction}` : `${value} ${direction}, id ${direction}`;
  const isGathered = isFew && isFiltered(filters);
  const where = toWhere(filters, bind, isGathered);
  const beyond =
    "keys" in place
      ? ` and (${key}, id) ${isDescending ? "<" : ">"} (${bind(place.keys[0])}, ${bind(place.keys[1])}::bigint)`
      : "";
  const paging = `limit ${bind(limit)}::int offset ${bind("offset" in place ? place.offset : 0)}::bigint`;
  const found = `select id, first_name, last_name, email, ${key}::text as sort_key from customers where ${where}${beyond}`;
  // Gathered first and then sorted: with a limit Postgres would walk the list past thousands that do not match.
  const page = isGathered
    ? `select * from (${found} offset 0) f order by ${orderBy("sort_key")} ${paging}`
    : `${found} order by ${orderBy(key)} ${paging}`;
  const rows = await client.unsafe<CustomerRow[]>(
    `select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.sort_key as "sortKey",
      s.active, s.total, s.next as "nextOrderDate"
    from (select f.*, row_number() over () as place from (${page}) f) p
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where c.status = 'ACTIVE'))::int as active,
        min(c.next_billing_date) filter (where c.status = 'ACTIVE') as next
      from contracts c where c.shop_id = $1 and c.customer_id = p.id) s
    order by p.place`,
    values,
  );
  return isBackwards ? rows.reverse() : rows;
}

/** How many match: exact up to 10,000, beyond that an estimate from a sample. */
export async function countCustomers(
  shopId: number,
  filters: CustomerFilters,
): Promise<{ count: number; isExact: boolean }> {
  const { values, bind } = createBinder(shopId);
  const found = isFiltered(filters)
    ? `select from customers where ${toWhere(filters, bind, true)} limit ${EXACT_UP_TO + 1}`
    : `select distinct customer_id from contracts where shop_id = $1 order by customer_id limit ${EXACT_UP_TO + 1}`;
  const [row] = await client.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (${found}) f`,
    values,
  );
  const count = row?.count ?? 0;
  if (count <= EXACT_UP_TO) return { count, isExact: true };
  return { count: Math.max(count, await estimateCustomers(shopId, filters)), isExact: false };
}

/**
 * Each of some 2,000 contracts, spread over the shop, counts as its share of its customer: one half if the customer has
 * two. The mean share times the number of contracts is the number of customers.
 */
async function estimateCustomers(shopId: number, filters: CustomerFilters): Promise<number> {
  const { values, bind } = createBinder(shopId, await findSamplePlaces(shopId));
  const where = [
    "shop_id = $1",
    "id = s.customer_id",
    ...toSearches(filters, bind).map(({ condition }) => condition),
    ...(filters.isSubscriber || filters.subscribedAt ? [hasContract(filters, bind)] : []),
  ];
  const [[sample], groups] = await Promise.all([
    client.unsafe<{ share: number }[]>(
      `select coalesce(avg(case when exists (select from customers where ${where.join(" and ")})
          then 1.0 / s.contracts else 0 end), 0)::float8 as share
      from (select c.customer_id, (select count(*) from contracts o
            where o.shop_id = $1 and o.customer_id = c.customer_id) as contracts
        from (${SAMPLE}) c) s`,
      values,
    ),
    listCountedGroups(shopId, {}),
  ]);
  return Math.round((sample?.share ?? 0) * sumCounts(groups));
}
