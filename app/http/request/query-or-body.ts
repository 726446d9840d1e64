import { z } from "zod";
import { MISSING } from "~/http/request/query-parameters";
import { type FieldError, invalidRequest } from "~/lib/problem";

/**
 * For operations whose parameters may also come as a JSON body: the body's schema, made from the query's. Numbers and
 * booleans are read as texts, null as missing; the body is optional.
 */
const asBodyToo = <S extends z.ZodObject>(query: S) => z.preprocess(toTexts, query).optional();

/**
 * Parameters that may come in either place: spread `declared` into the endpoint, which then names what is missing together
 * with everything else that is wrong; `read` merges both as `requireFromEither` does.
 */
export const inQueryOrBody = <S extends z.ZodObject, const K extends keyof z.output<S> & string>(
  schema: S,
  names: readonly K[],
  check?: (both: z.output<S>) => readonly FieldError[],
) => ({
  declared: { query: schema, body: asBodyToo(schema), requiredInEither: names },
  read: ({ query, body }: { query: z.output<S>; body: z.output<S> | undefined }) =>
    requireFromEither<z.output<S>, K>(query, body, names, check),
});

/** Names of `names` that neither the raw query nor the raw body has, as errors; but for those in `known`. */
export function findMissingInBoth(
  names: readonly string[],
  [query, body]: readonly [unknown, unknown],
  known: readonly FieldError[],
): FieldError[] {
  const has = (given: unknown, name: string) => {
    const value: unknown = typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;
    return value !== undefined && value !== null && value !== "";
  };
  const isKnown = (name: string) =>
    known.some(({ parameter, pointer }) => parameter === name || pointer === `/${name}`);
  return names
    .filter((name) => !has(query, name) && !has(body, name) && !isKnown(name))
    .map((parameter) => ({ parameter, code: "missing", detail: MISSING }));
}

function toTexts(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "boolean" ? String(value) : (value ?? undefined),
    ]),
  );
}

type Present<T, K extends keyof T> = T & { [N in K]-?: Exclude<T[N], undefined> };

/**
 * Merges query and body; where both have a value, the query counts.
 *
 * @param check further errors, reported together with what is missing
 * @throws ProblemError 400 naming each of `names` that neither has, and what `check` finds
 */
function requireFromEither<T extends Record<string, unknown>, const K extends keyof T & string>(
  query: T,
  body: T | undefined,
  names: readonly K[],
  check: (both: T) => readonly FieldError[] = () => [],
): Present<T, K> {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const both = { ...body, ...given } as T;
  const missing = names
    .filter((name) => both[name] === undefined)
    .map((parameter) => ({ parameter, code: "missing", detail: MISSING }));
  const errors = [...missing, ...check(both)];
  if (errors.length > 0) throw invalidRequest(errors);
  return both as Present<T, K>;
}
