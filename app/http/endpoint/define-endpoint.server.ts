import type { z } from "zod";
import { toAddressKey } from "~/access/address-key";
import type { Access, Principal, PrincipalFor } from "~/access/principal";
import { findShopNow } from "~/access/test-clock.repo.server";
import { authenticate } from "~/http/callers/authenticate.server";
import { requireWithinRateLimit, requireWrongCredentialsLeft } from "~/http/callers/rate-limit.server";
import { findSigned } from "~/http/callers/signed-request.server";
import type { RouteKind } from "~/http/endpoint/complete.server";
import { toJsonResponse } from "~/http/endpoint/json-response.server";
import type { JsonObject } from "~/http/endpoint/json-schema";
import type { ApiTag } from "~/http/endpoint/openapi-parts";
import { readBody, toFormValues } from "~/http/request/body.server";
import { readIfMatch, requireMatch } from "~/http/request/entity-tags";
import { findUnstorableParameters, findUnstorableText, toFieldErrors } from "~/http/request/field-errors";
import { answerOnce, readIdempotencyKey } from "~/http/request/idempotency.server";
import type { RequestContext } from "~/http/request/request-context.server";
import {
  type FieldError,
  invalidRequest,
  type ProblemBody,
  type ProblemCode,
  ProblemError,
} from "~/lib/problem";

type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

type HandlerInput<
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
};

type OwnRefusal = {
  /** Which; all of one status. */
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
  summary: string;
  description?: string;
  /** Group in the API documentation; page-only endpoints have none. */
  tag?: ApiTag;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Where it answers as JSON: OpenAPI templates, the documented one first. Endpoints of pages have none. */
  path?: string | readonly string[];
  /** Of no use to integrators: left out of the API documentation. */
  isUndocumented?: true;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** A whole body as the API documentation shows it; a test holds it against `body`, and demands one where it is documented. */
  bodyExample?: unknown;
  /** What a success returns, for OpenAPI and tests; not run on the hot path. */
  response?: z.ZodType;
  /** What a success is, for OpenAPI; JSON unless said otherwise. */
  mediaType?: "text/csv";
  /** A whole success as the API documentation shows it; a test holds it against `response`. */
  example?: unknown;
  /** Status of a success, for OpenAPI; 200 unless said otherwise. */
  status?: 200 | 201;
  /** Response headers of a success, for OpenAPI: name → meaning, or meaning and schema when it is not any text. */
  responseHeaders?: Record<string, string | { description: string; schema: JsonObject }>;
  /** A success has an ETag: the handler returns it `Tagged`. */
  hasEntityTag?: true;
  /** The handler sees to `context.ifMatch`, where what it changes is locked. Other writes are refused when `If-Match` comes. */
  obeysIfMatch?: true;
  /** What it may be refused with beyond what its declaration implies (input, credentials, rate, faults), for OpenAPI. */
  problems?: ProblemCode[];
  /** Refusals that callers of the JSON route get in a shape of their own instead of a problem document. */
  ownRefusal?: OwnRefusal;
  /** Bytes; 1 MB unless said otherwise (wire.md §1 "Errors"). */
  bodyLimit?: number;
  /** Whoever looks after the process may ask as often as they like. */
  isUnlimited?: true;
  /** The handler reads `context.request.body` itself (uploads). */
  streamsBody?: true;
  handler(input: HandlerInput<A, P, Q, B>): Promise<R>;
  /** The JSON route of a success; default: the value as JSON. */
  toResponse?(result: R, context: RequestContext): Response;
};

/** An endpoint with its types folded away: what the faces, the URL table and OpenAPI work with. */
export type Endpoint<R = unknown> = Omit<
  EndpointDefinition<Access, z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, R>,
  "handler"
> & {
  /** Authenticate, parse everything, run. @throws ProblemError */
  run(context: RequestContext, params: Record<string, string | undefined>, routeKind: RouteKind): Promise<R>;
};

