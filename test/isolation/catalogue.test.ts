import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~db/client.server";

/** Tables that belong to the service, not to a shop, with the reason. */
const OF_THE_SERVICE = {
  schema_migrations: "the migrations that have run",
  job_workers: "worker processes",
  currency_rates: "the same for all shops",
  shops: "the shops themselves",
  shared_limits: "limits by address and key, of no shop",
  staff_accounts: "a person may be staff of many shops",
  known_browsers: "of a person",
  password_resets: "of a person",
  second_factors: "of a person",
};

/** Keys of shops' tables that do not begin with `shop_id`, with the reason. */
const BEGINNING_OTHERWISE = {
  sessions_pkey: "a session is found by its token alone",
  domains_pkey: "a shop is found by its host",
  staff_roles_staff_id_staff_accounts_id_fk: "points to a person",
  digest_subscriptions_staff_id_staff_accounts_id_fk: "points to a person",
};

type Key = { name: string; key: string; columns: string[]; isOfShop: boolean };

/** Every primary, unique and foreign key with its columns in order. */
const readKeys = async (): Promise<Key[]> => [
  ...(await db.execute<Key>(sql`
    with keys as (
      select i.indrelid as relation, x.relname::text as key, i.indkey::int2[] as numbers
      from pg_index i join pg_class x on x.oid = i.indexrelid where i.indisunique
      union all
      select f.conrelid, f.conname::text, f.conkey from pg_constraint f where f.contype = 'f')
    select c.relname::text as name, k.key,
      array(select coalesce(a.attname::text, '(expression)')
        from unnest(k.numbers) with ordinality n (number, place)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number and n.number > 0
        order by n.place) as columns,
      exists (select 1 from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped) as "isOfShop"
    from keys k join pg_class c on c.oid = k.relation join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`)),
];

test("every table except those of the service has shop_id", async () => {
  const without = (await readKeys()).filter(({ isOfShop }) => !isOfShop).map(({ name }) => name);
  expect([...new Set(without)].sort()).toEqual(Object.keys(OF_THE_SERVICE).sort());
});

test("every primary, unique and foreign key of a shop's table begins with shop_id, unless there is a reason", async () => {
  const keys = (await readKeys()).filter(({ isOfShop }) => isOfShop);
  expect(keys.length).toBeGreaterThan(100);
  const others = keys.filter(({ columns }) => columns[0] !== "shop_id").map(({ key }) => key);
  expect(others.sort()).toEqual(Object.keys(BEGINNING_OTHERWISE).sort());
});
