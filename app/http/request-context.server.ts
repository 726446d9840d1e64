import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { IS_FORWARDED_HEADER, PEER_ADDRESS_HEADER, REQUEST_ID_HEADER } from "~/http/internal-headers";
import { env } from "~/lib/env.server";

/** What handlers and the error mapping know of a request beside its parsed input. */
export type RequestContext = {
  request: Request;
  url: URL;
  requestId: string;
  /** The client's address; the proxy's word counts only under TRUST_PROXY (wire.md §1). */
  clientAddress: string;
  /**
   * When it is for the caller's shop: rules take this, never the clock. The same as `receivedAt`, but for a shop with a
   * test clock.
   */
  now: Date;
  /** When the request came in: for sessions, keys, tokens, signatures, rate limits and logs. */
  receivedAt: Date;
  /** Headers the endpoint adds to whatever response comes of it (rate limit, deprecation). */
  responseHeaders: Map<string, string>;
  /** From the serving preload, for `jsonResponse`. */
  keepBody?: AppLoadContext["keepBody"];
  /** From the serving preload: which of our routes answers a path. */
  findRoute?: AppLoadContext["findRoute"];
  /** From the serving preload, for the faces of pages. */
  problemHeaders?: AppLoadContext["problemHeaders"];
  /** From the serving preload, for `authenticate`. */
  sessions?: AppLoadContext["sessions"];
  /** Who calls, for the access log: ids, no names. Set once the caller is known. */
  loggedCaller?: string;
};

/** Not what looks like one of our keys or, all digits, like a card number: the id is logged. As in the preload. */
const SANE_REQUEST_ID = /^(?!prn_|\d+$)[\w.-]{8,128}$/;

export function toRequestContext(
  request: Request,
  { keepBody, findRoute, problemHeaders, sessions }: AppLoadContext = {},
): RequestContext {
  const given = request.headers.get(REQUEST_ID_HEADER);
  const requestId = given && SANE_REQUEST_ID.test(given) ? given : randomUUID();
  const receivedAt = new Date();
  return {
    request,
    url: new URL(request.url),
    requestId,
    clientAddress:
      proxyWord(request, "x-forwarded-for") || request.headers.get(PEER_ADDRESS_HEADER) || "unknown",
    now: receivedAt,
    receivedAt,
    responseHeaders: new Map([["X-Request-Id", requestId]]),
    keepBody,
    findRoute,
    problemHeaders,
    sessions,
  };
}

/**
 * What the nearest proxy says, if it is trusted. The last of a list is its own word; what stands before it came with
 * the request and may be anybody's invention.
 */
function proxyWord(request: Request, header: string, isTrusted = env.TRUST_PROXY): string | undefined {
  return isTrusted ? request.headers.get(header)?.split(",").at(-1)?.trim() : undefined;
}

/** Scheme and host the browser sees; a proxy's word only under TRUST_PROXY. */
export function publicOrigin(request: Request, isTrusted = env.TRUST_PROXY): string {
  const url = new URL(request.url);
  const protocol = proxyWord(request, "x-forwarded-proto", isTrusted) || url.protocol.slice(0, -1);
  const host = proxyWord(request, "x-forwarded-host", isTrusted) || request.headers.get("host") || url.host;
  return `${protocol}://${host}`;
}

/**
 * Scheme and host of the URLs that an answer carries (`Link`, problem `type`): PUBLIC_URL, else a trusted proxy's word,
 * else the loopback address that was asked, unless a proxy asked in somebody's stead. Empty when none of them is known,
 * for anybody may write any name into Host: the URLs are then references, which the caller resolves against what they asked. Source: wire.md §1 "Client address
 * and proxies".
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

export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host) || /\.localhost(:\d+)?$/.test(host);

/**
 * Whether a process of this machine asks: its address is a loopback one, no untrusted proxy of this machine stands in
 * between (everybody would be local then), and it names a loopback host (or a page of another site could ask through
 * the browser of somebody sitting here, by pointing its own host name to 127.0.0.1).
 */
export const isFromThisMachine = ({ clientAddress, request }: RequestContext): boolean =>
  /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/.test(clientAddress) &&
  !request.headers.has(IS_FORWARDED_HEADER) &&
  isLoopbackHost(request.headers.get("host") ?? new URL(request.url).host);
