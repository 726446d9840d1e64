import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "~db/embedded/embedded-postgres";

const FOLDER_PREFIX = "perennial-test-";
const AN_HOUR = 3_600_000;

/** A server and a prefix that no other run uses; `stop` leaves nothing of either behind. */
export type TestServer = { url: string; prefix: string; stop(): Promise<void> };

/**
 * The server in `DATABASE_URL` (its own database is not touched), else an embedded one in a temporary folder. A run
 * creates only databases whose names start with `prefix`.
 */
export async function openTestServer(): Promise<TestServer> {
  const prefix = `perennial_test_${randomBytes(4).toString("hex")}`;
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, prefix, stop: () => dropDatabases(given, prefix) };
  await removeAbandonedServers();
  const dataDir = mkdtempSync(path.join(tmpdir(), FOLDER_PREFIX));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
  return { url, prefix, stop };
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await admin<{ datname: string }[]>`
    select datname from pg_database where starts_with(datname, ${prefix})`;
  for (const { datname } of rows) await admin`drop database ${admin(datname)} with (force)`;
  await admin.end();
}

/** Removes what killed runs have left. Recent folders are left alone: their run may be about to start. */
async function removeAbandonedServers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const dataDir = path.join(tmpdir(), name);
    try {
      if (Date.now() - statSync(dataDir).mtimeMs < AN_HOUR) continue;
      await (await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true })).stop();
    } catch {
      // In use after all, another user's, or broken: not ours to remove.
    }
  }
}

/** The same server, another database. */
function toDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** A database, unless it is there, as a copy of `template`. @returns its URL */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = "template1",
): Promise<string> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await admin`select from pg_database where datname = ${name}`;
    if (!row) await admin`create database ${admin(name)} template ${admin(template)}`;
  } finally {
    await admin.end();
  }
  return toDatabaseUrl(serverUrl, name);
}
