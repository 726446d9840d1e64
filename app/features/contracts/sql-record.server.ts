import { z } from "zod";
import { type JsonValue, json, toJsonMembers, toJsonObject } from "~/features/contracts/json-sql.server";
import { env } from "~/lib/env.server";
import { type GidType, toGid } from "~/lib/gid";
import * as schemas from "~/lib/record-schemas";

/**
 * A value of a record that Postgres writes, said once: what it is (for OpenAPI, types and tests), the SQL it comes of, and
 * what the documentation shows. With a builder per type, SQL that may be null cannot stand under a schema that forbids it.
 */
export type SqlField<T> = { schema: z.ZodType<T>; sql: JsonValue; example: T };

/** For what has no builder here. */
export const field = <T>(schema: z.ZodType<T>, sql: JsonValue, example: NoInfer<T>): SqlField<T> => ({
  schema,
  sql,
  example,
});

const typed =
  <T, D extends string | undefined>(
    toSchema: (description: D) => z.ZodType<T>,
    toSql: (sql: string) => JsonValue,
  ) =>
  (description: D, sql: string, example: NoInfer<T>) =>
    field(toSchema(description), toSql(sql), example);

// Description, SQL expression, example.
export const text = typed(schemas.text, json.text);
export const textOrNull = typed(schemas.textOrNull, json.textOrNull);
/** One of our own words, ids or codes: nothing in it needs escaping. */
export const code = typed(schemas.text, json.word);
export const int64 = typed(schemas.int64, json.number);
export const int64OrNull = typed(schemas.int64OrNull, json.numberOrNull);
export const int32 = typed(schemas.int32, json.number);
export const int32OrNull = typed(schemas.int32OrNull, json.numberOrNull);
export const amount = typed(schemas.amount, json.amount);
export const amountOrNull = typed(schemas.amountOrNull, json.amountOrNull);
export const yesNo = typed(schemas.yesNo, json.boolean);
export const instant = typed(schemas.instant, json.instant);
export const instantOrNull = typed(schemas.instantOrNull, json.instantOrNull);
/** SQL that gives JSON itself: a string, or null where the schema takes it. */
export const jsonText = typed(schemas.text, json.raw);
export const jsonTextOrNull = typed(schemas.textOrNull, json.raw);

export const word = <const T extends readonly string[]>(
  words: T,
  description: string,
  sql: string,
  example: T[number],
): SqlField<T[number]> => ({ schema: schemas.word(words, description), sql: json.word(sql), example });

const gidPrefix = (type: GidType): string => toGid(env.GID_NAMESPACE, type, "");
const toExample = (type: GidType, id: number) => toGid("platform", type, id);

/** Of a numeric id. */
export const gid = (description: string, type: GidType, sql: string, id: number): SqlField<string> => ({
  schema: schemas.text(description),
  sql: json.gid(gidPrefix(type), sql),
  example: toExample(type, id),
});
export const gidOrNull = (
  description: string | undefined,
  type: GidType,
  sql: string,
  id: number | null,
): SqlField<string | null> => ({
  schema: schemas.textOrNull(description),
  sql: json.gidOrNull(gidPrefix(type), sql),
  example: id === null ? null : toExample(type, id),
});

type Fields = Record<string, SqlField<unknown>>;
type Values<F> = { [Name in keyof F]: F[Name] extends SqlField<infer T> ? T : never };
type Shape<F> = { [Name in keyof F]: z.ZodType<Values<F>[Name]> };

const collect = <T>(fields: Fields, toValue: (field: SqlField<unknown>) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(field)]));

export const toSqlMembers = (fields: Fields): Record<string, JsonValue> => collect(fields, ({ sql }) => sql);

/** An object of these fields, in their order. */
export const defineSqlRecord = <F extends Fields>(fields: F, meta: z.core.GlobalMeta = {}) => ({
  schema: z.object(collect(fields, ({ schema }) => schema) as Shape<F>).meta(meta),
  example: collect(fields, ({ example }) => example) as Values<F>,
});

export const toSqlObject = (fields: Fields): string => toJsonObject(toSqlMembers(fields));
/** The same without its braces: part of an object. */
export const toSqlPart = (fields: Fields): string => toJsonMembers(toSqlMembers(fields));
