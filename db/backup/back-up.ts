import { createWriteStream, existsSync, rmSync } from "node:fs";
import { mkdtemp, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import postgres from "postgres";
import { MANIFEST, type Manifest, toFileName } from "./manifest";
import { listSequences, listTables, type Table } from "./tables";

const NEWLINE = 10;

/** Why there is no back-up: a message for the person who asked for it. */
export class BackupRefused extends Error {}

/**
 * Writes every table of a database into a new folder, all as of one instant, while the app goes on writing. The folder
 * gets its name when it is complete and on disk; a failure leaves nothing behind.
 *
 * @param madeAt stored in the manifest
 * @throws BackupRefused when the folder exists already; any error of the disk or the database
 */
export async function backUp(url: string, folder: string, madeAt: Date): Promise<Manifest> {
  if (existsSync(folder))
    throw new BackupRefused(`${folder} is there already: give the name of a new folder.`);
  // Rows are personal data: the folder is for its owner only (mkdtemp makes it so).
  const draft = await mkdtemp(`${folder}.unfinished-`);
  const removeDraft = () => rmSync(draft, { recursive: true, force: true });
  // In case a signal ends the command.
  process.on("exit", removeDraft);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const manifest = await readAll(sql, draft, madeAt);
    await writeFile(path.join(draft, MANIFEST), JSON.stringify(manifest, null, 1), { flush: true });
    await rename(draft, folder);
    return manifest;
  } catch (error) {
    removeDraft();
    throw error;
  } finally {
    process.off("exit", removeDraft);
    await sql.end({ timeout: 0 });
  }
}

async function readAll(sql: postgres.Sql, draft: string, madeAt: Date): Promise<Manifest> {
  let failure: unknown;
  const reading = sql.begin("isolation level repeatable read read only", async (tx) => {
    const migrations = await tx<Manifest["migrations"]>`
      select name, hash from schema_migrations order by name`;
    const tables: Manifest["tables"] = [];
    for (const table of await listTables(tx)) {
      const rows = await writeTable(tx, table, path.join(draft, toFileName(table))).catch(async (error) => {
        failure = error;
        // The driver would wait for somebody to read the remaining rows before it sends the rollback.
        await sql.end({ timeout: 0 });
        throw error;
      });
      tables.push({ ...table, rows });
    }
    // Sequences do not roll back: read last, they are no less than the rows' numbers.
    const sequences = await listSequences(tx);
    return {
      format: 1 as const,
      madeAt: madeAt.toISOString(),
      migrations: [...migrations],
      tables,
      sequences,
    };
  });
  return reading.catch((error: unknown) => {
    throw failure ?? error;
  });
}

/** @returns how many rows */
async function writeTable(tx: postgres.TransactionSql, table: Table, file: string): Promise<number> {
  const from = tx`${tx(table.schema)}.${tx(table.name)} (${tx(table.columns)})`;
  const rows: Readable = await tx`copy ${from} to stdout`.readable();
  let count = 0;
  // In the text format a row is a line: newlines within it are written as \n.
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
      done(null, chunk);
    },
  });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(rows, counting, gzip, createWriteStream(file, { mode: 0o600, flush: true }));
  // If the last rows fill the stream's buffer, the driver stops reading its socket and would not resume by itself: the
  // next statement would wait for ever.
  rows._read(0);
  return count;
}
