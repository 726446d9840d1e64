import type { z } from "zod";
import { toAddressKey } from "~/access/address-key";
import type { ApiScope } from "~/access/api-scopes";
import type { RepeatableCall } from "~/access/idempotent-calls.repo.server";
import type { Access, Principal, PrincipalFor } from "~/access/principal";
import { findShopNow } from "~/access/test-clock.repo.server";
import { authenticate, requireScope } from "~/http/callers/authenticate.server";
import { requireWithinRateLimit, requireWrongCredentialsLeft } from "~/http/callers/rate-limit.server";
import { readSessionTokenHash } from "~/http/callers/session-cookie.server";
import { findSigned } from "~/http/callers/signed-request.server";
import { createTurns } from "~/http/callers/turns";
import { requireStrangerWithinLimit } from "~/http/callers/visitor-limit.server";
import { readBody, toFormValues } from "~/http/request/body.server";
import { readIfMatch, requireMatch } from "~/http/request/entity-tags";
import { findUnfit, findUnstorableParameters, toFieldErrors } from "~/http/request/field-errors";
import { answerOnce, readIdempotencyKey, readKeyAndBytes } from "~/http/request/idempotency.server";
import { fieldOf } from "~/http/request/query-or-body";
import type { RequestContext } from "~/http/request/request-context.server";
import { withMisplaced, withUnreadFields } from "~/http/request/unread-body.server";
import {
  type FieldError,
  invalidRequest,
  type ProblemBody,
  type ProblemCode,
  ProblemError,
} from "~/lib/problem";
import type { RouteKind } from "./complete.server";
import { toJsonResponse } from "./json-response.server";
import type { JsonObject } from "./json-schema";
import type { ApiTag } from "./openapi-parts";

type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

export type HandlerInput<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> = {
  principal: PrincipalFor<A>;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  context: RequestContext;
  /** A merchant's write that has an `Idempotency-Key`; otherwise null. */
  call: RepeatableCall | null;
};

type Place =
  | {
      /** Where it answers as JSON: OpenAPI templates, the documented one first. */
      path: string | readonly string[];
      summary: string;
    }
  /** For pages only; see docs/decisions/169. */
  | { path?: undefined; summary?: string };

type OwnRefusal = {
  /** The codes; all of one status. */
  codes: readonly ProblemCode[];
  status: number;
  response: z.ZodType;
  example: unknown;
  toBody(problem: ProblemBody): unknown;
};

export type EndpointDefinition<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R,
> = {
  /** Unique; names the operation in OpenAPI, logs and metrics. */
  operationId: string;
  description?: string;
  /** Group in the API documentation; page-only endpoints have none. */
  tag?: ApiTag;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Not useful for integrators: omitted from the API documentation. */
  isUndocumented?: true;
  access: A;
  /** A scope that a key needs besides if this parameter (of the query, else a field of the body) is true. */
  alsoNeeds?: { scope: ApiScope; parameter: string };
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Called when the schemas refuse something: finds further errors in the input, so that one answer names all of them.
   * For input that the schemas accept, the handler makes these checks itself.
   */
  findMore?(
    sent: { principal: PrincipalFor<A>; params: unknown; query: unknown; body: unknown },
    known: readonly FieldError[],
  ): readonly FieldError[] | Promise<readonly FieldError[]>;
  /**
   * A complete body for the API documentation; a test checks it against `body`, and requires one for documented
   * endpoints.
   */
  bodyExample?: unknown;
  /** What a success returns, for OpenAPI and tests; not checked at run time. */
  response?: z.ZodType;
  /** Media type of a success, for OpenAPI; JSON by default. */
  mediaType?: "text/csv";
  /** A complete success for the API documentation; a test checks it against `response`. */
  example?: unknown;
  /** Status of a success, for OpenAPI; 200 by default. */
  status?: 200 | 201;
  /** Response headers of a success, for OpenAPI: name → meaning, or meaning and schema if it is not any text. */
  responseHeaders?: Record<string, string | { description: string; schema: JsonObject }>;
  /** A success has an ETag: the handler returns it `Tagged`. */
  hasEntityTag?: true;
  /**
   * The handler checks `context.ifMatch` where the changed row is locked. Other writes are refused when they have
   * `If-Match`.
   */
  obeysIfMatch?: true;
  /** The handler finds by the Idempotency-Key what an earlier try began, and continues it (`toCallUuid`). */
  mayRepeat?: true;
  /** A success holds a secret that the database has only sealed: an answer kept for a repeated call is sealed, too. */
  answersSecret?: true;
  /** Problems beyond those its declaration implies (input, credentials, rate, faults), for OpenAPI. */
  problems?: ProblemCode[];
  /** Refusals that callers of the JSON route get in a form of their own instead of a problem document. */
  ownRefusal?: OwnRefusal;
  /** Bytes; 1 MB by default (wire.md §1 "Errors"). */
  bodyLimit?: number;
  /** No rate limit, for monitoring of the process. */
  isUnlimited?: true;
  /** The handler reads `context.request.body` itself (uploads). */
  streamsBody?: true;
  handler(input: HandlerInput<A, P, Q, B>): Promise<R>;
  /** Response of the JSON route; default: the value as JSON. */
  toResponse?(result: R, context: RequestContext): Response;
} & Place;

