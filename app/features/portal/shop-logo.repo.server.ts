import { and, eq } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { portalSettings, shopLogos } from "~db/schema/portal-settings";

export async function findLogoImage(shopId: number, id: string): Promise<Uint8Array | null> {
  const rows = await db
    .select({ image: shopLogos.image })
    .from(shopLogos)
    .where(and(eq(shopLogos.shopId, shopId), eq(shopLogos.id, id)));
  return rows[0]?.image ?? null;
}

/** Write the shop's one logo, whether or not there is one. */
export async function upsertLogo(on: Queryable, row: typeof shopLogos.$inferInsert): Promise<void> {
  const { shopId: _, ...set } = row;
  await on.insert(shopLogos).values(row).onConflictDoUpdate({ target: shopLogos.shopId, set });
}

/** No logo any more, neither an uploaded one nor one by address. @returns whether there was any */
export async function deleteLogo(on: Queryable, shopId: number): Promise<boolean> {
  const uploaded = await on
    .delete(shopLogos)
    .where(eq(shopLogos.shopId, shopId))
    .returning({ id: shopLogos.id });
  const former = await on
    .select({ logoUrl: portalSettings.logoUrl })
    .from(portalSettings)
    .where(eq(portalSettings.shopId, shopId));
  await on.update(portalSettings).set({ logoUrl: null }).where(eq(portalSettings.shopId, shopId));
  return uploaded.length > 0 || former.some(({ logoUrl }) => logoUrl !== null);
}
