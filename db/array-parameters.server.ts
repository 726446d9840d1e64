import { type SQL, sql } from "drizzle-orm";

/** Numbers as one parameter, however many there are; null stays null. */
export const bigints = (values: readonly (number | null)[]): SQL =>
  sql`${`{${values.map((value) => value ?? "NULL").join(",")}}`}::bigint[]`;
