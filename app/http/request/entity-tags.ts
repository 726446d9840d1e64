import { hash } from "node:crypto";
import { type FieldError, ProblemError } from "~/lib/problem";

/** What is answered (JSON text, or what is written as it), and what its entity tag is made of beside its text, such as a version: the tag changes with either. */
export class Tagged<T> {
  constructor(
    readonly body: T,
    readonly state: string | number,
    /** What `body` wraps: it has the tag of that, so that either answer's tag is good for a write. */
    readonly wrapped?: Tagged<unknown>,
  ) {}
}

/** The body as it is sent. */
export const toText = ({ body }: Tagged<unknown>): string =>
  typeof body === "string" ? body : JSON.stringify(body);

/** Strong (RFC 9110 §8.8.1): whatever of it changes, the tag does. @param text where that has been written already */
export const toEntityTag = (tagged: Tagged<unknown>, text?: string): string =>
  tagged.wrapped ? toEntityTag(tagged.wrapped) : toOwnTag(tagged, text);

const toOwnTag = (tagged: Tagged<unknown>, text = toText(tagged)): string =>
  `"${hash("sha256", `${tagged.state}\n${text}`, "base64url").slice(0, 27)}"`;

/** What `If-Match` asks for: any state, or one of these. */
export type WantedTags = "*" | readonly string[];

const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
const LIST = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`);

/** Null without the header; one of another form joins `errors`. */
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
 * RFC 9110 §13.1.1: compared strongly, so a weak tag matches nothing. Ask where the thing is locked.
 * @param current null = it has no tag @throws ProblemError precondition_failed
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

/** RFC 9110 §13.1.2: a list of tags, compared weakly, or any. */
export const isKnown = (ifNoneMatch: string | null, etag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
