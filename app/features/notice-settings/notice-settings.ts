import type { NoticeChannel, NoticeKind } from "~/features/notice-settings/rules/notice-kinds";

/** Which notices a shop sends by which way. */
export type NoticeSettings = {
  mailKinds: readonly NoticeKind[];
  /** As text messages. */
  smsKinds: readonly NoticeKind[];
  /** Days before its date that an order is announced. */
  upcomingDays: number;
};

/** Of a shop that has saved none: notices are off until turned on; that of failed payments was there before them. */
export const DEFAULT_NOTICE_SETTINGS: NoticeSettings = {
  mailKinds: ["payment_failed"],
  smsKinds: [],
  upcomingDays: 3,
};

/** What a shop sends by this way. */
export const kindsBy = (channel: NoticeChannel, settings: NoticeSettings): readonly NoticeKind[] =>
  channel === "MAIL" ? settings.mailKinds : settings.smsKinds;
