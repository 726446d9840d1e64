import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnvironment } from "~/lib/environment/environment";

/**
 * The folder for data of a start without `DATABASE_URL`: the embedded database, generated secrets. `DATA_DIR` moves it.
 * Created when missing. For root it is traversable (not readable) for others, so that Postgres' own user can reach its
 * data.
 */
export function requireDataFolder(): string {
  // Relative to the working directory: bundles are in other folders than their sources.
  const folder = path.resolve(parseEnvironment(process.env).DATA_DIR ?? ".data");
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return folder;
}

/** Folder of the embedded database in a data folder. */
export const toPostgresFolder = (dataFolder: string): string => path.join(dataFolder, "postgres");

/** A secret of this installation, created at first use and stored in the data folder for its owner only. */
export function requireSecret(dataFolder: string, name: string, bytes: number): string {
  const file = path.join(dataFolder, name);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(bytes).toString("base64url")}\n`, { mode: 0o600 });
    try {
      // A link: the file appears complete, and never replaces one that another process has created meanwhile.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
