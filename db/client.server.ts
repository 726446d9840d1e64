import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "~/lib/env.server";

export type Database = PostgresJsDatabase;
/** A transaction handed down to repository functions; a plain `Database` fits too. */
export type Queryable = Pick<
  Database,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute"
>;

/** Pool and drizzle instance of one process. int8 comes as a number: ids are at most 2^53-1 (wire.md §1 "Ids"). */
export function connect(url: string, options: { max?: number } = {}) {
  const client = postgres(url, {
    max: options.max ?? env.DATABASE_POOL_MAX,
    connect_timeout: 5,
    // Requests wait for the next attempt to connect: with the default they would wait 20 s once an outage has lasted.
    backoff: (attempt) => Math.min(1, 3 ** attempt / 100),
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  return { client, db: drizzle(client), preparedDb: drizzle(withPreparedStatements(client)) };
}

/** Longer ones are of many rows, hardly ever the same twice, and the server would keep each. */
const LONGEST_PREPARED = 6000;

/** drizzle has every statement parsed and planned anew, which takes two round trips instead of one. */
function withPreparedStatements<T extends postgres.Sql | postgres.TransactionSql>(sql: T): T {
  const own = {
    unsafe: (text: string, parameters?: postgres.ParameterOrJSON<never>[]) =>
      sql.unsafe(text, parameters, { prepare: text.length <= LONGEST_PREPARED }),
    ...("begin" in sql && {
      begin: (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
        sql.begin((tx) => work(withPreparedStatements(tx))),
    }),
  };
  return new Proxy(sql, {
    get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
  });
}

declare global {
  // One pool a process, also when the development server loads this module anew.
  var perennialDatabase: ReturnType<typeof connect> | undefined;
}
globalThis.perennialDatabase ??= connect(env.DATABASE_URL);

/** The raw client, for COPY, LISTEN and statements whose text Postgres builds as JSON. drizzle makes it return dates as strings. */
export const client = globalThis.perennialDatabase.client;
export const db: Database = globalThis.perennialDatabase.db;
/** The same for transactions of few statements that run often: the server keeps what it has parsed of them. */
export const preparedDb: Database = globalThis.perennialDatabase.preparedDb;
