import type { NoticeKind } from "~/features/notice-settings/rules/notice-kinds";

/** Which notices a shop sends by mail. */
export type NoticeSettings = {
  mailKinds: readonly NoticeKind[];
  /** Days before its date that an order is announced. */
  upcomingDays: number;
};

/** Of a shop that has saved none: notices are off until turned on; that of failed payments was there before them. */
export const DEFAULT_NOTICE_SETTINGS: NoticeSettings = {
  mailKinds: ["payment_failed"],
  upcomingDays: 3,
};
