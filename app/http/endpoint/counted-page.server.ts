import { type PageLinks, toLinkHeader, toNumberedLinks } from "~/http/request/pagination.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { jsonResponse } from "./json-response.server";

/** A page of a list; pages are numbered from 0. `total` is exact, or an estimate; null = not counted. */
type Page = {
  items: unknown[];
  hasNext: boolean;
  total: { count: number; isExact: boolean } | null;
  page: number;
  size: number;
};

const LINKS = "Links to the first, prev, next and last page (RFC 8288)";
const toTotal = (things: string) => ({
  description: `Number of ${things}`,
  schema: { type: "integer", minimum: 0 },
});

/** Response headers of a list whose total is exact, for OpenAPI. */
export const toExactPageHeaders = (things: string) => ({ "X-Total-Count": toTotal(things), Link: LINKS });

/** Response headers of a counted list, for OpenAPI. */
export const COUNTED_PAGE_HEADERS = {
  "X-Total-Count": toTotal("entries"),
  "X-Total-Count-Precision": {
    description:
      "`estimate` if the total is an estimate, beyond 10,000. Otherwise the header is absent and the total is exact.",
    schema: { type: "string", enum: ["estimate"] },
  },
  Link: `${LINKS}; no last if the total is an estimate`,
};

/** The page as a bare array, with headers about the list (wire.md §2 "1 list"). */
export function toPageResponse(
  { items, hasNext, total, page, size }: Page,
  context: RequestContext,
): Response {
  const headers: Record<string, string> = {
    Link: toLinkHeader(context, toLinks({ items, hasNext, total, page, size })),
  };
  if (total) headers["X-Total-Count"] = String(total.count);
  if (total && !total.isExact) headers["X-Total-Count-Precision"] = "estimate";
  return jsonResponse(JSON.stringify(items), context, { headers });
}

/** The same for a list whose total is exact. */
export const toExactPage = (
  { total, ...page }: Omit<Page, "total" | "hasNext"> & { total: number },
  context: RequestContext,
): Response => toPageResponse({ ...page, hasNext: false, total: { count: total, isExact: true } }, context);

const toLinks = ({ total, size, ...shown }: Page): PageLinks =>
  total?.isExact ? toNumberedLinks({ page: shown.page, size, total: total.count }) : toUncountedLinks(shown);

/** Beyond the end of a list of unknown length, the page before may be as empty: then only the first is linked to. */
export const toUncountedLinks = ({
  items,
  hasNext,
  page,
}: Pick<Page, "items" | "hasNext" | "page">): PageLinks => ({
  first: { page: 0 },
  ...(page > 0 && items.length > 0 && { prev: { page: page - 1 } }),
  ...(hasNext && { next: { page: page + 1 } }),
});
