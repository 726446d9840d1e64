import { eq } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { domains, shops } from "~db/schema/shops";

/** The columns of a `PrincipalShop`, for queries that fetch the shop along with its caller. */
export const principalShopColumns = {
  id: shops.id,
  storeDomain: shops.storeDomain,
  publicDomain: shops.publicDomain,
  name: shops.name,
  portalPath: shops.portalPath,
  timeZone: shops.timeZone,
  currencyCode: shops.currencyCode,
};

export async function findShopByStoreDomain(storeDomain: string) {
  const rows = await db.select(principalShopColumns).from(shops).where(eq(shops.storeDomain, storeDomain));
  return rows[0] ?? null;
}

export async function insertShop(on: Queryable, row: typeof shops.$inferInsert) {
  const rows = await on.insert(shops).values(row).returning(principalShopColumns);
  const shop = rows[0];
  if (!shop) throw new Error("insert of a shop returned no row");
  return shop;
}

export async function updateShop(on: Queryable, shopId: number, values: Partial<typeof shops.$inferInsert>) {
  await on.update(shops).set(values).where(eq(shops.id, shopId));
}

/** Hosts of a shop as they stand now replace those before. */
export async function replaceDomains(on: Queryable, shopId: number, hosts: string[]): Promise<void> {
  await on.delete(domains).where(eq(domains.shopId, shopId));
  await on.insert(domains).values(hosts.map((host) => ({ host, shopId })));
}
