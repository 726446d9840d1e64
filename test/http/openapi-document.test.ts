import { expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import { PROBLEMS } from "~/lib/problems/catalogue";
import { dig, fetchOpenApiDocument, findErrors } from "../support/calls/openapi";
import { lintOpenApi } from "../support/programs/lint-openapi.mjs";

const lint = async (document: JsonObject): Promise<string[]> =>
  (await lintOpenApi(document))
    .map(({ rule, message }) => `${rule}: ${message}`)
    .filter((problem) => !(problem.startsWith("no-ambiguous-paths") && problem.includes(GIVEN_PATH)));

/** wire.md §4 has it so: no customer's id is "valid", since ids are digits. */
const GIVEN_PATH = "/subscription-customers/valid/{customerId}";

/** Method and path with the operation, of all. */
const listOperations = (document: JsonObject): [string, JsonObject][] =>
  Object.entries(dig(document, "paths") as Record<string, Record<string, JsonObject>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, JsonObject] => [
        `${method} ${path}`,
        operation,
      ]),
  );

/** Everything in the document that has a type, at any depth. */
function listSchemas(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(listSchemas);
  if (typeof value !== "object" || value === null) return [];
  return [...(value.type ? [value] : []), ...Object.values(value).flatMap(listSchemas)];
}

test("passes the public linter's strict rules", async () => {
  expect(await lint(await fetchOpenApiDocument())).toEqual([]);
});

test("would not pass them with a reference to nowhere, so the linter does look", async () => {
  const document = await fetchOpenApiDocument();
  const schemas = {
    ...(dig(document, "components", "schemas") as JsonObject),
    Problem: { $ref: "#/nowhere" },
  };
  // Of one path, since the whole document has been read above.
  const paths = { [CONTRACT_LIST_PATH]: dig(document, "paths", CONTRACT_LIST_PATH) };
  const broken = { ...document, paths, components: { ...(document.components as JsonObject), schemas } };
  expect(await lint(broken)).toContainEqual(expect.stringMatching(/^no-unresolved-refs: /));
});

test("has every documented endpoint and no other", async () => {
  const paths = dig(await fetchOpenApiDocument(), "paths") as Record<string, JsonObject>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [path, method, dig(operation, "operationId")]),
  );
  expect(operations).toEqual(
    endpointTable
      .filter((row) => row.isDocumented)
      .flatMap(({ path, endpoints }) =>
        endpoints.map(({ method, operationId }) => [path, method.toLowerCase(), operationId]),
      ),
  );
});

test("names every parameter of operation 1 with type, enum and default", async () => {
  const parameters = dig(
    await fetchOpenApiDocument(),
    "paths",
    CONTRACT_LIST_PATH,
    "get",
    "parameters",
  ) as Json[];
  const byName = Object.fromEntries(parameters.map((each) => [dig(each, "name"), dig(each, "schema")]));
  expect(Object.keys(byName)).toEqual(
    expect.arrayContaining([
      ...["fromCreatedDate", "toCreatedDate", "fromNextDate", "toNextDate", "subscriptionContractId"],
      ...["customerName", "orderName", "status", "billingPolicyIntervalCount", "billingPolicyInterval"],
      ...["planType", "recordType", "productId", "variantId", "sellingPlanIds"],
      ...["havingProductsDeletedFromStore", "emailBouncedOrFailed", "page", "size", "sort", "cursor"],
    ]),
  );
  expect(byName).toMatchObject({
    fromCreatedDate: { type: "string", format: "date-time" },
    status: { enum: ["ACTIVE", "PAUSED", "CANCELLED", "EXPIRED", "FAILED"] },
    billingPolicyInterval: { enum: ["DAY", "WEEK", "MONTH", "YEAR"] },
    planType: { enum: ["PAY_AS_YOU_GO", "PREPAID"] },
    havingProductsDeletedFromStore: { type: "boolean", default: false },
    page: { type: "integer", minimum: 0, default: 0 },
    size: { type: "integer", minimum: 1, maximum: 2000, default: 20 },
    sort: { type: "array" },
  });
  for (const each of parameters) expect(each).toMatchObject({ in: "query", description: expect.any(String) });
  expect(parameters.filter((each) => (each as JsonObject).required)).toEqual([]);
});

