import { type SQL, sql } from "drizzle-orm";

/** Instants as one parameter, however many there are. */
export const instants = (values: readonly Date[]): SQL =>
  sql`${`{${values.map((value) => value.toISOString()).join(",")}}`}::timestamptz[]`;

/** Numbers as one parameter, however many there are; null stays null. */
export const bigints = (values: readonly (number | null)[]): SQL =>
  sql`${`{${values.map((value) => value ?? "NULL").join(",")}}`}::bigint[]`;
