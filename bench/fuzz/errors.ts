import type { JsonObject } from "~/http/endpoint/json-schema";
import { findErrors } from "../../test/support/calls/openapi";
import { resolve } from "./document";
import type { FuzzedRequest } from "./requests";
import type { Answer } from "./send";

/** `text/csv; charset=utf-8` → `text/csv`. */
const toMediaType = (type: string): string => type.replace(/;.*/, "").trim().toLowerCase();
const isJson = (name: string): boolean => /\bjson$/.test(name);

/**
 * @returns what is wrong with an answer: a 5xx, a status that the document does not list, no body where it lists one, a
 *   media type that it does not list for the status, a body that is not of its schema
 */
export function listErrors(document: JsonObject, { operation }: FuzzedRequest, answer: Answer): string[] {
  const { status, text, type } = answer;
  const ours = status >= 500 ? ["an error of ours"] : [];
  if (!operation.responses[status]) return [...ours, "the document does not list this status"];
  const content = resolve(document, resolve(document, operation.responses[status]).content);
  const named = toMediaType(type);
  const media = content[named];
  const listed = Object.keys(content).join(", ");
  // A CSV is not empty either: it has its header.
  if (text === "") return listed && operation.method !== "HEAD" ? [...ours, `no body, not ${listed}`] : ours;
  if (!media) return [...ours, `${named || "a body of no type"}, not ${listed || "nothing"}`];
  if (!isJson(named)) return ours;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [...ours, "not JSON, though its type says so"];
  }
  const errors = findErrors(document, resolve(document, media).schema ?? {}, body);
  // Problems may say more than their schema (RFC 9457 §3.2).
  return [...ours, ...errors.filter((error) => status < 400 || !error.includes("additional properties"))];
}
