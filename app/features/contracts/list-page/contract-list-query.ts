import { Temporal } from "temporal-polyfill";
import { FILTERS, type FilterName } from "~/features/contracts/list/contract-filters";
import { type ContractListQuery, contractListQuery } from "~/features/contracts/list/contract-list.schema";
import type { ListState } from "~/features/contracts/list/contract-list-url";
import { isCalendarDay } from "~/lib/schemas/calendar-day";

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

type Parameter = FilterName | "sort" | "size" | "page" | "cursor";
/** Errors by parameter, one sentence each. */
export type ListProblems = Partial<Record<Parameter, string>>;

/**
 * A bare day means the shop's day, like the dates on the page: it becomes the instant of that day's start or end. (The
 * API reads bare days as UTC, wire.md §1 "Dates"; an instant with a zone means the same to both.)
 */
function toInstantText(text: string, edge: "start" | "end", timeZone: string): string {
  // Other text is left to the schema: it is an instant, or reported as an error.
  if (!isCalendarDay(text)) return text;
  const day = Temporal.PlainDate.from(text);
  const start = (edge === "start" ? day : day.add({ days: 1 })).toZonedDateTime(timeZone);
  return (edge === "start" ? start : start.subtract({ milliseconds: 1 })).toInstant().toString();
}

/** Messages for people who followed a link; the schema's own are for integrators. */
const MESSAGES: ListProblems = {
  sort: "The list cannot be sorted this way. Newest contracts are shown first.",
  cursor: "This link belongs to another list. Here is the first page.",
  page: "There is no such page. Here is the first one.",
};

/**
 * Reads operation 1's own schema leniently: a wrong parameter is named and ignored, the rest applies. So a mistyped or
 * outdated link shows a list and a message, not an error page.
 */
export function parseListQuery(
  state: ListState,
  timeZone: string,
): { query: ContractListQuery; problems: ListProblems } {
  const problems: ListProblems = {};
  const given: Record<string, string | string[]> = { size: state.size ?? String(DEFAULT_PAGE_SIZE) };
  for (const [name, text] of Object.entries(state.filters)) {
    const { day } = FILTERS[name as FilterName];
    given[name] = day ? toInstantText(text, day, timeZone) : text;
  }
  if (state.sort.length > 0) given.sort = state.sort;
  if (state.page !== null) given.page = state.page;
  // An empty cursor asks for the first page in cursor mode, so that it carries the cursor of the next one.
  if (state.cursor !== null) given.cursor = state.cursor;
  else if (state.page === null) given.cursor = "";
  if (Number(given.size) > MAX_PAGE_SIZE) {
    problems.size = `A page shows at most ${MAX_PAGE_SIZE} contracts. Export the list to get them all.`;
    given.size = String(DEFAULT_PAGE_SIZE);
  }
  for (;;) {
    const result = contractListQuery.safeParse(given);
    if (result.success) return { query: result.data, problems };
    for (const issue of result.error.issues) {
      const name = String(issue.path[0]) as Parameter;
      if (!(name in given)) throw new Error(`the list's schema refuses ${name}, which was not given`);
      problems[name] ??= MESSAGES[name] ?? issue.message;
      delete given[name];
    }
    given.size ??= String(DEFAULT_PAGE_SIZE);
  }
}
