import { ProblemError } from "~/http/problem";

const DEFAULT_LIMIT = 1024 * 1024;

/** Read at most `limit` bytes; more is 413, whether or not Content-Length told the truth. */
async function readLimited(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = () => new ProblemError("body_too_large", `The body is larger than ${limit} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The body as a value: JSON, or (page face) a form with repeated names as arrays. Absent body → undefined.
 * @throws ProblemError 413 too large, 415 another media type, 400 not JSON or not UTF-8.
 */
export async function readBody(
  request: Request,
  face: "json" | "page",
  limit = DEFAULT_LIMIT,
): Promise<unknown> {
  const bytes = await readLimited(request, limit);
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0 && mediaType === "") return face === "page" ? {} : undefined;
  if (face === "page" && mediaType === "application/x-www-form-urlencoded")
    return toFormValues(new URLSearchParams(bytes.toString("utf8")));
  if (mediaType !== "application/json" && !mediaType.endsWith("+json")) {
    const expected = face === "page" ? "application/x-www-form-urlencoded" : "application/json";
    throw new ProblemError("unsupported_media_type", `Send the body as ${expected}.`);
  }
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ProblemError("malformed_body", "The body is not valid JSON.");
  }
}

/** Repeated names become arrays, single ones strings. */
export function toFormValues(entries: URLSearchParams): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const key of new Set(entries.keys())) {
    const all = entries.getAll(key);
    values[key] = all.length === 1 ? (all[0] ?? "") : all;
  }
  return values;
}
