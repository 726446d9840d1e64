import { z } from "zod";
import { env } from "~/lib/env.server";
import { type GidType, toGid } from "~/lib/gid";
import * as schemas from "~/lib/schemas/record-schemas";
import { type JsonValue, json, toJsonMembers, toJsonObject } from "./json-sql.server";

/**
 * A field of a record that Postgres writes, declared once: its schema (for OpenAPI, types and tests), its SQL, and its
 * example in the documentation. With a builder per type, SQL that may be null cannot have a schema that forbids it.
 */
export type SqlField<T> = { schema: z.ZodType<T>; toSql(column: string): JsonValue; example: T };

/**
 * For fields without a builder here.
 * @param expression SQL; by default the column with the field's name
 */
export const field = <T>(
  schema: z.ZodType<T>,
  toJson: (sql: string) => JsonValue,
  example: NoInfer<T>,
  expression?: string,
): SqlField<T> => ({ schema, toSql: (column) => toJson(expression ?? column), example });

const typed =
  <T, D extends string | undefined>(
    toSchema: (description: D) => z.ZodType<T>,
    toJson: (sql: string) => JsonValue,
  ) =>
  (description: D, example: NoInfer<T>, expression?: string) =>
    field(toSchema(description), toJson, example, expression);

// Description, example, and SQL, which is by default the column of that name.
export const text = typed(schemas.text, json.text);
export const textOrNull = typed(schemas.textOrNull, json.textOrNull);
/** An enum value, id or code of ours: nothing in it needs escaping. */
export const code = typed(schemas.text, json.quoted);
export const int64 = typed(schemas.int64, json.number);
export const int64OrNull = typed(schemas.int64OrNull, json.numberOrNull);
export const int32 = typed(schemas.int32, json.number);
export const int32OrNull = typed(schemas.int32OrNull, json.numberOrNull);
export const amount = typed(schemas.amount, json.amount);
export const amountOrNull = typed(schemas.amountOrNull, json.amountOrNull);
export const yesNo = typed(schemas.yesNo, json.boolean);
export const instant = typed(schemas.instant, json.instant);
export const instantOrNull = typed(schemas.instantOrNull, json.instantOrNull);
/** SQL that yields JSON itself: a string, or null where the schema allows it. */
export const jsonText = typed(schemas.text, json.raw);
export const jsonTextOrNull = typed(schemas.textOrNull, json.raw);

export const enumOf = <const T extends readonly string[]>(
  values: T,
  description: string,
  example: T[number],
  expression?: string,
): SqlField<T[number]> => field(schemas.enumOf(values, description), json.quoted, example, expression);

const gidPrefix = (type: GidType): string => toGid(env.GID_NAMESPACE, type, "");
const toExample = (type: GidType, id: number) => toGid("platform", type, id);

/** The gid of a numeric id. */
export const gid = (description: string, type: GidType, sql: string, id: number): SqlField<string> => ({
  schema: schemas.text(description),
  toSql: () => json.gid(gidPrefix(type), sql),
  example: toExample(type, id),
});
export const gidOrNull = (
  description: string | undefined,
  type: GidType,
  sql: string,
  id: number | null,
): SqlField<string | null> => ({
  schema: schemas.textOrNull(description),
  toSql: () => json.gidOrNull(gidPrefix(type), sql),
  example: id === null ? null : toExample(type, id),
});

type Fields = Record<string, SqlField<unknown>>;
type Values<F> = { [Name in keyof F]: F[Name] extends SqlField<infer T> ? T : never };
type Shape<F> = { [Name in keyof F]: z.ZodType<Values<F>[Name]> };

const collect = <T>(
  fields: Fields,
  toValue: (field: SqlField<unknown>, name: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, toValue(each, name)]));

const toColumn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param alias of the table whose columns have the fields' names */
export const toSqlMembers = (alias: string, fields: Fields): Record<string, JsonValue> =>
  collect(fields, ({ toSql }, name) => toSql(`${alias}.${toColumn(name)}`));

/** An object of these fields, in order. */
export const defineSqlRecord = <F extends Fields>(fields: F, meta: z.core.GlobalMeta = {}) => ({
  schema: z.object(collect(fields, ({ schema }) => schema) as Shape<F>).meta(meta),
  example: collect(fields, ({ example }) => example) as Values<F>,
});

export const toSqlObject = (alias: string, fields: Fields) => toJsonObject(toSqlMembers(alias, fields));
/** The same without braces: a part of an object. */
export const toSqlPart = (alias: string, fields: Fields) => toJsonMembers(toSqlMembers(alias, fields));
