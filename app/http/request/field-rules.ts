import type { z } from "zod";
import type { FieldError } from "~/lib/problem";

/** `path`: the field, or a place in it. */
export type RuleError = { path: readonly PropertyKey[]; code?: string; message: string };

export type FieldRule<T> = {
  /** The fields it looks at: it runs only when these are valid by themselves. */
  reads: readonly (keyof T)[];
  find(given: T): readonly RuleError[];
};

/** Makes a rule whose `find` sees only the fields it reads. */
type ToRule<T> = <const K extends keyof T>(
  reads: readonly K[],
  find: (given: Pick<T, K>) => readonly RuleError[],
) => FieldRule<T>;

/**
 * The parts of an object or a list that have an issue so far; null when it is no object or list at all. Unknown fields
 * do not count: the others can still be checked.
 */
export function findWrongParts(issues: readonly z.core.$ZodRawIssue[]): Set<PropertyKey> | null {
  const paths = issues.filter(({ code }) => code !== "unrecognized_keys").map(({ path = [] }) => path);
  if (paths.some((path) => path.length === 0)) return null;
  return new Set(paths.flatMap(([name]) => (name === undefined ? [] : [name])));
}

/** Rules, made by a function so that each `find` is typed by the fields it reads. */
export type RulesOf<T> = (rule: ToRule<T>) => readonly FieldRule<T>[];

export const toRule = <T, K extends keyof T>(
  reads: readonly K[],
  find: (given: Pick<T, K>) => readonly RuleError[],
): FieldRule<T> => ({
  reads,
  find: (given) => find(Object.fromEntries(reads.map((name) => [name, given[name]])) as Pick<T, K>),
});

/** What the rules find in fields that are valid by themselves. */
export const findRuleErrors = <T>(
  rules: readonly FieldRule<T>[],
  given: T,
  wrong: ReadonlySet<PropertyKey>,
): RuleError[] =>
  rules.flatMap(({ reads, find }) => (reads.some((name) => wrong.has(name)) ? [] : find(given)));

/**
 * The fields of an object that are valid by themselves, whatever is wrong with others: for `findMore` of an endpoint.
 *
 * @param schema without the rules over several fields
 */
export function takeValidFields<S extends z.ZodObject>({ shape }: S, sent: unknown): Partial<z.output<S>> {
  const given = typeof sent === "object" && sent !== null ? sent : {};
  const valid = Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, part]) => {
    const { success, data } = part.safeParse(Reflect.get(given, name));
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(valid) as Partial<z.output<S>>;
}

/** The errors found by `findMore`, without those in fields already known to be wrong. */
export function withoutKnown(found: readonly FieldError[], known: readonly FieldError[]): FieldError[] {
  const wrong = new Set(known.map(toFirstField));
  return found.filter((error) => !wrong.has(toFirstField(error)));
}

const toFirstField = ({ pointer, parameter }: FieldError): string | undefined =>
  pointer?.split("/")[1] ?? parameter;

/**
 * Rules over several fields of an object. zod would run them only when every field is valid; here each runs as soon as the
 * fields it reads are, so that one answer names every error. A test (test/http/rules-of-fields.test.ts) refuses
 * other ways to write such rules.
 */
export function withRules<S extends z.ZodObject>(schema: S, toRules: RulesOf<z.output<S>>): S {
  const rules = toRules(toRule);
  return schema.superRefine(
    (given, context) => {
      const wrong = findWrongParts(context.issues);
      if (wrong === null) return;
      for (const { path, code = "invalid_value", message } of findRuleErrors(rules, given, wrong))
        context.addIssue({ code: "custom", path: [...path], params: { code }, message });
    },
    { when: () => true },
  );
}
