import { z } from "zod";

type Lenient<S extends Readonly<Record<string, z.ZodType>>> = { [Name in keyof S]: z.ZodCatch<S[Name]> };

const toAbsent = (given: unknown) => (typeof given === "string" && given.trim() === "" ? undefined : given);

/** A filter of a list; null if it is absent or blank, as forms send it. */
export const filter = <S extends z.ZodType>(schema: S) =>
  z.preprocess(toAbsent, schema.nullable().default(null));

/** What is searched for; empty if it is absent. */
export const searchFilter = z.string().trim().max(100).default("");

/**
 * The filters of a list for its page, where wrong ones of an old or damaged address count as absent. Its files are read
 * with the strict schema: they must not have more than was asked for (`refuseWrongFilters`).
 */
export function leniently<S extends Readonly<Record<string, z.ZodType>>>({ shape }: z.ZodObject<S>) {
  const each = Object.entries<z.ZodType>(shape).map(([name, schema]) => [
    name,
    schema.catch(() => schema.parse(undefined)),
  ]);
  return z.object(Object.fromEntries(each) as Lenient<S>);
}
