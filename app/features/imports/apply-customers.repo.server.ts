import { type SQL, sql } from "drizzle-orm";
import type { IdRange } from "~/features/imports/apply-products.repo.server";
import type { CustomerColumn } from "~/features/imports/import-files";
import type { Queryable } from "~db/client.server";

/** The key that ends the next `size` staged customers; null = there are no more. */
export async function findCustomerRangeEnd(
  tx: Queryable,
  { shopId, importId, after, size }: { shopId: number; importId: number; after: number; size: number },
): Promise<number | null> {
  const rows = await tx.execute<{ last: number | null }>(sql`
    select max(customer_id) as last from (
      select customer_id from import_customers
      where shop_id = ${shopId}::bigint and import_id = ${importId}::bigint and customer_id > ${after}::bigint
      order by customer_id limit ${size}::int) next`);
  return rows[0]?.last ?? null;
}

const inRange = ({ shopId, importId, after, upto }: IdRange) => sql`
  s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
  and s.customer_id > ${after}::bigint and s.customer_id <= ${upto}::bigint`;

/** How many rows and customers the range has, and those of them that the shop has already. */
export async function readStagedCustomers(tx: Queryable, range: IdRange) {
  const rows = await tx.execute<{ rows: number; staged: number; existing: number[] }>(sql`
    select count(*)::int as rows, count(distinct s.customer_id)::int as staged,
      coalesce(array_agg(distinct c.id) filter (where c.id is not null), '{}') as existing
    from import_customers s
    left join customers c on c.shop_id = ${range.shopId}::bigint and c.id = s.customer_id
    where ${inRange(range)}`);
  return rows[0] ?? { rows: 0, staged: 0, existing: [] };
}

/** Which column of the customers table each optional column of the file fills. */
const TOLD_BY: [CustomerColumn, string][] = [
  ["Phone", "phone"],
  ["Accepts Email Marketing", "accepts_email_marketing"],
  ["Accepts SMS Marketing", "accepts_sms_marketing"],
  ["Default Address Country Code", "default_address"],
  ["Note", "note"],
  ["Tags", "tags"],
];

const columnList = (names: readonly string[], prefix: string): SQL =>
  sql.raw(names.map((name) => `${prefix}.${name}`).join(", "));

/**
 * New customers, and those that differ in what the file tells: columns it lacks stay as they are.
 *
 * @param columns the optional columns of the file
 * @returns their ids
 */
export async function upsertCustomers(
  tx: Queryable,
  range: IdRange,
  columns: readonly string[],
  now: Date,
): Promise<number[]> {
  const told = [
    "first_name",
    "last_name",
    "email",
    ...TOLD_BY.flatMap(([column, name]) => (columns.includes(column) ? [name] : [])),
  ];
  const rows = await tx.execute<{ id: number }>(sql`
    insert into customers (shop_id, id, first_name, last_name, email, phone, accepts_email_marketing,
      accepts_sms_marketing, default_address, note, tags, created_at, updated_at)
    select distinct on (s.customer_id) s.shop_id, s.customer_id, s.first_name, s.last_name, s.email, s.phone,
      s.accepts_email_marketing, s.accepts_sms_marketing, s.default_address, s.note, s.tags,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from import_customers s
    where ${inRange(range)}
    order by s.customer_id, s.line desc
    on conflict (shop_id, id) do update set
      ${sql.raw(told.map((name) => `${name} = excluded.${name}`).join(", "))}, updated_at = excluded.updated_at
    where (${columnList(told, "customers")}) is distinct from (${columnList(told, "excluded")})
    returning id`);
  return rows.map((row) => row.id);
}

/** Contracts carry copies of their customer's name and e-mail (db/schema/contracts.ts): update them, too. */
export async function updateContractCopies(
  tx: Queryable,
  shopId: number,
  customerIds: readonly number[],
  now: Date,
): Promise<void> {
  if (customerIds.length === 0) return;
  await tx.execute(sql`
    update contracts c set customer_name = ${CUSTOMER_NAME}, customer_email = coalesce(cu.email, ''),
      version = c.version + 1, updated_at = ${now.toISOString()}::timestamptz
    from customers cu
    where c.shop_id = ${shopId}::bigint and cu.shop_id = ${shopId}::bigint and cu.id = c.customer_id
      and c.customer_id = any(${`{${customerIds.join(",")}}`}::bigint[])
      and cu.id = any(${`{${customerIds.join(",")}}`}::bigint[])
      and (c.customer_name, c.customer_email) is distinct from (${CUSTOMER_NAME}, coalesce(cu.email, ''))`);
}

/** `toCustomerName` (features/customers/customer.ts) of the row `cu`, in SQL; imported names are trimmed already. */
export const CUSTOMER_NAME = sql.raw(
  "concat_ws(' ', nullif(btrim(cu.first_name), ''), nullif(btrim(cu.last_name), ''))",
);

/** Lines of customers that the file names again further down. */
export async function listRepeatedCustomers(tx: Queryable, range: IdRange) {
  const rows = await tx.execute<{ id: number; line: number }>(sql`
    select id, line from (
      select s.customer_id as id, s.line, lead(s.line) over (partition by s.customer_id order by s.line) as next
      from import_customers s where ${inRange(range)}) named
    where next is not null order by line`);
  return [...rows];
}

export async function deleteStagedCustomers(tx: Queryable, range: IdRange): Promise<void> {
  await tx.execute(sql`delete from import_customers s where ${inRange(range)}`);
}
