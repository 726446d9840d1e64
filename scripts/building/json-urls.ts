/**
 * `npm run urls`, also part of `npm run build`: writes the tables of the JSON URLs from what the endpoints of the route
 * modules in app/api declare. Source: docs/decisions/043-a-url-is-said-once.md.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { jsonUrls } from "../../app/api/url-table.js";
import { type JsonLoader, toEndpointTable } from "../../app/http/endpoint/endpoint-table";
import { JSON_PREFIXES, MERCHANT } from "../../app/http/endpoint/json-urls";
import { readCommandLine } from "../command-line/command-line.mjs";

const FOLDER = path.resolve(import.meta.dirname, "../../app/api");
const URL_TABLE = path.join(FOLDER, "url-table.js");
const ENDPOINT_TABLE = path.join(FOLDER, "endpoint-table.ts");
/** The last route of each prefix. */
const NOT_FOUND = "not-found";

/** `{ id, path, file }`, as remix.config.js passes them to the framework. */
type JsonUrl = (typeof jsonUrls)[number];
type RouteModule = { name: string; loader: JsonLoader };

/** @returns the route modules of app/api by name, a portal's after the merchant's */
export async function loadRouteModules(): Promise<RouteModule[]> {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ts") && file !== path.basename(ENDPOINT_TABLE))
    .map((file) => file.slice(0, -".ts".length))
    .filter((name) => name !== NOT_FOUND)
    .sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      loader: (await import(pathToFileURL(path.join(FOLDER, `${name}.ts`)).href)).loader,
    })),
  );
}

/**
 * The rows are in the order of the documentation, which matters only to readers: known rows keep their places in
 * `before`, new ones come last.
 * @returns the contents of url-table.js and of endpoint-table.ts
 */
export function makeTables(modules: readonly RouteModule[], before: readonly JsonUrl[] = jsonUrls) {
  const place = new Map(before.map((row, index) => [row.path, index]));
  const placeOf = (row: JsonUrl) => place.get(row.path) ?? before.length;
  const rows = modules.flatMap(toRows).sort((a, b) => placeOf(a) - placeOf(b));
  const names = new Set(rows.map(({ file }) => path.basename(file, ".ts")));
  return {
    urlTable: writeUrlTable([...rows, ...notFoundRows]),
    endpointTable: writeEndpointTable([...names]),
  };
}

function toRows({ name, loader }: RouteModule): JsonUrl[] {
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
    path: row.path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1"),
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
${names.map((name) => `import { loader as ${toVariable(name)} } from "~/api/${name}";\n`).join("")}\
import { toEndpointTable } from "~/http/endpoint/endpoint-table";

/** What answers at each JSON URL, in the order of url-table.js: the source of openapi.json. */
export const endpointTable = toEndpointTable([
${names.map((name) => `  ${toVariable(name)},\n`).join("")}]);
`;

const toVariable = (name: string): string =>
  name.replaceAll(/[-.](\w)/g, (_match, letter: string) => letter.toUpperCase());

function writeUnlessSame(file: string, text: string): void {
  if (readFileSync(file, "utf8") === text) return;
  writeFileSync(file, text);
  console.log(`${path.relative(process.cwd(), file)} written.`);
}

if (process.argv[1] === import.meta.filename) {
  readCommandLine(`npm run urls
    Writes the tables of the JSON URLs from what the endpoints declare.`).refuse();
  // The app's modules read the environment when they are loaded, and it need not be set for a build. Nothing connects.
  process.env = { NODE_ENV: "production", DATABASE_URL: "postgres://nobody@localhost/none" };
  const { urlTable, endpointTable } = makeTables(await loadRouteModules());
  writeUnlessSame(URL_TABLE, urlTable);
  writeUnlessSame(ENDPOINT_TABLE, endpointTable);
  process.exit(0);
}
