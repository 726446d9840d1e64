import { sql } from "drizzle-orm";
import { bigint, char, check, numeric, timestamp } from "drizzle-orm/pg-core";

/** The wire's int64. Input above 2^53-1 is refused (wire.md §1 "Ids"), so a JavaScript number holds it exactly. */
export const int64 = (name: string) => bigint(name, { mode: "number" });

/** An instant. Always with time zone; intervals are computed in the shop's time zone by app/features/billing. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/**
 * When a row was written, by the database's clock: `created_at` may be by a shop's test clock, and retention goes by real
 * time. Null in rows of before migration 0096, whose `created_at` counts.
 */
export const recordedAt = () => instant("recorded_at").default(sql`now()`);

/** An amount, or a percentage in its place: a decimal string in code, never a float. */
export const money = (name: string) => numeric(name, { precision: 14, scale: 4 });

/** ISO 4217. */
export const currency = (name: string) => char(name, { length: 3 });

/**
 * SQL, between the brackets of `in (…)`: constants of ours, never input. As literals, so that Postgres sees which values
 * a statement is about, and partial indexes match.
 */
export const toSqlList = (values: readonly string[]): string => `'${values.join("','")}'`;

/** The database checks enum values, too; a new one needs a migration. */
export const oneOf = (name: string, column: string, values: readonly string[]) =>
  check(name, sql.raw(`${column} in (${toSqlList(values)})`));
