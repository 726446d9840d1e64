import fc from "fast-check";
import { expect, test } from "vitest";
import { FILTER_NAMES, type FilterName } from "~/features/contracts/list/contract-filters";
import { filterParameters } from "~/features/contracts/list/contract-list.schema";
import {
  type ListState,
  parseListState,
  toListHref,
  toListSearch,
  toViewSearch,
  withFilters,
  withoutFilters,
  withPage,
  withSort,
} from "~/features/contracts/list/contract-list-url";
import { parseListQuery } from "~/features/contracts/list-page/contract-list-query";

const parse = (search: string) => parseListState(new URLSearchParams(search));

/** Values that people and links put into a field: any text that is not blank. */
const text = fc
  .oneof(
    fc.constantFrom("Łukasz & Søn", "a=b&c", "50%", "+1", "#1001", "سعاد", "1,2", "2026-02-30", "ACTIVE"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  )
  .map((given) => given.trim())
  .filter((given) => given !== "" && !/^(false|0)$/i.test(given));

const state: fc.Arbitrary<ListState> = fc.record({
  filters: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FILTER_NAMES), text), { selector: ([name]) => name })
    .map((entries) => {
      // In the order of the URL: a state is what parsing one gives.
      const sorted = entries.toSorted(([a], [b]) => FILTER_NAMES.indexOf(a) - FILTER_NAMES.indexOf(b));
      return Object.fromEntries(sorted) as Partial<Record<FilterName, string>>;
    }),
  sort: fc.constantFrom<string[]>([], ["customer_name,asc"], ["order_amount,desc", "id,asc"], ["nonsense"]),
  size: fc.option(fc.constantFrom("25", "200", "many")),
  page: fc.option(fc.constantFrom("1", "77", "-1")),
  cursor: fc.option(fc.constantFrom("abc", "a-_b")),
});

test("a state written to a URL and read again is the same state", () => {
  fc.assert(
    fc.property(state, (given) => {
      expect(parse(toListSearch(given))).toEqual(given);
    }),
  );
});

test("whatever the URL, its state written out stays the same from then on", () => {
  const name = fc.oneof(
    fc.constantFrom(...FILTER_NAMES, "sort", "size", "page", "cursor", "pageable.sort", "pageable.page", "x"),
    fc.string({ maxLength: 3 }),
  );
  const search = fc
    .array(fc.tuple(name, fc.string({ maxLength: 8 })))
    .map((pairs) => new URLSearchParams(pairs));
  fc.assert(
    fc.property(search, (given) => {
      const once = toListSearch(parseListState(given));
      expect(toListSearch(parse(once))).toBe(once);
    }),
  );
});

test("the list knows every parameter of operation 1, by the same name", () => {
  expect([...FILTER_NAMES].toSorted()).toEqual(Object.keys(filterParameters).toSorted());
});

test("other filters, another sort and the first page begin the list anew", () => {
  fc.assert(
    fc.property(state, (given) => {
      const begun = { page: null, cursor: null };
      expect(withFilters(given, { planType: "PREPAID" })).toMatchObject(begun);
      expect(withSort(given, "id,asc")).toMatchObject(begun);
      expect(withPage(given, 0, "cursor")).toMatchObject(begun);
    }),
  );
});

test("filters that are cleared leave the tab, the sort and the page size", () => {
  expect(
    toListSearch(withoutFilters(parse("status=PAUSED&planType=PREPAID&sort=id,asc&size=25&page=2"))),
  ).toBe("status=PAUSED&sort=id%2Casc&size=25");
});

test("empty fields of a form, flags that are off and what goes without saying leave no trace", () => {
  const search = "customerName=&orderName=+&emailBouncedOrFailed=false&sort=created_at,desc&page=0&status=";
  expect(toListHref(parse(search))).toBe("/admin/contracts");
});

test("a selling plan may come as one text or as several fields", () => {
  expect(parse("sellingPlanIds=1,2&sellingPlanIds=3").filters.sellingPlanIds).toBe("1,2,3");
});

test("a view keeps filters and sort, not the place in the list", () => {
  expect(toViewSearch(parse("status=ACTIVE&sort=id,asc&page=4&cursor=x&size=100"))).toBe(
    "status=ACTIVE&sort=id%2Casc",
  );
});

test("whatever the URL, the list reads what it can and names the rest", () => {
  fc.assert(
    fc.property(state, (given) => {
      const { query, problems } = parseListQuery(given, "Europe/Berlin");
      expect(query.paging.size).toBeLessThanOrEqual(200);
      const named = new Set(Object.keys(problems));
      for (const name of FILTER_NAMES)
        if (given.filters[name] === undefined) expect(named).not.toContain(name);
    }),
  );
});

test("every wrong parameter is named, and the others still count", () => {
  const wrong = {
    status: "SLEEPING",
    planType: "x",
    productId: "abc",
    fromCreatedDate: "yesterday",
    toCreatedDate: "2026-02-30",
    billingPolicyInterval: "month",
    billingPolicyIntervalCount: "0",
    sort: "price,asc",
    size: "2000",
    page: "-1",
  };
  const given = parseListState(new URLSearchParams({ ...wrong, customerName: "ann" }));
  const { query, problems } = parseListQuery(given, "UTC");
  expect(Object.keys(problems).toSorted()).toEqual(Object.keys(wrong).toSorted());
  expect(query.filters).toEqual({ customerName: "ann" });
  expect(query.paging).toMatchObject({ size: 50 });
});

test("a bare day is the shop's day, also where clocks change on it", () => {
  const read = (search: string, zone: string) => parseListQuery(parse(search), zone).query.filters;
  expect(read("fromCreatedDate=2026-03-08&toCreatedDate=2026-03-08", "America/New_York")).toEqual({
    fromCreatedDate: new Date("2026-03-08T05:00:00.000Z"),
    toCreatedDate: new Date("2026-03-09T03:59:59.999Z"),
  });
  expect(read("toNextDate=2026-01-31T10:00:00%2B02:00", "America/New_York")).toEqual({
    toNextDate: new Date("2026-01-31T08:00:00.000Z"),
  });
});

test("a cursor of another list is refused, and the page's number then finds the place", () => {
  const { query, problems } = parseListQuery(parse("page=3&cursor=bogus"), "UTC");
  expect(Object.keys(problems)).toEqual(["cursor"]);
  expect(query.paging).toEqual({ mode: "page", page: 3, size: 50 });
});
