import type { MailKind } from "~/features/mail/mail-kind";
import type { StateLabel } from "~/ui/parts/status-badge";
import type { MAIL_STATUSES } from "~db/schema/mails";

const KIND_LABELS: Record<MailKind, string> = {
  portal_link: "Portal link",
  payment_update_asked: "Payment update link",
  payment_update_wanted: "Payment update requested",
  bulk_automation_done: "Bulk change",
  referral_welcome: "Referral welcome code",
  referral_reward: "Referral reward",
  payment_failed: "Payment failed",
  sign_in_link: "Sign-in link",
  password_reset: "Password reset",
  password_changed: "Password changed",
  staff_invitation: "Staff invitation",
  weekly_digest: "Weekly digest",
  notice: "Notice",
  notice_created: "Subscription created",
  notice_test: "Test of a notice",
};

export const toMailKindText = (kind: MailKind): string => KIND_LABELS[kind];

export type MailStatus = (typeof MAIL_STATUSES)[number];

export const MAIL_STATUS_LABELS: Record<MailStatus, StateLabel> = {
  QUEUED: { label: "Waiting", tone: "busy" },
  SENT: { label: "Sent", tone: "good" },
  FAILED: { label: "Failed", tone: "bad" },
  BOUNCED: { label: "Bounced", tone: "bad" },
};

export const toMailState = (status: MailStatus, hasServer: boolean): StateLabel =>
  status === "SENT" && !hasServer
    ? { label: "Not sent (no mail server)", tone: "good" }
    : MAIL_STATUS_LABELS[status];

/** The label before the mail server's last answer. */
export function toMailTrouble({ status, attempts }: { status: string; attempts: number }): string {
  if (status === "BOUNCED") return "Bounced: ";
  if (status === "FAILED") return "Not delivered: ";
  return attempts === 1 ? "Tried once so far: " : `Tried ${attempts} times so far: `;
}
