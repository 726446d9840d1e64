import type { Access } from "~/access/principal";
import type { JsonObject } from "~/http/endpoint/json-schema";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { PROBLEMS, type ProblemCode, ProblemError, toProblemBody } from "~/lib/problem";
import { PROBLEM_HELP } from "~/lib/problem-help";

/** Groups of operations, each with its introduction in the documentation. */
const API_TAGS = {
  Contracts: "Subscription contracts of a shop: what a customer gets, how often, and for how much.",
  Customers: "Whose contracts they are, and what they pay with.",
  "Selling plans": "What a product can be subscribed under: how often it comes, and for how much less.",
  "One-time products": "Products that come once, with one upcoming order of a contract.",
  "Test gateway":
    "For shops on the test gateway, where no money moves: cards that behave by their digits, and a clock to move.",
  Bundles: "Boxes that customers put together or take as they are.",
  Analytics:
    "How the business does: numbers by day, week or month of the shop, each by a definition of its own, kept as they were.",
  "Bulk changes":
    "Changes of many contracts at once, in the background: planned in one moment, watched, stopped, taken back.",
  "Customer portal": "Links and tokens that let a customer of the shop into its portal.",
  "Customer's contracts":
    "What a customer does with their own contracts, under `/apps/memberships/cp/api/` and `/apps/subscriptions/cp/api/` alike; each stands here under one of them.",
  Events:
    "What happens in the shop, in the order it happened: read as a stream, or sent to addresses of yours.",
  Referrals:
    "Friends of customers accept an offer and get a welcome code. Called without an API key, from a storefront.",
} as const;
export type ApiTag = keyof typeof API_TAGS;

export const TAGS = Object.entries(API_TAGS).map(([name, description]) => ({ name, description }));

export const INFO: JsonObject = {
  title: "Perennial API",
  version: "2",
  summary: "Subscription contracts for shops on a commerce platform",
  description: [
    "Calls under `/api/` carry an API key of a shop and read or change that shop alone. Calls under `/apps/` are a customer's: with the token of a portal link, or signed by the commerce platform's app proxy. They reach that customer's contracts alone; what is somebody else's is answered like what does not exist.",
    "",
    "**Input.** Unknown query parameters are ignored, a trailing slash is accepted. Enumerations are accepted in any case unless said otherwise. Where a numeric platform id is expected its gid form is accepted. Dates are ISO 8601 with a zone.",
    "",
    "**Errors** are problem documents (RFC 9457, `application/problem+json`) with a stable `code`; `type` leads to a page that explains it. Bad input is answered with every offending field at once.",
    "",
    "**Request ids.** Every response has an `X-Request-Id`; one that you send (8 to 128 letters, digits, `.`, `_`, `-`) is kept.",
    "",
    "**HEAD and OPTIONS** work on every address; HEAD changes nothing.",
  ].join("\n"),
  license: { name: "MIT", identifier: "MIT" },
};

export const SECURITY_SCHEMES: JsonObject = {
  ApiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description:
      "A key of the shop, made in the admin under “API keys”. It names the shop. It may be limited to areas, network addresses and a time.",
  },
  ApiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description:
      "Deprecated: URLs end up in logs. Use the header, which wins when both are sent. Responses carry a `Deprecation` header.",
    "x-deprecated": true,
  },
  PortalToken: {
    type: "http",
    scheme: "bearer",
    description: "The token of a portal link: good for two hours, for one customer of one shop.",
  },
  PortalTokenQuery: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "The same token, as portal links carry it.",
  },
  SignedProxyRequest: {
    type: "apiKey",
    in: "query",
    name: "signature",
    description:
      "What the commerce platform's app proxy adds: `shop`, `path_prefix`, `timestamp`, `logged_in_customer_id`, and this signature over all parameters; at most five minutes old. A change by signature alone must be JSON or come from the shop's own pages.",
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
  "X-Request-Id": text("Names this request, in our logs too.", "5b3c1f0e-0f0e-4a51-9d0c-6f2d1a7c9b11"),
  RateLimit: text("What is left of the rate, and seconds until all of it is back.", '"default";r=999;t=1'),
  "RateLimit-Policy": text("The rate: calls (`q`) in so many seconds (`w`).", '"default";q=1000;w=10'),
  "RateLimit-Limit": count("Calls that may be made at once.", 1000),
  "RateLimit-Remaining": count("Calls left of them now.", 999),
  "RateLimit-Reset": count("Seconds until all of them are back.", 1),
  "Retry-After": count("Seconds to wait before trying again.", 5),
  "WWW-Authenticate": text("How to authenticate.", 'ApiKey realm="Perennial"'),
  Deprecation: text(
    "Since when the query parameter `api_key` is deprecated (RFC 9745), if it was sent.",
    "@1767225600",
  ),
  ETag: text("Names this state of it, for `If-Match` and `If-None-Match`.", '"q7Zk1v0rJm3oXc9aTgY2uWe5sLd"'),
  "Idempotency-Replayed": text(
    "`true` when this is the kept answer of an earlier call with the same `Idempotency-Key`.",
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
    "The `ETag` of what you have read. If it has another one by now, nothing is changed, and the answer is 412.",
  schema: { type: "string", examples: [ETAG_EXAMPLE] },
};
export const IF_NONE_MATCH: JsonObject = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of what you have. If it is still so, the answer is 304, without a body.",
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
      description: "The address of a page that explains this kind of problem",
    },
    title: { type: "string", description: "What kind of problem it is; constant per code" },
    status: { type: "integer", description: "The HTTP status" },
    detail: { type: "string", description: "What happened this time; safe to show" },
    instance: { type: "string", description: "The path that was asked" },
    code: { type: "string", enum: Object.keys(PROBLEMS), description: "Stable; decide by this" },
    message: {
      type: "string",
      description:
        "What is wrong and where, in words: each parameter or field with its reason, else `detail`",
    },
    requestId: { type: "string", description: "The same as the header X-Request-Id" },
    errors: {
      type: "array",
      maxItems: 1000,
      description: "Every offending parameter or field of the body",
      items: {
        type: "object",
        required: ["code", "detail"],
        properties: {
          parameter: { type: "string", description: "A parameter of the URL" },
          pointer: { type: "string", description: "A field of the body, as JSON pointer (RFC 6901)" },
          code: { type: "string" },
          detail: { type: "string" },
        },
      },
    },
    errorsTotal: { type: "integer", description: "How many there are, when more than 1,000" },
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
