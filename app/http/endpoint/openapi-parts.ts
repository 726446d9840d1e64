import type { Access } from "~/access/principal";
import { type ProblemCode, ProblemError, toProblemBody } from "~/lib/problem";
import { PROBLEM_HELP } from "~/lib/problem-help";
import { PROBLEMS } from "~/lib/problems/catalogue";
import type { JsonObject } from "./json-schema";
import { MERCHANT } from "./json-urls";

/** Groups of operations, each with its introduction in the documentation. */
const API_TAGS = {
  Contracts: "Subscription contracts of a shop: what a customer gets, how often, and for how much.",
  Customers: "The customers of a shop, and their payment methods.",
  "Selling plans": "Terms under which products are sold by subscription: frequency and discount.",
  "One-time products": "Products added to a single upcoming order of a contract.",
  "Test gateway":
    "For shops on the test gateway, which moves no money: test cards whose digits decide how they behave, and a clock that you can move forward.",
  Bundles: "Products sold together: boxes that customers put together, and ready-made ones.",
  Analytics: "Key numbers of the shop by day, week or month. Past numbers do not change.",
  "Bulk changes":
    "Changes of many contracts at once, in the background. A bulk change can be followed, paused, cancelled and undone.",
  "Customer portal": "Links and tokens that sign a customer in to the shop's portal.",
  "Customer's contracts":
    "Operations for customers on their own contracts. Every path works under both `/apps/memberships/cp/api/` and `/apps/subscriptions/cp/api/`; it is listed under one of them.",
  Events:
    "Everything that happens in the shop, in order: read it as a stream, or have it sent to your webhook endpoints.",
  Referrals:
    "Friends of customers accept a referral offer and get a welcome code. Called from a storefront, without an API key.",
} as const;
export type ApiTag = keyof typeof API_TAGS;

export const TAGS = Object.entries(API_TAGS).map(([name, description]) => ({ name, description }));

export const INFO: JsonObject = {
  title: "Perennial API",
  version: "2",
  summary: "Subscription contracts for shops on a commerce platform",
  description: [
    "Calls under `/api/` carry a shop's API key, and can read and change that shop only. Calls under `/apps/` are made for a customer: with the token of a portal link, or signed by the commerce platform's app proxy. They reach that customer's contracts only; anything that belongs to someone else is answered as if it did not exist.",
    "",
    "**Input.** Unknown query parameters are ignored; a trailing slash is accepted. Enum values are accepted in any case unless stated otherwise. Gids are accepted in place of numeric platform ids. Dates are ISO 8601 with a time zone.",
    "",
    "**Errors** are problem documents (RFC 9457, `application/problem+json`) with a stable `code`; `type` links to a page that explains it. If the input is not valid, the response lists every offending field.",
    "",
    "**Request ids.** Every response has an `X-Request-Id`. If you send one (8 to 128 letters, digits, `.`, `_`, `-`), it is used.",
    "",
    "**HEAD and OPTIONS** work on every URL; HEAD changes nothing.",
  ].join("\n"),
  license: { name: "MIT", identifier: "MIT" },
};

export const SECURITY_SCHEMES: JsonObject = {
  ApiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description:
      "An API key, created in the admin under “API keys”. It identifies the shop, and may be limited to areas, network addresses and a period of time.",
  },
  ApiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description:
      "Deprecated: URLs end up in logs. Use the header, which takes precedence if both are sent. Responses carry a `Deprecation` header.",
    "x-deprecated": true,
  },
  PortalToken: {
    type: "http",
    scheme: "bearer",
    description: "The token of a portal link. Valid for two hours, for one customer of one shop.",
  },
  PortalTokenQuery: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "The same token as a query parameter, as in portal links.",
  },
  SignedProxyRequest: {
    type: "apiKey",
    in: "query",
    name: "signature",
    description:
      "The parameters that the commerce platform's app proxy adds: `shop`, `path_prefix`, `timestamp`, `logged_in_customer_id`, and this signature over all parameters; at most five minutes old. A write that carries a signature only must be JSON or come from the shop's own pages.",
  },
};

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: "string", examples: [example] },
});
const count = (description: string, example: number): JsonObject => ({
  description,
  schema: { type: "integer", examples: [example] },
});

