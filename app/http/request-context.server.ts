import { randomUUID } from "node:crypto";
import { PEER_ADDRESS_HEADER, REQUEST_ID_HEADER } from "~/http/internal-headers";
import { env } from "~/lib/env.server";

/** What handlers and the error mapping know of a request beside its parsed input. */
export type RequestContext = {
  request: Request;
  url: URL;
  requestId: string;
  /** The client's address; the proxy's word counts only under TRUST_PROXY (wire.md §1). */
  clientAddress: string;
  /** When the request came in: rules take this, never the clock. */
  now: Date;
  /** Headers the endpoint adds to whatever response comes of it (rate limit, deprecation). */
  responseHeaders: Headers;
};

const SANE_REQUEST_ID = /^[\w.-]{8,128}$/;

export function toRequestContext(request: Request): RequestContext {
  const given = request.headers.get(REQUEST_ID_HEADER);
  const requestId = given && SANE_REQUEST_ID.test(given) ? given : randomUUID();
  const forwarded = env.TRUST_PROXY
    ? request.headers.get("x-forwarded-for")?.split(",")[0]?.trim()
    : undefined;
  return {
    request,
    url: new URL(request.url),
    requestId,
    clientAddress: forwarded || request.headers.get(PEER_ADDRESS_HEADER) || "unknown",
    now: new Date(),
    responseHeaders: new Headers({ "X-Request-Id": requestId }),
  };
}

/** Scheme and host the browser sees; a proxy's word only under TRUST_PROXY. */
export function publicOrigin(request: Request): string {
  const url = new URL(request.url);
  const protocol =
    (env.TRUST_PROXY && request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim()) ||
    url.protocol.slice(0, -1);
  const host =
    (env.TRUST_PROXY && request.headers.get("x-forwarded-host")?.split(",")[0]?.trim()) ||
    request.headers.get("host") ||
    url.host;
  return `${protocol}://${host}`;
}

export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host) || /\.localhost(:\d+)?$/.test(host);
