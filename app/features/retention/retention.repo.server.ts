import { KEPT_NAMES, type KeptDays } from "~/features/retention/kept-days";
import { db, type Queryable } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { retentionSettings } from "~db/schema/retention-settings";

const USUAL = Object.fromEntries(KEPT_NAMES.map((name) => [name, null])) as KeptDays;

/** A shop's own periods. @returns updatedAt null while it has set none */
export async function readKeptDays(
  shopId: number,
  on: Queryable = db,
): Promise<{ days: KeptDays; updatedAt: Date | null }> {
  const row = await findRow(on, retentionSettings, { shopId });
  if (!row) return { days: USUAL, updatedAt: null };
  const { mails, textMessages, notices, portalLinks, importErrors, auditLog, updatedAt } = row;
  return { days: { mails, textMessages, notices, portalLinks, importErrors, auditLog }, updatedAt };
}

export async function saveKeptDays(on: Queryable, shopId: number, days: KeptDays, now: Date): Promise<void> {
  const values = { ...days, updatedAt: now };
  await on
    .insert(retentionSettings)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: retentionSettings.shopId, set: values });
}
