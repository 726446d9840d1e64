import { db, type Queryable } from "~db/client.server";
import { deleteRows, findRow, updateRows } from "~db/rows.server";
import { portalSettings, shopLogos } from "~db/schema/portal-settings";

export const findLogoImage = async (shopId: number, id: string): Promise<Uint8Array | null> =>
  (await findRow(db, shopLogos, { shopId, id }))?.image ?? null;

/** Inserts or replaces the shop's only logo. */
export async function upsertLogo(on: Queryable, row: typeof shopLogos.$inferInsert): Promise<void> {
  const { shopId: _, ...set } = row;
  await on.insert(shopLogos).values(row).onConflictDoUpdate({ target: shopLogos.shopId, set });
}

/** Deletes the shop's logo, uploaded or by address. @returns whether there was any */
export async function deleteLogo(on: Queryable, shopId: number): Promise<boolean> {
  const uploaded = await deleteRows(on, shopLogos, { shopId });
  const former = await findRow(on, portalSettings, { shopId });
  await updateRows(on, portalSettings, { shopId }, { logoUrl: null });
  return uploaded > 0 || (former !== null && former.logoUrl !== null);
}
