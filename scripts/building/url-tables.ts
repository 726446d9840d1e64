import path from "node:path";
import { jsonUrls } from "../../app/api/url-table.js";
import { type JsonLoader, toEndpointTable } from "../../app/http/endpoint/endpoint-table";
import { JSON_PREFIXES, MERCHANT } from "../../app/http/endpoint/json-urls";
import type { RouteModule } from "./route-modules";

/** The last route of each prefix. */
export const NOT_FOUND = "not-found";

/** `{ id, path, file }`, as remix.config.js passes them to the framework. */
type JsonUrl = (typeof jsonUrls)[number];

/** `/bundles/{handle}` as the router writes it. */
export const toRouterPath = (url: string): string => url.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");

/**
 * The rows are in the order of the documentation, which matters only to readers: known rows keep their places in
 * `before`, new ones come last.
 * @returns the contents of url-table.js and of endpoint-table.ts
 * @throws when two route modules answer at one URL
 */
export function makeTables(
  modules: readonly Pick<RouteModule, "name" | "loader">[],
  before: readonly JsonUrl[] = jsonUrls,
) {
  const place = new Map(before.map((row, index) => [row.path, index]));
  const placeOf = (row: JsonUrl) => place.get(row.path) ?? before.length;
  const rows = modules.flatMap(toRows).sort((a, b) => placeOf(a) - placeOf(b));
  for (const [index, { path: at, file }] of rows.entries()) {
    const other = rows.slice(0, index).find((row) => row.path === at);
    if (other) throw new Error(`/${at}: both ${other.file} and ${file} answer there.`);
  }
  const names = new Set(rows.map(({ file }) => path.basename(file, ".ts")));
  return {
    urlTable: writeUrlTable([...rows, ...notFoundRows]),
    endpointTable: writeEndpointTable([...names]),
  };
}

function toRows({ name, loader }: Pick<RouteModule, "name" | "loader">): JsonUrl[] {
  const taken = new Set<string>();
  const toOwnId = (url: string): string => {
    const id = toId(name.replace(/\.portal$/, ""), url, loader);
    // An alias below the same prefix: its last segment distinguishes it.
    const own = taken.has(id) ? `${id}-${url.slice(url.lastIndexOf("/") + 1)}` : id;
    taken.add(own);
    return own;
  };
  return toEndpointTable([loader]).map((row) => ({
    id: toOwnId(row.path),
    path: toRouterPath(row.path),
    file: `api/${name}.ts`,
  }));
}

const notFoundRows: JsonUrl[] = Object.entries(JSON_PREFIXES).map(([prefix, at]) => ({
  id: `${prefix}-${NOT_FOUND}`,
  path: `${at.slice(1)}/*`,
  file: `api/${NOT_FOUND}.ts`,
}));

/** A module that answers at several URLs needs an id for each; an undocumented one answers at one. */
function toId(name: string, url: string, { endpoints }: JsonLoader): string {
  if (endpoints.some(({ isUndocumented }) => isUndocumented)) return name;
  const prefixes = Object.entries({ merchant: MERCHANT, ...JSON_PREFIXES });
  const [prefix] = prefixes.find(([, at]) => url.startsWith(`${at}/`)) ?? [];
  if (!prefix) throw new Error(`${url} stands below no prefix of app/http/endpoint/json-urls.ts.`);
  return `${prefix}-${name}`;
}

const writeUrlTable = (rows: readonly JsonUrl[]): string => `\
/**
 * Written by \`npm run urls\` from the endpoints' declarations: every JSON URL, for remix.config.js and the preload. Only the
 * order is by hand: it is that of the documentation.
 */
export const jsonUrls = [
${rows.map(({ id, path: at, file }) => `  { id: "${id}", path: "${at}", file: "${file}" },\n`).join("")}];
`;

const writeEndpointTable = (names: readonly string[]): string => `\
// Written by \`npm run urls\` from the modules beside it.
import { toEndpointTable } from "~/http/endpoint/endpoint-table";
${names.map((name) => `import { loader as ${toVariable(name)} } from "./${name}";\n`).join("")}
/** What answers at each JSON URL, in the order of url-table.js: the source of openapi.json. */
export const endpointTable = toEndpointTable([
${names.map((name) => `  ${toVariable(name)},\n`).join("")}]);
`;

const toVariable = (name: string): string =>
  name.replaceAll(/[-.](\w)/g, (_match, letter: string) => letter.toUpperCase());