export const HEADERS: JsonObject = {
  "X-Request-Id": text("Identifies this request, also in our logs.", "5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11"),
  RateLimit: text(
    "Calls left (`r`), and seconds until the full rate is available again (`t`).",
    '"default";r=999;t=1',
  ),
  "RateLimit-Policy": text(
    "The rate limit: calls (`q`) per number of seconds (`w`).",
    '"default";q=1000;w=10',
  ),
  "RateLimit-Limit": count("Number of calls that may be made at once.", 1000),
  "RateLimit-Remaining": count("Number of calls left now.", 999),
  "RateLimit-Reset": count("Seconds until the full number is available again.", 1),
  "Retry-After": count("Seconds to wait before trying again.", 5),
  "WWW-Authenticate": text("How to authenticate.", 'ApiKey realm="Perennial"'),
  Deprecation: text(
    "Date since which the query parameter `api_key` is deprecated (RFC 9745); present if it was sent.",
    "@1767225600",
  ),
  ETag: text(
    "Identifies this state of the resource, for `If-Match` and `If-None-Match`.",
    '"q7Zk1v0rJm3oXc9aTgY2uWe5sLd"',
  ),
  "Idempotency-Replayed": text(
    "`true` if this is the stored response to an earlier call with the same `Idempotency-Key`.",
    "true",
  ),
};

/** For calls that may carry an `Idempotency-Key`. */
export const REPLAYED: JsonObject = {
  "Idempotency-Replayed": { $ref: "#/components/headers/Idempotency-Replayed" },
};

/** For successes that have one. */
export const ENTITY_TAG: JsonObject = { ETag: { $ref: "#/components/headers/ETag" } };

const ETAG_EXAMPLE = '"q7Zk1v0rJm3oXc9aTgY2uWe5sLd"';
export const IF_MATCH: JsonObject = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` of the resource as you read it. If it has changed since, nothing is done and the response is 412.",
  schema: { type: "string", examples: [ETAG_EXAMPLE] },
};
export const IF_NONE_MATCH: JsonObject = {
  name: "If-None-Match",
  in: "header",
  description:
    "The `ETag` of your copy. If the resource has not changed, the response is 304 without a body.",
  schema: { type: "string", examples: [ETAG_EXAMPLE] },
};

const RATE_LIMIT = [
  "RateLimit",
  "RateLimit-Policy",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
];
/** Answered before the caller is known. */
const BEFORE_AUTHENTICATION = new Set([401, 405, 408, 431]);

type Limited = { access: Access; isUnlimited?: true };
/** Calls count towards a limit: of their key or, without one, of the customer or the address. */
export const isRateLimited = ({ access, isUnlimited }: Limited): boolean => !!access.apiKey || !isUnlimited;

/** The headers of a response with that status, as references to HEADERS. */
export function headerReferences(endpoint: Limited, isSuccess: boolean, status = 200): JsonObject {
  const { access } = endpoint;
  const names = ["X-Request-Id"];
  if (isRateLimited(endpoint) && !BEFORE_AUTHENTICATION.has(status)) names.push(...RATE_LIMIT);
  if (access.apiKey && isSuccess) names.push("Deprecation");
  if (status === 401) names.push("WWW-Authenticate");
  if (status === 429 || status === 503 || (status === 409 && access.customer)) names.push("Retry-After");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const PROBLEM_SCHEMA: JsonObject = {
  type: "object",
  description: "A problem document (RFC 9457).",
  required: ["type", "title", "status", "detail", "instance", "code", "message", "requestId"],
  properties: {
    type: {
      type: "string",
      format: "uri-reference",
      description: "URL of a page that explains this kind of problem",
    },
    title: { type: "string", description: "Kind of problem; the same for each code" },
    status: { type: "integer", description: "The HTTP status" },
    detail: { type: "string", description: "What happened in this case; safe to show to users" },
    instance: { type: "string", description: "The requested path" },
    code: { type: "string", enum: Object.keys(PROBLEMS), description: "Stable code; base decisions on this" },
    message: {
      type: "string",
      description:
        "Each offending parameter or field with its reason, as one text; otherwise the same as `detail`",
    },
    requestId: { type: "string", description: "Same as the header X-Request-Id" },
    errors: {
      type: "array",
      maxItems: 1000,
      description: "Every offending parameter or field of the body",
      items: {
        type: "object",
        required: ["code", "detail"],
        properties: {
          parameter: { type: "string", description: "Name of a URL parameter" },
          pointer: { type: "string", description: "JSON pointer (RFC 6901) to a field of the body" },
          code: { type: "string" },
          detail: { type: "string" },
        },
      },
    },
    errorsTotal: { type: "integer", description: "Number of errors, if there are more than 1,000" },
  },
};

const EXAMPLE_AT = {
  origin: "https://subscriptions.example.com",
  instance: `${MERCHANT}/subscription-contract-details`,
  requestId: "5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11",
};

/** One complete problem document per code, as the server would send it. */
export const PROBLEM_EXAMPLES: JsonObject = Object.fromEntries(
  (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => {
    const errors =
      code === "invalid_request"
        ? [{ parameter: "size", code: "out_of_range", detail: "Use a whole number from 1 to 2000." }]
        : undefined;
    return [
      code,
      { ...toProblemBody(new ProblemError(code, PROBLEM_HELP[code].exampleDetail, { errors }), EXAMPLE_AT) },
    ];
  }),
);
