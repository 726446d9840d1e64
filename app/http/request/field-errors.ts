import type { z } from "zod";
import { type FieldError, invalidRequest } from "~/lib/problem";
import { toInputMessage } from "./input-messages";

// Configured here because every module that parses input imports this one.
toInputMessage();

/** Characters of a name, and of a whole pointer: each of many errors would repeat a name as long as the body. */
const MAX_NAME = 100;
const MAX_POINTER = 500;

/** RFC 6901 pointer of a path; one that is too long is cut, and ends in "…". */
export const toPointer = (path: readonly PropertyKey[]): string =>
  cut(
    path
      .map((part) => `/${cut(String(part), MAX_NAME).replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join(""),
    MAX_POINTER,
  );

/** Never through the middle of a character. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\p{Surrogate}$/u, "")}…`;

type Place = "parameter" | "body";

const at = (path: readonly PropertyKey[], place: Place): Pick<FieldError, "parameter" | "pointer"> =>
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
/** Of a body or a query. What costs most per byte, empty objects in lists, then takes a schema about a second. */
const MAX_VALUES = 100_000;
/** Nobody needs more of them to find the fault. */
const MAX_UNSTORABLE = 100;

/**
 * What makes a value unfit for every schema, found before one sees it; one of these is refused:
 * - more values or levels than any schema has: what parses or writes it would take long, or exceed the stack;
 * - text that Postgres cannot store, U+0000 and lone surrogates (in JSON columns): it would end as a 500.
 */
export function findUnfit(value: unknown, place: Place): FieldError[] {
  const errors: FieldError[] = [];
  const path: (string | number)[] = [];
  let values = 0;

  /** @returns false when there is no need to look further */
  function look(inner: unknown): boolean {
    if (typeof inner === "string") return isStorable(inner) || addUnstorable();
    if (typeof inner !== "object" || inner === null) return true;
    if (path.length >= MAX_DEPTH) return refuse("too_deep", `Nested more than ${MAX_DEPTH} levels deep.`);
    values += Array.isArray(inner) ? inner.length : Object.keys(inner).length;
    if (values > MAX_VALUES) return refuse("too_many", `Holds more than ${MAX_VALUES} values.`);
    return Array.isArray(inner)
      ? inner.every((each, index) => lookAt(index, each))
      : Object.entries(inner).every(([name, each]) => lookAt(name, each));
  }
  function lookAt(name: string | number, inner: unknown): boolean {
    path.push(name);
    const goesOn = (typeof name === "number" || isStorable(name) || addUnstorable()) && look(inner);
    path.pop();
    return goesOn;
  }
  function addUnstorable(): boolean {
    errors.push(unstorable(path, place));
    return errors.length < MAX_UNSTORABLE;
  }
  function refuse(code: string, detail: string): false {
    errors.splice(0, errors.length, { ...at([], place), code, detail });
    return false;
  }

  look(value);
  return errors;
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

const isStorable = (text: string): boolean => !text.includes("\0") && !/\p{Surrogate}/u.test(text);

const unstorable = (path: readonly PropertyKey[], place: Place): FieldError => ({
  ...at(path, place),
  code: "invalid_text",
  detail: "The text holds a NUL character or half a surrogate pair.",
});
