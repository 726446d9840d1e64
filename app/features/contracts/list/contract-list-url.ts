import { FILTER_NAMES, FILTERS, type FilterName } from "./contract-filters";

type FilterTexts = Partial<Record<FilterName, string>>;

/**
 * The list page's state is its URL: operation 1's own parameter names with the texts as given, so that a wrong one can
 * be shown beside its chip. Pure and without the schema, because the browser loads this.
 */
export type ListState = {
  filters: FilterTexts;
  /** `column,asc|desc`, in order of weight; empty = newest first. */
  sort: string[];
  size: string | null;
  /** From 0. Beside a cursor it only gives the range shown. */
  page: string | null;
  cursor: string | null;
};

const DEFAULT_SORT = "created_at,desc";

const findLast = (params: URLSearchParams, ...names: string[]): string | null =>
  names.flatMap((name) => params.getAll(name).map((text) => text.trim())).findLast((text) => text !== "") ??
  null;

/** A list may come as one comma-separated text or as several fields of a form. */
const joinAll = (params: URLSearchParams, name: string): string | null =>
  params
    .getAll(name)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join(",") || null;

/** Reads any URL or form; empty fields and defaults are dropped. */
export function parseListState(params: URLSearchParams): ListState {
  const filters: FilterTexts = {};
  for (const name of FILTER_NAMES) {
    const text = name === "sellingPlanIds" ? joinAll(params, name) : findLast(params, name);
    if (text === null || (FILTERS[name].isFlag && /^(false|0)$/i.test(text))) continue;
    filters[name] = text;
  }
  const sort = ["sort", "pageable.sort"]
    .flatMap((name) => params.getAll(name))
    .filter((text) => text.trim() !== "");
  const page = findLast(params, "page", "pageable.page");
  return {
    filters,
    sort: sort.length === 1 && sort[0] === DEFAULT_SORT ? [] : sort,
    size: findLast(params, "size", "pageable.size"),
    page: page === "0" ? null : page,
    cursor: findLast(params, "cursor"),
  };
}

/**
 * The canonical query string of a state, without "?"; empty for the plain list. `parseListState` reads it back
 * unchanged.
 */
export function toListSearch(state: ListState): string {
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const text = state.filters[name];
    if (text !== undefined) params.set(name, text);
  }
  for (const term of state.sort) params.append("sort", term);
  for (const name of ["size", "page", "cursor"] as const) {
    const text = state[name];
    if (text !== null) params.set(name, text);
  }
  return params.toString();
}

export const toListHref = (state: ListState): string => {
  const search = toListSearch(state);
  return search === "" ? "/admin/contracts" : `/admin/contracts?${search}`;
};

/** Changes filters (null removes one). The list changes, so it starts at its first page. */
export function withFilters(
  state: ListState,
  changes: Partial<Record<FilterName, string | null>>,
): ListState {
  const filters: FilterTexts = {};
  for (const name of FILTER_NAMES) {
    const text = changes[name] === undefined ? state.filters[name] : changes[name];
    if (text) filters[name] = text;
  }
  return { ...state, filters, page: null, cursor: null };
}

/** Removes all filters but the tab; sort and page size stay. */
export const withoutFilters = (state: ListState): ListState => ({
  ...state,
  filters: state.filters.status ? { status: state.filters.status } : {},
  page: null,
  cursor: null,
});

export const withSort = (state: ListState, term: string): ListState => ({
  ...state,
  sort: term === DEFAULT_SORT ? [] : [term],
  page: null,
  cursor: null,
});

export const withSize = (state: ListState, size: string): ListState => ({
  ...state,
  size,
  page: null,
  cursor: null,
});

/** Page `page` (from 0), by `cursor` if there is one. */
export const withPage = (state: ListState, page: number, cursor: string | null): ListState => ({
  ...state,
  page: page === 0 ? null : String(page),
  cursor: page === 0 ? null : cursor,
});

/** The list that is actually shown, without refused parameters. @param refused their names */
export function withoutRefused(state: ListState, refused: Iterable<string>): ListState {
  const names = new Set(refused);
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !names.has(name)));
  return { ...state, filters, sort: names.has("sort") ? [] : state.sort };
}

/** What saved views and exports keep: filters and sort, not the position in the list. */
export const toViewSearch = (state: ListState): string =>
  toListSearch({ ...state, size: null, page: null, cursor: null });