/**
 * Declare an endpoint once: method → principal → parse → handler. Its JSON route comes from `jsonRoute`, its page route
 * from `pageLoader` / `pageAction`. Source: design.md "One endpoint, page and JSON".
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
    const errors = findUnstorableParameters(context.url);
    const parsedParams = parseParameters(definition.params, params, errors);
    const parsedQuery = parseParameters(
      definition.query,
      definition.query && toFormValues(context.url.searchParams),
      errors,
    );
    const readsBody = definition.body && !definition.streamsBody;
    const rawBody = readsBody ? await readBody(context.request, routeKind, definition.bodyLimit) : undefined;
    // A body may be checked by what takes a while, such as the resolving of a name.
    const parsedBody =
      definition.body && readsBody
        ? takeParsed(await definition.body.safeParseAsync(rawBody), rawBody, "body", errors)
        : undefined;
    const ifMatch =
      routeKind === "json" && mayBeConditional(definition)
        ? readIfMatch(context.request.headers, errors)
        : null;
    if (errors.length > 0) throw invalidRequest(errors);
    const handle = async () => {
      // Else somebody would believe that nothing of theirs can be overwritten.
      if (ifMatch && !definition.obeysIfMatch) requireMatch(ifMatch, null);
      const now = await atShopsNow(principal, context);
      return definition.handler({
        // `authenticate` only returns kinds of callers that `access` names.
        principal: principal as PrincipalFor<A>,
        params: parsedParams as Output<P>,
        query: parsedQuery as Output<Q>,
        body: parsedBody as Output<B>,
        context: ifMatch ? { ...now, ifMatch } : now,
      });
    };
    const mayComeAgain = principal.kind === "api_key" && isMerchantWrite(definition);
    const call = mayComeAgain ? readIdempotencyKey(context, rawBody) : null;
    if (!mayComeAgain || !call) return handle();
    const whole = { ...context, keepBody: undefined };
    const answer = await answerOnce(principal.shop.id, call, async () =>
      toJsonResponse(definition, await handle(), whole),
    );
    // The JSON route sends an answer that is made already as it is.
    return answer as R;
  }
  return { ...definition, run };
}

const OF_WRONG_CREDENTIALS = new Set<ProblemCode>(["invalid_credentials", "address_not_allowed"]);

/**
 * The caller, counted: a key and a session where they are looked up (authenticate.server.ts); on the JSON route a customer behind
 * the platform's proxy by themselves, and everybody else by their address. Wrong credentials count by address, too.
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
    throw error;
  });
  if (routeKind === "page" || isUnlimited || principal.kind === "api_key" || principal.kind === "staff")
    return principal;
  const signed = await findSigned(context);
  const who = signed ? `${signed.shop.id}/${signed.customerId ?? ""}` : toAddressKey(clientAddress);
  requireWithinRateLimit(who, nowMs, responseHeaders);
  return principal;
}

/** Whether calls of it may carry an `Idempotency-Key`. */
export const isMerchantWrite = ({ access, method }: Pick<Endpoint, "access" | "method">): boolean =>
  access.apiKey !== undefined && method !== "GET";

/** Whether `If-Match` is looked at: in every write of merchants and customers. */
export const mayBeConditional = ({ access, method }: Pick<Endpoint, "access" | "method">): boolean =>
  method !== "GET" && (access.apiKey !== undefined || access.customer !== undefined);

/** From here on it is when the caller's shop has it: the one place where its test clock comes into a request. */
const atShopsNow = async (principal: Principal, context: RequestContext): Promise<RequestContext> =>
  "shop" in principal ? { ...context, now: await findShopNow(principal.shop, context.receivedAt) } : context;

function parseParameters(schema: z.ZodType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (!schema) return undefined;
  const known = new Set(errors.map(({ parameter }) => parameter));
  const unstorable = findUnstorableText(value, "parameter").filter(({ parameter }) => !known.has(parameter));
  const named = new Set([...known, ...unstorable.map(({ parameter }) => parameter)]);
  const others: FieldError[] = [];
  const parsed = takeParsed(schema.safeParse(value), value, "parameter", others);
  errors.push(...unstorable, ...others.filter(({ parameter }) => !named.has(parameter)));
  return parsed;
}

/** The value that was parsed; else its faults join `errors`. */
function takeParsed(
  result: z.ZodSafeParseResult<unknown>,
  value: unknown,
  place: "parameter" | "body",
  errors: FieldError[],
): unknown {
  if (result.success) return result.data;
  errors.push(...toFieldErrors(result.error, place, value));
  return undefined;
}