test("says how to authenticate, and that the query parameter is deprecated", async () => {
  const document = await fetchOpenApiDocument();
  expect(dig(document, "components", "securitySchemes")).toMatchObject({
    ApiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
    ApiKeyQuery: {
      type: "apiKey",
      in: "query",
      name: "api_key",
      description: expect.stringMatching(/^Deprecated/),
    },
  });
  expect(dig(document, "paths", CONTRACT_LIST_PATH, "get", "security")).toEqual([
    { ApiKeyHeader: [] },
    { ApiKeyQuery: [] },
  ]);
});

test("has the customers' operations where the specification has them, with a customer's ways in", async () => {
  const document = await fetchOpenApiDocument();
  for (const [method, path] of [
    ["put", "/apps/memberships/cp/api/subscription-contracts-update-shipping-address"],
    ["put", "/apps/memberships/cp/api/subscription-contracts-update-billing-interval"],
    ["get", "/apps/memberships/cp/api/subscription-contracts/contract-external/{contractId}"],
    ["put", "/apps/subscriptions/cp/api/skip-unskip-subscription-contracts-product"],
    ["put", "/apps/memberships/cp/api/subscription-contracts-apply-discount"],
    ["put", "/apps/subscriptions/cp/api/subscription-contracts-product-custom-attributes"],
  ] as const) {
    const operation = dig(document, "paths", path, method);
    expect([path, dig(operation, "security")]).toEqual([
      path,
      [{ PortalToken: [] }, { PortalTokenQuery: [] }, { SignedProxyRequest: [] }],
    ]);
    expect(Object.keys(dig(operation, "responses") as JsonObject)).toEqual(
      expect.arrayContaining(["200", "401", "404", ...(method === "put" ? ["400", "403", "409"] : [])]),
    );
    const schema = dig(operation, "responses", "200", "content", "application/json", "schema");
    expect(schema).toEqual({ $ref: "#/components/schemas/RawContract" });
  }
});

test("says of every operation, whoever calls it, that calls are limited and how many are left", async () => {
  const refusals = listOperations(await fetchOpenApiDocument()).map(([name, operation]) => [
    name,
    Object.keys((dig(operation, "responses") as Record<string, JsonObject>)["429"]?.headers ?? {}),
  ]);
  for (const [name, headers] of refusals)
    expect(headers, String(name)).toEqual(expect.arrayContaining(["RateLimit-Remaining", "Retry-After"]));
});

test("says which parts of an address are required; the country is by code or by name", async () => {
  const path = "/apps/memberships/cp/api/subscription-contracts-update-shipping-address";
  const content = dig(await fetchOpenApiDocument(), "paths", path, "put", "requestBody", "content");
  expect(dig(content, "application/json", "schema", "required")).toEqual([
    "firstName",
    "lastName",
    "address1",
    "city",
  ]);
});

test("every operation that takes a body shows a whole one, which is what its schema says", async () => {
  const document = await fetchOpenApiDocument();
  const bodies = listOperations(document).flatMap(([name, operation]) =>
    operation.requestBody
      ? [[name, dig(operation, "requestBody", "content", "application/json") as JsonObject] as const]
      : [],
  );
  expect(bodies.length).toBeGreaterThanOrEqual(14);
  expect(bodies.filter(([, media]) => media.example === undefined).map(([name]) => name)).toEqual([]);
  const errors = bodies.flatMap(([name, { schema = null, example }]) =>
    findErrors(document, schema, example).map((error) => `${name}: ${error}`),
  );
  expect(errors).toEqual([]);
});

