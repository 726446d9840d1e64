import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import postgres from "postgres";
import { openCopyStream } from "~db/copy.server";
import { migrate } from "~db/migrate";
import { RESTORE_LEAP } from "~db/schema/events";
import { BEFORE_THE_FIRST_ORDER, NOT_COUNTED_FROM } from "~db/schema/orders";
import { BackupRefused } from "./back-up";
import { MANIFEST, type Manifest, manifestSchema, toFileName } from "./manifest";
import { listTables, type Table } from "./tables";

/**
 * Fills an empty database from a back-up: the schema by this release's migrations, then all rows in one transaction,
 * each table counted; then numbers that others may know are left out. A failure leaves a database without rows, so it
 * can be tried again.
 *
 * @throws BackupRefused when the folder is not a complete back-up, was made from another schema, or the database holds
 *   a shop
 */
export async function restore(
  url: string,
  folder: string,
  log: (line: string) => void = () => {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await migrate(url, log);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await requireSameSchema(sql, manifest);
    await sql.begin(async (tx) => {
      // Nobody may write meanwhile, such as a web process that is connected to this database by mistake.
      await tx`lock table shops in access exclusive mode`;
      const [shop] = await tx`select from shops limit 1`;
      if (shop) throw new BackupRefused("This database holds a shop already: restore into an empty one.");
      const tables = await listTables(tx);
      // Migrations insert rows, too.
      for (const { schema, name } of tables.toReversed()) await tx`delete from ${tx(schema)}.${tx(name)}`;
      for (const table of tables) {
        const { rows } = requireTable(manifest, table);
        if (rows === 0) continue;
        log(`${table.name}: ${rows} rows`);
        await readTable(tx, table, path.join(folder, toFileName(table)), rows);
      }
      for (const { schema, name, last } of manifest.sequences)
        await tx`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${last}::bigint)`;
      await noteRestore(tx);
    });
    // Without statistics, Postgres chooses slow plans.
    for (const { schema, name, rows } of manifest.tables)
      if (rows > 0) await sql`analyze ${sql(schema)}.${sql(name)}`;
    return manifest;
  } finally {
    await sql.end();
  }
}

/** For a migrated database that was restored by other means, before the app starts on it. */
export async function noteRestored(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(noteRestore);
  } finally {
    await sql.end();
  }
}

/** How many order and bulk change numbers: people read them, so no more than a shop may have used since the back-up. */
export const NUMBERS_LEFT_OUT = 1_000_000;

/**
 * Whatever happened since the back-up is lost here, but not elsewhere. Receivers have seen positions and numbers of
 * events: if these were reused, new events would be taken for known ones (docs/decisions/106). Gateways have charged
 * orders (123). Counters without a row at the time of the back-up may have begun since.
 */
async function noteRestore(tx: postgres.TransactionSql): Promise<void> {
  // Not the job queue's sequences: its ids are not known elsewhere, and are smaller.
  const sequences = await tx<{ name: string }[]>`
    select sequencename as name from pg_sequences where schemaname = 'public'`;
  // Read from the sequence itself: the catalogue has no value for an unused one, whose start may have changed (0081).
  for (const { name } of sequences)
    await tx`
      select setval(format('public.%I', ${name}::text)::regclass, last_value + ${RESTORE_LEAP}::bigint)
      from ${tx(`public.${name}`)}`;
  await tx`update stripe_keys set restored_at = now()`;
  await tx`
    insert into order_numbers (shop_id, last)
    select s.id, greatest(${BEFORE_THE_FIRST_ORDER}::bigint,
      (select max(o.id) from orders o where o.shop_id = s.id and o.id < ${NOT_COUNTED_FROM}::bigint))
    from shops s on conflict do nothing`;
  await tx`update order_numbers set last = last + ${NUMBERS_LEFT_OUT}::bigint`;
  await tx`
    insert into bulk_automation_numbers (shop_id, last)
    select s.id, coalesce((select max(b.id) from bulk_automations b where b.shop_id = s.id), 0)
    from shops s on conflict do nothing`;
  await tx`update bulk_automation_numbers set last = last + ${NUMBERS_LEFT_OUT}::bigint`;
  await tx`insert into event_streams (shop_id) select id from shops on conflict do nothing`;
  await tx`update event_streams set restored_from = last_position, last_position = last_position + ${RESTORE_LEAP}::bigint`;
  await tx`update event_sequences set last_sequence = last_sequence + ${RESTORE_LEAP}::bigint`;
  await closeWaysIn(tx);
}

/**
 * Ends everything short-lived that lets somebody in: it may have been ended, used or withdrawn since the back-up.
 * Passwords, roles and API keys stay as they were then: who may have them now is not known here (`WAYS_IN_BROUGHT_BACK`).
 */
async function closeWaysIn(tx: postgres.TransactionSql): Promise<void> {
  await tx`delete from sessions`;
  await tx`delete from known_browsers`;
  await tx`delete from password_resets`;
  await tx`update staff_invitations set expires_at = now() where expires_at > now()`;
  await tx`update portal_tokens set revoked_at = now() where revoked_at is null and expires_at > now()`;
  await tx`update portal_returns set expires_at = now() where expires_at > now()`;
}

/** What a restore cannot know, for whoever runs it. */
export const WAYS_IN_BROUGHT_BACK = `Everybody has to sign in again, and invitations to the staff have to be sent again. As at the time of the back-up are again:
passwords, two-step sign-in, who is on the staff with which role, API keys and their limits. What has changed since, change again before others
can reach the app: revoke the keys that were revoked, remove who was removed, reset the passwords that were reset.
`;

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) throw new BackupRefused(`There is no back-up in ${folder}.`);
  const { success, data } = manifestSchema.safeParse(JSON.parse(await readFile(file, "utf8")));
  if (!success) throw new BackupRefused(`${file} is not the list of a back-up that this release can read.`);
  return data;
}

async function requireSameSchema(sql: postgres.Sql, { migrations, tables }: Manifest): Promise<void> {
  const here = await sql<Manifest["migrations"]>`select name, hash from schema_migrations order by name`;
  const toText = (list: Manifest["migrations"]) => list.map(({ name, hash }) => `${name} ${hash}`).join();
  const there = await listTables(sql);
  if (toText(here) === toText(migrations) && toColumns(there) === toColumns(tables)) return;
  throw new BackupRefused(
    `The back-up is of another schema (its newest migration: ${migrations.at(-1)?.name}). Restore it with the release that made it, then start the newer one.`,
  );
}

const toColumns = (tables: readonly Table[]): string =>
  tables
    .map(({ schema, name, columns }) => `${schema}.${name} ${columns}`)
    .sort()
    .join();

function requireTable({ tables }: Manifest, { schema, name }: Table): Manifest["tables"][number] {
  const found = tables.find((table) => table.schema === schema && table.name === name);
  if (!found) throw new Error(`The back-up lacks the table ${name}.`);
  return found;
}

async function readTable(
  tx: postgres.TransactionSql,
  table: Table,
  file: string,
  rows: number,
): Promise<void> {
  const into = await openCopyStream(tx, tx`${tx(table.schema)}.${tx(table.name)} (${tx(table.columns)})`);
  try {
    for await (const chunk of createReadStream(file).pipe(createGunzip())) await into.write(chunk);
  } catch (error) {
    await into.abort();
    throw error;
  }
  await into.end();
  const [found] = await tx<{ rows: number }[]>`
    select count(*)::float8 as rows from ${tx(table.schema)}.${tx(table.name)}`;
  if (found?.rows !== rows) throw new BackupRefused(`${file} holds ${found?.rows} rows instead of ${rows}.`);
}
