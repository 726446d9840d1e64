import { PgDialect } from "drizzle-orm/pg-core";
import { PostgresJsSession, PostgresJsTransaction } from "drizzle-orm/postgres-js/session";
import type postgres from "postgres";
import { client, type Database, type Queryable } from "./client.server";

/** Channel of LISTEN and NOTIFY. */
export const CHANNEL = "perennial_changes";

/** What has changed in one shop; `contract:<our id>`. `plans`: the plans were summed. */
export type Topic = `contract:${number}` | "orders" | "bulk-automations" | "imports" | "plans";
export const toKey = (shopId: number, topic: Topic): string => `${shopId}/${topic}`;

/** Changes within this time share one message, so that a large run costs no more than a few a second. */
const GATHER_MS = 150;
/** A message holds at most 8,000 bytes. */
const KEYS_A_MESSAGE = 200;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Announcements of open transactions, sent once they are committed. */
const held = new WeakMap<Queryable, Set<string>>();
const waiting = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/**
 * Notifies the pages that show something that it has changed. Only a hint: it may be lost, and a page that gets none
 * polls (docs/decisions/066-pages-that-follow.md). NOTIFY inside the transaction would make commits wait for each
 * other.
 */
export function announce(on: Queryable, shopId: number, topic: Topic): void {
  const keys = held.get(on);
  if (keys) keys.add(toKey(shopId, topic));
  else notifySoon([toKey(shopId, topic)]);
}

/** Runs a transaction and sends what it has announced when it is committed; if it fails, nothing is sent. */
export const announcingAfter = <T>(
  work: (tx: Transaction) => Promise<T>,
  { readsFirst = false }: { readsFirst?: boolean } = {},
): Promise<T> =>
  announcingAfterAll(async (hold) => {
    const result = await client.begin(readsFirst ? "early" : "", (sql) => work(hold(toTransaction(sql))));
    return result as T;
  });

const dialect = new PgDialect();
/** What drizzle's `transaction` makes. */
export const toTransaction = (sql: postgres.TransactionSql): Transaction =>
  new PostgresJsTransaction(
    dialect,
    new PostgresJsSession(sql as postgres.TransactionSql & postgres.Sql, dialect, undefined),
    undefined,
  );

/** The same for a transaction of several members. @param run does the work of each before it announces anything */
export async function announcingAfterAll<T>(
  run: (hold: (member: Transaction) => Transaction) => Promise<T>,
): Promise<T> {
  const keys = new Set<string>();
  const result = await run((member) => {
    held.set(member, keys);
    return member;
  });
  notifySoon(keys);
  return result;
}

function notifySoon(keys: Iterable<string>): void {
  for (const key of keys) waiting.add(key);
  if (waiting.size === 0 || timer) return;
  timer = setTimeout(notify, GATHER_MS);
  // A process that is done need not stay alive for it.
  timer.unref();
}

function notify(): void {
  timer = undefined;
  const keys = [...waiting];
  waiting.clear();
  for (let first = 0; first < keys.length; first += KEYS_A_MESSAGE) {
    const message = keys.slice(first, first + KEYS_A_MESSAGE).join(" ");
    client`select pg_notify(${CHANNEL}, ${message})`.catch(() => {
      // The database is down: pages poll meanwhile.
    });
  }
}
