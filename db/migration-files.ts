import { readdir } from "node:fs/promises";
import path from "node:path";

/** Relative to the working directory: the server bundle is in another folder than its sources. */
export const MIGRATIONS_DIR = path.resolve("db/migrations");

/** Names of the migration files in the order they run. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith(".sql")).sort();
}
