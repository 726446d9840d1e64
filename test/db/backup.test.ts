import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { backUp } from "~db/backup/back-up";
import { MANIFEST, toFileName } from "~db/backup/manifest";
import { NUMBERS_LEFT_OUT, restore, WAYS_IN_BROUGHT_BACK } from "~db/backup/restore.server";
import { listTables } from "~db/backup/tables";
import { db } from "~db/client.server";
import { bulkAutomationNumbers } from "~db/schema/bulk-automations";
import { customers, paymentMethods } from "~db/schema/customers";
import { eventSequences, eventStreams, RESTORE_LEAP } from "~db/schema/events";
import { portalReturns } from "~db/schema/hosted-pages";
import { orderNumbers } from "~db/schema/orders";
import { portalTokens } from "~db/schema/portal-access";
import { knownBrowsers, passwordResets, sessions, staffInvitations } from "~db/schema/shops";
import { inTransaction } from "~db/transaction.server";
import {
  createTestShop,
  insertCustomer,
  insertPaymentMethod,
  NOW,
  nextNumber,
} from "../support/data/factories";
import { runOnSmallDisk } from "../support/faults/small-disk";
import { eventually } from "../support/processes/eventually";
import { createDatabase } from "../support/processes/server";
import { countWaitingForLocks, resetDatabase } from "../support/setup/database";

const CUSTOMERS = toFileName({ schema: "public", name: "customers" });
const { serverUrl, prefix, template } = inject("testDatabase");
const source = process.env.DATABASE_URL ?? "";
const target = `${prefix}_${process.pid}_restored`;

let place: string;
let admin: postgres.Sql;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), "perennial-backup-"));
  admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
});
beforeEach(resetDatabase);
afterAll(async () => {
  await admin`drop database if exists ${admin(target)} with (force)`;
  await admin.end();
  await rm(place, { recursive: true });
});

async function openTarget(): Promise<string> {
  await admin`drop database if exists ${admin(target)} with (force)`;
  return createDatabase(serverUrl, target, template);
}

async function inDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Reads each sequence itself: an unused one may have another start than it was created with (migration 0081). */
const readSequences = (url: string) =>
  inDatabase(url, async (sql) => {
    const all = await sql<{ name: string; type: string }[]>`
      select sequencename as name, data_type::text as type from pg_sequences where schemaname = 'public' order by 1`;
    const read = all.map(async ({ name, type }) => {
      const [state] = await sql<{ last: string; isUsed: boolean }[]>`
        select last_value::text as last, is_called as "isUsed" from ${sql(`public.${name}`)}`;
      return { name, type, last: Number(state?.last), isUsed: state?.isUsed ?? false };
    });
    return Promise.all(read);
  });

/** Each row of each table as text. */
const readRows = (url: string) =>
  inDatabase(url, async (sql) => {
    const found: Record<string, unknown> = {};
    for (const { schema, name } of await listTables(sql)) {
      const from = sql`${sql(schema)}.${sql(name)}`;
      found[name] = (await sql`select t::text as row from ${from} t order by 1`).map(({ row }) => row);
    }
    return found;
  });

const countShops = (url: string) => inDatabase(url, async (sql) => (await sql`select from shops`).length);

async function makeBackup(name: string): Promise<string> {
  const folder = path.join(place, name);
  await backUp(source, folder, NOW);
  return folder;
}

test("a back-up restored elsewhere has every row of every table, whatever its texts hold, and goes on counting from there", async () => {
  const { id } = await createTestShop({ name: "O’Brien\t\\N \\. \n“naïve” 🌱" });
  const customer = await insertCustomer(id, { tags: ["a,b", '"', "\\", ""], note: "large ".repeat(20_000) });
  await insertPaymentMethod(id, customer.id);
  await db.insert(eventStreams).values({ shopId: id, lastPosition: 3 });
  await db.insert(eventSequences).values({ shopId: id, contractId: 7, lastSequence: 3 });
  await db.insert(orderNumbers).values({ shopId: id, last: 1003 });
  await db.insert(bulkAutomationNumbers).values({ shopId: id, last: 3 });
  // A shop that may have got its first numbers since the back-up.
  const { id: without } = await createTestShop();
  const folder = await makeBackup("whole");
  const restored = await openTarget();
  const { tables } = await restore(restored, folder);
  const saved = await readRows(source);
  const leap = 3 + RESTORE_LEAP;
  const moved = {
    // Shop, last position, deleted up to, family, restored from.
    event_streams: [`(${id},${leap},0,subscription,3)`, `(${without},${RESTORE_LEAP},0,subscription,0)`],
    // Shop, contract, last number.
    event_sequences: [`(${id},7,${leap})`],
    order_numbers: [`(${id},${1003 + NUMBERS_LEFT_OUT})`, `(${without},${1000 + NUMBERS_LEFT_OUT})`],
    bulk_automation_numbers: [`(${id},${3 + NUMBERS_LEFT_OUT})`, `(${without},${NUMBERS_LEFT_OUT})`],
  };
  expect(await readRows(restored)).toEqual({ ...saved, ...moved });
  expect(tables.map(({ name, rows }) => [name, rows])).toEqual(
    tables.map(({ name }) => [name, (saved[name] as unknown[]).length]),
  );
  const before = await readSequences(source);
  expect(before.length).toBeGreaterThan(3);
  // Others may know ids given since the back-up, even where there had been no rows.
  expect(await readSequences(restored)).toEqual(
    before.map(({ last, ...each }) => ({ ...each, type: "bigint", isUsed: true, last: last + RESTORE_LEAP })),
  );
});

