import { eq, getTableColumns } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { portalSettings, shopLogos } from "~db/schema/portal-settings";
import { shops } from "~db/schema/shops";
import { statement } from "~db/statement.server";
import type { PortalSettings } from "./portal-settings";
import { DEFAULT_PORTAL_SETTINGS } from "./portal-settings";

const { shopId: _, ...settingColumns } = getTableColumns(portalSettings);

/** Selected from the shop, which may have a logo without settings, or settings without a logo. */
const selectSettings = statement<{ shopId: number }>()((on, value) =>
  on
    .select({
      ...settingColumns,
      logoId: shopLogos.id,
      logoWidth: shopLogos.width,
      logoHeight: shopLogos.height,
    })
    .from(shops)
    .leftJoin(portalSettings, eq(portalSettings.shopId, value("shopId")))
    .leftJoin(shopLogos, eq(shopLogos.shopId, value("shopId")))
    .where(eq(shops.id, value("shopId"))),
);
type Row = Awaited<ReturnType<typeof selectSettings>>[number];

/** In a saved row all columns have the types of their table. */
type SavedRow = Row & Omit<typeof portalSettings.$inferSelect, "shopId">;
const isSaved = (row: Row): row is SavedRow => row.updatedAt !== null;

/** The shop's portal settings; the defaults if it has saved none. */
export async function readPortalSettings(shopId: number, on: Queryable = db): Promise<PortalSettings> {
  const [row] = await selectSettings(on, { shopId });
  if (!row) return DEFAULT_PORTAL_SETTINGS;
  const { logoId: id, logoWidth: width, logoHeight: height } = row;
  const logo = id !== null && width !== null && height !== null ? { id, width, height } : null;
  if (!isSaved(row)) return { ...DEFAULT_PORTAL_SETTINGS, logo };
  const { logoId: _id, logoWidth: _width, logoHeight: _height, ...settings } = row;
  return { ...settings, logo };
}

/** Inserts or replaces the whole row; the logo has a row of its own. */
export async function savePortalSettings(
  on: Queryable,
  shopId: number,
  { logo: _, ...settings }: Omit<PortalSettings, "updatedAt"> & { updatedAt: Date },
): Promise<void> {
  await on
    .insert(portalSettings)
    .values({ shopId, ...settings })
    .onConflictDoUpdate({ target: portalSettings.shopId, set: settings });
}
