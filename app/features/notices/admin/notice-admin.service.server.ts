import { changeSettings } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { sequenceSomeEvents } from "~/features/events/sequencer.service.server";
import {
  DEFAULT_NOTICE_SETTINGS,
  type NoticeSettings,
  sendsOfEvents,
} from "~/features/notice-settings/notice-settings";
import {
  findNoticeSettings,
  insertTextVersion,
  listTextVersions,
  saveNoticeSettings,
} from "~/features/notice-settings/notice-settings.repo.server";
import type { NoticeTemplate, TemplateKey } from "~/features/notice-settings/texts/notice-texts";
import { skipToEnd } from "~/features/notices/notices.repo.server";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { findTemplateErrors } from "./notice-forms";

const toSnapshot = ({ mailKinds, smsKinds, upcomingDays }: NoticeSettings) => ({
  mailKinds: [...mailKinds],
  smsKinds: [...smsKinds],
  upcomingDays,
});

/**
 * Saves a shop's notice settings and records the change. A notice follows the settings of the time when it is written
 * (decision 064), so one that is turned off ends at once, even for changes from before. The first ones that a shop turns
 * on are sent for changes from then on.
 *
 * @param realNow of the real clock
 * @throws ProblemError stale_version when somebody saved since the page was opened
 */
export async function updateNoticeSettings(
  shopId: number,
  { version, ...wanted }: NoticeSettings & { version: string },
  audit: Audit,
  realNow: Date,
): Promise<void> {
  const known = (await findNoticeSettings(shopId)) ?? DEFAULT_NOTICE_SETTINGS;
  if (sendsOfEvents(wanted) && !sendsOfEvents(known)) await sequenceSomeEvents(shopId, () => realNow);
  const read = async (tx: Transaction) =>
    (await findNoticeSettings(shopId, tx)) ?? { ...DEFAULT_NOTICE_SETTINGS, updatedAt: null };
  await changeSettings(shopId, { version, now: audit.now, read }, async (tx, before, updatedAt) => {
    const change = toChange(toSnapshot(before), toSnapshot({ ...before, ...wanted }));
    if (!change) return;
    if (sendsOfEvents(wanted) && !sendsOfEvents(before)) await skipToEnd(tx, shopId);
    await saveNoticeSettings(tx, shopId, wanted, updatedAt);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "notices.settings_changed", ...change },
      audit,
    );
  });
}

/**
 * Saves a shop's own text of a notice as a new version; null = back to ours, which is a version as well.
 *
 * @param version the one that the form showed; 0 while there is none
 * @throws ProblemError invalid_request naming every error, and unknown variables by name; stale_version
 */
export async function saveTemplate(
  shopId: number,
  place: TemplateKey,
  template: NoticeTemplate | null,
  version: number,
  audit: Audit,
): Promise<void> {
  const errors = template ? findTemplateErrors(place, template) : [];
  if (errors.length > 0) throw invalidRequest(errors);
  await inTransaction(async (tx) => {
    const [newest] = await listTextVersions(shopId, place, tx).limit(1);
    const next = (newest?.version ?? 0) + 1;
    const row = { subject: template?.subject ?? null, body: template?.body ?? null };
    const saved = { savedBy: audit.actor.name, createdAt: audit.now };
    const isCurrent = next === version + 1;
    if (!isCurrent || !(await insertTextVersion(tx, { shopId, ...place, version: next, ...row, ...saved })))
      throw new ProblemError(
        "stale_version",
        "Somebody else saved this notice meanwhile. Load the page again to see theirs.",
      );
    await appendActivity(
      tx,
      {
        shopId,
        contractId: null,
        action: "notices.text_changed",
        before: { ...place, version, subject: newest?.subject ?? null },
        after: { ...place, version: next, subject: row.subject },
      },
      audit,
    );
  });
}
