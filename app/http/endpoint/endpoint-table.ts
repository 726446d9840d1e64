import type { Endpoint } from "./define-endpoint.server";

/**
 * The endpoints of one URL; `path` is an OpenAPI template. Those not useful for integrators are not in the document.
 */
export type EndpointRow = { path: string; endpoints: readonly JsonEndpoint[]; isDocumented: boolean };

/** An endpoint with a URL, and so with a summary. */
export type JsonEndpoint = Extract<Endpoint, { path: string | readonly string[] }>;

const hasUrl = (endpoint: Endpoint): endpoint is JsonEndpoint => endpoint.path !== undefined;

/** The `loader` of a JSON route module. */
export type JsonLoader = { endpoints: readonly Endpoint[] };

/** The endpoints by URL: one row per URL that the endpoints of the route modules declare. */
export const toEndpointTable = (loaders: readonly JsonLoader[]): EndpointRow[] =>
  loaders.flatMap(({ endpoints }) =>
    listPaths(endpoints).map((path, index) => ({
      path,
      endpoints: endpoints.filter(hasUrl),
      isDocumented: index === 0 && !endpoints.some(({ isUndocumented }) => isUndocumented),
    })),
  );

/** @throws when the endpoints of one route module do not answer at the same URLs */
function listPaths(endpoints: readonly Endpoint[]): readonly string[] {
  const [paths = [], ...others] = endpoints.map(({ path = [] }) => [path].flat());
  const names = endpoints.map(({ operationId }) => operationId).join(", ");
  if (paths.length === 0) throw new Error(`${names}: answers at a JSON URL, but has no path.`);
  if (others.some((other) => other.join() !== paths.join()))
    throw new Error(`${names}: stand in one route module, but have different paths.`);
  return paths;
}
