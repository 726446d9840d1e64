import { kindsBy, type NoticeSettings } from "~/features/notice-settings/notice-settings";
import {
  isReminder,
  type NoticeChannel,
  type NoticeKind,
  type NoticeReason,
} from "~/features/notice-settings/rules/notice-kinds";
import type { EMAIL_SENT_STATUSES, SMS_SENT_STATUSES } from "~db/schema/contract-enums";
import type { NoticeSubject } from "./notices.repo.server";

/** Why a notice must not be sent, whatever the address; null = no reason. */
export function findReason(
  kind: NoticeKind,
  channel: NoticeChannel,
  { contract, isOptedOut }: NoticeSubject,
  settings: NoticeSettings | null,
  isStillPlanned: boolean,
): NoticeReason | null {
  if (!settings || !kindsBy(channel, settings).includes(kind)) return "OFF";
  if (kind === "upcoming_order" && contract.stopUpcomingOrderEmail) return "STOPPED";
  // Text messages are unsubscribed at their gateway (docs/sms.md).
  if (channel === "MAIL" && isReminder(kind) && isOptedOut) return "UNSUBSCRIBED";
  if (kind === "upcoming_order" && (contract.status !== "ACTIVE" || !isStillPlanned)) return "OUTDATED";
  if (kind === "created" && contract.paymentMethodId === null) return "NO_PAYMENT_METHOD";
  if (kind === "created" && contract.status === "PAUSED") return "CONTRACT_PAUSED";
  return null;
}

type EmailStatus = (typeof EMAIL_SENT_STATUSES)[number];
type SmsStatus = (typeof SMS_SENT_STATUSES)[number];

// Without a usable address it could not be sent. The specification has a separate status for a missing number.
const EMAIL_STATUS: Partial<Record<NoticeReason, EmailStatus>> = {
  OFF: "EMAIL_SETTINGS_DISABLED",
  NO_PAYMENT_METHOD: "CUSTOMER_PAYMENT_EMPTY",
  CONTRACT_PAUSED: "CONTRACT_PAUSED_STATUS",
  NO_ADDRESS: "FAILED",
};
const SMS_STATUS: Partial<Record<NoticeReason, SmsStatus>> = {
  OFF: "SMS_SETTINGS_DISABLED",
  NO_PAYMENT_METHOD: "CUSTOMER_PAYMENT_EMPTY",
  CONTRACT_PAUSED: "CONTRACT_PAUSED_STATUS",
  NO_PHONE: "PHONE_NUMBER_EMPTY",
  BAD_PHONE: "FAILED",
};

/** Status in the record of a new contract's notice that was not sent (spec “Subscription contract record”). */
export const toCreatedStatus = (
  channel: NoticeChannel,
  reason: NoticeReason,
): { createdEmailStatus: EmailStatus } | { createdSmsStatus: SmsStatus } =>
  channel === "MAIL"
    ? { createdEmailStatus: EMAIL_STATUS[reason] ?? "UNSENT" }
    : { createdSmsStatus: SMS_STATUS[reason] ?? "UNSENT" };