/** An endpoint without its type parameters: used by the routes, the URL table and OpenAPI. */
export type Endpoint<R = unknown> = Omit<
  EndpointDefinition<Access, z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, R>,
  "handler" | "findMore" | keyof Place
> &
  Place & {
    /** Authenticates, parses everything, runs. @throws ProblemError */
    run(
      context: RequestContext,
      params: Record<string, string | undefined>,
      routeKind: RouteKind,
    ): Promise<R>;
  };

/**
 * Declares an endpoint once: method → principal → parse → handler. Its JSON route comes from `jsonRoute`, its page
 * route from `pageLoader` / `pageAction`. Source: design.md "One endpoint, page and JSON".
 */
export function defineEndpoint<
  const A extends Access,
  R,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: EndpointDefinition<A, P, Q, B, R>): Endpoint<R> {
  async function run(
    context: RequestContext,
    params: Record<string, string | undefined>,
    routeKind: RouteKind,
  ): Promise<R> {
    const principal = await admit(definition, context, routeKind);
    const turn = takeTurn(definition, principal, context);
    const leave = turn instanceof Promise ? await turn : turn;
    try {
      return await carryOut(principal, context, params, routeKind);
    } finally {
      leave?.();
    }
  }

  async function carryOut(
    principal: Principal,
    context: RequestContext,
    params: Record<string, string | undefined>,
    routeKind: RouteKind,
  ): Promise<R> {
    let errors = findUnstorableParameters(context.url);
    const parsedParams = parseParameters(definition.params, params, errors);
    const rawQuery = definition.query && toFormValues(context.url.searchParams);
    const parsedQuery = parseParameters(definition.query, rawQuery, errors);
    const readsBody = definition.body && !definition.streamsBody;
    const rawBody = readsBody ? await readBody(context.request, routeKind, definition.bodyLimit) : undefined;
    // Checking a body may take a while, such as resolving a name.
    const parsedBody =
      definition.body && readsBody
        ? takeParsed(await definition.body.safeParseAsync(rawBody), rawBody, "body", errors)
        : undefined;
    if (routeKind === "json" && definition.query)
      errors = takesNoBody(definition)
        ? await withUnreadFields(context.request, definition.query, rawQuery, errors)
        : withMisplaced(rawBody, errors);
    const ifMatch =
      routeKind === "json" && mayBeConditional(definition)
        ? readIfMatch(context.request.headers, errors)
        : null;
    if (errors.length > 0) {
      const sent = { principal: principal as PrincipalFor<A>, params, query: rawQuery, body: rawBody };
      throw invalidRequest([...errors, ...((await definition.findMore?.(sent, errors)) ?? [])]);
    }
    if (principal.kind === "api_key" && definition.alsoNeeds) {
      const { scope, parameter } = definition.alsoNeeds;
      if (fieldOf(parsedQuery, parameter) ?? fieldOf(parsedBody, parameter)) requireScope(principal, scope);
    }
    const isRepeatable = principal.kind === "api_key" && isMerchantWrite(definition);
    const { call, request } = isRepeatable
      ? await readCall(definition, context, rawBody)
      : { ...context, call: null };
    const handle = async () => {
      // Otherwise the caller would believe that `If-Match` had been checked.
      if (ifMatch && !definition.obeysIfMatch) requireMatch(ifMatch, null);
      const now = await atShopsNow(principal, { ...context, request });
      return definition.handler({
        // `authenticate` returns only kinds of callers that `access` names.
        principal: principal as PrincipalFor<A>,
        params: parsedParams as Output<P>,
        query: parsedQuery as Output<Q>,
        body: parsedBody as Output<B>,
        context: ifMatch ? { ...now, ifMatch } : now,
        call,
      });
    };
    if (!isRepeatable || !call) return handle();
    const whole = { ...context, toResponse: undefined };
    const answer = await answerOnce(
      principal.shop.id,
      call,
      async () => toJsonResponse(definition, await handle(), whole),
      definition,
    );
    // The JSON route sends a stored answer unchanged.
    return answer as R;
  }
  return { ...definition, run };
}

