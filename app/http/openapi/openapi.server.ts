import { toScopes } from "~/access/api-scopes";
import { type Endpoint, isMerchantWrite, mayBeConditional } from "~/http/endpoint/define-endpoint.server";
import type { EndpointRow, JsonEndpoint } from "~/http/endpoint/endpoint-table";
import { type JsonObject, toJsonSchema } from "~/http/endpoint/json-schema";
import {
  ENTITY_TAG,
  HEADERS,
  headerReferences,
  IF_MATCH,
  IF_NONE_MATCH,
  INFO,
  isRateLimited,
  PROBLEM_EXAMPLES,
  PROBLEM_SCHEMA,
  REPLAYED,
  SECURITY_SCHEMES,
  TAGS,
} from "~/http/endpoint/openapi-parts";
import { IDEMPOTENCY_HEADER } from "~/http/request/idempotency.server";
import type { ProblemCode } from "~/lib/problem";
import { PROBLEMS } from "~/lib/problems/catalogue";
import { toCodeSamples } from "./code-samples";
import { toWebhooks, type WebhookDoc } from "./webhooks";

/**
 * The OpenAPI 3.1 document of a table of endpoints and of the messages we send, made from the same declarations and
 * schemas that run.
 */
export function toOpenApiDocument(
  table: readonly EndpointRow[],
  webhooks: readonly WebhookDoc[],
): JsonObject {
  const schemas: JsonObject = { Problem: PROBLEM_SCHEMA };
  const paths: JsonObject = {};
  for (const { path, endpoints, isDocumented } of table) {
    if (!isDocumented) continue;
    paths[path] = Object.fromEntries(
      endpoints.map((endpoint) => [endpoint.method.toLowerCase(), toOperation(path, endpoint, schemas)]),
    );
  }
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/", description: "The host of this document" }],
    tags: TAGS,
    paths,
    webhooks: toWebhooks(webhooks, schemas),
    components: { schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function toOperation(path: string, endpoint: JsonEndpoint, schemas: JsonObject): JsonObject {
  const { operationId, summary, tag, access } = endpoint;
  const parameters = [
    ...toParameters(endpoint.params, "path", schemas),
    ...toParameters(endpoint.query, "query", schemas),
    ...(isMerchantWrite(endpoint) ? toParameters(IDEMPOTENCY_HEADER, "header", schemas) : []),
    ...(endpoint.obeysIfMatch ? [IF_MATCH] : []),
    ...(endpoint.hasEntityTag && endpoint.method === "GET" ? [IF_NONE_MATCH] : []),
  ];
  return {
    operationId,
    summary,
    ...toDescription(endpoint),
    ...(tag && { tags: [tag] }),
    security: toSecurity(access),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: {
          "application/json": {
            schema: toJsonSchema(endpoint.body, "input", schemas),
            ...(endpoint.bodyExample !== undefined && { example: endpoint.bodyExample as JsonObject }),
          },
        },
      },
    }),
    responses: {
      ...toSuccess(endpoint, schemas),
      ...toNotModified(endpoint),
      ...toRefusals(endpoint, schemas),
    },
    "x-code-samples": toCodeSamples(path, endpoint, parameters),
  };
}

/** Adds the scopes that a key needs. */
function toDescription({ description, access, alsoNeeds }: Endpoint): { description?: string } {
  const named = access.apiKey && toScopes(access.apiKey).map((scope) => `\`${scope}\``);
  const scope = named && `An API key needs the scope${named.length > 1 ? "s" : ""} ${named.join(" and ")}.`;
  const more = alsoNeeds && `With \`${alsoNeeds.parameter}=true\` it needs \`${alsoNeeds.scope}\`, too.`;
  const parts = [description, scope, more].filter(Boolean);
  return parts.length > 0 ? { description: parts.join("\n\n") } : {};
}

const toSecurity = ({ apiKey, customer }: Endpoint["access"]): JsonObject[] => [
  ...(apiKey ? [{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }] : []),
  ...(customer ? [{ PortalToken: [] }, { PortalTokenQuery: [] }, { SignedProxyRequest: [] }] : []),
];

/** `explode` describes how a parameter is written, so OpenAPI has it beside the schema, not in it. */
const PARAMETER_FIELDS = ["description", "explode", "style", "deprecated", "example", "required"] as const;

