import { desc } from "drizzle-orm";
import { DEFAULT_NOTICE_SETTINGS, type NoticeSettings } from "~/features/notice-settings/notice-settings";
import type { NoticeWords } from "~/features/notice-settings/texts/notice-texts";
import { db, type Queryable } from "~db/client.server";
import { findRow, isRow } from "~db/rows.server";
import { noticeSettings, noticeTexts } from "~db/schema/notices";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** The shop's own, with when they were saved; null = it has saved none, and the defaults hold. */
export async function findNoticeSettings(
  shopId: number,
  on: Queryable = db,
): Promise<(NoticeSettings & { updatedAt: Date }) | null> {
  const row = await findRow(on, noticeSettings, { shopId });
  if (!row) return null;
  const { shopId: _, ...settings } = row;
  return settings;
}

export const readNoticeSettings = async (shopId: number, on: Queryable = db): Promise<NoticeSettings> =>
  (await findNoticeSettings(shopId, on)) ?? DEFAULT_NOTICE_SETTINGS;

export async function saveNoticeSettings(
  on: Queryable,
  shopId: number,
  { mailKinds, upcomingDays }: NoticeSettings,
  now: Date,
): Promise<void> {
  const values = { mailKinds: [...mailKinds], upcomingDays, updatedAt: now };
  await on
    .insert(noticeSettings)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: noticeSettings.shopId, set: values });
}

type TextKey = Pick<typeof noticeTexts.$inferSelect, "kind" | "language">;

/** Every version of a shop's own words, the newest first. */
export const listTextVersions = (shopId: number, key: TextKey, on: Queryable = db) =>
  on
    .select()
    .from(noticeTexts)
    .where(isRow(noticeTexts, { shopId, ...key }))
    .orderBy(desc(noticeTexts.version));

/** The shop's own words; null while it uses ours. */
export async function findOwnWords(
  shopId: number,
  kind: TextKey["kind"],
  language: PortalLanguage,
): Promise<NoticeWords | null> {
  const [newest] = await listTextVersions(shopId, { kind, language }).limit(1);
  return newest && newest.subject !== null && newest.body !== null
    ? { subject: newest.subject, body: newest.body }
    : null;
}

/** @returns false when somebody else has saved that version meanwhile */
export async function insertTextVersion(
  on: Queryable,
  row: typeof noticeTexts.$inferInsert,
): Promise<boolean> {
  const rows = await on
    .insert(noticeTexts)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: noticeTexts.version });
  return rows.length === 1;
}