/** The call, if it has an `Idempotency-Key`, and the request with its body if the handler is to read that. */
const readCall = async (
  { streamsBody, bodyLimit }: Pick<Endpoint, "streamsBody" | "bodyLimit">,
  context: RequestContext,
  body: unknown,
): Promise<{ call: RepeatableCall | null; request: Request }> =>
  streamsBody
    ? readKeyAndBytes(context, bodyLimit)
    : { call: readIdempotencyKey(context, body), request: context.request };

const OF_WRONG_CREDENTIALS = new Set<ProblemCode>(["invalid_credentials", "address_not_allowed"]);

/**
 * The caller, counted: keys and sessions where they are looked up (authenticate.server.ts); on the JSON route a
 * customer behind the platform's proxy individually, and everybody else by address. Wrong credentials count by address,
 * too, and so do cookies without a session. On the page route visitors count by address where `htmlRoute` has not
 * counted them: on the admin's pages.
 */
async function admit(
  { access, isUnlimited }: { access: Access; isUnlimited?: true },
  context: RequestContext,
  routeKind: RouteKind,
): Promise<Principal> {
  const { clientAddress, receivedAt, responseHeaders } = context;
  const nowMs = receivedAt.getTime();
  const principal = await authenticate(access, context).catch((error: unknown) => {
    if (routeKind === "json" && error instanceof ProblemError && OF_WRONG_CREDENTIALS.has(error.code))
      requireWrongCredentialsLeft(clientAddress, nowMs);
    if (access.staff && isUnauthenticated(error) && readSessionTokenHash(context.request))
      requireStrangerWithinLimit(context);
    throw error;
  });
  if (routeKind === "page" && principal.kind === "public") requireStrangerWithinLimit(context);
  if (routeKind === "page" || isUnlimited || principal.kind === "api_key" || principal.kind === "staff")
    return principal;
  const signed = await findSigned(context);
  const who = signed ? `${signed.shop.id}/${signed.customerId ?? ""}` : toAddressKey(clientAddress);
  requireWithinRateLimit(who, nowMs, responseHeaders);
  return principal;
}

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "unauthenticated";

/** See docs/decisions/132-turns-around-slow-calls.md. */
const turns = createTurns({ atOnce: 1, othersForMs: 3000, beatMs: 25, patience: 4 });

/** While others call, a key's further calls wait. @returns what ends the turn, for those that take turns */
function takeTurn(
  { isUnlimited }: { isUnlimited?: true },
  principal: Principal,
  { whenGone }: RequestContext,
): ReturnType<typeof turns.enter> | undefined {
  if (principal.kind === "api_key") return turns.enter(`${principal.shop.id}:${principal.keyId}`, whenGone);
  if (!isUnlimited) turns.note("others");
}

const takesNoBody = ({
  method,
  body,
  streamsBody,
}: Pick<Endpoint, "method" | "body" | "streamsBody">): boolean => method !== "GET" && !body && !streamsBody;

/** Whether its calls may carry an `Idempotency-Key`. */
export const isMerchantWrite = ({ access, method }: Pick<Endpoint, "access" | "method">): boolean =>
  access.apiKey !== undefined && method !== "GET";

/** Whether `If-Match` is checked: in every write of merchants and customers. */
export const mayBeConditional = ({ access, method }: Pick<Endpoint, "access" | "method">): boolean =>
  method !== "GET" && (access.apiKey !== undefined || access.customer !== undefined);

/** Sets the time to that of the caller's shop: the only place where its test clock enters a request. */
const atShopsNow = async (principal: Principal, context: RequestContext): Promise<RequestContext> =>
  "shop" in principal ? { ...context, now: await findShopNow(principal.shop, context.receivedAt) } : context;

function parseParameters(schema: z.ZodType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (!schema) return undefined;
  const known = new Set(errors.map(({ parameter }) => parameter));
  const unstorable = findUnfit(value, "parameter").filter(({ parameter }) => !known.has(parameter));
  const named = new Set([...known, ...unstorable.map(({ parameter }) => parameter)]);
  const others: FieldError[] = [];
  const parsed = takeParsed(schema.safeParse(value), value, "parameter", others);
  errors.push(...unstorable, ...others.filter(({ parameter }) => !named.has(parameter)));
  return parsed;
}

/** The parsed value; otherwise its errors are added to `errors`. */
function takeParsed(
  result: z.ZodSafeParseResult<unknown>,
  value: unknown,
  place: "parameter" | "body",
  errors: FieldError[],
): unknown {
  if (result.success) return result.data;
  // Not spread: the call would fail with as many arguments as a long list may have errors.
  for (const error of toFieldErrors(result.error, place, value)) errors.push(error);
  return undefined;
}
