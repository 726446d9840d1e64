import { type SQL, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import type { KnownAs } from "~db/schema/customer-erasures";

/** The data by which a customer's rows are found. */
export type Person = {
  shopId: number;
  customerId: number;
  /** Our ids. */
  contractIds: number[];
  /** The wire's ids. */
  subscriptionContractIds: number[];
  knownAs: KnownAs;
  /** When they were erased: for rows that expire with it, such as links. */
  at: Date;
};

/**
 * What one table stores about customers, and how an erasure changes it. The export reads the same rows, so that exactly
 * what is exported is erased. In SQL the table is called `t`; the caller adds the condition on `t.shop_id`.
 */
export type TableRule = {
  table: string;
  /** The primary key without the shop. */
  key: readonly string[];
  /** Which rows are about a customer. */
  rows: (person: Person) => SQL;
  /** Delete the row, or set columns. Must be safe to repeat. */
  erase: "delete" | Readonly<Record<string, (person: Person) => SQL>>;
  /** The table shows who the customer is, or lets them sign in: it is erased at once, not by the job. */
  isAtOnce?: true;
  /** Columns of text, JSON, bytes or network addresses that stay: they identify nobody. */
  keep?: readonly string[];
  /** Columns that are not exported: with them, somebody could act for the customer, or they are about the staff. */
  secret?: readonly string[];
  /** Columns that are exported without what is about others: the file is given to the customer. */
  shown?: Readonly<Record<string, (person: Person) => SQL>>;
  /** Rows may be about others, too, and copy data of other tables: they are not exported. */
  isShared?: true;
  /** Columns that a function rewrites, row by row. */
  rewrite?: {
    columns: readonly string[];
    write: (row: Record<string, unknown>, person: Person) => Record<string, unknown>;
  };
};

export const toNull = (): SQL => sql`null`;
export const toEmpty = (): SQL => sql`''`;
export const toNoList = (): SQL => sql`'[]'::jsonb`;
export const toFalse = (): SQL => sql`false`;

/** Reduces an address to its country: sums by country need it (docs/insights.md). */
export const toCountry = (column: string) => (): SQL => {
  const address = sql`t.${sql.identifier(column)}`;
  return sql`case when jsonb_typeof(${address}) = 'object' then ${onlyCountry(address)} end`;
};

/** Sets all fields of an address but the country to null (`Address` of db/schema/customers.ts). */
export const onlyCountry = (address: SQL): SQL => sql`jsonb_build_object('firstName', null, 'lastName', null,
  'company', null, 'address1', null, 'address2', null, 'city', null, 'province', null, 'provinceCode', null,
  'country', ${address} -> 'country', 'countryCode', ${address} -> 'countryCode', 'zip', null, 'phone', null)`;

/** Reduces a line's attributes to the bundle's, which the shop wrote: bundles are counted by it. */
export const toShopsAttributes = (attributes: SQL): SQL => sql`coalesce((
  select jsonb_agg(e.attribute) from jsonb_array_elements(${attributes}) as e (attribute)
  where e.attribute ->> 'key' = '_bundle'), '[]'::jsonb)`;

export const ofCustomer = ({ customerId }: Person): SQL => sql`t.customer_id = ${customerId}::bigint`;
export const ofContracts = ({ contractIds }: Person): SQL =>
  sql`t.contract_id = any(${bigints(contractIds)})`;

/** All orders of the customer's contracts: planned, made or skipped. */
export const attemptsOf = ({ shopId, contractIds }: Person): SQL => sql`
  select a.id from billing_attempts a
  where a.shop_id = ${shopId}::bigint and a.contract_id = any(${bigints(contractIds)})`;

/** Texts as one parameter, however many there are. */
export const texts = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** Shorter names occur in unrelated texts. */
const LEAST_LENGTH = 5;

/** A Postgres regular expression for what identifies a customer in other people's texts; null when nothing does. */
function toPattern({ emails, phones, names }: KnownAs): string | null {
  const wholeNames = names.filter((name) => name.includes(" "));
  const known = [...emails, ...phones, ...wholeNames].filter(({ length }) => length >= LEAST_LENGTH);
  const written = known.flatMap((text) => [
    text,
    encodeURIComponent(text),
    text.replaceAll(" ", "+"),
    encodeURIComponent(text).replaceAll("%20", "+"),
  ]);
  const parts = [...new Set(written)].map((text) => text.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&"));
  return parts.length > 0 ? parts.join("|") : null;
}

/** Whether a text names the customer. */
export const names = (column: string, { knownAs }: Person): SQL => {
  const pattern = toPattern(knownAs);
  return pattern === null ? sql`false` : sql`t.${sql.identifier(column)} ~* ${pattern}::text`;
};

/** A text without what names the customer. */
export const withoutNames =
  (column: string) =>
  ({ knownAs }: Person): SQL => {
    const pattern = toPattern(knownAs);
    const text = sql`t.${sql.identifier(column)}`;
    return pattern === null ? text : sql`regexp_replace(${text}, ${pattern}::text, 'erased', 'gi')`;
  };
