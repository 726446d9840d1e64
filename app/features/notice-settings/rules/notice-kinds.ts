import { NOTICE_CHANNELS, NOTICE_KINDS, type NOTICE_REASONS } from "~db/schema/notice-enums";

export type NoticeKind = (typeof NOTICE_KINDS)[number];
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** Notices that a shop turns on and off. The portal link is not one of them: it is always sent on request. */
export const SWITCHED_KINDS = NOTICE_KINDS.filter((kind) => kind !== "portal_link");

/** Channels of a notice. A link that signs its reader in must not be on a phone's lock screen. */
export const channelsOf = (kind: NoticeKind): readonly NoticeChannel[] =>
  kind === "portal_link" ? ["MAIL"] : NOTICE_CHANNELS;

/** Notices about what has not happened yet: customers may opt out of them (RFC 8058). */
export const isReminder = (kind: NoticeKind): boolean =>
  kind === "upcoming_order" || kind === "card_expiring";

/** Names of the channels in the admin. */
export const CHANNEL_LABELS: Record<NoticeChannel, string> = { MAIL: "E-mail", SMS: "Text message" };

/** Names in the admin, and when they are sent. */
export const NOTICE_LABELS: Record<NoticeKind, { name: string; when: string }> = {
  created: { name: "Subscription created", when: "After a contract was made." },
  upcoming_order: { name: "Upcoming order", when: "So many days before the date of an order." },
  order_paid: { name: "Order paid", when: "After an order was paid." },
  payment_failed: { name: "Payment failed", when: "When a customer can do something about it." },
  paused: { name: "Paused", when: "After a contract was paused." },
  resumed: { name: "Resumed", when: "When a contract is active again." },
  cancelled: { name: "Cancelled", when: "After a contract was cancelled." },
  skipped: { name: "Order skipped", when: "When an order is skipped." },
  address: { name: "Address changed", when: "When orders go elsewhere." },
  frequency: { name: "Frequency changed", when: "When a contract is billed in another interval." },
  products: { name: "Products changed", when: "When lines are added, removed or changed." },
  portal_link: { name: "Portal link", when: "When a customer asks for one, or staff send it." },
  card_expiring: { name: "Card about to expire", when: "In the last month of the card that pays." },
};

/** Why a notice was not sent, for the log. */
export const REASON_LABELS: Record<NoticeReason, string> = {
  OFF: "This notice is off",
  STOPPED: "Reminders of this contract are stopped",
  UNSUBSCRIBED: "The customer wants no reminders",
  NO_ADDRESS: "The customer has no e-mail address",
  NO_PHONE: "The customer has no phone number",
  BAD_PHONE: "The customer’s phone number cannot be one",
  NO_PAYMENT_METHOD: "The contract has no payment method",
  CONTRACT_PAUSED: "The contract is paused",
  OUTDATED: "It was no longer true",
};
