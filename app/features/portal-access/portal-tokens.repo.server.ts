import { and, desc, eq, sql } from "drizzle-orm";
import { principalShopColumns } from "~/features/shops/shops.repo.server";
import { db, type Queryable } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { customers } from "~db/schema/customers";
import { portalTokens } from "~db/schema/portal-access";
import { shops } from "~db/schema/shops";

export type NewPortalToken = typeof portalTokens.$inferInsert;

/** Without this row the token opens nothing. */
export async function insertPortalToken(on: Queryable, row: NewPortalToken): Promise<void> {
  await on.insert(portalTokens).values(row);
}

/** A token's row with its shop and customer as they are now. */
export async function findPortalToken(shopId: number, tokenId: string) {
  const rows = await db
    .select({
      customerId: portalTokens.customerId,
      kind: portalTokens.kind,
      isSingleUse: portalTokens.isSingleUse,
      usedAt: portalTokens.usedAt,
      revokedAt: portalTokens.revokedAt,
      shop: principalShopColumns,
      customer: { firstName: customers.firstName, lastName: customers.lastName, email: customers.email },
    })
    .from(portalTokens)
    .innerJoin(shops, eq(shops.id, portalTokens.shopId))
    .leftJoin(
      customers,
      and(
        eq(customers.shopId, sql`${shopId}::bigint`),
        eq(customers.shopId, portalTokens.shopId),
        eq(customers.id, portalTokens.customerId),
      ),
    )
    .where(and(eq(portalTokens.shopId, shopId), eq(portalTokens.id, tokenId)));
  return rows[0] ?? null;
}

/** Who the storefront says is signed in, as far as the shop knows them. */
export async function findCustomerOfShop(shopId: number, customerId: number) {
  const rows = await db
    .select({ firstName: customers.firstName, lastName: customers.lastName, email: customers.email })
    .from(customers)
    .where(and(eq(customers.shopId, shopId), eq(customers.id, customerId)));
  return rows[0] ?? null;
}

/** The customer with this e-mail (in any case) who has a contract; of several the one with the newest contract. */
export async function findSubscriberByEmail(shopId: number, email: string) {
  const rows = await db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .innerJoin(
      contracts,
      and(
        eq(contracts.shopId, sql`${shopId}::bigint`),
        eq(contracts.shopId, customers.shopId),
        eq(contracts.customerId, customers.id),
      ),
    )
    .where(and(eq(customers.shopId, shopId), eq(sql`lower(${customers.email})`, email.toLowerCase())))
    .orderBy(desc(contracts.createdAt), desc(contracts.id))
    .limit(1);
  return rows[0] ?? null;
}
