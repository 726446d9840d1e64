import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { endpointTable } from "~/api/endpoint-table";
import { jsonUrls } from "~/api/url-table.js";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonRoute } from "~/http/endpoint/routes.server";
import { INTERVALS } from "~db/schema/intervals";
import { loadEndpointModules } from "../../scripts/building/app-modules";
import { makeRoutes } from "../../scripts/building/json-urls";
import { makeTables, toRouterPath } from "../../scripts/building/url-tables";
import { JSON_DATA_PATH, JSON_PATH } from "../../scripts/serving/json-paths.mjs";

const isSplat = ({ path: urlPath }: { path: string }): boolean => urlPath.endsWith("*");
const NOT_FOUND_FILE = "api/not-found.ts";

async function loadEndpoints(file: string): Promise<readonly Endpoint[]> {
  const { loader } = await import(path.resolve("app", file));
  return loader.endpoints;
}

let modules: Awaited<ReturnType<typeof makeRoutes>>;
beforeAll(async () => {
  modules = await makeRoutes(await loadEndpointModules());
});

const makeRoute = (path: string | string[] | undefined, method: "GET" | "PUT" = "GET") =>
  defineEndpoint({
    operationId: `${method}Thing`,
    summary: "",
    method,
    path,
    access: { public: true },
    handler: async () => null,
  });

test("the tables are what `npm run urls` writes from the endpoints", () => {
  const { urlTable, endpointTable } = makeTables(modules);
  expect(readFileSync("app/api/url-table.js", "utf8")).toBe(urlTable);
  expect(readFileSync("app/api/endpoint-table.ts", "utf8")).toBe(endpointTable);
});

test("what can be changed of a thing can be said when it is made: no field of the one is ignored by the other", () => {
  const all = endpointTable.flatMap(({ path: url, endpoints }) =>
    endpoints.map(({ method, body }) => ({ url, method, body })),
  );
  const pairs = all.flatMap(({ url, method, body: made }) =>
    all
      .filter(
        (other) =>
          method === "POST" && other.method === "PUT" && /^\/\{\w+\}$/.test(other.url.slice(url.length)),
      )
      .filter((other) => other.url.startsWith(url))
      .flatMap(({ body: changed }) =>
        made instanceof z.ZodObject && changed instanceof z.ZodObject
          ? [{ url, ignored: Object.keys(changed.shape).filter((name) => !(name in made.shape)) }]
          : [],
      ),
  );
  expect(pairs.map(({ url }) => url)).toContain("/api/external/v2/webhook-endpoints");
  expect(pairs.filter(({ ignored }) => ignored.length > 0)).toEqual([]);
});

test("a new route module comes last of all but the splats; one that is gone leaves both tables", () => {
  const { loader } = jsonRoute(
    makeRoute(["/apps/subscriptions/cp/api/things/{id}", "/apps/memberships/cp/api/things/{id}"]),
  );
  const others = modules.filter(({ name }) => name !== "contract-list");
  const { urlTable, endpointTable } = makeTables([{ name: "a-thing.portal", loader }, ...others]);
  const lines = urlTable.split("\n");
  const splat = lines.findIndex((line) => line.includes('/*"'));
  expect(lines.slice(splat - 2, splat)).toEqual([
    '  { id: "subscriptions-a-thing", path: "apps/subscriptions/cp/api/things/:id", file: "api/a-thing.portal.ts" },',
    '  { id: "memberships-a-thing", path: "apps/memberships/cp/api/things/:id", file: "api/a-thing.portal.ts" },',
  ]);
  expect(endpointTable).toMatch(/ {2}aThingPortal,\n\]\);\n$/);
  expect(urlTable + endpointTable).not.toContain("contract-list");
});

test.each([
  ["without a path", [makeRoute(undefined)], "GETThing: answers at a JSON URL, but has no path."],
  [
    "with endpoints of different paths",
    [makeRoute("/api/external/v2/a"), makeRoute("/api/external/v2/b", "PUT")],
    "GETThing, PUTThing: stand in one route module, but have different paths.",
  ],
  [
    "below no prefix",
    [makeRoute("/things")],
    "/things stands below no prefix of app/http/endpoint/json-urls.ts.",
  ],
])("a route module %s is refused", (_what, endpoints, message) => {
  expect(() => makeTables([{ name: "thing", loader: jsonRoute(...endpoints).loader }])).toThrow(message);
});

test("two route modules of one URL are refused", () => {
  const named = (name: string, path: string[]) => ({ name, loader: jsonRoute(makeRoute(path)).loader });
  expect(() => makeTables([named("a", ["/api/a"]), named("b", ["/api/b", "/api/a"])])).toThrow(
    "/api/a: both api/a.ts and api/b.ts answer there.",
  );
});

test("the preload knows every JSON URL, and no page", () => {
  const isKnown = (url: string): boolean => JSON_PATH.test(url) || JSON_DATA_PATH.test(`${url}.data`);
  for (const row of jsonUrls) expect([row.path, isKnown(`/${row.path}`)]).toEqual([row.path, true]);
  for (const page of [
    "/",
    "/admin",
    "/apps/memberships/cp",
    "/apps/subscriptions/bundles/a",
    "/problems/not_found",
  ])
    expect([page, isKnown(page)]).toEqual([page, false]);
});

test("the table has exactly the URLs that are served", () => {
  const served = jsonUrls.filter((row) => !isSplat(row)).map((row) => row.path);
  expect(endpointTable.map((row) => toRouterPath(row.path)).sort()).toEqual(served.sort());
});

test.each(endpointTable)(
  "$path is answered by the endpoints of the table",
  async ({ path: template, endpoints }) => {
    const url = jsonUrls.find((row) => row.path === toRouterPath(template));
    expect(await loadEndpoints(url?.file ?? "")).toEqual(endpoints);
  },
);

test("every splat ends in the JSON 404, and only splats do", () => {
  for (const url of jsonUrls)
    expect([url.path, url.file === NOT_FOUND_FILE]).toEqual([url.path, isSplat(url)]);
  expect(jsonUrls.filter(isSplat).map((url) => url.path)).toEqual([
    "api/*",
    "apps/memberships/cp/api/*",
    "apps/subscriptions/cp/api/*",
    "loyalty/*",
    "gateways/*",
  ]);
});

test("every operation has a name of its own", () => {
  const names = new Map<string, Endpoint>();
  for (const endpoint of endpointTable.flatMap((row) => row.endpoints)) {
    expect(names.get(endpoint.operationId) ?? endpoint, endpoint.operationId).toBe(endpoint);
    names.set(endpoint.operationId, endpoint);
  }
});

test("the parameters of a path are those its endpoints parse", () => {
  for (const { path: template, endpoints } of endpointTable) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const { operationId, params } of endpoints)
      expect([
        operationId,
        Object.keys(params?.safeParse({}).error?.flatten().fieldErrors ?? {}).sort(),
      ]).toEqual([operationId, names.sort()]);
  }
});

/** Enums that a schema takes in one case only. */
function listExactCaseEnums(schema: z.ZodType | undefined): string[][] {
  const found: string[][] = [];
  if (schema)
    z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema }) => {
        if (zodSchema instanceof z.ZodEnum) found.push(zodSchema.options.map(String));
      },
    });
  return found;
}

test("no enum value but the billing interval's has to be in upper case, in bodies neither", () => {
  for (const { endpoints } of endpointTable)
    for (const { operationId, params, query, body } of endpoints)
      for (const values of [params, query, body].flatMap(listExactCaseEnums))
        expect([operationId, values]).toEqual([operationId, [...INTERVALS]]);
});
