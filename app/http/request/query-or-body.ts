import { z } from "zod";
import { type FieldError, invalidRequest } from "~/lib/problem";
import { findRuleErrors, type RulesOf, toRule } from "./field-rules";
import { MISSING } from "./query-parameters";

/**
 * For operations whose parameters may also come as a JSON body: the body's schema, made from the query's. Numbers and
 * booleans are read as texts, null as missing; the body is optional.
 */
const asBodyToo = <S extends z.ZodObject>(query: S) => z.preprocess(toTexts, query).optional();

type Sent = { query: unknown; body: unknown };

/**
 * Parameters that may come in either place: spread `declared` into the endpoint, which then reports missing ones and
 * what `rules` find together with all other errors; `read` merges both, and if both have a value, the query's counts.
 *
 * @param rules over several parameters: each runs as soon as those it reads are valid by themselves
 */
export function inQueryOrBody<S extends z.ZodObject, const K extends keyof z.output<S> & string>(
  schema: S,
  names: readonly K[],
  toRules: RulesOf<z.output<S>> = () => [],
) {
  type Values = z.output<S>;
  const rules = toRules(toRule);

  /** Missing parameters and what rules find; one error for each parameter. */
  function findErrors(both: Values, wrong: ReadonlySet<PropertyKey>): FieldError[] {
    const found = new Map<string, FieldError>();
    const given: Record<string, unknown> = both;
    for (const parameter of names)
      if (given[parameter] === undefined && !wrong.has(parameter))
        found.set(parameter, { parameter, code: "missing", detail: MISSING });
    for (const { path, code = "invalid_value", message } of findRuleErrors(rules, both, wrong)) {
      const parameter = String(path[0]);
      if (!found.has(parameter)) found.set(parameter, { parameter, code, detail: message });
    }
    return [...found.values()];
  }

  function readValid({ query, body }: Sent): { valid: Partial<Values>; wrong: string[] } {
    const wrong: string[] = [];
    const values = Object.entries(schema.shape).flatMap(([name, part]) => {
      const value = isBlank(query, name) ? fieldOf(toTexts(body), name) : fieldOf(query, name);
      const read = z.safeParse(part, value);
      if (!read.success) wrong.push(name);
      return read.success && read.data !== undefined ? [[name, read.data]] : [];
    });
    return { valid: Object.fromEntries(values), wrong };
  }

  return {
    declared: {
      query: schema,
      body: asBodyToo(schema),
      findMore(sent: Sent, known: readonly FieldError[]): FieldError[] {
        const { valid, wrong } = readValid(sent);
        return findErrors(valid as Values, new Set([...listNames(known), ...wrong]));
      },
    },
    /** The parameters that are valid by themselves, for a `findMore` of the endpoint's own. */
    takeValid: (sent: Sent): Partial<Values> => readValid(sent).valid,
    /** @throws ProblemError 400 naming each of `names` that neither has, and what `rules` find */
    read({ query, body }: { query: Values; body: Values | undefined }): Present<Values, K> {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const both = { ...body, ...given } as Values;
      const errors = findErrors(both, new Set());
      if (errors.length > 0) throw invalidRequest(errors);
      return both as Present<Values, K>;
    },
  };
}

export const fieldOf = (given: unknown, name: string): unknown =>
  typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;

/** Whether a field is missing, null or blank. */
export function isBlank(given: unknown, name: string): boolean {
  const value = fieldOf(given, name);
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** The parameters and the fields of a body that errors are about. */
export const listNames = (errors: readonly FieldError[]): Set<PropertyKey> =>
  new Set(errors.map(({ parameter, pointer = "" }) => parameter ?? pointer.split("/")[1] ?? ""));

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
