import { type SQL, sql } from "drizzle-orm";

/** Instants as one parameter, however many there are. */
export const instants = (values: readonly Date[]): SQL =>
  sql`${`{${values.map(toPostgres).join(",")}}`}::timestamptz[]`;

/** ISO writes the year 10000 as +010000, which Postgres does not read: one such instant would spoil the others. */
const toPostgres = (value: Date): string => value.toISOString().replace(/^\+0*/, "");

/** Numbers as one parameter, however many there are; null stays null. */
export const bigints = (values: readonly (number | null)[]): SQL =>
  sql`${`{${values.map((value) => value ?? "NULL").join(",")}}`}::bigint[]`;
