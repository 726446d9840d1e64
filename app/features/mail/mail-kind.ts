import type { MAIL_KINDS } from "~db/schema/mails";

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The recipient of each kind. `friend`: somebody of whom only the address is known, who may or may not be a customer.
 */
const READERS: Record<MailKind, "customer" | "friend" | "staff"> = {
  portal_link: "customer",
  payment_update_asked: "customer",
  payment_update_wanted: "staff",
  bulk_automation_done: "staff",
  referral_welcome: "friend",
  referral_reward: "customer",
  payment_failed: "customer",
  sign_in_link: "staff",
  password_reset: "staff",
  password_changed: "staff",
  staff_invitation: "staff",
  weekly_digest: "staff",
  notice: "customer",
  notice_created: "customer",
  notice_test: "staff",
};

/** Kinds whose recipient is identified only by the address. */
export const KINDS_TO_FRIENDS: readonly string[] = Object.entries(READERS).flatMap(([kind, reader]) =>
  reader === "friend" ? [kind] : [],
);
