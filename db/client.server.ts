import { hostname } from "node:os";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "~/lib/env.server";

export type Database = PostgresJsDatabase;
/** A transaction handed down to repository functions; a plain `Database` fits too. */
export type Queryable = Pick<
  Database,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute"
>;

/**
 * In `pg_stat_activity`: shows an operator whose connection it is, and a process which are its own. Postgres keeps 63
 * bytes.
 */
export const CONNECTION_NAME = `${env.PGAPPNAME} ${process.pid}@${hostname()}`.slice(0, 63);

/** So that Postgres notices within seconds when the machine of a session is gone; its default is two hours. */
export const KEEP_ALIVE = { tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3 };

/**
 * After this, Postgres ends a session that rests in a transaction: its process hangs, and others wait for its locks. Much
 * longer than any pause between two statements of ours (docs/decisions/174).
 */
const REST_IN_TRANSACTION_MS = 60_000;

/**
 * Pool and drizzle instance of one process. int8 comes as a number: ids are at most 2^53-1 (wire.md §1 "Ids").
 *
 * @param options.mayRest for a transaction that rests by design, such as one that waits for an upload
 */
export function connect(url: string, options: { max?: number; mayRest?: boolean } = {}) {
  const client = postgres(url, {
    max: options.max ?? env.DATABASE_POOL_MAX,
    connect_timeout: 5,
    // Requests wait for the next attempt to connect; with the default backoff that is 20 s after a longer outage.
    backoff: (attempt) => Math.min(1, 3 ** attempt / 100),
    onnotice: () => {},
    connection: {
      application_name: CONNECTION_NAME,
      ...KEEP_ALIVE,
      idle_in_transaction_session_timeout: options.mayRest ? 0 : REST_IN_TRANSACTION_MS,
    },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  return { client, db: drizzle(client) };
}

/**
 * On connections that are opened from now on, Postgres ends each statement of the pool that takes longer, including its
 * waits for locks. For web processes, where somebody waits. Jobs take the time they need.
 */
export function limitStatements(pool: postgres.Sql, milliseconds: number): void {
  pool.options.connection.statement_timeout = milliseconds;
}

declare global {
  // One pool per process, even when the development server reloads this module.
  var perennialDatabase: ReturnType<typeof connect> | undefined;
}
globalThis.perennialDatabase ??= connect(env.DATABASE_URL);

/**
 * The raw client, for COPY, LISTEN and statements that build JSON in Postgres. drizzle makes it return dates as
 * strings.
 */
export const client = globalThis.perennialDatabase.client;
export const db: Database = globalThis.perennialDatabase.db;
