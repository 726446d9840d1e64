import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { NOT_PERSONAL, PERSONAL_TABLES } from "~/features/customers/privacy/personal-tables.server";
import { db } from "~db/client.server";

type Column = { table: string; column: string; type: string; isKey: boolean };

/** Every column of every table with `shop_id`, but those that Postgres computes. */
const readColumns = async (): Promise<Column[]> => [
  ...(await db.execute<Column>(sql`
    select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey"
    from pg_class c join pg_namespace s on s.oid = c.relnamespace and s.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and exists (
      select from pg_attribute b where b.attrelid = c.oid and b.attname = 'shop_id' and not b.attisdropped)
    order by 1, a.attnum`)),
];

const columns = await readColumns();
const columnsOf = (table: string) => columns.filter((each) => each.table === table);
const isOfText = ({ type }: Column) => /^(text|character|json|bytea|inet|cidr|xml|hstore|name)/.test(type);

test("every table of shops is one that holds something on customers, or is said to hold nothing", () => {
  const tables = [...new Set(columns.map(({ table }) => table))].sort();
  expect(tables.length).toBeGreaterThan(60);
  expect([...PERSONAL_TABLES.map(({ table }) => table), ...Object.keys(NOT_PERSONAL)].sort()).toEqual(tables);
});

test.each(PERSONAL_TABLES.map((rule) => [rule.table, rule] as const))(
  "every text of %s stays, goes or becomes something else when its customer is erased",
  (table, { key, erase, keep = [], secret = [], rewrite }) => {
    const known = columnsOf(table);
    const names = known.map(({ column }) => column);
    expect([...key].sort()).toEqual(
      known.flatMap(({ column, isKey }) => (isKey && column !== "shop_id" ? [column] : [])).sort(),
    );
    expect(names).toEqual(expect.arrayContaining([...secret]));
    if (erase === "delete") return expect(keep).toEqual([]);
    const erased = [...Object.keys(erase), ...(rewrite?.columns ?? [])];
    expect(names).toEqual(expect.arrayContaining([...erased, ...keep]));
    const said = new Set([...erased, ...keep]);
    expect(known.filter(isOfText).map(({ column }) => column)).toEqual(
      names.filter((name) => said.has(name) && known.some((each) => each.column === name && isOfText(each))),
    );
  },
);
