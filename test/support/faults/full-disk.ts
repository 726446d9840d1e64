import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { db } from "~db/client.server";

const MEGABYTES = 8;

/**
 * Puts an empty `table` on a disk of its own, which is then filled: from now on Postgres cannot extend the table. Where
 * no disk can be mounted (that needs root), it says so, and each statement that inserts into the table fails as on a
 * full disk: SQLSTATE 53100, and the transaction is lost.
 *
 * @returns frees the space, as the end of the test does
 */
export async function fillDisk(table: string): Promise<() => Promise<void>> {
  const disk = await mountDisk();
  if (disk) return fillRealDisk(table, disk);
  process.stderr.write("No disk could be mounted: Postgres is only made to answer as on a full one.\n");
  return failInserts(table);
}

/** @returns the folder of a small disk that belongs to Postgres' user; null where none can be mounted */
async function mountDisk(): Promise<string | null> {
  const [row] = await db.execute<{ folder: string }>(sql`select current_setting('data_directory') as folder`);
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-disk-"));
  try {
    const { uid, gid } = statSync(row?.folder ?? "");
    const options = `size=${MEGABYTES}m,uid=${uid},gid=${gid},mode=0700`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return null;
  }
}

async function fillRealDisk(table: string, disk: string): Promise<() => Promise<void>> {
  const [space, moved] = [sql.identifier(`disk_${process.pid}`), sql.identifier(table)];
  onTestFinished(async () => {
    await db.execute(sql`alter table ${moved} set tablespace pg_default`);
    await db.execute(sql`drop tablespace if exists ${space}`);
    execFileSync("umount", [disk]);
    rmdirSync(disk);
  });
  await db.execute(sql`create tablespace ${space} location ${sql.raw(`'${disk}'`)}`);
  // Deleted rows of earlier tests would leave room in its pages, or fill the disk.
  await db.execute(sql`truncate ${moved} cascade`);
  await db.execute(sql`alter table ${moved} set tablespace ${space}`);
  const rest = path.join(disk, "rest");
  try {
    for (;;) writeFileSync(rest, Buffer.alloc(4096), { flag: "a" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
  return async () => rmSync(rest, { force: true });
}

async function failInserts(table: string): Promise<() => Promise<void>> {
  await db.execute(sql`create function fill_disk() returns trigger language plpgsql as
    $$begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end$$`);
  await db.execute(sql`create trigger fill_disk after insert on ${sql.identifier(table)}
    for each statement execute function fill_disk()`);
  const makeRoom = async () => void (await db.execute(sql`drop function if exists fill_disk cascade`));
  onTestFinished(makeRoom);
  return makeRoom;
}
