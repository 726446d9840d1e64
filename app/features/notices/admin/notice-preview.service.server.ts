import { toNameIn } from "~/access/customer-name";
import type { PrincipalShop } from "~/access/principal";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { toFailureMessage } from "~/features/billing/dunning/failure-message";
import { queueMail } from "~/features/mail/mail.service.server";
import type { RenderedMail } from "~/features/mail/mail-layout";
import { isReminder } from "~/features/notice-settings/rules/notice-kinds";
import type { NoticeTemplate, TemplateKey } from "~/features/notice-settings/texts/notice-texts";
import { findSubject } from "~/features/notices/notices.repo.server";
import { findSampleContract } from "~/features/notices/sample.repo.server";
import { toNoticeMail, toNoticeText, toValues } from "~/features/notices/write-notice.server";
import { toPortalLink } from "~/features/portal-links/portal-links.service.server";
import { toPortalLinkMail } from "~/features/portal-links/portal-mails.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { type MeasuredText, toTextMessage } from "~/features/text-messages/segments";
import { queueText } from "~/features/text-messages/text-messages.service.server";
import { toE164 } from "~/lib/addresses/phone-numbers.server";
import type { RealTime } from "~/lib/clocks";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { findTemplateErrors } from "./notice-forms";

type Preview = { mail: RenderedMail } | { sms: MeasuredText };
type Sample = NonNullable<Awaited<ReturnType<typeof findSampleContract>>>;

/**
 * A notice as its customer would get it, about a contract of the shop; its links do not work.
 *
 * @param contractId the wire's; none = the newest
 * @param now by the real clock, by which links expire
 * @returns null in a shop without contracts
 */
export async function previewNotice(
  shop: PrincipalShop,
  place: TemplateKey,
  template: NoticeTemplate,
  contractId: number | null,
  now: RealTime,
): Promise<(Preview & { contractId: number }) | null> {
  const sample = await findSampleContract(shop.id, contractId);
  return sample && previewWith(sample, shop, place, template, now);
}

async function previewWith(
  sample: Sample,
  shop: PrincipalShop,
  { kind, channel, language }: TemplateKey,
  template: NoticeTemplate,
  now: RealTime,
): Promise<(Preview & { contractId: number }) | null> {
  const subject = await findSubject(shop.id, sample.id);
  if (!subject) return null;
  const setting = { shop, settings: await readPortalSettings(shop.id), language };
  const order = sample.billingDate ? { billingDate: new Date(sample.billingDate), orderName: "#1001" } : null;
  if (kind === "portal_link") {
    const link = {
      url: toPortalLink(shop, "…"),
      expiresAt: now,
      isSingleUse: setting.settings.singleUseLinks,
    };
    return {
      mail: toPortalLinkMail(template, subject.customer, link, setting),
      contractId: subject.contract.subscriptionContractId,
    };
  }
  const failure = { about: "retry", nextTryAt: order?.billingDate ?? null, outcome: "ACTIVE" } as const;
  const values = toValues(subject, order, setting, toFailureMessage(failure, shop, language));
  const about = { contractId: subject.contract.subscriptionContractId };
  if (channel === "SMS") return { sms: toTextMessage(toNoticeText(template, values)), ...about };
  const url = toPortalLink(shop, "…");
  const stopUrl = isReminder(kind) ? url : null;
  const name = toNameIn(language, subject.customer);
  return { mail: toNoticeMail(template, values, { name, url, stopUrl }, setting), ...about };
}

/** Text messages cost money, and can be sent to any number. */
const TEST_TEXTS: SharedLimit = {
  name: "notice-test:shop",
  most: 20,
  windowMs: 3_600_000,
  refusal: "Too many test messages were sent.",
};

/**
 * Sends the notice as typed: as a mail to the caller, as a text message to a number. Recorded in the shop's history.
 *
 * @param to.recipient the address, or the number as typed, with its country code
 * @throws ProblemError invalid_request; too_many_requests; conflict in a shop without contracts
 */
export async function sendTest(
  shop: PrincipalShop,
  place: TemplateKey,
  template: NoticeTemplate,
  to: { recipient: string; contractId: number | null },
  audit: Audit<RealTime>,
): Promise<void> {
  const { now: realNow } = audit;
  const recipient = place.channel === "MAIL" ? to.recipient : toE164(to.recipient, null);
  const errors = findTemplateErrors(place, template);
  if (recipient === null)
    errors.push({ pointer: "/to", code: "invalid", detail: "Enter a number as +49 30 901820." });
  if (errors.length > 0 || recipient === null) throw invalidRequest(errors);
  const sample = await findSampleContract(shop.id, to.contractId);
  const preview = sample && (await previewWith(sample, shop, place, template, realNow));
  if (!preview)
    throw new ProblemError("conflict", "There is no contract yet that the notice could be about.");
  if ("sms" in preview) await requireWithinSharedLimit(TEST_TEXTS, String(shop.id), realNow);
  // With the contract: it says who the customer is, and is erased with them.
  const message = { recipient, kind: "notice_test", contractId: sample.id } as const;
  const at = await findShopNow(shop, realNow);
  const { kind, channel } = place;
  // Enough of a number to find the message by; a mail goes to the actor.
  const number = channel === "SMS" ? `…${recipient.slice(-2)}` : undefined;
  const after = { kind, channel, number };
  await inTransaction(async (tx) => {
    if ("sms" in preview) await queueText(tx, shop.id, { ...message, text: preview.sms.text }, at);
    else await queueMail(tx, shop.id, { ...message, ...preview.mail }, at);
    await appendActivity(
      tx,
      { shopId: shop.id, contractId: null, action: "notices.test_sent", after },
      audit,
    );
  });
}
