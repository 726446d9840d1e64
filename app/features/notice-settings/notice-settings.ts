import type { NoticeChannel, NoticeKind } from "~/features/notice-settings/rules/notice-kinds";
import { isOfEvents } from "~/features/notice-settings/rules/notice-of-event";

/** Which notices a shop sends, and how. */
export type NoticeSettings = {
  mailKinds: readonly NoticeKind[];
  /** As text messages. */
  smsKinds: readonly NoticeKind[];
  /** How many days before its date an order is announced. */
  upcomingDays: number;
};

/**
 * For shops that have saved none: notices are off until turned on, except for failed payments, whose notice is older
 * than the settings.
 */
export const DEFAULT_NOTICE_SETTINGS: NoticeSettings = {
  mailKinds: ["payment_failed"],
  smsKinds: [],
  upcomingDays: 3,
};

/** Notices that a shop sends by this channel. */
export const kindsBy = (channel: NoticeChannel, settings: NoticeSettings): readonly NoticeKind[] =>
  channel === "MAIL" ? settings.mailKinds : settings.smsKinds;

/** Whether a shop with these settings sends any notice that an event causes. */
export const sendsOfEvents = ({ mailKinds, smsKinds }: NoticeSettings): boolean =>
  [...mailKinds, ...smsKinds].some(isOfEvents);
