import { hash } from "node:crypto";
import { type FieldError, ProblemError } from "~/lib/problem";

/**
 * An answer (JSON text, or a value written as JSON) with further data for its entity tag, such as a version: the tag
 * changes with either.
 */
export class Tagged<T> {
  constructor(
    readonly body: T,
    readonly state: string | number,
    /** The answer that `body` wraps: both have the same tag, so that either answer's tag is valid for a write. */
    readonly wrapped?: Tagged<unknown>,
  ) {}
}

/** The body as sent. */
export const toText = ({ body }: Tagged<unknown>): string =>
  typeof body === "string" ? body : JSON.stringify(body);

/**
 * A strong tag (RFC 9110 §8.8.1): it changes with anything in the answer. @param text if it has been written already
 */
export const toEntityTag = (tagged: Tagged<unknown>, text?: string): string =>
  tagged.wrapped ? toEntityTag(tagged.wrapped) : toOwnTag(tagged, text);

const toOwnTag = (tagged: Tagged<unknown>, text = toText(tagged)): string =>
  `"${hash("sha256", `${tagged.state}\n${text}`, "base64url").slice(0, 27)}"`;

/** The states that `If-Match` accepts: any, or one of these. */
export type WantedTags = "*" | readonly string[];

const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
const LIST = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`);

/** Null without the header; an invalid one is added to `errors`. */
export function readIfMatch(headers: Headers, errors: FieldError[]): WantedTags | null {
  const given = headers.get("if-match")?.trim();
  if (!given) return null;
  if (given === "*") return "*";
  if (LIST.test(given)) return given.match(new RegExp(TAG, "g")) ?? [];
  const detail = 'Send an ETag as it was answered, in its quotes: "…". Several are separated by commas.';
  errors.push({ parameter: "If-Match", code: "invalid_value", detail });
  return null;
}

/**
 * RFC 9110 §13.1.1: a strong comparison, so a weak tag matches nothing. Call it under the lock.
 * @param current null = there is no tag @throws ProblemError precondition_failed
 */
export function requireMatch(wanted: WantedTags, current: string | null): void {
  if (current !== null && (wanted === "*" || wanted.includes(current))) return;
  throw new ProblemError(
    "precondition_failed",
    current === null
      ? "Nothing that this changes has an ETag: send it without If-Match."
      : "It has changed since the ETag of If-Match was answered. Read it again before you change it.",
  );
}

/** RFC 9110 §13.1.2: a list of tags, compared weakly, or `*`. */
export const isKnown = (ifNoneMatch: string | null, etag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
