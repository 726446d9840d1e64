import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { setPageSecurityHeaders } from "~/http/security-headers.server";
import { logger } from "~/lib/logger.server";
import { NonceContext } from "~/lib/nonce";

const ABORT_DELAY_MS = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  return new Promise((resolve, reject) => {
    let hasShell = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={ABORT_DELAY_MS} />
      </NonceContext.Provider>,
      {
        nonce,
        // Whole pages, not streamed shells: every page's data is awaited by its loader, so there is nothing to wait for.
        onAllReady() {
          hasShell = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          setPageSecurityHeaders(headers, nonce);
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          if (hasShell) logger.error({ err: error }, "rendering failed");
        },
      },
    );
    setTimeout(abort, ABORT_DELAY_MS).unref();
  });
}

/** Loaders log their own failures with the request id; what reaches this is a bug in the framework's or our own wiring. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted)
    logger.error({ err: error, path: new URL(request.url).pathname }, "unhandled failure");
}
