import { eq } from "drizzle-orm";
import type { PortalSettings } from "~/features/portal/portal-settings";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import { db, type Queryable } from "~db/client.server";
import { portalSettings } from "~db/schema/portal-settings";
import { statement } from "~db/statement.server";

const selectSettings = statement<{ shopId: number }>()((on, value) =>
  on
    .select()
    .from(portalSettings)
    .where(eq(portalSettings.shopId, value("shopId"))),
);

/** The shop's portal settings; those of a shop that has saved none are the defaults. */
export async function readPortalSettings(shopId: number, on: Queryable = db): Promise<PortalSettings> {
  const rows = await selectSettings(on, { shopId });
  const row = rows[0];
  if (!row) return DEFAULT_PORTAL_SETTINGS;
  const { shopId: _, ...settings } = row;
  return settings;
}

/** Write the whole row, whether or not there is one. */
export async function savePortalSettings(
  on: Queryable,
  shopId: number,
  settings: Omit<PortalSettings, "updatedAt"> & { updatedAt: Date },
): Promise<void> {
  await on
    .insert(portalSettings)
    .values({ shopId, ...settings })
    .onConflictDoUpdate({ target: portalSettings.shopId, set: settings });
}
