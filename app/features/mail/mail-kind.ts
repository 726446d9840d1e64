import type { MAIL_KINDS } from "~db/schema/mails";

export type MailKind = (typeof MAIL_KINDS)[number];

/** Whom each kind is written to. `friend`: somebody of whom only the address is known, and who may be a customer or not. */
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

/** Kinds whose reader is found by nothing but the address. */
export const KINDS_TO_FRIENDS: readonly string[] = Object.entries(READERS).flatMap(([kind, reader]) =>
  reader === "friend" ? [kind] : [],
);
