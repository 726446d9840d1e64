import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { RealTime, ShopTime } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { ProblemError } from "~/lib/problem";
import { databaseNow } from "~db/clock.server";
import type { WantedTags } from "./entity-tags";
import {
  IS_FORWARDED_HEADER,
  PEER_ADDRESS_HEADER,
  REQUEST_ID_HEADER,
  SANE_REQUEST_ID,
} from "./internal-headers";

/** What handlers and the error mapping know of a request besides its parsed input. */
export type RequestContext = {
  request: Request;
  url: URL;
  requestId: string;
  /** The client's address; the proxy's header counts only under TRUST_PROXY (wire.md §1). */
  clientAddress: string;
  /**
   * The present for the caller's shop: rules take this and never read the clock. Equal to `receivedAt`, except in a
   * shop with a test clock.
   */
  now: ShopTime;
  /** When the request came in, by the database's clock: for sessions, keys, tokens, signatures, rate limits and logs. */
  receivedAt: RealTime;
  /** When the request came in, by the process's monotonic clock (`performance.now`): for measuring how long it takes. */
  begunAt: number;
  /** For an endpoint with `obeysIfMatch`: the changed row must have one of these tags. */
  ifMatch?: WantedTags;
  /** Headers that the endpoint adds to any response (rate limit, deprecation). */
  responseHeaders: Map<string, string>;
  /** From the serving preload, for responses with a complete body. */
  toResponse?: AppLoadContext["toResponse"];
  /** From the serving preload, on JSON paths. */
  whenGone?: AppLoadContext["whenGone"];
  /** From the serving preload: the route for a path. */
  findRoute?: AppLoadContext["findRoute"];
  /** From the serving preload, for page routes. */
  problemHeaders?: AppLoadContext["problemHeaders"];
  /** From the serving preload, for `authenticate`. */
  sessions?: AppLoadContext["sessions"];
  /** From the serving preload on page routes, for `requireStrangerWithinLimit`. */
  visit: NonNullable<AppLoadContext["visit"]>;
  /** The caller, for the access log: ids, no names. Set once the caller is known. */
  loggedCaller?: string;
};

export function toRequestContext(
  request: Request,
  { toResponse, whenGone, findRoute, problemHeaders, sessions, visit = {} }: AppLoadContext = {},
): RequestContext {
  const given = request.headers.get(REQUEST_ID_HEADER);
  const requestId = given && SANE_REQUEST_ID.test(given) ? given : randomUUID();
  const receivedAt = databaseNow();
  return {
    request,
    url: new URL(request.url),
    requestId,
    clientAddress:
      readForwarded(request, "x-forwarded-for") || request.headers.get(PEER_ADDRESS_HEADER) || "unknown",
    now: receivedAt,
    receivedAt,
    begunAt: performance.now(),
    responseHeaders: new Map([["X-Request-Id", requestId]]),
    toResponse,
    whenGone,
    findRoute,
    problemHeaders,
    sessions,
    visit,
  };
}

/**
 * A forwarded header's value from the nearest proxy, if proxies are trusted. Of a list only the last entry is that
 * proxy's; the ones before came with the request and may be forged.
 */
function readForwarded(request: Request, header: string, isTrusted = env.TRUST_PROXY): string | undefined {
  return isTrusted ? request.headers.get(header)?.split(",").at(-1)?.trim() : undefined;
}

/** Scheme and host the browser sees; forwarded headers count only under TRUST_PROXY. */
export function publicOrigin(request: Request, isTrusted = env.TRUST_PROXY): string {
  const url = new URL(request.url);
  const protocol = readForwarded(request, "x-forwarded-proto", isTrusted) || url.protocol.slice(0, -1);
  const host =
    readForwarded(request, "x-forwarded-host", isTrusted) || request.headers.get("host") || url.host;
  return `${protocol}://${host}`;
}

/**
 * Scheme and host of the URLs in an answer (`Link`, problem `type`): PUBLIC_URL, else what a trusted proxy says, else
 * the loopback host of the request, unless it came through a proxy. Otherwise empty, and the URLs are relative, because
 * anybody may write any name into Host. Source: wire.md §1 "Client address and proxies".
 */
export function toApiOrigin(
  request: Request,
  { PUBLIC_URL, TRUST_PROXY }: Pick<typeof env, "PUBLIC_URL" | "TRUST_PROXY"> = env,
): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  const { origin, host } = new URL(publicOrigin(request, TRUST_PROXY));
  const isOurs = TRUST_PROXY || (isLoopbackHost(host) && !request.headers.has(IS_FORWARDED_HEADER));
  return isOurs ? origin : "";
}

/**
 * The same for a mail, which needs a host: PUBLIC_URL, else the loopback host of a request that came through no proxy.
 * Never the host that was asked for, or its sender could make the mail's link lead anywhere; a trusted proxy passes that
 * host on as well.
 *
 * @param what the server cannot do without it
 * @throws ProblemError conflict
 */
export function requireOwnOrigin(request: Request, what: string): string {
  const origin = env.PUBLIC_URL || !env.TRUST_PROXY ? toApiOrigin(request) : "";
  if (!origin)
    throw new ProblemError(
      "conflict",
      `This server cannot ${what}: its own address (PUBLIC_URL) is not set up.`,
    );
  return origin;
}

export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host) || /\.localhost(:\d+)?$/.test(host);

/**
 * Whether a process of this machine asks: its address is loopback, it did not come through an untrusted proxy on this
 * machine (everybody would be local then), and its host is loopback (otherwise a page of another site could ask through
 * a local browser, by pointing its own host name to 127.0.0.1).
 */
export const isFromThisMachine = ({ clientAddress, request }: RequestContext): boolean =>
  /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/.test(clientAddress) &&
  !request.headers.has(IS_FORWARDED_HEADER) &&
  isLoopbackHost(request.headers.get("host") ?? new URL(request.url).host);
