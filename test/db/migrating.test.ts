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
