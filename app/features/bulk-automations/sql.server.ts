import { type SQL, sql } from "drizzle-orm";

export const toInstant = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** Items `i` of a task. */
export const isItemOf = (shopId: number, automationId: number): SQL =>
  sql`i.shop_id = ${shopId}::bigint and i.automation_id = ${automationId}::bigint`;

/** Embeds a statement's text with $1, $2, … and its values in another statement. */
export function toSql(text: string, values: readonly (string | number)[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
  );
}
