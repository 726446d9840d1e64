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
  ["Note", "note"],
  ["Tags", "tags"],
];

/** Which part of the default address each of its columns fills. */
const PART_OF_FIELD: [CustomerColumn, string][] = [
  ["Default Address Company", "company"],
  ["Default Address Address1", "address1"],
  ["Default Address Address2", "address2"],
  ["Default Address City", "city"],
  ["Default Address Province Code", "provinceCode"],
  ["Default Address Country Code", "countryCode"],
  ["Default Address Zip", "zip"],
  ["Default Address Phone", "phone"],
];

/**
 * The default address with the parts that the file has; null when it has none of them. Without a country column, the
 * name of another province is unknown; without a province column, another country takes the province away.
 */
function toAddressValue(columns: readonly string[]): SQL | null {
  const given = PART_OF_FIELD.flatMap(([column, part]) => (columns.includes(column) ? [part] : []));
  if (given.length === 0) return null;
  if (given.length === PART_OF_FIELD.length) return sql`excluded.default_address`;
  const parts = given.map((part) => sql.raw(`'${part}', excluded.default_address -> '${part}'`));
  const isSame = (part: string) =>
    sql.raw(
      `customers.default_address ->> '${part}' is not distinct from excluded.default_address ->> '${part}'`,
    );
  const hasCountry = given.includes("countryCode");
  const hasProvince = given.includes("provinceCode");
  if (hasCountry) parts.push(sql.raw("'country', excluded.default_address -> 'country'"));
  if (hasCountry && hasProvince) parts.push(sql.raw("'province', excluded.default_address -> 'province'"));
  const names =
    hasCountry === hasProvince
      ? sql`'{}'::jsonb`
      : hasProvince
        ? sql`case when ${isSame("provinceCode")} then '{}' else '{"province": null}' end::jsonb`
        : sql`case when ${isSame("countryCode")} then '{}' else '{"province": null, "provinceCode": null}' end::jsonb`;
  const merged = sql`(customers.default_address || jsonb_build_object(${sql.join(parts, sql`, `)}) || ${names})`;
  return sql`case when customers.default_address is null then excluded.default_address
    when jsonb_strip_nulls(${merged} - 'firstName' - 'lastName') = '{}' then null else ${merged} end`;
}

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
  const ofFile = COLUMN_OF_FIELD.flatMap(([column, name]) => (columns.includes(column) ? [name] : []));
  const address = toAddressValue(columns);
  const given = [
    ...["first_name", "last_name", "email", ...ofFile].map((name) => ({
      name,
      value: sql.raw(`excluded.${name}`),
    })),
    ...(address ? [{ name: "default_address", value: address }] : []),
  ];
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
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
      ${list(given.map(({ name, value }) => sql`${sql.raw(name)} = ${value}`))}, updated_at = excluded.updated_at
    where customers.erased_at is null
      and (${list(given.map(({ name }) => sql.raw(`customers.${name}`)))})
        is distinct from (${list(given.map(({ value }) => value))})
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
