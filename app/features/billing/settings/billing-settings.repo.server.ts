import { db, type Queryable } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { billingSettings } from "~db/schema/billing-settings";
import { type BillingSettings, DEFAULT_BILLING_SETTINGS } from "./billing-settings";

/** The shop's own settings, else the defaults. */
export async function readBillingSettings(shopId: number, on: Queryable = db): Promise<BillingSettings> {
  const row = await findRow(on, billingSettings, { shopId });
  if (!row) return DEFAULT_BILLING_SETTINGS;
  return {
    billingHour: row.billingHour,
    retries: { days: row.retryDays, endAction: row.endAction },
    stockRetries: { days: row.stockRetryDays, endAction: row.stockEndAction },
  };
}

/** The billing hours of all shops that have settings of their own: a query across shops, for jobs. */
export async function listBillingHours(): Promise<(shopId: number) => number> {
  const rows = await db
    .select({ shopId: billingSettings.shopId, hour: billingSettings.billingHour })
    .from(billingSettings);
  const hours = new Map(rows.map(({ shopId, hour }) => [shopId, hour]));
  return (shopId) => hours.get(shopId) ?? DEFAULT_BILLING_SETTINGS.billingHour;
}

export async function saveBillingSettings(
  on: Queryable,
  shopId: number,
  { billingHour, retries, stockRetries }: BillingSettings,
  now: Date,
): Promise<void> {
  const values = {
    billingHour,
    retryDays: [...retries.days],
    endAction: retries.endAction,
    stockRetryDays: [...stockRetries.days],
    stockEndAction: stockRetries.endAction,
    updatedAt: now,
  };
  await on
    .insert(billingSettings)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: billingSettings.shopId, set: values });
}

/** When the shop's own settings were last saved; null while the defaults apply. */
export const readSettingsVersion = async (shopId: number, on: Queryable = db): Promise<Date | null> =>
  (await findRow(on, billingSettings, { shopId }))?.updatedAt ?? null;
