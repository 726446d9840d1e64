import { and, asc, eq, sql } from "drizzle-orm";
import { parsePlatformId } from "~/lib/gid";
import { db, type Queryable } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import { findRow, isRow } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { CUSTOMER_NGRAMS, customers } from "~db/schema/customers";

export const findCustomer = (shopId: number, id: number) => findRow(db, customers, { shopId, id });

/** Customers, with or without contracts, by part of the name or e-mail, or by id. @param limit at most this many */
export function searchCustomers(shopId: number, text: string, limit: number) {
  const id = parsePlatformId(text, "Customer");
  const pattern = toContainsPattern(text.toLowerCase());
  const name = sql`lower(btrim(coalesce(${customers.firstName}, '') || ' ' || coalesce(${customers.lastName}, '')))`;
  const isFound =
    id === null
      ? and(
          // For one or two letters the index only finds beginnings.
          text.length >= 3
            ? sql`${sql.raw(CUSTOMER_NGRAMS)} @@ search_query(${shopId}::bigint, ${text})`
            : undefined,
          sql`(${name} like ${pattern} or lower(${customers.email}) like ${pattern})`,
        )
      : isRow(customers, { shopId, id });
  return db
    .select()
    .from(customers)
    .where(and(eq(customers.shopId, shopId), isFound))
    .orderBy(asc(customers.email), asc(customers.id))
    .limit(limit);
}

/** The data shown for a new contract. @param id ours */
export async function getMadeContract(on: Queryable, shopId: number, id: number) {
  const row = await findRow(on, contracts, { shopId, id });
  if (!row) throw new Error("a contract that was just made is not there");
  return row;
}
