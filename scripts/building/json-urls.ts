/**
 * `npm run urls`, also part of `npm run build`: writes the list of the operations on a contract, the route modules of
 * app/api and the tables of the JSON URLs from what the features' files export. Source:
 * docs/decisions/043-a-url-is-said-once.md.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { jsonUrls } from "../../app/api/url-table.js";
import { readCommandLine } from "../command-line/command-line.mjs";
import { type AppModule, loadEndpointModules, loadOperationModules } from "./app-modules";
import { makeOperationList } from "./operation-list";
import { makeRouteModules, type RouteModule } from "./route-modules";
import { makeTables, NOT_FOUND, toRouterPath } from "./url-tables";

const FOLDER = path.resolve(import.meta.dirname, "../../app/api");
const URL_TABLE = path.join(FOLDER, "url-table.js");
const ENDPOINT_TABLE = path.join(FOLDER, "endpoint-table.ts");
const OPERATION_LIST = path.resolve(
  FOLDER,
  "../features/contracts/operation-list/contract-operations.server.ts",
);
/** Route modules that are not written from here: this one contains the table of all. */
const BY_HAND = ["openapi"];

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