test("every operation is shown in a shell, in JavaScript and in Python, complete as it stands", async () => {
  const document = await fetchOpenApiDocument();
  for (const [name, operation] of listOperations(document)) {
    const samples = operation["x-code-samples"] as { lang: string; source: string }[];
    expect([name, samples.map(({ lang }) => lang)]).toEqual([name, ["cURL", "JavaScript", "Python"]]);
    const required = ((operation.parameters ?? []) as JsonObject[]).filter(
      ({ required: isRequired, in: place }) => isRequired && place === "query",
    );
    for (const { source } of samples) {
      expect([name, source]).not.toEqual([name, expect.stringMatching(/…|\{\w+\}(?!`)|undefined|=[&"]/)]);
      for (const each of required) expect(source).toContain(`${each.name}=`);
    }
    const script = samples[1]?.source ?? "";
    expect(() => new Function(`return async () => {${script}}`)).not.toThrow();
  }
});

test("only texts have a pattern, and every enum says whether case matters", async () => {
  const document = await fetchOpenApiDocument();
  const patterns = listSchemas(document).filter(
    ({ pattern, type }) => pattern && ![type].flat().every((each) => each === "string" || each === "null"),
  );
  expect(patterns).toEqual([]);
  const silent = listOperations(document).flatMap(([name, operation]) =>
    ((operation.parameters ?? []) as JsonObject[])
      .filter(({ schema }) => (schema as JsonObject).enum)
      .filter(({ description }) => !/(In any case|Upper case only)\.$/.test(String(description)))
      .map((parameter) => `${name}: ${parameter.name}`),
  );
  const silentFields = listOperations(document).flatMap(([name, operation]) =>
    listSchemas((operation.requestBody ?? {}) as JsonObject)
      .filter((schema) => schema.enum)
      .filter(({ description }) => !/(In any case|Upper case only)\.$/.test(String(description)))
      .map((schema) => `${name}: ${schema.enum}`),
  );
  expect([...silent, ...silentFields]).toEqual([]);
});

test("every field of a contract record and of a raw contract is explained", async () => {
  const schemas = dig(await fetchOpenApiDocument(), "components", "schemas") as Record<string, JsonObject>;
  const listSilent = (schema: JsonObject, at: string): string[] =>
    Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).flatMap(([name, field]) => [
      ...(field.description || field.$ref ? [] : [`${at}.${name}`]),
      ...[field, field.items as JsonObject, ...((field.anyOf ?? []) as JsonObject[])]
        .filter(Boolean)
        .flatMap((inner) => listSilent(inner, `${at}.${name}`)),
    ]);
  expect(
    ["SubscriptionContractRecord", "RawContract", "Money", "PageInfo", "RawAttribute"].flatMap((name) =>
      listSilent(schemas[name] ?? {}, name),
    ),
  ).toEqual([]);
});

test("examples are what their schemas say", async () => {
  const document = await fetchOpenApiDocument();
  let examined = 0;
  for (const item of Object.values(dig(document, "paths") as JsonObject))
    for (const operation of Object.values(item as JsonObject))
      for (const response of Object.values(dig(operation, "responses") as JsonObject))
        for (const media of Object.values(
          ((response as JsonObject).content ?? {}) as Record<string, JsonObject>,
        )) {
          const named = Object.values((media.examples ?? {}) as JsonObject).map((each) => dig(each, "value"));
          for (const example of [...named, ...(media.example === undefined ? [] : [media.example])]) {
            expect(findErrors(document, media.schema ?? null, example)).toEqual([]);
            examined++;
          }
        }
  expect(examined).toBeGreaterThan(5);
});

test("the schema of problems has every code", async () => {
  const document = await fetchOpenApiDocument();
  const codes = dig(document, "components", "schemas", "Problem", "properties", "code", "enum");
  expect(codes).toEqual(Object.keys(PROBLEMS));
});
