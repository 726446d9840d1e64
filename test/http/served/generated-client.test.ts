import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { customerToken } from "../../support/calls/portal";
import { createTestShop, insertContract } from "../../support/data/factories";
import { serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

/** Inside the project, where the client's package is found. */
const FOLDER = path.resolve(".cache", `generated-client-${process.pid}`);
afterAll(async () => {
  await stopServedApps();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** An integrator's program: typed by nothing but our document. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

export async function run(baseUrl: string, key: string, token: string, customerId: number, orderId: number) {
  const shop = createClient<paths>({ baseUrl, headers: { "X-API-Key": key } });
  const customers = await shop.GET("/api/external/v2/subscription-contract-details/customers", {
    params: { query: { size: 5, sort: ["name,asc"] } },
  });
  const first: number | undefined = customers.data?.[0]?.customerId;
  const customer = await shop.GET("/api/external/v2/subscription-customers/{customerId}", {
    params: { path: { customerId } },
  });
  const status: components["schemas"]["CustomerWithContracts"]["productSubscriberStatus"] | undefined =
    customer.data?.productSubscriberStatus;
  const skipped = await shop.PUT("/api/external/v2/subscription-billing-attempts/skip-order/{id}", {
    params: { path: { id: orderId } },
    body: {},
  });
  const state: components["schemas"]["OrderRecord"]["status"] | undefined = skipped.data?.status;
  const refused = await shop.PUT("/api/external/v2/subscription-billing-attempts/reschedule-order/{id}", {
    params: { path: { id: orderId }, query: { billingDate: "soon" } },
    body: {},
  });
  const code: components["schemas"]["Problem"]["code"] | undefined = refused.error?.code;
  // @ts-expect-error the document knows no such parameter
  const wrong = { params: { query: { sizes: 5 } } } satisfies Parameters<typeof shop.GET<"/api/external/v2/subscription-groups">>[1];
  const own = createClient<paths>({ baseUrl, headers: { Authorization: "Bearer " + token } });
  const portal = await own.GET("/apps/memberships/cp/api/subscription-customers/{customerId}", {
    params: { path: { customerId } },
  });
  return { first, status, state, code, wrong, contracts: portal.data?.subscriptionContracts.nodes.length };
}
`;

/** What the compiler says against the program, in strict mode. */
function compile(): string[] {
  const program = ts.createProgram([path.join(FOLDER, "program.ts")], {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    types: [],
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    outDir: FOLDER,
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

test("a client that openapi-typescript and openapi-fetch make of our document compiles and works", async () => {
  await resetDatabase();
  const shop = await createTestShop();
  const contract = await insertContract(shop.id, {
    attempts: [{ id: 77_001, billingDate: new Date(Date.now() + 9e8) }],
  });
  const app = await serveApp();
  const document = await (await fetch(`${app.origin}/api/external/v2/openapi.json`)).text();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(FOLDER, "api.d.ts"), astToString(await openapiTS(document)));
  writeFileSync(path.join(FOLDER, "program.ts"), PROGRAM);
  expect(compile()).toEqual([]);
  const { run } = await import(pathToFileURL(path.join(FOLDER, "program.js")).href);
  const token = await customerToken(shop, contract.customerId);
  expect(await run(app.origin, shop.writeKey, token, contract.customerId, 77_001)).toMatchObject({
    first: contract.customerId,
    status: "ACTIVE",
    state: "SKIPPED",
    code: "invalid_request",
    contracts: 1,
  });
});
