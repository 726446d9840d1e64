import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toEndpointTable } from "~/http/endpoint/endpoint-table";
import { toOpenApiDocument } from "~/http/openapi/openapi.server";
import {
  type AppModule,
  loadEndpointModules,
  loadOperationModules,
} from "../../scripts/building/app-modules";
import { findForsaken, makeRoutes } from "../../scripts/building/json-urls";
import { makeOperationList } from "../../scripts/building/operation-list";
import { makeTables } from "../../scripts/building/url-tables";

const LIST = "app/features/contracts/operation-list/contract-operations.server.ts";
const BY_HAND = ["not-found.ts", "endpoint-table.ts"];

const wrapping = (customerSwitch?: "attributes") =>
  defineContractOperation<{ note: string }, "attributes">({
    customerSwitch,
    change: (_state, { note }) => ({
      action: "contract.note_changed",
      events: ["updated"],
      contract: { orderNote: note },
    }),
    staffForms: { wrap: z.object({ note: z.string() }) },
  });

/** A new file of contracts/operations, as a developer would add it. */
function addFile(wrap = wrapping("attributes")): AppModule {
  const wrapAsGift = wrap.json({
    name: "wrapAsGift",
    path: "subscription-contracts-wrap",
    summary: "Wrap every order as a gift",
    method: "PUT",
    query: z.object({ contractId, note: z.string() }),
    read: ({ query }) => query,
  });
  const from = "~/features/contracts/operations/wrap-as-gift.server";
  return { from, exports: { giftWrapping: wrap, wrapAsGift } };
}

const own = ({ name }: { name: string }) => name.startsWith("wrap");
const without = (part: string) => (modules: readonly AppModule[]) =>
  modules.filter(({ from }) => !from.includes(part));

let endpoints: AppModule[];
let operations: AppModule[];
beforeAll(async () => {
  endpoints = await loadEndpointModules();
  operations = await loadOperationModules();
});

test("the list of operations and the route modules are what `npm run urls` writes", async () => {
  const list = readFileSync(LIST, "utf8");
  expect(makeOperationList(operations, list)).toBe(list);
  const routes = await makeRoutes(endpoints);
  for (const { name, text } of routes) expect(text).toBe(readFileSync(`app/api/${name}.ts`, "utf8"));
  const files = readdirSync("app/api").filter((file) => file.endsWith(".ts"));
  expect([...routes.map(({ name }) => `${name}.ts`), ...BY_HAND].sort()).toEqual(files.sort());
  expect(findForsaken(routes)).toEqual([]);
});

test("a new operation needs its file only: list, route modules, URLs and documentation follow", async () => {
  const file = addFile();
  const list = makeOperationList([...operations, file], readFileSync(LIST, "utf8"));
  expect(list).toContain(`import { giftWrapping } from "${file.from}";\n`);
  expect(list).toMatch(/ {2}changeUndo,\n {2}giftWrapping,\n\];\n$/);

  const routes = await makeRoutes([...endpoints, file]);
  expect(routes.filter(own).map(({ name }) => name)).toEqual(["wrap-as-gift", "wrap-as-gift.portal"]);
  expect(routes.find(own)?.text).toBe(`\
import { wrapAsGift } from "${file.from}";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(wrapAsGift.merchant);
`);
  expect(routes.filter((route) => !own(route))).toEqual(await makeRoutes(endpoints));

  const { urlTable, endpointTable } = makeTables(routes);
  expect(urlTable.split("\n").filter((line) => line.includes("wrap"))).toEqual([
    '  { id: "merchant-wrap-as-gift", path: "api/external/v2/subscription-contracts-wrap", file: "api/wrap-as-gift.ts" },',
    '  { id: "memberships-wrap-as-gift", path: "apps/memberships/cp/api/subscription-contracts-wrap", file: "api/wrap-as-gift.portal.ts" },',
    '  { id: "subscriptions-wrap-as-gift", path: "apps/subscriptions/cp/api/subscription-contracts-wrap", file: "api/wrap-as-gift.portal.ts" },',
  ]);
  expect(endpointTable).toContain("  wrapAsGift,\n  wrapAsGiftPortal,\n");

  const table = toEndpointTable(routes.filter(own).map(({ loader }) => loader));
  expect(Object.entries(toOpenApiDocument(table, []).paths ?? {})).toMatchObject([
    ["/api/external/v2/subscription-contracts-wrap", { put: { operationId: "wrapAsGift" } }],
    ["/apps/memberships/cp/api/subscription-contracts-wrap", { put: { operationId: "wrapAsGiftInPortal" } }],
  ]);
});

test("an operation that customers may not call has no URL in the portal", async () => {
  const routes = await makeRoutes([addFile(wrapping())]);
  expect(routes.filter(own).map(({ name }) => name)).toEqual(["wrap-as-gift"]);
});

test("an operation whose file is gone leaves list, route modules and tables", async () => {
  const isGone = without("/skip-line.server");
  expect(makeOperationList(isGone(operations), readFileSync(LIST, "utf8"))).not.toContain("lineSkip");
  const routes = await makeRoutes(isGone(endpoints));
  expect(findForsaken(routes).sort()).toEqual(["skip-line", "skip-line.portal"]);
  const { urlTable, endpointTable } = makeTables(routes);
  expect(urlTable + endpointTable).not.toContain("skip-line");
});

test("a module in app/api that nobody declares is refused, not deleted", async () => {
  const routes = await makeRoutes(endpoints);
  expect(() => findForsaken(routes, ["by-hand.ts"])).toThrow("app/api/by-hand.ts is not of our writing");
});

test("an operation whose route module would have another's name is refused", async () => {
  const listAgain = defineEndpoint({
    operationId: "contractList",
    summary: "",
    method: "GET",
    path: "/api/external/v2/contract-list-again",
    access: { public: true },
    handler: async () => null,
  });
  await expect(
    makeRoutes([...endpoints, { from: "~/features/x/x.endpoints.server", exports: { listAgain } }]),
  ).rejects.toThrow(
    "/api/external/v2/contract-list-again: there is a route module contract-list already. Rename the operation.",
  );
});
