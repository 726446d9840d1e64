import { invalidRequest, ProblemError } from "~/lib/problem";
import { findUnfit } from "./field-errors";
import { withVersion } from "./version-field";

const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Reads at most `limit` bytes; more is 413, whatever Content-Length says. @throws ProblemError 400 broken off */
export async function readBytes(
  request: Request,
  limit = DEFAULT_BODY_LIMIT,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ProblemError("body_too_large", `The body is larger than ${limit} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  // Not `for await`: leaving it early cancels the stream, and with it the connection on which the 413 must be sent.
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await readPart(reader); !part.done; part = await readPart(reader)) {
    size += part.value.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** A client that disconnects in the middle of its body is not a server error, and gets no answer. */
async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new ProblemError("malformed_body", "The body broke off.");
  }
}

/**
 * The body as text, byte for byte as the sender signed it, whatever its media type.
 * @throws ProblemError 413 too large, 400 not UTF-8
 */
export const readText = async (request: Request): Promise<string> => decode(await readBytes(request));

/**
 * The body as a value: JSON, or (on a page) a form with repeated names as arrays. Absent body → undefined,
 * on a page {}; an empty body on a JSON route counts as absent, whatever its media type.
 * @throws ProblemError 413 too large, 415 another media type or an encoded body, 400 not JSON, not UTF-8,
 * or unfit for every schema (`findUnfit`).
 */
export async function readBody(
  request: Request,
  routeKind: "json" | "page",
  limit = DEFAULT_BODY_LIMIT,
): Promise<unknown> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new ProblemError("unsupported_media_type", "Send the body without a Content-Encoding.");
  const bytes = await readBytes(request, limit);
  const mediaType = toMediaType(request);
  // Some clients send a Content-Type without a body.
  if (bytes.length === 0 && routeKind === "json") return undefined;
  if (bytes.length === 0 && mediaType === "") return {};
  if (routeKind === "page" && mediaType === "application/x-www-form-urlencoded")
    return requireFit(withVersion(toFormValues(new URLSearchParams(decode(bytes)))));
  if (!isJson(request)) {
    const expected = routeKind === "page" ? "application/x-www-form-urlencoded" : "application/json";
    throw new ProblemError("unsupported_media_type", `Send the body as ${expected}.`);
  }
  return requireFit(parseJson(decode(bytes)));
}

const toMediaType = ({ headers }: Request): string =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";

/** Whether the sender says that the body is JSON. */
export const isJson = (request: Request): boolean => /^application\/json$|\+json$/.test(toMediaType(request));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProblemError("malformed_body", `The body is not valid JSON${findPlace(text, error)}.`);
  }
}

/** Position at which the parser stopped. The rest of its message is dropped: it repeats a piece of the body. */
function findPlace(text: string, error: unknown): string {
  const message = String(error);
  const isCutOff = message.includes("Unexpected end");
  const position = isCutOff ? text.length : /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return "";
  const before = text.slice(0, Number(position)).split("\n");
  return `: look at line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
}

function requireFit(value: unknown): unknown {
  const errors = findUnfit(value, "body");
  if (errors.length > 0) throw invalidRequest(errors);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ProblemError("malformed_body", "The body is not valid UTF-8.");
  }
}

/** Repeated names become arrays, single ones strings. */
export function toFormValues(entries: URLSearchParams): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    const before = values.get(name);
    if (before === undefined) values.set(name, value);
    else if (typeof before === "string") values.set(name, [before, value]);
    else before.push(value);
  }
  // Through a Map, so that `__proto__` is a name like any other.
  return Object.fromEntries(values);
}
