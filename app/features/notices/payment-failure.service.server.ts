import { findShopSettings } from "~/access/shops.repo.server";
import { toFailureCause } from "~/features/billing/dunning/failure-mail.service.server";
import { toFailureMessage } from "~/features/billing/dunning/failure-message";
import { findOrder } from "~/features/billing/records/tries.repo.server";
import { toCustomersSetting } from "~/features/mail/mail-theme.server";
import { findMailOfKey } from "~/features/mail/mails.repo.server";
import { DEFAULT_NOTICE_SETTINGS, kindsBy } from "~/features/notice-settings/notice-settings";
import { findNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { toPortalLink } from "~/features/portal-links/portal-links.service.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { TaskPayload } from "~/queue/task-payloads";
import { writeByEachWay } from "./notice-writing.service.server";
import { findSubject } from "./notices.repo.server";
import { findOrderContents } from "./order-contents.service.server";
import { toValues } from "./write-notice.server";

/**
 * The notice of a failed payment: each kind once per order and payment method, or each time that staff ask for it.
 * Dates are by the shop's clock, its link by the real one.
 */
export async function sendPaymentFailureNotice(
  payload: TaskPayload<"mail-payment-failure">,
  realNow: Date,
): Promise<void> {
  const { shopId, attemptId, about, failedAt, nextTryAt, contractStatus, byHand } = payload;
  const shop = await findShopSettings(shopId);
  const order = shop && (await findOrder(shopId, attemptId));
  const subject = order && (await findSubject(shopId, order.attempt.contractId));
  if (!shop || !order || !subject) return;
  const cause = toFailureCause(payload);
  // Mails from before the log of notices existed.
  if (await findMailOfKey(shopId, cause)) return;
  const [saved, portal, contents] = await Promise.all([
    findNoticeSettings(shopId),
    readPortalSettings(shopId),
    findOrderContents(shop, attemptId),
  ]);
  const settings = saved ?? DEFAULT_NOTICE_SETTINGS;
  const setting = toCustomersSetting(shop, portal, subject.customer);
  const failure = toFailureMessage(
    { about, nextTryAt: nextTryAt === null ? null : new Date(nextTryAt), outcome: contractStatus },
    shop,
    setting.language,
  );
  await writeByEachWay(
    {
      wanted: {
        shopId,
        kind: "payment_failed",
        cause,
        contractId: order.attempt.contractId,
        at: failedAt,
      },
      subject,
      setting,
      values: toValues(subject, { ...order.attempt, contents }, setting, failure),
      mail: {
        dedupeKey: cause,
        kind: "payment_failed",
        issuer: "Billing",
        toLink: (token) => toPortalLink(shop, token, order.contractId),
      },
      realNow,
    },
    settings,
    // Notices that staff ask for go by mail, whatever is switched on.
    (channel) =>
      byHand !== undefined || kindsBy(channel, settings).includes("payment_failed") ? null : "OFF",
    byHand === undefined ? undefined : ["MAIL"],
  );
}
