import { eq, isNotNull } from "drizzle-orm";
import { db } from "~db/client.server";
import { shops } from "~db/schema/shops";

/** `gone`: deleted, or being deleted. */
export type ShopState = "open" | "closed" | "gone";

export async function findShopState(shopId: number): Promise<ShopState> {
  const [row] = await db
    .select({ closedAt: shops.closedAt, deletionBegunAt: shops.deletionBegunAt })
    .from(shops)
    .where(eq(shops.id, shopId));
  if (!row || row.deletionBegunAt) return "gone";
  return row.closedAt ? "closed" : "open";
}

/** Ids of the shops that are closed. */
export async function listClosedShops(): Promise<Set<number>> {
  const rows = await db.select({ id: shops.id }).from(shops).where(isNotNull(shops.closedAt));
  return new Set(rows.map(({ id }) => id));
}
