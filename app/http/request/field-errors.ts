import type { z } from "zod";
import { toInputMessage } from "~/http/request/input-messages";
import { type FieldError, invalidRequest } from "~/lib/problem";

// Configured here because every module that parses input imports this one.
toInputMessage();

/** RFC 6901 pointer of a path. */
export const toPointer = (path: PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

type Place = "parameter" | "body";

const at = (path: PropertyKey[], place: Place): Pick<FieldError, "parameter" | "pointer"> =>
  place === "parameter" ? { parameter: String(path[0] ?? "") } : { pointer: toPointer(path) };

/** zod's message when an array comes where one value is expected. */
const NOT_OF_TYPE = new Set<string>(["invalid_type", "invalid_value", "invalid_format", "invalid_union"]);

/**
 * zod issues → field errors; URL parameters are named flat, body fields by pointer. `input` is what was parsed.
 */
export function toFieldErrors(error: z.ZodError, place: Place, input: unknown): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    if (place === "parameter" && NOT_OF_TYPE.has(issue.code) && isGivenTwice(input, issue.path))
      return [{ ...at(issue.path, place), code: "given_twice", detail: "Give this parameter once." }];
    if (place === "parameter" && issue.code === "invalid_type" && isAbsent(input, issue.path))
      return [{ ...at(issue.path, place), code: "missing", detail: issue.message }];
    return toErrors(issue).map(({ path, code, message }) => ({
      ...at(path, place),
      code,
      detail: message,
    }));
  });
}

/** An issue with our codes; one for each unknown field. */
function toErrors(issue: z.core.$ZodIssue): { path: PropertyKey[]; code: string; message: string }[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: "unknown_field",
      message: "There is no such field.",
    }));
  // That several types are accepted is an internal detail.
  const named = issue.code === "invalid_union" ? "invalid_type" : issue.code;
  const code = issue.code === "custom" ? String(issue.params?.code ?? "invalid_value") : named;
  return [{ path, code, message }];
}

/**
 * Passes the issues of another schema on to the outer one, with the same codes.
 *
 * @param toPath path of each in the outer schema's input; by default the same path
 */
export function passOn(
  { issues }: z.ZodError,
  context: Pick<z.core.$RefinementCtx, "issues">,
  input: unknown,
  toPath = (path: readonly PropertyKey[]): PropertyKey[] => [...path],
): void {
  for (const { path, code, message } of issues.flatMap(toErrors))
    context.issues.push({ code: "custom", input, path: toPath(path), params: { code }, message });
}

/** A single-valued parameter that was sent several times: report that, not zod's message about an array. */
function isGivenTwice(input: unknown, path: PropertyKey[]): boolean {
  const [name, ...rest] = path;
  if (typeof input !== "object" || input === null || name === undefined || rest.length > 0) return false;
  return Array.isArray(Reflect.get(input, name));
}

function isAbsent(input: unknown, [name]: PropertyKey[]): boolean {
  return typeof input === "object" && input !== null && name !== undefined && !Reflect.has(input, name);
}

const MAX_DEPTH = 200;

/**
 * Text that Postgres cannot store: U+0000, and lone surrogates (in JSON columns). Refused for every parameter and body
 * before a handler runs; otherwise it would end as a 500.
 */
export function findUnstorableText(value: unknown, place: Place, path: PropertyKey[] = []): FieldError[] {
  if (typeof value === "string") return isStorable(value) ? [] : [unstorable(path, place)];
  if (typeof value !== "object" || value === null) return [];
  if (path.length > MAX_DEPTH)
    return [{ ...at([], place), code: "too_deep", detail: `Nested more than ${MAX_DEPTH} levels deep.` }];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isStorable(name) ? [] : [unstorable([...path, name], place)]),
    ...findUnstorableText(inner, place, [...path, name]),
  ]);
}

/**
 * The same for every parameter of a URL, known or not: shop and customer are looked up before an endpoint's own are
 * read.
 */
export function findUnstorableParameters({ search, searchParams }: URL): FieldError[] {
  if (!search.includes("%00")) return [];
  const names = [...searchParams].filter((pair) => !pair.every(isStorable)).map(([name]) => name);
  return [...new Set(names)].map((name) => unstorable([name], "parameter"));
}

/** @throws ProblemError 400 naming each of them */
export function requireStorableUrl(url: URL): void {
  const errors = findUnstorableParameters(url);
  if (errors.length > 0) throw invalidRequest(errors);
}

/** Whether a JSON text may hold such characters: in JSON they can only come from an escape. */
export const mayHoldUnstorableText = (json: string): boolean => /\\u(0000|d[89a-f])/i.test(json);

const isStorable = (text: string): boolean => !text.includes("\0") && !/\p{Surrogate}/u.test(text);

const unstorable = (path: PropertyKey[], place: Place): FieldError => ({
  ...at(path, place),
  code: "invalid_text",
  detail: "The text holds a NUL character or half a surrogate pair.",
});
