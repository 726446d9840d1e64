import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { listMigrations, MIGRATIONS_DIR } from "./migration-files";

/** One lock for "somebody is migrating": several processes may start at once, one migrates, the others wait. */
const MIGRATION_LOCK = 7_205_114;
const LOOK_EVERY_MS = 200;
/** Otherwise every request would wait behind a migration that waits for its lock. */
const LOCK_TIMEOUT = "5s";

/**
 * Brings the database to the newest schema: one file, one transaction (files that start with `-- no-transaction` run
 * bare, e.g. for concurrent indexes), one statement at a time, then the job queue's own schema.
 *
 * @param log gets the name of each file that runs, and its warnings (`RAISE WARNING`)
 * @throws when a file that ran before has changed since, or a statement fails (its whole file is rolled back).
 */
export async function migrate(url: string, log?: (line: string) => void): Promise<{ applied: string[] }> {
  // Warnings of a migration are for people, e.g. about data that it had to decide on.
  const onnotice = ({ severity, message = "" }: postgres.Notice) => severity === "WARNING" && log?.(message);
  // The lock lives as long as this one connection, which by default is closed after half an hour or so.
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice });
  const applied: string[] = [];
  try {
    await takeLock(sql);
    await sql`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null)`;
    const done = new Map(
      (await sql<{ name: string; hash: string }[]>`select name, hash from schema_migrations`).map((row) => [
        row.name,
        row.hash,
      ]),
    );
    for (const name of await listMigrations()) {
      const text = await readFile(path.join(MIGRATIONS_DIR, name), "utf8");
      const hash = createHash("sha256").update(text).digest("hex");
      const before = done.get(name);
      if (before === hash) continue;
      if (before) throw new Error(`Migration ${name} was changed after it ran here; add a new file instead.`);
      log?.(`migrating ${name}`);
      await runFile(sql, name, text, hash);
      applied.push(name);
    }
    // Under the same lock: the queue's own runner does not expect another beside it. Loaded now, not with this module:
    // it takes longer to load than a command that only refuses its options.
    const { runMigrations } = await import("graphile-worker");
    await runMigrations({ connectionString: url });
  } finally {
    await sql.end();
  }
  return { applied };
}

/**
 * Polls for the lock, each time in a new statement: a concurrent index waits for every earlier statement, so the holder
 * of the lock would wait for a statement that waits for the lock.
 */
async function takeLock(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<
      { isTaken: boolean }[]
    >`select pg_try_advisory_lock(${MIGRATION_LOCK}) as "isTaken"`;
    if (row?.isTaken) return;
    await delay(LOOK_EVERY_MS);
  }
}

/** A concurrent index waits for every earlier statement, and nobody for it. */
const waitsForAll = (statement: string): boolean => /\bindex\s+concurrently\b/i.test(statement);

async function runFile(sql: postgres.Sql, name: string, text: string, hash: string): Promise<void> {
  const statements = text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== "");
  const record = (on: postgres.ISql) =>
    on`insert into schema_migrations values (${name}, ${hash}, ${new Date()})`;
  if (text.startsWith("-- no-transaction")) {
    for (const statement of statements) {
      await sql.unsafe(`set lock_timeout = '${waitsForAll(statement) ? 0 : LOCK_TIMEOUT}'`);
      await sql.unsafe(statement);
    }
    await record(sql);
    return;
  }
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const statement of statements) await tx.unsafe(statement);
    await record(tx);
  });
}
