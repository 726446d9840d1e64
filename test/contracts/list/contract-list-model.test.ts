import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { resolveFilters } from "~/features/contracts/list/contract-catalogue.repo.server";
import { type ContractListQuery, contractListQuery } from "~/features/contracts/list/contract-list.schema";
import { createBinder } from "~/features/contracts/list/contract-lookups.server";
import { type PageRow, toPageStatement } from "~/features/contracts/list/contract-page-sql.server";
import { SORT_COLUMNS } from "~/features/contracts/list/contract-sort";
import { toFormValues } from "~/http/request/body.server";
import { client } from "~db/client.server";
import { readList, walkList } from "../../support/data/contract-list";
import { createTestShop, type TestShop } from "../../support/data/factories";
import { expectedIds, type ModelSort, rankTexts } from "../../support/models/contract-list-model";
import {
  filterValues,
  insertModelShop,
  type ModelContract,
  type ModelFilters,
  shopSpec,
  toActualFilters,
} from "../../support/models/contract-model";
import { resetDatabase } from "../../support/setup/database";

/** The same shops in every run, and more with LAW_RUNS. Add a line for any seed that has failed. */
const SHOPS = fc.sample(shopSpec, { numRuns: Number(process.env.LAW_RUNS ?? 2), seed: 20260302 });
const SEED = 7_205_114;

type FilterName = keyof typeof filterValues;
const FILTER_NAMES = Object.keys(filterValues) as FilterName[];

const sortTerm = fc.record({ column: fc.constantFrom(...SORT_COLUMNS), descending: fc.boolean() });
const sorts = fc.array(sortTerm, { maxLength: 3 });
const filtersOf = (names: FilterName[]): fc.Arbitrary<ModelFilters> =>
  fc.record(Object.fromEntries(names.map((name) => [name, filterValues[name]])));

function toSearch(filters: ModelFilters, sort: ModelSort[], more: Record<string, string>): string {
  const search = new URLSearchParams({ ...filters, ...more });
  for (const { column, descending } of sort)
    search.append("sort", `${column},${descending ? "desc" : "asc"}`);
  return `?${search}`;
}

let shop: TestShop;
let contracts: ModelContract[];
let rank: (text: string) => number;

describe.each(SHOPS.map((specs, number) => ({ number, specs })))("made-up shop $number", ({ specs }) => {
  // Once: lists only read.
  beforeAll(async () => {
    await resetDatabase();
    shop = await createTestShop();
    contracts = await insertModelShop(shop.id, specs);
    // The same data in another shop: none of it may appear.
    await insertModelShop((await createTestShop()).id, specs);
    rank = await rankTexts(contracts);
  });

  async function expectMatches(filters: ModelFilters, sort: ModelSort[]): Promise<void> {
    const actual = toActualFilters(filters, contracts);
    const expected = expectedIds(contracts, actual, sort, rank);
    const page = await readList(shop.readKey, toSearch(actual, sort, { size: "100" }));
    expect(page.ids, toSearch(actual, sort, {})).toEqual(expected);
    expect(page.total).toBe(expected.length);
    expect(page.precision).toBeNull();
  }

  test("every filter alone matches what the plain model matches", async () => {
    for (const name of FILTER_NAMES)
      await fc.assert(fc.asyncProperty(filtersOf([name]), sorts, expectMatches), { numRuns: 10, seed: SEED });
  });

  test("every pair of filters matches what the plain model matches", async () => {
    const pairs = FILTER_NAMES.flatMap((a, i) => FILTER_NAMES.slice(i + 1).map((b) => [a, b]));
    for (const pair of pairs)
      await fc.assert(fc.asyncProperty(filtersOf(pair), sorts, expectMatches), { numRuns: 2, seed: SEED });
  });

  test("any filters together match what the plain model matches", async () => {
    const some = fc.subarray(FILTER_NAMES, { minLength: 3 }).chain(filtersOf);
    await fc.assert(fc.asyncProperty(some, sorts, expectMatches), { numRuns: 60, seed: SEED });
  });

  test("a list is the same whether its matches are gathered or found by walking in list order", async () => {
    const some = fc.subarray(FILTER_NAMES, { minLength: 1, maxLength: 3 }).chain(filtersOf);
    const read = async (way: "gather" | "walk", { filters, sort }: ContractListQuery) => {
      const { search, ...others } = await resolveFilters(shop.id, filters);
      // Walked as if the search had found too many contracts to list their ids.
      const resolved = search
        ? { ...others, search: way === "walk" ? { ...search, ids: null } : search }
        : others;
      const binder = createBinder(shop.id);
      const paging = { mode: "page" as const, page: 0, size: 100 };
      const source = { filters: resolved, sort, paging, way, counted: false };
      const projection = { sql: "c.id::text", parameters: [] };
      const [row] = await client.unsafe<PageRow[]>(
        toPageStatement(source, projection, binder),
        binder.values,
      );
      return row?.body;
    };
    await fc.assert(
      fc.asyncProperty(some, sorts, async (given, sort) => {
        const search = new URLSearchParams(toSearch(toActualFilters(given, contracts), sort, {}));
        const query = contractListQuery.parse(toFormValues(search));
        expect(await read("walk", query), `${search}`).toBe(await read("gather", query));
      }),
      { numRuns: 100, seed: SEED },
    );
  });

  test("walking by page and by cursor, forth and back, yields each contract once, in the same order", async () => {
    const some = fc.subarray(FILTER_NAMES, { maxLength: 1 }).chain(filtersOf);
    const sizes = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(some, sorts, sizes, async (given, sort, size) => {
        const filters = toActualFilters(given, contracts);
        const expected = expectedIds(contracts, filters, sort, rank);
        const more = { size: String(size) };
        const byPage = await walkList(shop.readKey, toSearch(filters, sort, more), "next");
        const byCursor = await walkList(
          shop.readKey,
          toSearch(filters, sort, { ...more, cursor: "" }),
          "next",
        );
        const last = byCursor[0]?.links.last ?? "";
        const backwards = (await walkList(shop.readKey, last, "prev")).reverse();
        for (const pages of [byPage, byCursor, backwards]) {
          expect(pages.flatMap((page) => page.ids)).toEqual(expected);
          expect(pages.map((page) => page.total)).toEqual(pages.map(() => expected.length));
        }
        // Back from the end of a walk by cursor: the same pages.
        const back = await walkList(shop.readKey, byCursor.at(-1)?.links.prev ?? "?size=1&page=999", "prev");
        if (byCursor.length > 1)
          expect(back.reverse().map((page) => page.ids)).toEqual(
            byCursor.slice(0, -1).map((page) => page.ids),
          );
      }),
      { numRuns: 40, seed: SEED },
    );
  });
});
