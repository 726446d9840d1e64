import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { PostgresJsSession } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type CopyValue, toCopyLine } from "./copy-format";
import type { Transaction } from "./transaction.server";

/** Bytes of text that are buffered before sending: enough for few calls, and little memory. */
const FLUSH_LENGTH = 64 * 1024;

export type CopyTarget<T extends PgTable> = {
  /** Writes a row; resolves at once, or when Postgres has taken the buffer. */
  write(row: T["$inferInsert"]): Promise<void> | undefined;
  /** All rows are written. @throws any error of Postgres */
  end(): Promise<void>;
  /** Frees the connection for the transaction's rollback. */
  abort(): Promise<void>;
};

/**
 * `COPY … FROM STDIN` into a table, within a transaction, at the pace at which Postgres takes it. Missing fields are
 * null.
 */
export async function openCopy<T extends PgTable>(tx: Transaction, table: T): Promise<CopyTarget<T>> {
  const { session } = tx._;
  if (!(session instanceof PostgresJsSession)) throw new Error("COPY needs the connection of a transaction.");
  const sql: postgres.Sql = session.client;
  const columns = Object.entries(getTableColumns(table));
  const name: string = getTableName(table);
  const stream = await openCopyStream(
    sql,
    sql`${sql(name)} (${sql(columns.map(([, column]) => column.name))})`,
  );
  let gathered = "";

  function flush(): Promise<void> {
    const text = gathered;
    gathered = "";
    return stream.write(text);
  }

  return {
    write(row) {
      const values: Record<string, unknown> = row;
      gathered += toCopyLine(columns.map(([key, column]) => toCopyValue(column, values[key])));
      return gathered.length < FLUSH_LENGTH ? undefined : flush();
    },
    async end() {
      if (gathered !== "") await flush();
      await stream.end();
    },
    abort: stream.abort,
  };
}

/**
 * `COPY … FROM STDIN` of text that is already in COPY's format.
 *
 * @param into the table and its columns
 */
export async function openCopyStream(
  sql: postgres.ISql,
  into: postgres.PendingQuery<postgres.Row[]>,
): Promise<{ write(text: string | Buffer): Promise<void>; end(): Promise<void>; abort(): Promise<void> }> {
  const stream: Writable = await sql`copy ${into} from stdin`.writable();
  let failure: Error | undefined;
  // The error reaches the caller that waits for a write or for the end.
  stream.on("error", (error: Error) => {
    failure = error;
  });
  return {
    async write(text) {
      await new Promise<void>((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(failure ?? error) : resolve()));
      });
      // While the socket takes everything at once, nothing above yields: let other work run.
      await setImmediate();
    },
    end: () =>
      new Promise<void>((resolve, reject) => {
        stream.end((error?: Error | null) => (error ? reject(failure ?? error) : resolve()));
      }),
    async abort() {
      stream.destroy();
      await setImmediate();
    },
  };
}

const toCopyValue = (column: Column, value: unknown): CopyValue =>
  column.dataType === "json" && value !== null && value !== undefined
    ? JSON.stringify(value)
    : (value as CopyValue);
