import type { MailKind } from "~/features/mail/mail-kind";

const KIND_LABELS: Record<MailKind, string> = {
  portal_link: "Portal link",
  payment_update_asked: "Payment update link",
  payment_update_wanted: "Payment update requested",
  bulk_automation_done: "Bulk change done",
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

/** The label of a mail's state where the general one would mislead; otherwise undefined. */
export const findMailStatusLabel = (status: string, hasServer: boolean): string | undefined =>
  status === "QUEUED" ? "Waiting" : status === "SENT" && !hasServer ? "Not sent (no mail server)" : undefined;

/** The label before the mail server's last answer. */
export function toMailTrouble({ status, attempts }: { status: string; attempts: number }): string {
  if (status === "BOUNCED") return "Bounced: ";
  if (status === "FAILED") return "Not delivered: ";
  return attempts === 1 ? "Tried once so far: " : `Tried ${attempts} times so far: `;
}
