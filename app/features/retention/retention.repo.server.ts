import { db, type Queryable } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { retentionSettings } from "~db/schema/retention-settings";
import { KEPT_NAMES, type KeptDays } from "./kept-days";

const USUAL = Object.fromEntries(KEPT_NAMES.map((name) => [name, null])) as KeptDays;

/** A shop's own periods. @returns updatedAt null while it has set none */
export async function readKeptDays(
  shopId: number,
  on: Queryable = db,
): Promise<{ days: KeptDays; updatedAt: Date | null }> {
  const row = await findRow(on, retentionSettings, { shopId });
  return row ? { days: toKeptDays(row), updatedAt: row.updatedAt } : { days: USUAL, updatedAt: null };
}

/** The periods of any shop: a query across shops, for the job. */
export async function listKeptDays(): Promise<(shopId: number) => KeptDays> {
  const rows = await db.select().from(retentionSettings);
  const days = new Map(rows.map((row) => [row.shopId, toKeptDays(row)]));
  return (shopId) => days.get(shopId) ?? USUAL;
}

const toKeptDays = ({
  mails,
  textMessages,
  notices,
  portalLinks,
  importErrors,
  auditLog,
}: KeptDays): KeptDays => ({ mails, textMessages, notices, portalLinks, importErrors, auditLog });

export async function saveKeptDays(on: Queryable, shopId: number, days: KeptDays, now: Date): Promise<void> {
  const values = { ...days, updatedAt: now };
  await on
    .insert(retentionSettings)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: retentionSettings.shopId, set: values });
}
