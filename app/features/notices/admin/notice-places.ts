import type { NoticeChannel, NoticeKind } from "~/features/notice-settings/rules/notice-kinds";

/** The name of a notice's checkbox in the settings form. */
export const toBox = (channel: NoticeChannel, kind: NoticeKind): string => `${channel.toLowerCase()}-${kind}`;

/** Address of the editor of a notice's text. */
export const toEditorPath = (kind: NoticeKind, channel: NoticeChannel): string =>
  `/admin/notices/${kind}${channel === "MAIL" ? "" : "/sms"}`;

/** The last segment of that address; without it the channel is mail. */
export const toChannel = (segment: string | undefined): NoticeChannel | null =>
  segment === undefined ? "MAIL" : segment === "sms" ? "SMS" : null;

/** Maximum length of a text in characters; with its values, a text message then has only a handful of segments. */
export const MOST_BODY: Record<NoticeChannel, number> = { MAIL: 5000, SMS: 500 };
