import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { endpointTable } from "~/api/endpoint-table";
import { jsonUrls } from "~/api/url-table.js";
import type { Endpoint } from "~/http/define-endpoint.server";
import { INTERVALS } from "~db/schema/intervals";

/** `/bundles/{handle}` as the router writes it. */
const toRoutePath = (template: string): string => template.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");

const isSplat = ({ path: urlPath }: { path: string }): boolean => urlPath.endsWith("*");
const NOT_FOUND_FILE = "api/not-found.ts";

async function loadEndpoints(file: string): Promise<readonly Endpoint[]> {
  const { loader } = await import(path.resolve("app", file));
  return loader.endpoints;
}

test("the table has exactly the URLs that are served", () => {
  const served = jsonUrls.filter((row) => !isSplat(row)).map((row) => row.path);
  expect(endpointTable.map((row) => toRoutePath(row.path)).sort()).toEqual(served.sort());
});

test.each(endpointTable)(
  "$path is answered by the endpoints of the table",
  async ({ path: template, endpoints }) => {
    const url = jsonUrls.find((row) => row.path === toRoutePath(template));
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

/** Words of a list that a schema takes in one case only. */
function listExactWords(schema: z.ZodType | undefined): string[][] {
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

test("no word but the billing interval's has to be in upper case, in bodies neither", () => {
  for (const { endpoints } of endpointTable)
    for (const { operationId, params, query, body } of endpoints)
      for (const words of [params, query, body].flatMap(listExactWords))
        expect([operationId, words]).toEqual([operationId, [...INTERVALS]]);
});
