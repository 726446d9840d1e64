import type { z } from "zod";

/** `path`: the field, or a place in it. */
export type FieldMistake = { path: readonly PropertyKey[]; code?: string; message: string };

export type FieldRule<T> = {
  /** The fields it looks at: it runs only when these are valid by themselves. */
  reads: readonly (keyof T)[];
  find(given: T): readonly FieldMistake[];
};

/** Makes a rule whose `find` sees only the fields it reads. */
type ToRule<T> = <const K extends keyof T>(
  reads: readonly K[],
  find: (given: Pick<T, K>) => readonly FieldMistake[],
) => FieldRule<T>;

/**
 * The parts of an object or a list that have an issue so far; null when it is no object or list at all. Fields that nobody
 * asked for do not count: the others can still be judged.
 */
export function findWrongParts(issues: readonly z.core.$ZodRawIssue[]): Set<PropertyKey> | null {
  const paths = issues.filter(({ code }) => code !== "unrecognized_keys").map(({ path = [] }) => path);
  if (paths.some((path) => path.length === 0)) return null;
  return new Set(paths.flatMap(([name]) => (name === undefined ? [] : [name])));
}

/** Rules, of a function that makes them: so their `find` is typed by the fields they read. */
export type RulesOf<T> = (rule: ToRule<T>) => readonly FieldRule<T>[];

export const toRule = <T, K extends keyof T>(
  reads: readonly K[],
  find: (given: Pick<T, K>) => readonly FieldMistake[],
): FieldRule<T> => ({
  reads,
  find: (given) => find(Object.fromEntries(reads.map((name) => [name, given[name]])) as Pick<T, K>),
});

/** What the rules find of fields that are valid by themselves. */
export const findMistakes = <T>(
  rules: readonly FieldRule<T>[],
  given: T,
  wrong: ReadonlySet<PropertyKey>,
): FieldMistake[] =>
  rules.flatMap(({ reads, find }) => (reads.some((name) => wrong.has(name)) ? [] : find(given)));

/**
 * Rules over several fields of an object. zod would run them only when every field is valid; here each runs as soon as the
 * fields it reads are, so that one answer names every mistake. A test (test/http/rules-of-fields.test.ts) refuses
 * other ways to write such rules.
 */
export function withRules<S extends z.ZodObject>(schema: S, toRules: RulesOf<z.output<S>>): S {
  const rules = toRules(toRule);
  return schema.superRefine(
    (given, context) => {
      const wrong = findWrongParts(context.issues);
      if (wrong === null) return;
      for (const { path, code = "invalid_value", message } of findMistakes(rules, given, wrong))
        context.addIssue({ code: "custom", path: [...path], params: { code }, message });
    },
    { when: () => true },
  );
}
