import { type SQL, sql } from "drizzle-orm";
import type { CustomerColumn } from "~/features/imports/records/import-files";
import { type IdRange, stagedCustomers } from "~/features/imports/records/staged-range.repo.server";
import type { Queryable } from "~db/client.server";

/** How many rows and customers the range has, and which of these customers the shop already has. */
export async function readStagedCustomers(tx: Queryable, range: IdRange) {
  const rows = await tx.execute<{ rows: number; staged: number; existing: number[] }>(sql`
    select count(*)::int as rows, count(distinct s.customer_id)::int as staged,
      coalesce(array_agg(distinct c.id) filter (where c.id is not null), '{}') as existing
    from import_customers s
    left join customers c on c.shop_id = ${range.shopId}::bigint and c.id = s.customer_id
    where ${stagedCustomers.inRange(range)}`);
  return rows[0] ?? { rows: 0, staged: 0, existing: [] };
}

/** Rows of erased customers: nothing of them is imported. */
export function listStagedErased(tx: Queryable, range: IdRange): Promise<{ id: number; line: number }[]> {
  return tx.execute<{ id: number; line: number }>(sql`
    select s.customer_id as id, s.line from import_customers s
    join customers c on c.shop_id = ${range.shopId}::bigint and c.id = s.customer_id and c.erased_at is not null
    where ${stagedCustomers.inRange(range)} order by s.line`);
}

/** Which column of the customers table each optional column of the file fills. */
const COLUMN_OF_FIELD: [CustomerColumn, string][] = [
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
 * Inserts new customers, and updates those that differ from the file; columns that the file lacks stay as they are.
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
  const givenColumns = [
    "first_name",
    "last_name",
    "email",
    ...COLUMN_OF_FIELD.flatMap(([column, name]) => (columns.includes(column) ? [name] : [])),
  ];
  const rows = await tx.execute<{ id: number }>(sql`
    insert into customers (shop_id, id, first_name, last_name, email, phone, accepts_email_marketing,
      accepts_sms_marketing, default_address, note, tags, created_at, updated_at)
    select distinct on (s.customer_id) s.shop_id, s.customer_id, s.first_name, s.last_name, s.email, s.phone,
      s.accepts_email_marketing, s.accepts_sms_marketing, s.default_address, s.note, s.tags,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from import_customers s
    where ${stagedCustomers.inRange(range)}
    order by s.customer_id, s.line desc
    on conflict (shop_id, id) do update set
      ${sql.raw(givenColumns.map((name) => `${name} = excluded.${name}`).join(", "))}, updated_at = excluded.updated_at
    where customers.erased_at is null
      and (${columnList(givenColumns, "customers")}) is distinct from (${columnList(givenColumns, "excluded")})
    returning id`);
  return rows.map((row) => row.id);
}

/** Updates the copies of their customer's name and e-mail that contracts carry (db/schema/contracts.ts). */
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
