import {
  Column,
  type GetColumnData,
  getTableColumns,
  is,
  Param,
  Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { noteForm } from "~db/set-forms/forms.server";
import { type Database, db, type Queryable } from "./client.server";
import { toOrderedInstant } from "./life";

/** A statement prepared by drizzle. Rows come as arrays in the order of `fields`. */
type Kept = {
  queryString: string;
  params: unknown[];
  fields?: { path: string[]; field: unknown }[];
};
type Preparable<T> = { prepare(name: string): { execute(values?: Record<string, unknown>): Promise<T> } };
type ColumnsOf<C extends Record<string, PgColumn>> = { [name in keyof C]: GetColumnData<C[name]> };
type ValueOf<V> = (name: keyof V & string) => Placeholder;

/**
 * A statement whose SQL drizzle builds once per process instead of once per call, and which the server keeps prepared:
 * for statements that run with every request, since building takes longer than running them. Its text must not depend
 * on values.
 *
 * `statement<{ id: number }>()((on, value) => on.select().from(t).where(eq(t.id, value("id"))))` gives a function of a
 * database or transaction and the values. Values that meet no column (in `sql`) are passed as the driver takes them:
 * instants as texts.
 */
export const statement =
  <V extends Record<string, unknown>>() =>
  <T>(write: (on: Database, value: ValueOf<V>) => Preparable<T>) =>
    toRunner<V, T>(() => write(db, sql.placeholder).prepare("kept") as unknown as Kept);

/** The same for a statement in SQL; its rows are as the driver reads them. */
export const sqlStatement =
  <V extends Record<string, unknown>, R extends object>() =>
  (write: (value: ValueOf<V>) => SQL) =>
    toRunner<V, postgres.RowList<R[]>>(() => {
      const { sql: queryString, params } = new PgDialect().sqlToQuery(write(sql.placeholder));
      return { queryString, params };
    });

/**
 * Sets some fields of a row: one statement for each set of fields that occurs. Instants stay in order, as in `updateRows`.
 *
 * @param which the row, by the values of a key
 * @returns the row's columns named by `returning`
 */
export function rowUpdate<
  T extends PgTable,
  K extends Record<string, unknown>,
  C extends Record<string, PgColumn>,
>(
  table: T,
  which: (value: ValueOf<K>) => SQL | undefined,
  returning?: C,
): (on: Queryable, key: K, fields: Partial<T["$inferSelect"]>) => Promise<ColumnsOf<C>[]> {
  const byFields = new Map<
    string,
    (on: Queryable, values: Record<string, unknown>) => Promise<ColumnsOf<C>[]>
  >();
  return (on, key, fields) => {
    const names = Object.keys(fields).filter((name) => Reflect.get(fields, name) !== undefined);
    const isNull = (name: string) => Reflect.get(fields, name) === null;
    const known = names.map((name) => (isNull(name) ? `${name}=null` : name)).join();
    let run = byFields.get(known);
    if (!run) {
      run = toRunner<Record<string, unknown>, ColumnsOf<C>[]>(() => {
        const columns = getTableColumns(table as PgTable);
        const set = Object.fromEntries(
          names.map((name) => {
            const value = sql.placeholder(`set ${name}`);
            const column = columns[name];
            const ordered =
              column && !isNull(name) && toOrderedInstant(table, name, sql`${sql.param(value, column)}`);
            return [name, ordered || value];
          }),
        );
        const update = db
          .update(table as PgTable)
          .set(set as never)
          .where(which(sql.placeholder));
        return (returning ? update.returning(returning) : update).prepare("kept") as unknown as Kept;
      });
      byFields.set(known, run);
    }
    const values: Record<string, unknown> = { ...key };
    for (const name of names) values[`set ${name}`] = Reflect.get(fields, name);
    return run(on, values);
  };
}

/** Inserts a row with these fields; missing ones are null. */
export function rowInsert<T extends PgTable, N extends keyof T["$inferInsert"] & string>(
  table: T,
  ...names: readonly N[]
): (on: Queryable, row: Pick<T["$inferInsert"], N>) => Promise<void> {
  const run = toRunner<Record<string, unknown>, unknown>(() => {
    const row = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
    return db
      .insert(table)
      .values(row as never)
      .prepare("kept") as unknown as Kept;
  });
  return async (on, row) => {
    await run(on, Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
  };
}

/**
 * Inserts any number of rows with these fields, in the order given; missing fields are null. They are passed as one
 * parameter: the server need not parse thousands of them, and the statement stays the same.
 */
export function rowsInsert<T extends PgTable, N extends keyof T["$inferInsert"] & string>(
  table: T,
  ...names: readonly N[]
): (on: Queryable, rows: readonly Pick<T["$inferInsert"], N>[]) => Promise<void> {
  const run = sqlStatement<{ rows: string }, object>()((value) => {
    const columns: Record<string, PgColumn> = getTableColumns(table);
    const types = names.map((name) => sql`${sql.identifier(name)} ${sql.raw(toRecordType(columns[name]))}`);
    return sql`
      insert into ${table} (${sql.join(
        names.map((name) => sql.identifier(columns[name]?.name ?? name)),
        sql`, `,
      )})
      select ${sql.join(
        names.map((name) => sql`w.${sql.identifier(name)}`),
        sql`, `,
      )}
      from json_to_recordset(${value("rows")}::text::json) as w (${sql.join(types, sql`, `)})`;
  });
  return async (on, rows) => {
    if (rows.length > 0) await run(on, { rows: JSON.stringify(rows) });
  };
}

function toRecordType(column: PgColumn | undefined): string {
  if (!column) throw new Error("there is no such column");
  return column.getSQLType();
}

/** The same as `rowInsert`, returning the row's columns named by `returning`. */
export function rowInsertReturning<
  T extends PgTable,
  N extends keyof T["$inferInsert"] & string,
  C extends Record<string, PgColumn>,
>(
  table: T,
  names: readonly N[],
  returning: C,
): (on: Queryable, row: Pick<T["$inferInsert"], N>) => Promise<ColumnsOf<C>> {
  const run = toRunner<Record<string, unknown>, ColumnsOf<C>[]>(() => {
    const row = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
    return db
      .insert(table)
      .values(row as never)
      .returning(returning)
      .prepare("kept") as unknown as Kept;
  });
  return async (on, row) => {
    const [made] = await run(on, Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
    if (!made) throw new Error("an insert returned no row");
    return made;
  };
}

function toRunner<V extends Record<string, unknown>, T>(
  write: () => Kept,
): (on: Queryable, values: V) => Promise<T> {
  let kept:
    | { text: string; parameters: ((values: V) => unknown)[]; read?: (row: unknown[]) => object }
    | undefined;
  return async (on, values) => {
    if (!kept) {
      const { queryString: text, params, fields } = write();
      kept = { text, parameters: params.map(toParameter), read: fields && toReader(fields) };
      noteForm(
        text,
        kept.parameters.map((parameter, index) => ({
          type: toSqlType(params[index], parameter(values)),
          isShared: isShopId(params[index]),
        })),
      );
    }
    const { text, parameters, read } = kept;
    const given = parameters.map((parameter) => parameter(values)) as postgres.ParameterOrJSON<never>[];
    const query = clientOf(on).unsafe(text, given, { prepare: true });
    return (read ? (await query.values()).map((row) => read(row as unknown[])) : await query) as T;
  };
}

/** The connection of drizzle's database or transaction: the pool, or its own. */
export function clientOf(on: Queryable): postgres.Sql {
  const { session } = (on as unknown as { _: { session: { client: postgres.Sql } } })._;
  return session.client;
}

function toParameter<V extends Record<string, unknown>>(parameter: unknown): (values: V) => unknown {
  if (is(parameter, Placeholder)) return (values) => requireValue(values, parameter);
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value: place } = parameter;
  return (values) => {
    const value = requireValue(values, place);
    return value === null ? null : encoder.mapToDriverValue(value);
  };
}

/** The type of the column that is set; compared ids are whole numbers. Null where only the text can tell. */
function toSqlType(parameter: unknown, value: unknown): string | null {
  if (is(parameter, Param) && is(parameter.encoder, Column)) return parameter.encoder.getSQLType();
  return Number.isSafeInteger(value) ? "bigint" : null;
}

function isShopId(parameter: unknown): boolean {
  const value = is(parameter, Param) ? parameter.value : parameter;
  return is(value, Placeholder) && value.name === "shopId";
}

function requireValue(values: Record<string, unknown>, { name }: Placeholder): unknown {
  const value = values[name];
  if (value === undefined) throw new Error(`the statement lacks a value for "${name}"`);
  return value;
}

/** @returns a function that builds the object of a row; it runs for every column of every row, hence the plain loop */
function toReader(fields: NonNullable<Kept["fields"]>): (row: unknown[]) => object {
  const names: string[] = [];
  const decoders: (Column | null)[] = [];
  for (const { path, field } of fields) {
    const [name, ...inner] = path;
    if (name === undefined || inner.length > 0 || !is(field, Column))
      throw new Error("a kept statement selects columns of one table");
    names.push(name);
    decoders.push(field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : field);
  }
  // A copy of an object that has all fields is made faster than one that gets them one by one.
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  return (row) => {
    const object: Record<string, unknown> = { ...empty };
    for (let index = 0; index < names.length; index++) {
      const value = row[index];
      const decoder = decoders[index];
      object[names[index] as string] = decoder && value !== null ? decoder.mapFromDriverValue(value) : value;
    }
    return object;
  };
}
