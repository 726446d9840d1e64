import type { Endpoint } from "../../app/http/endpoint/define-endpoint.server";
import { type AppModule, keepOrder, writeImports, writeList } from "./app-modules";

/** `text` is what its file in app/api contains. */
export type RouteModule = { name: string; loader: { endpoints: readonly Endpoint[] }; text: string };

/** An endpoint and how a route module writes it: `skipOrder.portal`; `route` is the module's name if it is a new one. */
type Found = { name: string; from: string; call: string; route: string; endpoint: Endpoint };

const ROUTES = "~/http/endpoint/routes.server";

/**
 * One route module for each URL (and its aliases) that the exported endpoints declare. A known URL keeps the name of its
 * module; a new one has that of its operation, a portal's with `.portal` behind it.
 * @param nameOf the present module of a URL, by its OpenAPI template
 * @param textOf what a module contains now: its endpoints keep their order
 * @throws when two URLs would have the same module
 */
export function makeRouteModules(
  modules: readonly AppModule[],
  nameOf: (url: string) => string | undefined,
  textOf: (name: string) => string,
): RouteModule[] {
  const byUrls = new Map<string, Found[]>();
  for (const each of modules.flatMap(listEndpoints)) {
    const urls = [each.endpoint.path].flat().join();
    byUrls.set(urls, [...(byUrls.get(urls) ?? []), each]);
  }
  const taken = new Set<string>();
  const named = [...byUrls].map(([urls, found]) => {
    const known = urls.split(",").flatMap((url) => nameOf(url) ?? []);
    return { known, found, urls };
  });
  // Known names first: a new operation takes none of them.
  return named
    .sort((a, b) => Number(b.known.length > 0) - Number(a.known.length > 0))
    .map(({ known, found, urls }) => {
      const own = found.map(({ route }) => route);
      const name = [...known, ...own].find((each) => !taken.has(each));
      if (!name) throw new Error(`${urls}: there is a route module ${own[0]} already. Rename the operation.`);
      taken.add(name);
      return writeModule(name, found, textOf(name));
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function writeModule(name: string, found: readonly Found[], before: string): RouteModule {
  const ordered = keepOrder(found, before.slice(before.indexOf("jsonRoute(")), (each) => each.name);
  const calls = ordered.map(({ call }) => call);
  return {
    name,
    loader: { endpoints: ordered.map(({ endpoint }) => endpoint) },
    text: `\
${writeImports([...found, { name: "jsonRoute", from: ROUTES }])}
${writeList("export const { loader, action } = jsonRoute(", calls, ");")}
`,
  };
}

/** The exported endpoints that have a URL, alone or as a pair for both callers. */
const listEndpoints = ({ from, exports }: AppModule): Found[] =>
  Object.entries(exports).flatMap(([name, value]) => {
    if (hasUrl(value)) return [{ name, from, call: name, route: toRoute(value), endpoint: value }];
    const { merchant, portal } = (value ?? {}) as Record<string, unknown>;
    if (!isEndpoint(merchant)) return [];
    const route = toRoute(merchant);
    return [
      ...(hasUrl(merchant) ? [{ name, from, call: `${name}.merchant`, route, endpoint: merchant }] : []),
      ...(hasUrl(portal)
        ? [{ name, from, call: `${name}.portal`, route: `${route}.portal`, endpoint: portal }]
        : []),
    ];
  });

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "operationId" in value && "run" in value;

const hasUrl = (value: unknown): value is Endpoint => isEndpoint(value) && value.path !== undefined;

const toRoute = ({ operationId }: Endpoint): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
