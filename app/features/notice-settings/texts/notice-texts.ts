import type { NoticeChannel, NoticeKind } from "~/features/notice-settings/rules/notice-kinds";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** What a notice says: variables in double braces, paragraphs with an empty line between them. A text message has no subject. */
export type NoticeWords = { subject: string | null; body: string };

/** Which words: of a notice, by a way, in a language. */
export type WordsPlace = { kind: NoticeKind; channel: NoticeChannel; language: PortalLanguage };

/** Our own words of the notices in one language, and what stands around them. A text that is missing does not compile. */
export type NoticeTexts = Record<
  Exclude<NoticeKind, "portal_link">,
  { subject: string; body: string; sms: string }
> & {
  /** By mail alone: its button signs its reader in. */
  portal_link: { subject: string; body: string };
  /** Of the button that leads to the portal. */
  button: string;
  /** Below a reminder: where it is turned off. */
  unsubscribe: string;
  /** The page that turns reminders off. */
  stopping: {
    title: string;
    text(shop: string): string;
    button: string;
    done(shop: string): string;
    again: string;
  };
};
