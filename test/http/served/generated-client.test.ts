import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerToken } from "../../support/calls/portal";
import { insertCatalogue } from "../../support/data/catalogue";
import { createTestShop, insertContract } from "../../support/data/factories";
import { serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

/** Inside the project, where the client's package is found. */
const FOLDER = path.resolve(".cache", `generated-client-${process.pid}`);
afterAll(async () => {
  await stopServedApps();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** An integrator's program, whose types come from our document only. */
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
  // @ts-expect-error the document has no such parameter
  const wrong = { params: { query: { sizes: 5 } } } satisfies Parameters<typeof shop.GET<"/api/external/v2/subscription-groups">>[1];
  const own = createClient<paths>({ baseUrl, headers: { Authorization: "Bearer " + token } });
  const portal = await own.GET("/apps/memberships/cp/api/subscription-customers/{customerId}", {
    params: { path: { customerId } },
  });
  return { first, status, state, code, wrong, contracts: portal.data?.subscriptionContracts.nodes.length };
}
`;

/** The same by schemas alone: what the server answers must be what the document says, field by field. */
const ZOD_PROGRAM = `
import type { z } from "zod";
import {
  zListContractsResponse, zListCustomersResponse, zListSellingPlanGroupsResponse, zOrderRecord, zProblem,
  zReadCustomerInPortalResponse, zReadCustomerResponse, zSkipOrderResponse,
} from "./zod.gen.js";

export async function run(baseUrl: string, key: string, token: string, customerId: number, orderId: number) {
  const ask = async <T>(schema: z.ZodType<T>, path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { "X-API-Key": key, "Content-Type": "application/json", ...init.headers };
    return schema.parse(await (await fetch(baseUrl + path, { ...init, headers })).json());
  };
  const api = "/api/external/v2/";
  const own = { headers: { "X-API-Key": "", Authorization: "Bearer " + token } };
  const put = { method: "PUT", body: "{}" };
  const contracts = await ask(zListContractsResponse, api + "subscription-contract-details");
  const customers = await ask(zListCustomersResponse, api + "subscription-contract-details/customers");
  const groups = await ask(zListSellingPlanGroupsResponse, api + "subscription-groups");
  const customer = await ask(zReadCustomerResponse, api + "subscription-customers/" + customerId);
  const portal = await ask(
    zReadCustomerInPortalResponse, "/apps/memberships/cp/api/subscription-customers/" + customerId, own,
  );
  const orders = api + "subscription-billing-attempts/";
  const order: z.infer<typeof zOrderRecord> = await ask(zSkipOrderResponse, orders + "skip-order/" + orderId, put);
  const refused: z.infer<typeof zProblem> =
    await ask(zProblem, orders + "reschedule-order/" + orderId + "?billingDate=soon", put);
  // An order must not pass as a customer: a schema that accepts everything would prove nothing.
  const mixedUp = zReadCustomerResponse.safeParse(order).success;
  return {
    mixedUp, contracts: contracts.length, groups: groups.length, state: order.status, code: refused.code,
    first: Number(customers[0]?.customerId), nodes: customer.subscriptionContracts.nodes.length,
    own: portal.subscriptionContracts.nodes.length,
  };
}
`;

/** The compiler's errors for a program, in strict mode. */
function compile(name: string): string[] {
  const program = ts.createProgram([path.join(FOLDER, name)], {
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

let app: Awaited<ReturnType<typeof serveApp>>;
let document: string;
beforeAll(async () => {
  await resetDatabase();
  app = await serveApp();
  document = await (await fetch(`${app.origin}/api/external/v2/openapi.json`)).text();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, "package.json"), '{ "type": "module" }');
});

/** Compiles a program and runs it as an integrator of a shop with one contract and one order ahead, of this id. */
async function runProgram(name: string, program: string, orderId: number) {
  writeFileSync(path.join(FOLDER, `${name}.ts`), program);
  expect(compile(`${name}.ts`)).toEqual([]);
  const shop = await createTestShop();
  await insertCatalogue(shop.id, { groups: [{ plans: [{ name: "Monthly" }] }] });
  const { customerId } = await insertContract(shop.id, {
    attempts: [{ id: orderId, billingDate: new Date(Date.now() + 9e8) }],
  });
  const { run } = await import(pathToFileURL(path.join(FOLDER, `${name}.js`)).href);
  const token = await customerToken(shop, customerId);
  return { customerId, answer: await run(app.origin, shop.writeKey, token, customerId, orderId) };
}

test("a client that openapi-typescript and openapi-fetch make of our document compiles and works", async () => {
  writeFileSync(path.join(FOLDER, "api.d.ts"), astToString(await openapiTS(document)));
  const { customerId, answer } = await runProgram("program", PROGRAM, 77_001);
  expect(answer).toMatchObject({
    first: customerId,
    status: "ACTIVE",
    state: "SKIPPED",
    code: "invalid_request",
    contracts: 1,
  });
});

test("schemas that a zod generator makes of our document compile and take what the server answers", async () => {
  await createClient({
    input: JSON.parse(document),
    // The other client is in that folder, too.
    output: { path: FOLDER, clean: false },
    plugins: ["zod"],
    logs: { level: "silent", file: false },
  });
  const { customerId, answer } = await runProgram("zod-program", ZOD_PROGRAM, 77_002);
  expect(answer).toEqual({
    mixedUp: false,
    contracts: 1,
    groups: 1,
    state: "SKIPPED",
    code: "invalid_request",
    first: customerId,
    nodes: 1,
    own: 1,
  });
});
