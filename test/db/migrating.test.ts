import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { migrate } from "~db/migrate";
import { listMigrations } from "~db/migration-files";
import { createDatabase } from "../support/processes/server";

const { serverUrl, prefix } = inject("testDatabase");
const name = `${prefix}_${process.pid}_migrating`;

afterAll(async () => {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end();
});

test("of processes that migrate at once one does all of it, also what waits for everybody else, and the others wait", async () => {
  const url = await createDatabase(serverUrl, name);
  const done = await Promise.all([1, 2, 3].map(() => migrate(url)));
  expect(done.map(({ applied }) => applied.length).sort((a, b) => a - b)).toEqual([
    0,
    0,
    (await listMigrations()).length,
  ]);
});

test("a change of a table that somebody reads for long gives up, so that nobody waits behind it, and is made the next time", async () => {
  const url = await createDatabase(serverUrl, name);
  await migrate(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  // It runs bare: its statements may be said again.
  await sql`delete from schema_migrations where name = '0096_recorded_at.sql'`;
  await sql.begin(async (tx) => {
    await tx`lock table activity in access share mode`;
    await expect(migrate(url)).rejects.toMatchObject({ code: "55P03" });
  });
  expect(await migrate(url)).toEqual({ applied: ["0096_recorded_at.sql"] });
  await sql.end();
});