test("of a database that was restored by other means, the command leaves out the same", async () => {
  const { id } = await createTestShop();
  await db.insert(orderNumbers).values({ shopId: id, last: 1003 });
  await db.insert(eventStreams).values({ shopId: id, lastPosition: 3 });
  const restored = await openTarget();
  await restore(restored, await makeBackup("as-a-copy"));
  const moved = await readRows(restored);
  const sequences = await readSequences(source);
  const command = ["scripts/run.mjs", "scripts/commands/restore.ts", "--by-other-means"];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: source },
  });
  expect(stdout).toBe(
    `Numbers that may have been given since the back-up are left out.\n${WAYS_IN_BROUGHT_BACK}`,
  );
  expect(await readRows(source)).toEqual(moved);
  expect(await readSequences(source)).toEqual(await readSequences(restored));
  // The tests after this one use the same database.
  await inDatabase(source, (sql) =>
    Promise.all(
      sequences.map(
        ({ name, last, isUsed }) =>
          sql`select setval(format('public.%I', ${name}::text)::regclass, ${last}, ${isUsed})`,
      ),
    ),
  );
});

test("what let somebody in when the back-up was made does not after a restore: it may have been ended or used since", async () => {
  const { id: shopId, staff } = await createTestShop();
  const { id: customerId } = await insertCustomer(shopId);
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const over = { createdAt: new Date(+createdAt - 7_200_000), expiresAt: new Date(+createdAt - 3_600_000) };
  const time = { createdAt, expiresAt };
  await db.insert(sessions).values({ tokenHash: "session", staffId: staff.id, shopId, ...time });
  await db.insert(knownBrowsers).values({ tokenHash: "browser", staffId: staff.id, expiresAt });
  await db.insert(passwordResets).values({ tokenHash: "reset", staffId: staff.id, expiresAt });
  const invitation = { shopId, role: "editor" as const, invitedBy: "Olga" };
  await db.insert(staffInvitations).values([
    { ...invitation, ...time, email: "open@example.com", tokenHash: "open" },
    { ...invitation, ...over, email: "over@example.com", tokenHash: "over" },
  ]);
  const issued = {
    shopId,
    customerId,
    issuedByType: "staff" as const,
    issuedByName: "Olga",
    isSingleUse: false,
  };
  await db.insert(portalTokens).values([
    { ...issued, ...time, id: "live", kind: "LINK" },
    { ...issued, ...over, id: "over", kind: "LINK" },
  ]);
  await db
    .insert(portalReturns)
    .values({ shopId, customerId, contractId: 1, attemptId: 1, codeHash: "code", tokenId: null, ...time });
  const before = new Date();
  const restored = await openTarget();
  await restore(restored, await makeBackup("ways-in"));
  await inDatabase(restored, async (sql) => {
    for (const table of ["sessions", "known_browsers", "password_resets"])
      expect([table, await sql`select * from ${sql(table)}`]).toEqual([table, []]);
    expect(await sql`select email from staff_invitations where expires_at > now()`).toEqual([]);
    expect(await sql`select id from portal_tokens where revoked_at is null and expires_at > now()`).toEqual(
      [],
    );
    expect(await sql`select code_hash from portal_returns where expires_at > now()`).toEqual([]);
    // What was over is left as it was: staff read in it what was sent and when.
    const [invited] =
      await sql`select expires_at as at from staff_invitations where email = 'over@example.com'`;
    expect(invited?.at).toEqual(over.expiresAt);
    const [ended, left] = await sql`select id, revoked_at as at from portal_tokens order by id`;
    expect([ended?.id, +ended?.at >= +before - 1000, left?.at]).toEqual(["live", true, null]);
    // Nobody knows who may have these now, so they are as they were.
    expect(await sql`select role from staff_roles`).toHaveLength(1);
    expect(await sql`select id from api_keys where revoked_at is null`).not.toHaveLength(0);
  });
});

