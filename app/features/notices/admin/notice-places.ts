import type { NoticeChannel, NoticeKind } from "~/features/notice-settings/rules/notice-kinds";

/** The name of a notice's box in the form of the settings. */
export const toBox = (channel: NoticeChannel, kind: NoticeKind): string => `${channel.toLowerCase()}-${kind}`;

/** The editor of a notice's words. */
export const toEditorPath = (kind: NoticeKind, channel: NoticeChannel): string =>
  `/admin/notices/${kind}${channel === "MAIL" ? "" : "/sms"}`;

/** The last segment of that address: none is the mail's. */
export const toChannel = (segment: string | undefined): NoticeChannel | null =>
  segment === undefined ? "MAIL" : segment === "sms" ? "SMS" : null;

/** Characters of a text that is typed; of a text message so many that it is a handful of segments with its values. */
export const MOST_BODY: Record<NoticeChannel, number> = { MAIL: 5000, SMS: 500 };
