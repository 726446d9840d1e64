import { type RequestContext, toApiOrigin } from "./request-context.server";

/** Relations of a page's Link header (RFC 8288), in the order they are written. */
const RELATIONS = ["first", "prev", "next", "last"] as const;

type Relation = (typeof RELATIONS)[number];
/** Order in which links are kept if a long query leaves no room for all. */
const BY_NEED = ["next", "prev", "first", "last"] as const satisfies Relation[];
/** Clients refuse responses with more than 16 KB of headers, proxies more than 8 KB. */
const LONGEST_LINKS = 7500;

/** Parameters of another page, by relation; a missing relation has no page. */
export type PageLinks = Partial<Record<Relation, Record<string, string | number>>>;

/** Parameters that choose the page; each link sets its own. */
const PAGE_PARAMETERS = ["page", "pageable.page", "cursor"];
const CREDENTIALS = ["api_key", "token"];
/** Parameters that the platform's app proxy adds to the caller's. */
const SIGNED_PARAMETERS = ["signature", "timestamp", "path_prefix", "logged_in_customer_id", "shop"];

/** Links from one page of a list to the others; pages are numbered from 0. */
export function toNumberedLinks({
  page,
  size,
  total,
}: {
  page: number;
  size: number;
  total: number;
}): PageLinks {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  return {
    first: { page: 0 },
    ...(page > 0 && { prev: { page: Math.min(page - 1, last) } }),
    ...(page < last && { next: { page: page + 1 } }),
    last: { page: last },
  };
}

/**
 * The value of a Link header: the requested address, with the caller's parameters except credentials, and those of the
 * page. Source: wire.md §4 "Lists answer Link".
 */
export function toLinkHeader({ request, url }: RequestContext, links: PageLinks): string {
  const dropped = new Set([
    ...PAGE_PARAMETERS,
    ...CREDENTIALS,
    ...(url.searchParams.has("signature") ? SIGNED_PARAMETERS : []),
    ...Object.values(links).flatMap((parameters) => Object.keys(parameters)),
  ]);
  let kept = "";
  for (const [name, value] of url.searchParams)
    if (!dropped.has(name)) kept += `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`;
  const address = toApiOrigin(request) + url.pathname;
  const toLink = (relation: Relation): string => {
    const parameters = Object.entries(links[relation] ?? {});
    const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `<${address}?${kept}${query.join("&")}>; rel="${relation}"`;
  };
  let length = 0;
  const fitting = new Set(
    BY_NEED.filter((relation) => {
      if (links[relation]) length += toLink(relation).length;
      return links[relation] && length <= LONGEST_LINKS;
    }),
  );
  return RELATIONS.filter((relation) => fitting.has(relation))
    .map(toLink)
    .join(", ");
}
