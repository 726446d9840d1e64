import type { JsonObject } from "~/http/endpoint/json-schema";
import { findMistakes } from "../../test/support/calls/openapi";
import { resolve } from "./document";
import type { FuzzedRequest } from "./requests";
import type { Answer } from "./send";

/** @returns what is wrong with an answer: a 5xx, a status that the document does not list, a body that is not of its schema */
export function listMistakes(document: JsonObject, { operation }: FuzzedRequest, answer: Answer): string[] {
  const { status, text, type } = answer;
  const ours = status >= 500 ? ["an error of ours"] : [];
  if (!operation.responses[status]) return [...ours, "the document does not list this status"];
  const content = resolve(document, resolve(document, operation.responses[status]).content);
  if (text === "" || !type.includes("json")) return ours;
  const [media] = Object.entries(content).filter(([name]) => name.includes("json"));
  if (!media) return ours;
  const mistakes = findMistakes(document, resolve(document, media[1]).schema ?? {}, JSON.parse(text));
  // Problems may say more than their schema (RFC 9457 §3.2).
  return [
    ...ours,
    ...mistakes.filter((mistake) => status < 400 || !mistake.includes("additional properties")),
  ];
}
