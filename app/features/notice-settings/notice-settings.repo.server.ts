import { desc } from "drizzle-orm";
import type { NoticeTemplate, TemplateKey } from "~/features/notice-settings/texts/notice-texts";
import { ownTemplate } from "~/features/notice-settings/texts/texts-of";
import { db, type Queryable } from "~db/client.server";
import { findRow, isRow } from "~db/rows.server";
import { noticeSettings, noticeTexts } from "~db/schema/notices";
import type { NoticeSettings } from "./notice-settings";

/** The shop's settings, with when they were saved; null = none are saved, and the defaults apply. */
export async function findNoticeSettings(
  shopId: number,
  on: Queryable = db,
): Promise<(NoticeSettings & { updatedAt: Date }) | null> {
  const row = await findRow(on, noticeSettings, { shopId });
  if (!row) return null;
  const { shopId: _, ...settings } = row;
  return settings;
}

/** How many days ahead each shop with settings announces orders: a query across shops, for jobs. */
export async function listUpcomingDays(): Promise<Map<number, number>> {
  const rows = await db
    .select({ shopId: noticeSettings.shopId, days: noticeSettings.upcomingDays })
    .from(noticeSettings);
  return new Map(rows.map(({ shopId, days }) => [shopId, days]));
}

export async function saveNoticeSettings(
  on: Queryable,
  shopId: number,
  { mailKinds, smsKinds, upcomingDays }: NoticeSettings,
  now: Date,
): Promise<void> {
  const values = { mailKinds: [...mailKinds], smsKinds: [...smsKinds], upcomingDays, updatedAt: now };
  await on
    .insert(noticeSettings)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: noticeSettings.shopId, set: values });
}

type TextVersion = typeof noticeTexts.$inferSelect;

/** Every version of a shop's own text, newest first. */
export const listTextVersions = (shopId: number, place: TemplateKey, on: Queryable = db) =>
  on
    .select()
    .from(noticeTexts)
    .where(isRow(noticeTexts, { shopId, ...place }))
    .orderBy(desc(noticeTexts.version));

/** The text of a notice of the shop: its own, else ours. */
export async function readTemplate(
  shopId: number,
  place: TemplateKey,
  on: Queryable = db,
): Promise<NoticeTemplate> {
  const [newest] = await listTextVersions(shopId, place, on).limit(1);
  return (newest && toTemplate(newest)) ?? ownTemplate(place);
}

/** The text of a version; null = a return to ours. */
export const toTemplate = ({
  subject,
  body,
}: Pick<TextVersion, "subject" | "body">): NoticeTemplate | null =>
  body === null ? null : { subject, body };

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
