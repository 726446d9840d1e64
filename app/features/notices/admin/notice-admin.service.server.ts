import { toCustomerName } from "~/access/customer-name";
import type { PrincipalShop } from "~/access/principal";
import { lockShopSettings } from "~/access/shops.repo.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import type { RenderedMail } from "~/features/mail/mail-layout";
import { DEFAULT_NOTICE_SETTINGS, type NoticeSettings } from "~/features/notice-settings/notice-settings";
import {
  findNoticeSettings,
  insertTextVersion,
  listTextVersions,
  saveNoticeSettings,
} from "~/features/notice-settings/notice-settings.repo.server";
import { isReminder, type WrittenKind } from "~/features/notice-settings/rules/notice-kinds";
import type { NoticeWords } from "~/features/notice-settings/texts/notice-texts";
import { findWordMistakes } from "~/features/notices/admin/notice-forms";
import { findSubject } from "~/features/notices/notices.repo.server";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { findSampleContract } from "~/features/notices/sample.repo.server";
import { toNoticeMail, toValues } from "~/features/notices/write-notice.server";
import { toPortalLink } from "~/features/portal-links/portal-links.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { invalidRequest, notFound, ProblemError } from "~/lib/problem";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { inTransaction } from "~db/transaction.server";

const toSnapshot = ({ mailKinds, upcomingDays }: NoticeSettings) => ({
  mailKinds: [...mailKinds],
  upcomingDays,
});

/**
 * New settings of a shop's notices, recorded with what they were. What happened before is told by the old ones.
 * @throws ProblemError stale_version when somebody saved since the page was opened
 */
export async function updateNoticeSettings(
  shopId: number,
  { seen, ...wanted }: NoticeSettings & { seen: string },
  audit: Audit,
  realNow: Date,
): Promise<void> {
  while (await passOnEvents(shopId, realNow));
  await inTransaction(async (tx) => {
    // There may be no row of settings to hold yet; the shop's is always there.
    if (!(await lockShopSettings(tx, shopId))) throw notFound("There is no such shop.");
    const saved = await findNoticeSettings(shopId, tx);
    if ((saved?.updatedAt.toISOString() ?? "") !== seen)
      throw new ProblemError(
        "stale_version",
        "Somebody else saved these settings meanwhile. Load the page again to see theirs.",
      );
    const before = saved ?? DEFAULT_NOTICE_SETTINGS;
    const change = toChange(toSnapshot(before), toSnapshot({ ...before, ...wanted }));
    if (!change) return;
    // Strictly later than before, even within one millisecond: it is the version of the next edit.
    const now = new Date(Math.max(audit.now.getTime(), (saved?.updatedAt.getTime() ?? 0) + 1));
    await saveNoticeSettings(tx, shopId, wanted, now);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "notices.settings_changed", ...change },
      audit,
    );
  });
}

type WordsPlace = { kind: WrittenKind; language: PortalLanguage };

function requireWords(kind: WrittenKind, words: NoticeWords): void {
  const mistakes = findWordMistakes(kind, words);
  if (mistakes.length > 0)
    throw invalidRequest(
      mistakes.map(({ field, detail }) => ({ pointer: `/${field}`, code: "invalid", detail })),
    );
}

/**
 * A shop's own words of a notice as a new version; null = back to ours, which is a version as well.
 *
 * @param seen the version that the form showed; 0 while there is none
 * @throws ProblemError invalid_request names every mistake, and unknown variables by their names; stale_version
 */
export async function saveWords(
  shopId: number,
  { kind, language }: WordsPlace,
  words: NoticeWords | null,
  seen: number,
  audit: Audit,
): Promise<void> {
  if (words) requireWords(kind, words);
  await inTransaction(async (tx) => {
    const [newest] = await listTextVersions(shopId, { kind, language }, tx).limit(1);
    const version = (newest?.version ?? 0) + 1;
    const row = { subject: words?.subject ?? null, body: words?.body ?? null };
    const saved = { savedBy: audit.actor.name, createdAt: audit.now };
    const isCurrent = version === seen + 1;
    if (!isCurrent || !(await insertTextVersion(tx, { shopId, kind, language, version, ...row, ...saved })))
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
        before: { kind, language, version: seen, subject: newest?.subject ?? null },
        after: { kind, language, version, subject: row.subject },
      },
      audit,
    );
  });
}

/**
 * A notice as its customer would get it, about a contract of the shop; its links lead nowhere.
 *
 * @param contractId the wire's; none = the newest
 * @returns null in a shop without contracts
 */
export async function previewNotice(
  shop: PrincipalShop,
  { kind, language }: WordsPlace,
  words: NoticeWords,
  contractId: number | null,
): Promise<{ mail: RenderedMail; contractId: number } | null> {
  const sample = await findSampleContract(shop.id, contractId);
  const subject = sample && (await findSubject(shop.id, sample.id));
  if (!sample || !subject) return null;
  const setting = { shop, settings: await readPortalSettings(shop.id), language };
  const order = sample.billingDate ? { billingDate: new Date(sample.billingDate), orderName: "#1001" } : null;
  const url = toPortalLink(shop, "…");
  const stopUrl = isReminder(kind) ? url : null;
  const name = toCustomerName(subject.customer);
  const mail = toNoticeMail(words, toValues(subject, order, setting), { name, url, stopUrl }, setting);
  return { mail, contractId: subject.contract.subscriptionContractId };
}

/**
 * The notice as it is typed, to whoever asks.
 * @throws ProblemError invalid_request; conflict in a shop without contracts
 */
export async function mailTest(
  shop: PrincipalShop,
  place: WordsPlace,
  words: NoticeWords,
  to: { recipient: string; contractId: number | null },
  realNow: Date,
): Promise<void> {
  requireWords(place.kind, words);
  const preview = await previewNotice(shop, place, words, to.contractId);
  if (!preview)
    throw new ProblemError("conflict", "There is no contract yet that the notice could be about.");
  await inTransaction((tx) =>
    queueMail(tx, shop.id, { ...preview.mail, recipient: to.recipient, kind: "notice_test" }, realNow),
  );
}
