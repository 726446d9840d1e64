import { type SQL, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import type { KnownAs } from "~db/schema/customer-erasures";

/** A customer as their rows are found. */
export type Person = {
  shopId: number;
  customerId: number;
  /** Ours. */
  contractIds: number[];
  /** The wire's. */
  subscriptionContractIds: number[];
  knownAs: KnownAs;
  /** When they were erased: for what ends with it, such as links. */
  at: Date;
};

/**
 * What is held on customers in one table, and what becomes of it when one is erased. The export reads the same rows, so
 * that nothing is erased that was not exported, and the other way round. In SQL the table is called `t`; `t.shop_id` is
 * asked for by who uses the rule.
 */
export type TableRule = {
  table: string;
  /** The primary key without the shop. */
  key: readonly string[];
  /** Which rows are about a customer. */
  rows: (person: Person) => SQL;
  /** The whole row goes, or columns become something else. Done twice it comes to the same. */
  erase: "delete" | Readonly<Record<string, (person: Person) => SQL>>;
  /** It shows the customer, or lets them in: it goes as erasing begins, not by the job. */
  isAtOnce?: true;
  /** Columns of text, JSON, bytes or network addresses that stay: they do not tell who somebody is. */
  keep?: readonly string[];
  /** Columns that are not exported: whoever has them could act for the customer. */
  secret?: readonly string[];
  /** Rows may be about others, too, and hold copies of what stands in other tables: they are not exported. */
  isShared?: true;
  /** Columns that are rewritten by a function, row by row. */
  rewrite?: {
    columns: readonly string[];
    write: (row: Record<string, unknown>, person: Person) => Record<string, unknown>;
  };
};

export const toNull = (): SQL => sql`null`;
export const toEmpty = (): SQL => sql`''`;
export const toNoList = (): SQL => sql`'[]'::jsonb`;
export const toFalse = (): SQL => sql`false`;

/** An address of which only the country is left: sums by country are made of it (docs/insights.md). */
export const toCountry = (column: string) => (): SQL => {
  const address = sql`t.${sql.identifier(column)}`;
  return sql`case when jsonb_typeof(${address}) = 'object' then ${onlyCountry(address)} end`;
};

/** The fields of an address, as they all are there (`Address` of db/schema/customers.ts). */
export const onlyCountry = (address: SQL): SQL => sql`jsonb_build_object('firstName', null, 'lastName', null,
  'company', null, 'address1', null, 'address2', null, 'city', null, 'province', null, 'provinceCode', null,
  'country', ${address} -> 'country', 'countryCode', ${address} -> 'countryCode', 'zip', null, 'phone', null)`;

/** Attributes of a line of which only the bundle's is left, which the shop wrote: bundles are counted by it. */
export const toShopsAttributes = (attributes: SQL): SQL => sql`coalesce((
  select jsonb_agg(e.attribute) from jsonb_array_elements(${attributes}) as e (attribute)
  where e.attribute ->> 'key' = '_bundle'), '[]'::jsonb)`;

export const ofCustomer = ({ customerId }: Person): SQL => sql`t.customer_id = ${customerId}::bigint`;
export const ofContracts = ({ contractIds }: Person): SQL =>
  sql`t.contract_id = any(${bigints(contractIds)})`;

/** The orders that are planned, made or left out, of all contracts of the customer. */
export const attemptsOf = ({ shopId, contractIds }: Person): SQL => sql`
  select a.id from billing_attempts a
  where a.shop_id = ${shopId}::bigint and a.contract_id = any(${bigints(contractIds)})`;

/** Texts as one parameter, however many they are. */
export const texts = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** Shorter ones stand in texts about anything. */
const LEAST_LENGTH = 5;

/** A regular expression of Postgres for what names a customer in a text of somebody else; null when nothing does. */
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
