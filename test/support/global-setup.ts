import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "~db/embedded";
import { migrate } from "~db/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** Server and name of the migrated template; names of this run's databases start with `prefix`. */
    testDatabase: { serverUrl: string; prefix: string; template: string };
  }
}

/**
 * One Postgres a run and one migrated template in it, which each worker clones. With `DATABASE_URL` it is that server
 * (its own database stays untouched), else an embedded one in a temporary folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const prefix = `perennial_test_${randomBytes(4).toString("hex")}`;
  const template = `${prefix}_template`;
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  const teardown = async () => {
    const rows = await admin<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${prefix})`.catch(() => []);
    for (const { datname } of rows) await admin`drop database ${admin(datname)} with (force)`;
    await admin.end({ timeout: 1 });
    await server.stop();
  };
  try {
    await admin`create database ${admin(template)}`;
    await migrate(toDatabaseUrl(server.url, template));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("testDatabase", { serverUrl: server.url, prefix, template });
  return teardown;
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  const dataDir = mkdtempSync(path.join(tmpdir(), "perennial-test-"));
  return startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
}

/** The same server, another database. */
export function toDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
