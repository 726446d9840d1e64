import fc from "fast-check";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import type { Caller } from "./callers";
import { toCredentials, toHeaders } from "./headers";

/** One request of an operation, as the document describes it or nearly so. */
export type FuzzedRequest = {
  operation: Operation;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
};
export type Operation = {
  path: string;
  method: string;
  operationId: string;
  /** Who may call it. */
  caller: Caller["kind"];
  parameters: JsonObject[];
  /** The schema of a JSON body; null: it takes none. */
  body: Json | null;
  responses: JsonObject;
};

const MOST_DEPTH = 4;
const ODD = [
  ..."\0 0 -1 1 9007199254740993 null true 2026-02-30 2026-11-24T00:00:00Z % ' [] {} 1e400 gid://platform/SubscriptionContract/1".split(
    " ",
  ),
  "",
  "a\0b",
  "9".repeat(40),
];
const toObject = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const toList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const toText = (value: Json | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null);

/** @param value a schema, parameter or body, or a reference to one */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const object = toObject(value);
  if (typeof object.$ref !== "string") return object;
  const names = object.$ref.slice(2).split("/");
  const found = names.reduce<Json | undefined>(
    (inner, name) => toObject(inner)[name.replaceAll("~1", "/")],
    document,
  );
  return resolve(document, found);
}

/** All operations: the merchant's, the portal's, and those that need no credential. */
export function listOperations(document: JsonObject): Operation[] {
  return Object.entries(toObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(toObject(item)).flatMap(([method, value]) => {
      const operation = toObject(value);
      if (!operation.responses) return [];
      const content = toObject(resolve(document, operation.requestBody).content)["application/json"];
      const parameters = [...toList(toObject(item).parameters), ...toList(operation.parameters)];
      return [
        {
          path,
          method: method.toUpperCase(),
          operationId: String(operation.operationId),
          caller: toCallerKind(operation),
          parameters: parameters.map((each) => resolve(document, each)),
          body: toObject(content).schema ?? null,
          responses: toObject(operation.responses),
        },
      ];
    }),
  );
}

function toCallerKind({ security }: JsonObject): Caller["kind"] {
  const schemes = toList(security).flatMap((each) => Object.keys(toObject(each)));
  if (schemes.includes("PortalToken")) return "customer";
  return schemes.length > 0 ? "merchant" : "anybody";
}

/** Values of a schema, one in ten invalid. @param ids of existing contracts: most requests should find something */
function toValues(
  document: JsonObject,
  ids: readonly number[],
  raw: Json | undefined,
  depth = 0,
): fc.Arbitrary<Json> {
  const schema = resolve(document, raw);
  const inner = (value: Json | undefined) => toValues(document, ids, value, depth + 1);
  const texts = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids.map(String)) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
  const any: fc.Arbitrary<Json> = fc.oneof(texts, fc.integer(), fc.boolean(), fc.constantFrom(null, [], {}));
  if (depth > MOST_DEPTH) return any;
  const choices = toList(schema.enum ?? schema.anyOf ?? schema.oneOf);
  const toGood = (): fc.Arbitrary<Json> => {
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...choices);
    if (choices.length > 0) return fc.oneof(...choices.map(inner));
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case "array":
        return fc.array(inner(schema.items), { maxLength: 3 });
      case "object": {
        const names = Object.keys(toObject(schema.properties));
        if (names.length === 0)
          return fc.dictionary(texts, inner(schema.additionalProperties), { maxKeys: 3 });
        const fields = Object.fromEntries(
          names.map((name) => [name, inner(toObject(schema.properties)[name])]),
        );
        const requiredKeys = toList(schema.required)
          .map(String)
          .filter((name) => names.includes(name));
        return fc.record(fields, { requiredKeys });
      }
      case "integer":
        return fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...ids) },
          { weight: 3, arbitrary: fc.integer({ min: 0, max: 50 }) },
          { weight: 1, arbitrary: fc.maxSafeInteger() },
        );
      case "number":
        return fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
      case "boolean":
        return fc.boolean();
      default:
        return schema.format === "date-time"
          ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
          : texts;
    }
  };
  return fc.oneof({ weight: 9, arbitrary: toGood() }, { weight: 1, arbitrary: any });
}

/** Requests of one operation. @param callers of whom those ask who may */
export function toRequests(
  document: JsonObject,
  operation: Operation,
  callers: readonly Caller[],
): fc.Arbitrary<FuzzedRequest> {
  const able = callers.filter(({ kind }) => kind === operation.caller);
  return fc.oneof(...able.map((caller) => toRequestsOf(document, operation, caller)));
}

function toRequestsOf(
  document: JsonObject,
  operation: Operation,
  caller: Caller,
): fc.Arbitrary<FuzzedRequest> {
  const { ids } = caller;
  const toParameter = (parameter: JsonObject) => {
    const values = toValues(document, ids, parameter.schema);
    return parameter.in === "path" || parameter.required === true
      ? values
      : fc.option(values, { nil: undefined, freq: 1 });
  };
  const sent = operation.parameters.filter(
    (parameter) => parameter.in === "path" || parameter.in === "query",
  );
  const body = operation.body === null ? fc.constant(undefined) : toValues(document, ids, operation.body);
  const headers = fc
    .tuple(toCredentials(caller), toHeaders(operation.parameters))
    .map(([credentials, others]) => ({ ...credentials, ...others }));
  return fc.tuple(fc.tuple(...sent.map(toParameter)), body, headers).map(([values, content, headers]) => {
    const query = new URLSearchParams();
    let path = operation.path;
    for (const [index, parameter] of sent.entries()) {
      const value = values[index];
      if (value === undefined) continue;
      if (parameter.in === "path")
        path = path.replace(`{${parameter.name}}`, encodeURIComponent(toText(value)) || "x");
      else
        for (const each of Array.isArray(value) ? value : [value])
          query.append(String(parameter.name), toText(each));
    }
    return {
      operation,
      path: query.size > 0 ? `${path}?${query}` : path,
      method: operation.method,
      headers,
      ...(content !== undefined && { body: JSON.stringify(content) }),
    };
  });
}
