import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { listEventDocs } from "~/features/event-stream/event-schemas.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import type { EndpointRow } from "~/http/endpoint/endpoint-table";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { toOpenApiDocument } from "~/http/openapi/openapi.server";

type Rendition = { body: string | Uint8Array<ArrayBuffer>; etag: string; encoding: string | null };
type Document = { plain: Rendition; gzip: Rendition };

/**
 * `GET /api/external/v2/openapi.json`: public, cacheable. The table is passed as a promise, since it contains this
 * endpoint; the document is made at the first call and then kept.
 */
export function defineOpenApiEndpoint(getTable: () => Promise<readonly EndpointRow[]>) {
  let made: Document | undefined;
  return defineEndpoint({
    operationId: "readOpenApiDocument",
    summary: "Get this API's OpenAPI 3.1 document",
    method: "GET",
    path: `${MERCHANT}/openapi.json`,
    isUndocumented: true,
    access: { public: true },
    handler: async ({ context: { request } }) => {
      made ??= toDocument(JSON.stringify(toOpenApiDocument(await getTable(), listEventDocs())));
      return toCacheableResponse(request, acceptsGzip(request) ? made.gzip : made.plain);
    },
  });
}

// JSON paths bypass the server's compression: this one document is compressed once.
function toDocument(text: string): Document {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 27);
  return {
    plain: { body: text, etag: `"${hash}"`, encoding: null },
    gzip: { body: new Uint8Array(gzipSync(text)), etag: `"${hash}-gz"`, encoding: "gzip" },
  };
}

const acceptsGzip = (request: Request): boolean =>
  /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get("accept-encoding") ?? "");

function toCacheableResponse(request: Request, { body, etag, encoding }: Rendition): Response {
  const headers = new Headers({
    ETag: etag,
    "Cache-Control": "public, max-age=300",
    Vary: "Accept-Encoding",
  });
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json; charset=utf-8");
  if (encoding) headers.set("Content-Encoding", encoding);
  // Any documentation viewer may read it; it is the same for everybody.
  headers.set("Access-Control-Allow-Origin", "*");
  return new Response(body, { headers });
}