function toParameters(
  schema: Endpoint["query"],
  place: "path" | "query" | "header",
  schemas: JsonObject,
): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input", schemas);
  return Object.entries(properties as Record<string, JsonObject>).map(([name, property]) => {
    const parameter: JsonObject = { name, in: place };
    const rest = { ...property };
    for (const field of PARAMETER_FIELDS) {
      if (rest[field] !== undefined) parameter[field] = rest[field];
      delete rest[field];
    }
    if (place === "path" || (required as string[]).includes(name)) parameter.required = true;
    return { ...parameter, schema: rest };
  });
}

function toSuccess(endpoint: JsonEndpoint, schemas: JsonObject): JsonObject {
  const { status = 200, response, example, mediaType = "application/json" } = endpoint;
  const own = Object.entries(endpoint.responseHeaders ?? {}).map(([name, header]) => [
    name,
    typeof header === "string" ? { description: header, schema: { type: "string" } } : header,
  ]);
  const headers: JsonObject = {
    ...headerReferences(endpoint, true),
    ...(isMerchantWrite(endpoint) && REPLAYED),
    ...(endpoint.hasEntityTag && ENTITY_TAG),
    ...Object.fromEntries(own),
  };
  if (!response) return { [status]: { description: "Done", headers } };
  const schema = toJsonSchema(response, "output", schemas);
  const content = { schema, ...(example !== undefined && { example: example as JsonObject }) };
  return { [status]: { description: endpoint.summary, headers, content: { [mediaType]: content } } };
}

const toNotModified = (endpoint: Endpoint): JsonObject =>
  endpoint.hasEntityTag && endpoint.method === "GET"
    ? {
        304: {
          description: "Not modified: the ETag still matches `If-None-Match`; no body",
          headers: { ...headerReferences(endpoint, true), ...ENTITY_TAG },
        },
      }
    : {};

/** An endpoint's problems: those its declaration implies and its own. */
function toProblemCodes(endpoint: Endpoint): ProblemCode[] {
  const { access, method, params, query, body, problems = [] } = endpoint;
  const codes = new Set<ProblemCode>(problems);
  if (params || query || body) codes.add("invalid_request");
  if (body)
    for (const code of ["malformed_body", "body_too_large", "unsupported_media_type"] as const)
      codes.add(code);
  if (access.apiKey) {
    for (const code of [
      "unauthenticated",
      "invalid_credentials",
      "forbidden",
      "address_not_allowed",
    ] as const)
      codes.add(code);
  }
  if (isRateLimited(endpoint)) codes.add("too_many_requests");
  if (isMerchantWrite({ access, method }))
    for (const code of [
      "invalid_request",
      "idempotency_key_in_use",
      "idempotency_answer_lost",
      "idempotency_key_reused",
    ] as const)
      codes.add(code);
  if (mayBeConditional({ access, method }))
    for (const code of ["invalid_request", "precondition_failed"] as const) codes.add(code);
  if (access.customer) {
    for (const code of ["unauthenticated", "invalid_credentials"] as const) codes.add(code);
    // A write with a signature alone must also be same-origin, and the signature's first use.
    if (method !== "GET") for (const code of ["origin_mismatch", "conflict"] as const) codes.add(code);
  }
  // The platform's proxy signs calls of visitors, too.
  if (access.public && isRateLimited(endpoint)) codes.add("invalid_credentials");
  for (const code of ["headers_too_large", "internal", "unavailable"] as const) codes.add(code);
  return [...codes].sort((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);
}

function toRefusals(endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of toProblemCodes(endpoint)) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, toRefusal(endpoint, status, codes, schemas)]),
  );
}

function toRefusal(
  endpoint: Endpoint,
  status: number,
  codes: ProblemCode[],
  schemas: JsonObject,
): JsonObject {
  const { ownRefusal } = endpoint;
  const isOwn = (code: ProblemCode): boolean => ownRefusal?.codes.includes(code) ?? false;
  const documents = codes.filter((code) => !isOwn(code));
  const content: JsonObject = {};
  if (ownRefusal && codes.some(isOwn))
    content["application/json"] = {
      schema: toJsonSchema(ownRefusal.response, "output", schemas),
      example: ownRefusal.example as JsonObject,
    };
  if (documents.length > 0)
    content["application/problem+json"] = {
      schema: { $ref: "#/components/schemas/Problem" },
      examples: Object.fromEntries(
        documents.map((code) => [code, { value: PROBLEM_EXAMPLES[code] ?? null }]),
      ),
    };
  return {
    description: codes.map((code) => PROBLEMS[code].title).join("; "),
    headers: headerReferences(endpoint, false, status),
    content,
  };
}
