/**
 * `npm run urls`, also part of `npm run build`: writes the list of the operations on a contract, the route modules of
 * app/api and the tables of the JSON URLs from what the features' files export. Source:
 * docs/decisions/043-a-url-is-said-once.md.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { jsonUrls } from "../../app/api/url-table.js";
import { type JsonLoader, toEndpointTable } from "../../app/http/endpoint/endpoint-table";
import { JSON_PREFIXES, MERCHANT } from "../../app/http/endpoint/json-urls";
import { readCommandLine } from "../command-line/command-line.mjs";
import { type AppModule, loadEndpointModules, loadOperationModules } from "./app-modules";
import { makeOperationList } from "./operation-list";
import { makeRouteModules, type RouteModule } from "./route-modules";

const FOLDER = path.resolve(import.meta.dirname, "../../app/api");
const URL_TABLE = path.join(FOLDER, "url-table.js");
const ENDPOINT_TABLE = path.join(FOLDER, "endpoint-table.ts");
const OPERATION_LIST = path.resolve(
  FOLDER,
  "../features/contracts/operation-list/contract-operations.server.ts",
);
/** The last route of each prefix. */
const NOT_FOUND = "not-found";
/** Route modules that are not written from here: this one contains the table of all. */
const BY_HAND = ["openapi"];

/** `{ id, path, file }`, as remix.config.js passes them to the framework. */
type JsonUrl = (typeof jsonUrls)[number];

/**
 * Every route module of app/api as it is to be, by name, a portal's after the merchant's.
 * @param modules those that may export endpoints
 */
export async function makeRoutes(modules: readonly AppModule[]): Promise<RouteModule[]> {
  const byUrl = new Map(jsonUrls.map(({ path: at, file }) => [at, path.basename(file, ".ts")]));
  const made = makeRouteModules(modules, (url) => byUrl.get(toRouterPath(url)), readRoute);
  const own = BY_HAND.map(async (name) => {
    const { loader } = await import(pathToFileURL(toFile(name)).href);
    return { name, loader, text: readRoute(name) };
  });
  return [...made, ...(await Promise.all(own))].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const toFile = (name: string): string => path.join(FOLDER, `${name}.ts`);
const readRoute = (name: string): string => readText(toFile(name));
const readText = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
const toRouterPath = (url: string): string => url.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");

/** @returns modules in app/api that answer nowhere any more @throws for one that was never written from here */
export function findForsaken(routes: readonly Pick<RouteModule, "name">[], files = readdirSync(FOLDER)) {
  const wanted = new Set([
    ...routes.map(({ name }) => name),
    NOT_FOUND,
    path.basename(ENDPOINT_TABLE, ".ts"),
  ]);
  const forsaken = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.basename(file, ".ts"))
    .filter((name) => !wanted.has(name));
  for (const name of forsaken)
    if (!jsonUrls.some(({ file }) => file === `api/${name}.ts`))
      throw new Error(
        `app/api/${name}.ts is not of our writing: export its endpoint, with a path, from a feature's *.endpoints.server.ts, and delete the module.`,
      );
  return forsaken;
}

/**
 * The rows are in the order of the documentation, which matters only to readers: known rows keep their places in
 * `before`, new ones come last.
 * @returns the contents of url-table.js and of endpoint-table.ts
 */
export function makeTables(
  modules: readonly Pick<RouteModule, "name" | "loader">[],
  before: readonly JsonUrl[] = jsonUrls,
) {
  const place = new Map(before.map((row, index) => [row.path, index]));
  const placeOf = (row: JsonUrl) => place.get(row.path) ?? before.length;
  const rows = modules.flatMap(toRows).sort((a, b) => placeOf(a) - placeOf(b));
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
${names.map((name) => `import { loader as ${toVariable(name)} } from "~/api/${name}";\n`).join("")}\
import { toEndpointTable } from "~/http/endpoint/endpoint-table";

/** What answers at each JSON URL, in the order of url-table.js: the source of openapi.json. */
export const endpointTable = toEndpointTable([
${names.map((name) => `  ${toVariable(name)},\n`).join("")}]);
`;

const toVariable = (name: string): string =>
  name.replaceAll(/[-.](\w)/g, (_match, letter: string) => letter.toUpperCase());

function writeUnlessSame(file: string, text: string): void {
  if (readText(file) === text) return;
  writeFileSync(file, text);
  console.log(`${path.relative(process.cwd(), file)} written.`);
}

function remove(file: string): void {
  rmSync(file);
  console.log(`${path.relative(process.cwd(), file)} deleted: nothing answers there any more.`);
}

if (process.argv[1] === import.meta.filename) {
  readCommandLine(`npm run urls
    Writes the list of operations, the route modules and the tables of the JSON URLs from what features declare.`).refuse();
  // The app's modules read the environment when they are loaded, and it need not be set for a build. Nothing connects.
  process.env = { NODE_ENV: "production", DATABASE_URL: "postgres://nobody@localhost/none" };
  // First, because endpoints of pages import the list.
  writeUnlessSame(OPERATION_LIST, makeOperationList(await loadOperationModules(), readText(OPERATION_LIST)));
  const routes = await makeRoutes(await loadEndpointModules());
  const { urlTable, endpointTable } = makeTables(routes);
  const forsaken = findForsaken(routes);
  for (const { name, text } of routes) writeUnlessSame(toFile(name), text);
  writeUnlessSame(URL_TABLE, urlTable);
  writeUnlessSame(ENDPOINT_TABLE, endpointTable);
  for (const name of forsaken) remove(toFile(name));
  process.exit(0);
}
