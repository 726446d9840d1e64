import { z } from "zod";
import { MISSING } from "~/http/request/query-parameters";
import { type FieldError, invalidRequest } from "~/lib/problem";

/**
 * For operations whose parameters may also come as a JSON body: the body's schema, made from the query's. Numbers and
 * booleans are read as texts, null as missing; the body is optional.
 */
export const asBodyToo = <S extends z.ZodObject>(query: S) => z.preprocess(toTexts, query).optional();

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
export function requireFromEither<T extends Record<string, unknown>, const K extends keyof T & string>(
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
