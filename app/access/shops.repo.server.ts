import { and, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
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
  gateway: shops.gateway,
  closedAt: shops.closedAt,
};

export async function findShopByStoreDomain(storeDomain: string) {
  const rows = await db.select(principalShopColumns).from(shops).where(eq(shops.storeDomain, storeDomain));
  return rows[0] ?? null;
}

/** The shop with this store or public domain (wire.md §1 "Which shop"); the port is ignored. */
export async function findShopByHost(host: string) {
  const rows = await db
    .select(principalShopColumns)
    .from(domains)
    .innerJoin(shops, eq(shops.id, domains.shopId))
    .where(eq(domains.host, host));
  return rows[0] ?? null;
}

const settingsColumns = {
  ...principalShopColumns,
  wantedDomain: shops.wantedDomain,
  domainToken: shops.domainToken,
  isDomainByDns: shops.isDomainByDns,
  requiresSecondFactor: shops.requiresSecondFactor,
  closedBy: shops.closedBy,
  deletionBegunAt: shops.deletionBegunAt,
  ratePerSecond: shops.ratePerSecond,
  rateBurst: shops.rateBurst,
  updatedAt: shops.updatedAt,
};

/** What the settings page shows and edits; `updatedAt` is the version of an edit. */
export async function findShopSettings(shopId: number, on: Queryable = db) {
  const rows = await on.select(settingsColumns).from(shops).where(eq(shops.id, shopId));
  return rows[0] ?? null;
}

/** Locks the settings until the transaction ends, so that of two edits the second sees the first. */
export async function lockShopSettings(on: Queryable, shopId: number) {
  const rows = await on.select(settingsColumns).from(shops).where(eq(shops.id, shopId)).for("update");
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

/** Those of these hosts that belong to other shops than `exceptShopId`. */
export async function listTakenHosts(
  on: Queryable,
  hosts: string[],
  exceptShopId: number | null,
): Promise<string[]> {
  const rows = await on
    .select({ host: domains.host })
    .from(domains)
    .where(
      and(inArray(domains.host, hosts), exceptShopId === null ? undefined : ne(domains.shopId, exceptShopId)),
    );
  return rows.map((row) => row.host);
}

/** Replaces the hosts of a shop. */
export async function replaceDomains(on: Queryable, shopId: number, hosts: string[]): Promise<void> {
  await on.delete(domains).where(eq(domains.shopId, shopId));
  await on.insert(domains).values(hosts.map((host) => ({ host, shopId })));
}

/** Shops whose public domain, in force or wanted, depends on a DNS record. */
export function listShopsWithDomainRecords() {
  return db
    .select({ id: shops.id, gateway: shops.gateway })
    .from(shops)
    .where(or(isNotNull(shops.wantedDomain), shops.isDomainByDns))
    .orderBy(shops.id);
}

/** Every shop, closed ones too, for jobs that then work per shop; in a transaction of its own (design.md "Citus" rule 5). */
export function listShopSchedules() {
  return db
    .select({
      id: shops.id,
      timeZone: shops.timeZone,
      gateway: shops.gateway,
      closedAt: shops.closedAt,
    })
    .from(shops)
    .orderBy(shops.id);
}
