/** Relations of a page's Link header (RFC 8288), in the order they are written. */
const RELATIONS = ["first", "prev", "next", "last"] as const;

/** Parameters that lead to another page, per relation; a relation left out has no page. */
export type PageLinks = Partial<Record<(typeof RELATIONS)[number], Record<string, string | number>>>;

/**
 * The value of a Link header. Targets are references without scheme and host (RFC 8288 resolves them against the
 * request's URL): no Host header of a caller gets into them (wire.md §1 "Client address and proxies"). Of the caller's
 * parameters only those in `keep` are repeated; a key never is.
 */
export function toLinkHeader(
  path: string,
  given: URLSearchParams,
  keep: ReadonlySet<string>,
  links: PageLinks,
): string {
  let kept = "";
  for (const [name, value] of given)
    if (keep.has(name) && value !== "") kept += `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`;
  return RELATIONS.flatMap((relation) => {
    const parameters = links[relation];
    if (!parameters) return [];
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return [`<${path}?${kept}${query.join("&")}>; rel="${relation}"`];
  }).join(", ");
}