test("a back-up is of one instant, while others go on writing", async () => {
  const { id } = await createTestShop();
  let isMade = false;
  async function writePairs() {
    while (!isMade)
      await inTransaction(async (tx) => {
        const row = {
          shopId: id,
          id: nextNumber(),
          email: "pair@example.com",
          tags: [],
          createdAt: NOW,
          updatedAt: NOW,
        };
        await tx.insert(customers).values(row);
        await tx.insert(paymentMethods).values({ shopId: id, customerId: row.id, id: `pair-${row.id}` });
      });
  }
  const writing = Promise.all([writePairs(), writePairs()]);
  const folder = await makeBackup("beside-writers");
  isMade = true;
  await writing;
  const restored = await openTarget();
  await restore(restored, folder);
  const { customers: people, payment_methods: methods } = await readRows(restored);
  expect((people as unknown[]).length).toBe((methods as unknown[]).length);
});

test("a back-up is refused in a folder that is there, and a restore into a database with a shop, of another schema, or of no back-up", async () => {
  await createTestShop();
  const folder = await makeBackup("refused");
  await expect(backUp(source, folder, NOW)).rejects.toThrow(`${folder} is there already`);
  await expect(restore(source, folder)).rejects.toThrow("This database holds a shop already");
  await expect(restore(source, place)).rejects.toThrow(`There is no back-up in ${place}`);
  const file = path.join(folder, MANIFEST);
  const manifest = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) }));
  await expect(restore(await openTarget(), folder)).rejects.toThrow("The back-up is of another schema");
  await writeFile(file, JSON.stringify({ ...manifest, format: 2 }));
  await expect(restore(await openTarget(), folder)).rejects.toThrow("is not the list of a back-up");
});

test("a back-up that was damaged or cut short puts nothing in; whole again, it goes into the same database", async () => {
  const { id } = await createTestShop();
  for (let made = 0; made < 3; made++) await insertCustomer(id);
  const folder = await makeBackup("damaged");
  const file = path.join(folder, CUSTOMERS);
  const whole = await readFile(file);
  const lines = gunzipSync(whole).toString();
  const restored = await openTarget();
  for (const [damage, says] of [
    [whole.subarray(0, -12), "unexpected end of file"],
    [gzipSync(lines.slice(0, lines.indexOf("\n") + 1)), "holds 1 rows instead of 3"],
    [gzipSync(`${lines}no row\n`), /invalid input syntax|not taken the rows for customers/],
  ] as const) {
    await writeFile(file, damage);
    await expect(restore(restored, folder)).rejects.toThrow(says);
    expect(await countShops(restored)).toBe(0);
  }
  await writeFile(file, whole);
  await restore(restored, folder);
  expect(await countShops(restored)).toBe(1);
});

test("a disk that fills up while backing up: the command says so, and leaves nothing that looks like a back-up", async () => {
  const { id } = await createTestShop();
  // Random, since other data would compress too well.
  for (let made = 0; made < 20; made++)
    await insertCustomer(id, { note: randomBytes(2000).toString("base64") });
  const folder = path.join(place, "full-disk");
  const before = await readdir(place);
  const command = ["scripts/run.mjs", "scripts/commands/backup.ts", "--to", folder];
  // Compiled now, because later there is no room for its programs either.
  await promisify(execFile)(process.execPath, [...command.slice(0, 2), "--help"]);
  const { code, said } = await runOnSmallDisk(16, command, { DATABASE_URL: source });
  expect(said).toContain("There is no back-up: Error: EFBIG: file too large, write");
  expect(code).toBe(1);
  expect(await readdir(place)).toEqual(before);
});

test("Ctrl-C while backing up leaves no rows behind", async () => {
  const before = await readdir(place);
  await inDatabase(source, (sql) =>
    sql.begin(async (tx) => {
      await tx`lock table customers in access exclusive mode`;
      const command = ["scripts/run.mjs", "scripts/commands/backup.ts", "--to", path.join(place, "ended")];
      const child = spawn(process.execPath, command, { env: { ...process.env, DATABASE_URL: source } });
      const ended = once(child, "exit");
      await eventually(async () => expect(await countWaitingForLocks()).toBe(1));
      expect(await readdir(place)).toHaveLength(before.length + 1);
      child.kill("SIGINT");
      expect(await ended).toEqual([130, null]);
    }),
  );
  expect(await readdir(place)).toEqual(before);
});
